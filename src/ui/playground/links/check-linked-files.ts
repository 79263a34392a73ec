// Checks the files in a link. Any site can provide a link, so the paths in a link must not lead outside the link's own
// program.
import { HazeError } from '../../../errors/haze-error.ts';
import { maybePathProblem } from '../../draft/program.ts';

/** Maximum number of files, and of folders: far more than a link of normal length can contain. */
const MOST_FILES = 2000;

/** @throws HazeError `malformed-link` for too many files or folders, invalid paths, and two files at one path */
export function checkLinkedFiles(files: readonly { readonly path: string }[]): void {
  if (files.length > MOST_FILES)
    throw malformed(`It has ${files.length} files, but a link can contain at most ${MOST_FILES}.`);
  const paths = new Set<string>();
  for (const { path } of files) {
    const problem = maybePathProblem(path);
    if (problem !== undefined) throw malformed(problem);
    if (paths.has(path)) throw malformed(`"${path}" occurs more than once.`);
    paths.add(path);
  }
  const folders = new Set<string>();
  for (const path of paths) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      folders.add(path.slice(0, slash));
    if (folders.size > MOST_FILES) throw malformed(`It has more than ${MOST_FILES} folders.`);
  }
  for (const folder of folders)
    if (paths.has(folder)) throw malformed(`"${folder}" is both a file and a folder.`);
}

function malformed(why: string): HazeError {
  return new HazeError('malformed-link', `The link does not contain a usable program. ${why}`);
}
