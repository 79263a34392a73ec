// A build's files, as a map from normalised path to content and as a tree of folders for the compiler's file system.
import { HazeError } from '../../errors/haze-error.ts';

export type FileContent = string | Uint8Array;

/** Files by path; folders are part of the path. */
export type SourceFiles = ReadonlyMap<string, FileContent> | Readonly<Record<string, FileContent>>;

export interface FileTree {
  [name: string]: FileTree | FileContent;
}

/**
 * Path without `.`, `..` and doubled slashes, relative to the root of the files.
 * @throws HazeError `path-outside` if the path leaves the root
 */
export function normalisePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) {
      throw new HazeError(
        'path-outside',
        `The path "${path}" leads outside the program's files. Put the file inside the repository and refer to it there.`,
        { data: { path } },
      );
    }
  }
  return parts.join('/');
}

/** Joins a folder and a path relative to it; both are relative to the root of the files. */
export function joinPath(directory: string, path: string): string {
  return normalisePath(path.startsWith('/') ? path : `${directory}/${path}`);
}

/** Path of a file relative to a folder. */
export function relativePath(directory: string, path: string): string {
  const from = directory === '' ? [] : directory.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/**
 * All files under normalised paths, sorted by path, so that a build never depends on the order in which they are
 * given.
 */
export function normaliseFiles(files: SourceFiles): Map<string, FileContent> {
  const entries: [string, FileContent][] = files instanceof Map ? [...files] : Object.entries(files);
  const normalised = entries.map(([path, content]): [string, FileContent] => [normalisePath(path), content]);
  normalised.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map(normalised);
}

/**
 * Files as nested folders.
 * @throws HazeError `path-conflict` if a path is both a file and a folder
 */
export function buildFileTree(files: Iterable<readonly [string, FileContent]>): FileTree {
  const root: FileTree = Object.create(null);
  for (const [path, content] of files) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      const next: FileTree | FileContent = folder[part] ?? Object.create(null);
      if (isContent(next)) throw conflict(path);
      folder[part] = next;
      folder = next;
    }
    if (folder[name] !== undefined && !isContent(folder[name])) throw conflict(path);
    folder[name] = content;
  }
  return root;
}

function isContent(entry: FileTree | FileContent | undefined): entry is FileContent {
  return typeof entry === 'string' || entry instanceof Uint8Array;
}

function conflict(path: string): HazeError {
  return new HazeError(
    'path-conflict',
    `The path "${path}" is both a file and a folder. Rename one of them.`,
    { data: { path } },
  );
}
