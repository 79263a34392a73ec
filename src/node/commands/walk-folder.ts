// The files below a folder as programs see them: links are followed, but not into a folder around them, which would never
// end.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is wanted of a folder. */
export interface Walk {
  /** Whether to go into a folder of this name, so many levels down. */
  readonly enters?: (name: string, depth: number) => boolean;
  readonly takes?: (name: string) => boolean;
}

/**
 * Paths of files below a folder; those that links lead to under the links' names.
 * @throws the system's error when the folder itself cannot be read
 */
export async function* walkFolder(folder: string, walk: Walk = {}): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  yield* walkEntries(folder, entries, walk, [await realpath(folder)]);
}

async function* walkEntries(
  folder: string,
  entries: readonly Dirent[],
  walk: Walk,
  around: readonly string[],
): AsyncGenerator<string> {
  const { enters = () => true, takes = () => true } = walk;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // A link to nothing is no file.
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (kind?.isFile() && takes(entry.name)) yield path;
    else if (kind?.isDirectory() && enters(entry.name, around.length - 1)) {
      const place = entry.isSymbolicLink() ? await realpath(path) : join(around.at(-1)!, entry.name);
      if (around.includes(place)) continue;
      const below = await readdir(path, { withFileTypes: true }).catch(() => []);
      yield* walkEntries(path, below, walk, [...around, place]);
    }
  }
}
