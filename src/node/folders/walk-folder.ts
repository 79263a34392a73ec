// Walks the files under a folder as programs see them. Links are followed, except into an enclosing folder, which would
// cause an infinite loop.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Options for a walk. */
export interface Walk {
  /** Decides whether to enter a folder, from its name and its depth in levels. */
  readonly enters?: (name: string, depth: number) => boolean;
  readonly takes?: (name: string) => boolean;
  /** Follows links only to targets inside the folder being walked. */
  readonly staysInside?: boolean;
  /** Called for each matching link that is broken or leads out of the folder. */
  readonly onDangling?: (path: string) => void;
  /** Skips subfolders that may not be read. */
  readonly skipsUnreadable?: boolean;
}

/** A path relative to a folder, in the form that programs use. */
export function treePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/**
 * Paths of files under a folder; linked files have the names of their links.
 * @throws the system error if the folder, or a folder under it that is not skipped, cannot be read
 */
export async function* walkFolder(folder: string, walk: Walk = {}): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  yield* walkEntries(folder, entries, walk, [await realpath(folder)]);
}

/** @param around real paths of the folder and its parents, outermost first */
async function* walkEntries(
  folder: string,
  entries: readonly Dirent[],
  walk: Walk,
  around: readonly string[],
): AsyncGenerator<string> {
  const { enters = () => true, takes = () => true } = walk;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const isLink = entry.isSymbolicLink();
    const place = isLink ? await maybeFollow(path, walk, around[0]!) : join(around.at(-1)!, entry.name);
    if (place === undefined) {
      if (takes(entry.name)) walk.onDangling?.(path);
      continue;
    }
    const kind = isLink ? await stat(place) : entry;
    if (kind.isFile() && takes(entry.name)) yield path;
    else if (kind.isDirectory() && enters(entry.name, around.length - 1) && !around.includes(place)) {
      const below = await readBelow(path, walk);
      yield* walkEntries(path, below, walk, [...around, place]);
    }
  }
}

async function maybeFollow(path: string, { staysInside }: Walk, root: string): Promise<string | undefined> {
  const place = await realpath(path).catch(() => undefined);
  if (!staysInside || place === root || place?.startsWith(root + sep)) return place;
  return undefined;
}

async function readBelow(path: string, { skipsUnreadable }: Walk): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (skipsUnreadable) return [];
    throw error;
  }
}
