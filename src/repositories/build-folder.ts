// Which folder of a repository is built when nobody says: where config.mk is, `src` before the whole; and which has what its
// program finds when it runs.

/** Files below it are in the program's working directory, by their paths in it. */
export const INPUTS = 'inputs/';

/** `src`, or `''` for the whole repository: where there is no `src`, or where only the root has a config.mk. */
export function chooseBuildFolder(paths: Iterable<string>): 'src' | '' {
  const all = new Set(paths);
  if (all.has('src/config.mk')) return 'src';
  if (all.has('config.mk')) return '';
  for (const path of all) if (path.startsWith('src/')) return 'src';
  return '';
}
