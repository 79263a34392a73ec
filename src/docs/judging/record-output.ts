// Puts output into a document, behind its program and in the form of the document: in place of what was recorded, or new.
import type { DocProgram } from '../finding/doc-page.ts';
import { OUTPUT_LANGUAGE } from '../finding/found-program.ts';

/** The document with that output. Programs are to be recorded from the last to the first, so that lines stay true. */
export function placeRecord(text: string, program: DocProgram, output: string): string {
  const { recorded, lastLine, indent, file } = program;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const block = describeBlock(file, output).map((line) => `${indent}${line}`.trimEnd());
  if (recorded) lines.splice(recorded.firstLine - 1, recorded.lastLine - recorded.firstLine + 1, ...block);
  else lines.splice(lastLine, 0, indent.trimEnd(), ...block);
  return lines.join(newline);
}

function describeBlock(file: string, output: string): string[] {
  const lines = output.split('\n');
  if (/\.rst$/i.test(file))
    return [`.. code-block:: ${OUTPUT_LANGUAGE}`, '', ...lines.map((line) => `   ${line}`)];
  if (/\.html?$/i.test(file)) {
    const escaped = output.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return ['<pre class="haze-output">', ...escaped.split('\n'), '</pre>'];
  }
  const longest = Math.max(
    2,
    ...[...output.matchAll(/^[^\S\r\n\u2028\u2029]*(`{3,})/gm)].map(([, mark = '']) => mark.length),
  );
  const fence = '`'.repeat(longest + 1);
  return [fence + OUTPUT_LANGUAGE, ...lines, fence];
}
