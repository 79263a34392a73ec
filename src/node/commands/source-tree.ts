// Reads the files of a program from disk: the sources that were named, and the headers around them.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';

const HEADER = /\.(h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def|fi|mod)$/i;
const MOST_DEPTH = 8;
const MOST_HEADERS = 4000;

export interface SourceTree {
  /** The common folder. */
  readonly root: string;
  /** The named files and all headers below their common folder, by path relative to it. */
  readonly files: Map<string, Uint8Array>;
  /** The named ones. */
  readonly named: readonly string[];
}

/** @throws HazeError `file-not-found`, `usage` */
export async function readSourceTree(paths: readonly string[]): Promise<SourceTree> {
  if (paths.length === 0) throw new HazeError('usage', 'Name at least one source file. See haze --help.');
  const sources = await Promise.all(
    paths.map(async (path) => [resolve(path), await readInput(path)] as const),
  );
  const root = commonFolder(sources.map(([path]) => dirname(path)));
  const tree = new Map<string, Uint8Array>();
  for (const path of await findHeaders(root, 0)) tree.set(treePath(root, path), await readFile(path));
  for (const [path, content] of sources) tree.set(treePath(root, path), content);
  return { root, files: tree, named: sources.map(([path]) => treePath(root, path)) };
}

/**
 * Every file below a folder, by its path from there.
 * @throws HazeError `file-not-found` when there is no such folder
 */
export async function readFolder(folder: string): Promise<Record<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw notFound(folder, 'folder', cause);
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(
    async (path) => [treePath(folder, path), new Uint8Array(await readFile(path))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** @throws HazeError `file-not-found` */
export async function readInput(path: string): Promise<Uint8Array> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    (cause) => {
      throw notFound(path, 'file', cause);
    },
  );
  if (isFolder) throw new HazeError('usage', `"${path}" is a folder. Name the source files in it.`);
  return new Uint8Array(await readFile(path));
}

function notFound(path: string, kind: string, cause: unknown): HazeError {
  return new HazeError('file-not-found', `There is no ${kind} "${path}" (${(cause as Error).message}).`, {
    cause,
  });
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

async function findHeaders(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isFile() && HEADER.test(entry.name)) found.push(path);
    else if (entry.isDirectory() && depth < MOST_DEPTH) found.push(...(await findHeaders(path, depth + 1)));
    if (found.length > MOST_HEADERS) break;
  }
  return found;
}

function treePath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
