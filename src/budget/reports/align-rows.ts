/** Formats rows as aligned columns. Columns marked by `isText` are left-aligned, all others right-aligned. */
export function alignRows(
  rows: readonly (readonly string[])[],
  isText: (column: number, heading: string) => boolean,
): string[] {
  const [headings = []] = rows;
  const widths = headings.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const pad = (cell: string, i: number) =>
    isText(i, headings[i]!) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}
