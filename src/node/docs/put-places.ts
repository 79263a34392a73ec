// Placeholders for programs in Markdown that another tool renders.
import type { FoundProgram } from '../../docs/finding/found-program.ts';

/** Replaces the programs and their recorded outputs in Markdown with `<div id="haze-place-0"></div>` and so on. */
export function putPlaces(markdown: string, found: readonly FoundProgram[]): string {
  const lines = markdown.split(/\r?\n/);
  for (const [i, { line, lastLine, recorded, indent }] of [...found.entries()].reverse()) {
    const last = recorded?.lastLine ?? lastLine;
    const place = ['', `<div id="haze-place-${i}"></div>`, ''].map((one) => (indent + one).trimEnd());
    lines.splice(line - 1, last - line + 1, ...place);
  }
  return lines.join('\n');
}
