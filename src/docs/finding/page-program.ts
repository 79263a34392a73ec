// A document's program, in the form that the page uses to build it.
import { type DocProgram, filesBeside } from './doc-page.ts';
import { trimLines } from './trim-lines.ts';

/** The program's text (without surrounding empty lines if it is shown in full), with the program's other files. */
export function pageProgramOf(program: DocProgram) {
  const { source, language, shared } = program;
  const files = shared.length > 0 ? { files: filesBeside(program) } : {};
  return { source: isWhole(program) ? trimLines(source) : source, ...files, language };
}

/** True if the page shows the entire compiled text. */
export function isWhole({ source, shown }: DocProgram): boolean {
  return trimLines(source) === trimLines(shown);
}
