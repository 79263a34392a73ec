// Advice on files that a program looked for but did not find. A program can open only the files that it is given, not
// other files on the machine. If a missed file is next to the source, the advice explains how to pass it to the
// program.
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INPUTS } from '../../../repositories/build-folder.ts';
import type { RunResult } from '../../library.ts';
import { printMessage } from '../../logs/stderr-line.ts';

/** Maximum number of files reported; a longer list would add no information. */
const MOST_TOLD = 3;

interface Words {
  /** The program's sources, or its folder. */
  readonly positionals: readonly string[];
  readonly own: { readonly inputs?: string | undefined };
}

/** Reports on stderr the files that the program did not find but that exist on this machine. */
export function tellMissed({ missedFiles = [] }: Pick<RunResult, 'missedFiles'>, words: Words): void {
  const lines = missedFiles.flatMap((path) => maybeDescribe(path, words) ?? []);
  for (const line of lines.slice(0, MOST_TOLD)) printMessage(line);
}

/**
 * @param path relative to the program's root, which is also its working directory, so the path never begins with a
 *   slash
 */
function maybeDescribe(
  path: string,
  { positionals: [first = '.'], own: { inputs } }: Words,
): string | undefined {
  const folder = ['.', first, dirname(first)].find((one) => maybeKind(join(one, path)) === 'file');
  const outside = `/${path}`;
  if (folder === undefined && maybeKind(outside) !== 'file') return undefined;
  const own = inputs ?? (maybeKind(first) === 'folder' ? join(first, INPUTS, '.') : undefined);
  const why = own === undefined ? 'which is not among its files' : `which is not in "${own}"`;
  const rule = `A program finds files in the --inputs folder`;
  return folder === undefined
    ? `The program looked for "${outside}", ${why}. ${rule}, by their paths relative to that folder: with --inputs ${dirname(outside)}, it is "${basename(path)}".`
    : `The program looked for "${path}", ${why}. ${rule}: --inputs ${folder} has this file.`;
}

function maybeKind(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isFile() ? 'file' : 'folder';
  } catch {
    return undefined;
  }
}
