// Decides, based on their names, how files that are opened together are used: as a program with its inputs, as inputs
// of the open program, or as a project.
import { INPUTS } from '../../../client/project/build-folder.ts';
import { isSourceFile, isUnit } from '../../project/project.ts';

export type SortedFiles =
  /** A single source; all other files are its inputs. */
  | { readonly kind: 'program'; readonly source: string }
  | { readonly kind: 'inputs' }
  /** Files of a project: their new paths, in the same order as the files. */
  | { readonly kind: 'project'; readonly name: string; readonly paths: readonly string[] }
  | { readonly kind: 'zip' }
  | { readonly kind: 'refused'; readonly problem: string };

/** Files that determine how a project is built. */
const BUILD = /^(config\.mk|makefile)$/i;

/** @param paths paths of the files; for files in a folder, they begin with its name */
export function sortFiles(paths: readonly string[]): SortedFiles {
  if (paths.length === 0) return { kind: 'refused', problem: 'It contains no files.' };
  if (paths.some((path) => /^[^/]+\.zip$/i.test(path))) {
    const problem = 'A zip opens as a separate project: drop it by itself.';
    return paths.length === 1 ? { kind: 'zip' } : { kind: 'refused', problem };
  }
  const isLoose = paths.every((path) => !path.includes('/'));
  const parts = paths.filter((path) => isSourceFile(path) || BUILD.test(path));
  if (isLoose && parts.length === 0) return { kind: 'inputs' };
  const [source = ''] = parts;
  if (isLoose && parts.length === 1 && isUnit(source)) return { kind: 'program', source };
  return { kind: 'project', ...describeProject(paths) };
}

function describeProject(paths: readonly string[]): { name: string; paths: readonly string[] } {
  const [folder = ''] = paths[0]!.split('/');
  if (paths.every((path) => path.startsWith(`${folder}/`)))
    return { name: folder, paths: paths.map((path) => path.slice(folder.length + 1)) };
  const isPart = (path: string) => path.includes('/') || isSourceFile(path) || BUILD.test(path);
  const main = paths.find(isUnit) ?? folder;
  return {
    name: main
      .split('/')
      .at(-1)!
      .replace(/\.[^.]*$/, ''),
    paths: paths.map((path) => (isPart(path) ? path : INPUTS + path)),
  };
}
