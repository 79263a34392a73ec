// Default folder of a repository's build: the folder with config.mk, `src` before the root. Also the folder with the
// program's input files.

/** Folder of input files: the program finds them in its working directory, by their paths below it. */
export const INPUTS = 'inputs/';

/** `src`, or `''` for the whole repository: when there is no `src`, or when only the root has a config.mk. */
export function chooseBuildFolder(paths: Iterable<string>): 'src' | '' {
  const all = new Set(paths);
  if (all.has('src/config.mk')) return 'src';
  if (all.has('config.mk')) return '';
  for (const path of all) if (path.startsWith('src/')) return 'src';
  return '';
}
