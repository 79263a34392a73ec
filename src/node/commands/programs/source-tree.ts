// Reads a program's files from disk: the named sources, the files that they include, and the headers around them.

import { readdir, readlink, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { HazeError, usageError } from '../../../errors/haze-error.ts';
import { maybeNearest } from '../../../errors/nearest-name.ts';
import { adviseOn } from '../../files/file-advice.ts';
import { mapFew } from '../../files/map-few.ts';
import { treePath, walkFolder } from '../../folders/walk-folder.ts';
import { addIncluded } from './included-files.ts';
import { MOST_INPUT_BYTES, readBounded, readSource } from './read-bounded.ts';

const HEADER = /\.(h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def|fi|mod)$/i;
const MOST_DEPTH = 8;
const MOST_HEADERS = 4000;

export interface SourceTree {
  /** The folder that contains all files. */
  readonly root: string;
  /** Path from the root to the common folder of the named files, in which the build runs. */
  readonly directory: string;
  /**
   * The named files, the files that they include, and all headers under the common folder, by path relative to the
   * root.
   */
  readonly files: Map<string, Uint8Array>;
  /** The specified files. */
  readonly named: readonly string[];
}

/** @throws HazeError `file-not-found`, `usage` */
export async function readSourceTree(paths: readonly string[]): Promise<SourceTree> {
  if (paths.length === 0) throw usageError('Specify at least one source file, such as program.c.');
  // A path given twice counts as one source, as in SOURCES of a config.mk.
  const read = new Map(await mapFew(paths, async (path) => [resolve(path), await readInput(path)] as const));
  const named = [...read.keys()];
  const folder = commonFolder(named.map((path) => dirname(path)));
  const files = new Map<string, Uint8Array>();
  for (const path of await findHeaders(folder)) {
    // Skips a file that is unreadable or is being replaced: the compiler reports it as missing.
    const content = await readSource(path).catch(() => undefined);
    if (content) files.set(path, content);
  }
  for (const [path, content] of read) files.set(path, content);
  await addIncluded(files, named);
  // Finds the common folder of all files, because included files may lie outside the folder of the named files.
  const root = commonFolder([folder, ...[...files.keys()].map((path) => dirname(path))]);
  return {
    root,
    directory: treePath(root, folder),
    files: new Map([...files].map(([path, content]) => [treePath(root, path), content])),
    named: named.map((path) => treePath(root, path)),
  };
}

/**
 * Every file under a folder, by path relative to the folder.
 * @throws HazeError `file-not-found` if the folder does not exist
 */
export async function readFolder(folder: string): Promise<Record<string, Uint8Array>> {
  const files: string[] = [];
  try {
    for await (const path of walkFolder(folder)) files.push(path);
  } catch (cause) {
    throw await notFound(folder, 'folder', cause);
  }
  const advice = 'Give the program a part of it, or let the program read it from standard input.';
  const read = await mapFew(
    files,
    async (path) => [treePath(folder, path), await readBounded(path, MOST_INPUT_BYTES, advice)] as const,
  );
  return Object.fromEntries(read);
}

/** @throws HazeError `file-not-found`, `file-too-large` */
export async function readInput(path: string): Promise<Uint8Array> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    async (cause) => {
      throw await notFound(path, 'file', cause);
    },
  );
  if (isFolder) throw usageError(`"${path}" is a folder. Specify the source files in it.`);
  return readSource(path);
}

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** Error for a missing file. For a file that cannot be read, returns the system error, which states the reason. */
async function notFound(path: string, kind: string, cause: unknown): Promise<unknown> {
  if (!MISSING.has((cause as NodeJS.ErrnoException).code)) return cause;
  if (path === '-') {
    return usageError('To read a program from standard input, use /dev/stdin and --language.', cause);
  }
  const advice = path.includes('\ufffd') ? adviseOn('ENOENT', path) : await explainMissing(path);
  return new HazeError('file-not-found', `There is no ${kind} "${path}".${advice}`, { cause });
}

/**
 * A sentence, preceded by a space: that the path is a broken link, or which existing file or folder the user probably
 * meant.
 */
async function explainMissing(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) return ` It is a link to "${target}", which does not exist.`;
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return ` The folder "${folder}" does not exist, or cannot be read.`;
  const nearest = maybeNearest(basename(path), names);
  return nearest === undefined ? '' : ` Did you mean ${join(folder, nearest)}?`;
}

function commonFolder(folders: readonly string[]): string {
  const [first, ...others] = folders.map((folder) => folder.split(sep));
  const shared = first!.filter((part, i) =>
    others.every(
      (parts) => parts.slice(0, i + 1).join(sep) === first!.slice(0, i + 1).join(sep) && part === parts[i],
    ),
  );
  return shared.join(sep) || sep;
}

async function findHeaders(folder: string): Promise<string[]> {
  const found: string[] = [];
  const isOther = (name: string) => name.startsWith('.') || name === 'node_modules';
  const headers = walkFolder(folder, {
    enters: (name, depth) => !isOther(name) && depth < MOST_DEPTH,
    takes: (name) => !isOther(name) && HEADER.test(name),
    skipsUnreadable: true,
  });
  try {
    for await (const path of headers) {
      found.push(path);
      if (found.length > MOST_HEADERS) break;
    }
  } catch (error) {
    // Links lead to too many folders; `addIncluded` finds the headers that the sources include.
    if (!(error instanceof HazeError)) throw error;
  }
  return found;
}
