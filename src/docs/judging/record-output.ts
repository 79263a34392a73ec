// Inserts output into a document, after its program and in the document's format, replacing any recorded output. The
// rest of the document stays the same, including line endings.
import type { DocProgram } from '../finding/doc-page.ts';
import { OUTPUT_LANGUAGE } from '../finding/found-program.ts';
import { listLineStarts } from '../finding/place.ts';

/**
 * The document with this output recorded. Record the programs' output from last to first, so that line numbers stay
 * valid.
 */
export function placeRecord(text: string, program: DocProgram, output: string): string {
  const { recorded, line, lastLine, indent, file } = program;
  const starts = listLineStarts(text);
  const startOf = (number: number) => starts[number - 1] ?? text.length;
  const newline = text.slice(0, startOf(line + 1)).endsWith('\r\n') ? '\r\n' : '\n';
  const write = (lines: readonly string[], prefix: string) =>
    lines.map((one) => `${prefix}${one}`.trimEnd() + newline).join('');
  if (!recorded) {
    const at = startOf(lastLine + 1);
    const isEnded = text.slice(0, at).endsWith('\n');
    const block = write(['', ...describeBlock(file, output)], indent);
    return isEnded
      ? text.slice(0, at) + block + text.slice(at)
      : text + newline + block.slice(0, -newline.length);
  }
  const [from, to] = recorded.range ?? [startOf(recorded.firstLine), startOf(recorded.lastLine + 1)];
  const old = text.slice(from, to);
  const put = (start: number, middle: string, end: number) => text.slice(0, start) + middle + text.slice(end);
  if (/\.html?$/i.test(file)) {
    const escaped = escapeHtml(output).replaceAll('\n', newline);
    return put(from, /^\r?\n/.test(old) ? newline + escaped + newline : escaped, to);
  }
  const isRst = /\.rst$/i.test(file);
  // Lengthens a fence that is too short for the new text.
  if (!isRst && longestMark(output) > 0) {
    const block = write(describeBlock(file, output), recorded.indent ?? indent);
    return put(startOf(recorded.firstLine), block, startOf(recorded.lastLine + 1));
  }
  const body = write(output.split('\n'), recorded.indent ?? indent);
  // A directive without content lacks the empty line that must precede content.
  const isEmpty = isRst && old === '';
  const kept = to < text.length || old.endsWith('\n') || old === '' ? body : body.slice(0, -newline.length);
  return put(from, isEmpty ? newline + kept : kept, to);
}

function describeBlock(file: string, output: string): string[] {
  const lines = output.split('\n');
  if (/\.rst$/i.test(file))
    return [
      `.. code-block:: ${OUTPUT_LANGUAGE}`,
      '',
      ...lines.map((line) => (line === '' ? '' : `   ${line}`)),
    ];
  if (/\.html?$/i.test(file))
    return ['<pre class="haze-output">', ...escapeHtml(output).split('\n'), '</pre>'];
  const fence = '`'.repeat(Math.max(2, longestMark(output)) + 1);
  return [fence + OUTPUT_LANGUAGE, ...lines, fence];
}

/** Length of the longest fence in a string; 0 if there are no fences. */
function longestMark(output: string): number {
  const marks = [...output.matchAll(/^[^\S\r\n\u2028\u2029]*(`{3,}|~{3,})/gm)];
  return Math.max(0, ...marks.map(([, mark = '']) => mark.length));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
