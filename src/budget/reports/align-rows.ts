/** Formats rows as aligned columns. Columns for which `isText` is true are left-aligned, all others right-aligned. */
export function alignRows(
  rows: readonly (readonly string[])[],
  isText: (column: number, heading: string) => boolean,
): string[] {
  const [headings = []] = rows;
  const widths = headings.map((_, i) => rows.reduce((most, row) => Math.max(most, row[i]!.length), 0));
  const pad = (cell: string, i: number) =>
    isText(i, headings[i]!) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}
