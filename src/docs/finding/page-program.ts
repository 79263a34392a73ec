// A document's program as its page builds it.
import { type DocProgram, filesBeside } from './doc-page.ts';
import { trimLines } from './trim-lines.ts';

/** The text, without empty lines around it where all of it is shown, and the files beside it. */
export function pageProgramOf(program: DocProgram) {
  const { source, language, shared } = program;
  const files = shared.length > 0 ? { files: filesBeside(program) } : {};
  return { source: isWhole(program) ? trimLines(source) : source, ...files, language };
}

/** True when the page shows all of the compiled text. */
export function isWhole({ source, shown }: DocProgram): boolean {
  return trimLines(source) === trimLines(shown);
}
