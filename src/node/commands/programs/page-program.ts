// Reads a page's program from the files on a command line. The page shows the first file; the others are included with
// it.

import { basename } from 'node:path';
import { usageError } from '../../../errors/haze-error.ts';
import type { PageProgram } from '../../../program/modules/page-sources.ts';
import { maybeLanguageOfPath, parseLanguage } from '../../../toolchain/sources/language.ts';
import { readInput } from './source-tree.ts';

/**
 * Reads the program.
 * @throws HazeError `usage`, `unknown-language`, and errors for files that cannot be read
 */
export async function readPageProgram(
  files: readonly string[],
  language: string | undefined,
): Promise<PageProgram> {
  const [first, ...others] = files;
  if (first === undefined) throw usageError("Specify the program's source file.");
  const known = language === undefined ? maybeLanguageOfPath(first) : parseLanguage(language);
  if (!known) {
    throw usageError(
      `The suffix of "${first}" does not identify a language: add --language C, C++ or Fortran.`,
    );
  }
  const beside = await Promise.all(
    others.map(async (path) => [basename(path), await readText(path)] as const),
  );
  const source = await readText(first);
  return { source, language: known, ...(beside.length > 0 && { files: Object.fromEntries(beside) }) };
}

/** The text of a source file or of standard input. @throws HazeError `usage` if the bytes are not text */
export async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readInput(path));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw usageError(`"${path}" is not UTF-8 text, which sources and inputs in pages must be.`, cause);
  }
}
