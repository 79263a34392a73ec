// Bounds for folders in repositories, archives and chosen folders. Within these bounds, code that lists or shows
// folders needs little time and recurses through few levels.
import { HazeError } from '../errors/haze-error.ts';

const MOST_NESTED = 100;
const MOST_FOLDERS = 200_000;
const MOST_SHOWN_CHARACTERS = 60;

/**
 * Rejects a path with too many nested folders.
 * @param what subject of the message, such as "The repository https://…"
 * @throws HazeError `repository-too-large`
 */
export function checkNesting(path: string, what: string): void {
  const nested = path.split('/', MOST_NESTED + 2).length - 1;
  if (nested <= MOST_NESTED) return;
  const shown = JSON.stringify(path.slice(0, MOST_SHOWN_CHARACTERS));
  throw new HazeError(
    'repository-too-large',
    `${what} has a file in more than ${MOST_NESTED} nested folders, at ${shown}….`,
  );
}

/** Rejects paths with too many folders, nested or in total. @throws HazeError `repository-too-large` */
export function checkFolders(paths: Iterable<string>, what: string): void {
  const folders = new Set<string>();
  for (const path of paths) {
    checkNesting(path, what);
    let slash = path.lastIndexOf('/');
    // If a folder is known, the folders around it are known, too.
    for (; slash > 0 && !folders.has(path.slice(0, slash)); slash = path.lastIndexOf('/', slash - 1))
      folders.add(path.slice(0, slash));
    if (folders.size > MOST_FOLDERS)
      throw new HazeError('repository-too-large', `${what} has more than ${MOST_FOLDERS} folders.`);
  }
}
