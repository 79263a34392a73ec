// Walks the files under a folder as programs see them. Links are followed, except into an enclosing folder, which would
// cause an infinite loop.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';

/** Options for a walk. */
export interface Walk {
  /** Decides whether to enter a folder, from its name and its depth in levels. */
  readonly enters?: (name: string, depth: number) => boolean;
  readonly takes?: (name: string) => boolean;
  /** Follows links only to targets inside the folder being walked. */
  readonly staysInside?: boolean;
  readonly skipsLinkedFolders?: boolean;
  /** Called for each matching link that is broken or leads out of the folder. */
  readonly onDangling?: (path: string) => void;
  /** Skips subfolders that may not be read. */
  readonly skipsUnreadable?: boolean;
}

/** Maximum number of folders reached through links: folders that link to each other have endlessly many paths. */
const MOST_LINKED = 10_000;

/** A folder in a walk. */
interface Place {
  readonly path: string;
  /** Real paths of the folder and its parents, outermost first. */
  readonly around: readonly string[];
  readonly isLinked: boolean;
}

/** A path relative to a folder, in the form that programs use. */
export function treePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/**
 * Paths of files under a folder; linked files have the names of their links.
 * @throws HazeError `file-too-large` if links lead to too many folders
 * @throws the system error if the folder, or a folder under it that is not skipped, cannot be read
 */
export async function* walkFolder(folder: string, walk: Walk = {}): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  let linked = 0;
  const count = ({ isLinked }: Place) => {
    if (isLinked) linked += 1;
    if (linked <= MOST_LINKED) return;
    const message = `Links in "${folder}" lead to more than ${MOST_LINKED} folders. Remove links to folders that contain links.`;
    throw new HazeError('file-too-large', message, { data: { folder } });
  };
  const place = { path: folder, around: [await realpath(folder)], isLinked: false };
  yield* walkEntries(place, entries, walk, count);
}

async function* walkEntries(
  folder: Place,
  entries: readonly Dirent[],
  walk: Walk,
  count: (folder: Place) => void,
): AsyncGenerator<string> {
  const { enters = () => true, takes = () => true, skipsLinkedFolders = false } = walk;
  const { around } = folder;
  for (const entry of entries) {
    const path = join(folder.path, entry.name);
    const isLink = entry.isSymbolicLink();
    const place = isLink ? await maybeFollow(path, walk, around[0]!) : join(around.at(-1)!, entry.name);
    if (place === undefined) {
      if (takes(entry.name)) walk.onDangling?.(path);
      continue;
    }
    const kind = isLink ? await stat(place) : entry;
    if (kind.isFile() && takes(entry.name)) yield path;
    else if (kind.isDirectory() && enters(entry.name, around.length - 1) && !around.includes(place)) {
      if (isLink && skipsLinkedFolders) continue;
      const inner = { path, around: [...around, place], isLinked: folder.isLinked || isLink };
      count(inner);
      yield* walkEntries(inner, await readBelow(path, walk), walk, count);
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
