// Placeholders for programs in Markdown, for a tool that renders the rest.
import type { FoundProgram } from '../../docs/finding/found-program.ts';

/** Markdown with `<div id="haze-place-0"></div>` … as placeholders for programs and their recorded outputs. */
export function putPlaces(markdown: string, found: readonly FoundProgram[]): string {
  const lines = markdown.split(/\r?\n/);
  for (const [i, { line, lastLine, recorded, indent }] of [...found.entries()].reverse()) {
    const last = recorded?.lastLine ?? lastLine;
    const place = ['', `<div id="haze-place-${i}"></div>`, ''].map((one) => (indent + one).trimEnd());
    lines.splice(line - 1, last - line + 1, ...place);
  }
  return lines.join('\n');
}
