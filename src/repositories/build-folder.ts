// A repository's default build folder, which is the folder with config.mk (`src` takes precedence over the root), and
// the folder for the program's input files.

/** Folder of input files: the program finds them in its working directory, by their paths relative to this folder. */
export const INPUTS = 'inputs/';

/** `src`, or `''` for the whole repository if there is no `src` or if only the root has a config.mk. */
export function chooseBuildFolder(paths: Iterable<string>): 'src' | '' {
  const all = new Set(paths);
  if (all.has('src/config.mk')) return 'src';
  if (all.has('config.mk')) return '';
  for (const path of all) if (path.startsWith('src/')) return 'src';
  return '';
}
