// A program's working directory: the files given to it and the changes that the program leaves behind.
import { Directory, wasi } from '@bjorn3/browser_wasi_shim';
import type { FileRoom } from './file-room.ts';
import { MemoryFile } from './memory-file.ts';
import { MemoryFolder, OpenMemoryFolder } from './memory-folder.ts';

/** Files by path relative to the working directory. A path with a trailing slash is a folder and has no bytes. */
export type FileMap = ReadonlyMap<string, Uint8Array>;

/** Maximum number of missing names to list. A program that tries many names does not need any particular one. */
const MOST_MISSED = 16;

/** The working directory, opened before the program starts. It is the root, so `/x` and `x` are the same file. */
export class WorkingDirectory extends OpenMemoryFolder {
  readonly #missed = new Set<string>();

  /** Paths of the first few missing files that the program tried to read. */
  get missedFiles(): readonly string[] {
    return [...this.#missed];
  }

  override path_open(...opening: Parameters<OpenMemoryFolder['path_open']>) {
    const opened = super.path_open(...opening);
    const [, path, flags] = opening;
    const isMissed = opened.ret === wasi.ERRNO_NOENT && (flags & wasi.OFLAGS_CREAT) === 0;
    if (isMissed && this.#missed.size < MOST_MISSED) this.#missed.add(path.replace(/^(\.?\/)+/, ''));
    return opened;
  }

  override fd_prestat_get(): { ret: number; prestat: wasi.Prestat } {
    return { ret: 0, prestat: wasi.Prestat.dir('/') };
  }
}

/** Creates a program's folders with the given files, which use no room. Files that the program writes use room. */
export function openWorkingDirectory(files: FileMap, room: FileRoom): WorkingDirectory {
  const root = new MemoryFolder(room);
  for (const [path, content] of files) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) folder = childFolder(folder, part);
    if (name !== '') folder.adopt(name, new MemoryFile(room, content));
  }
  return new WorkingDirectory(root);
}

function childFolder(folder: MemoryFolder, name: string): MemoryFolder {
  const child = folder.contents.get(name);
  if (child instanceof MemoryFolder) return child;
  const made = new MemoryFolder(folder.room);
  folder.adopt(name, made);
  return made;
}

/** Changes that a program left behind in its working directory. */
export interface FileChanges {
  /** Files that the program created, changed or moved, by path. */
  readonly files: Map<string, Uint8Array>;
  /** Paths of given files, and of given folders with a trailing slash, that no longer exist. */
  readonly removedFiles: string[];
  /** Paths that the program looked up but did not find, and did not write itself. */
  readonly missedFiles: readonly string[];
}

/** Files whose holes make them too large to save. */
export interface OversizedFiles {
  readonly totalBytes: number;
  readonly largest: { readonly path: string; readonly sizeBytes: number };
}

interface ChangedFile {
  readonly path: string;
  readonly file: MemoryFile;
}

/**
 * Collects the files that a program changed. A file with holes may be a thousand times larger than the bytes written to
 * it.
 *
 * @param given the files with which the directory was opened
 * @param mostBytes limit for all changed files together; if it is exceeded, no file is read
 */
export function collectFileChanges(
  directory: WorkingDirectory,
  given: FileMap,
  mostBytes: number,
): FileChanges & { readonly oversized?: OversizedFiles } {
  const { changed, seen } = findChanges(directory, given);
  const missedFiles = directory.missedFiles.filter((path) => !isWritten(changed, path));
  const removedFiles = [...given.keys()].filter((path) => !seen.has(path));
  const totalBytes = changed.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  if (totalBytes > mostBytes) {
    const [largest] = changed.sort((a, b) => b.file.sizeBytes - a.file.sizeBytes);
    const { path, file } = largest!;
    const oversized = { totalBytes, largest: { path, sizeBytes: file.sizeBytes } };
    return { files: new Map(), removedFiles: [], missedFiles, oversized };
  }
  const files = new Map(changed.map(({ path, file }) => [path, file.content()]));
  return { files, removedFiles, missedFiles };
}

/**
 * Collects the changes since the last call.
 *
 * @param revisions revisions of the files at the last call, by path; updated by this call
 * @param mostBytes limit for all changed files together; if it is exceeded, no file is read
 */
export function collectNewContents(
  directory: WorkingDirectory,
  given: FileMap,
  revisions: Map<string, number>,
  mostBytes: number,
): { readonly files: Map<string, Uint8Array>; readonly gone: string[]; readonly isTooLarge: boolean } {
  const { changed, seen } = findChanges(directory, given);
  const gone = [...new Set([...revisions.keys(), ...given.keys()])].filter((path) => !seen.has(path));
  for (const path of gone) revisions.delete(path);
  const isTooLarge = changed.reduce((sum, { file }) => sum + file.sizeBytes, 0) > mostBytes;
  const fresh = isTooLarge ? [] : changed.filter(({ path, file }) => revisions.get(path) !== file.revision);
  if (isTooLarge) revisions.clear();
  for (const { path, file } of fresh) revisions.set(path, file.revision);
  return { files: new Map(fresh.map(({ path, file }) => [path, file.content()])), gone, isTooLarge };
}

/**
 * Tests whether the program itself created a file that it had looked up. A file that the program created but left
 * empty still counts as missing.
 */
function isWritten(changed: readonly ChangedFile[], path: string): boolean {
  return changed.some((one) => one.path === path && one.file.sizeBytes > 0);
}

function findChanges(directory: WorkingDirectory, given: FileMap) {
  const changed: ChangedFile[] = [];
  const seen = new Set<string>();
  const visit = (folder: Directory, prefix: string) => {
    for (const [name, entry] of folder.contents) {
      const path = prefix + name;
      seen.add(entry instanceof Directory ? `${path}/` : path);
      if (entry instanceof Directory) visit(entry, `${path}/`);
      else if (entry instanceof MemoryFile && !entry.isStill(given.get(path)))
        changed.push({ path, file: entry });
    }
  };
  visit(directory.dir, '');
  return { changed, seen };
}
