// Symbolic links in a repository. Compilers receive a folder of plain files, so each link is replaced by its target.
import { HazeError } from '../errors/haze-error.ts';

const MOST_STEPS = 40;
/** Maximum number of files, because a few links to a single large folder could otherwise exhaust the memory. */
const MOST_FILES = 200_000;
/** Maximum number of links. */
const MOST_LINKS = 10_000;
/** Maximum size of a link's target, as on Linux. */
const MOST_TARGET_BYTES = 4096;
/** Maximum total number of characters in all paths compared with links; deep folders have many such paths. */
const MOST_COMPARED = 100e6;

function joinTarget(link: string, bytes: Uint8Array): string | undefined {
  if (bytes.length > MOST_TARGET_BYTES) return undefined;
  const target = new TextDecoder().decode(bytes);
  if (target.startsWith('/')) return undefined;
  const parts = link.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Creates a function that resolves a path by following every linked folder that the path contains. */
function resolverOf(links: ReadonlyMap<string, Uint8Array>): (path: string) => string | undefined {
  let compared = 0;
  return (path) => {
    let current = path;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const parts = current.split('/');
      compared += parts.length * current.length;
      if (compared > MOST_COMPARED)
        throw new HazeError('repository-too-large', 'The repository has too many links in deep folders.');
      const depth = parts.findIndex((_, index) => links.has(parts.slice(0, index + 1).join('/')));
      if (depth < 0) return current;
      const link = parts.slice(0, depth + 1).join('/');
      const target = joinTarget(link, links.get(link)!);
      if (target === undefined) return undefined;
      current = [target, ...parts.slice(depth + 1)].filter((part) => part !== '').join('/');
    }
    return undefined;
  };
}

/**
 * Replaces links with copies of their target files. Follows links to folders only one level deep, because a link to a
 * folder that contains the link would recurse forever.
 * @param files by path; modified
 * @param links targets by path
 * @returns the links whose targets are outside the repository
 * @throws HazeError `repository-too-large`
 */
export function followLinks(
  files: Map<string, Uint8Array>,
  links: ReadonlyMap<string, Uint8Array>,
): string[] {
  if (links.size > MOST_LINKS) {
    throw new HazeError('repository-too-large', `The repository has more than ${MOST_LINKS} links.`);
  }
  const toFolders: [path: string, target: string | undefined][] = [];
  const found: [string, Uint8Array][] = [];
  const resolvePath = resolverOf(links);
  for (const path of links.keys()) {
    const target = resolvePath(path);
    const file = target === undefined ? undefined : files.get(target);
    if (file) found.push([path, file]);
    else toFolders.push([path, target]);
  }
  // Handles files first, because other links may lead to the folders that contain them.
  for (const [path, bytes] of found) files.set(path, bytes);
  return followFolders(files, toFolders);
}

function followFolders(
  files: Map<string, Uint8Array>,
  links: readonly (readonly [path: string, target: string | undefined])[],
): string[] {
  const unresolved: string[] = [];
  const found: [string, Uint8Array][] = [];
  const listBelow = listerOf(files.keys());
  for (const [path, target] of links) {
    const folder = target === '' ? '' : `${target}/`;
    const isAround = target === undefined || path.startsWith(folder);
    const below = isAround ? [] : listBelow(folder);
    if (found.length + below.length > MOST_FILES) {
      throw new HazeError(
        'repository-too-large',
        `Links to folders in the repository lead to more than ${MOST_FILES} files.`,
      );
    }
    for (const name of below) found.push([`${path}/${name.slice(folder.length)}`, files.get(name)!]);
    if (below.length === 0) unresolved.push(path);
  }
  for (const [path, bytes] of found) files.set(path, bytes);
  return unresolved;
}

/**
 * Creates a function that lists the paths that begin with a prefix. The paths are sorted once, so that a call does not
 * compare all of them.
 */
export function listerOf(paths: Iterable<string>): (prefix: string) => readonly string[] {
  const sorted = [...paths].sort();
  return (prefix) => {
    let [start, end] = [0, sorted.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (sorted[middle]! < prefix) start = middle + 1;
      else end = middle;
    }
    while (end < sorted.length && sorted[end]!.startsWith(prefix)) end += 1;
    return sorted.slice(start, end);
  };
}
