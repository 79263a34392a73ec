// Decides what a build compiles and with which flags, before any compiler runs.
import { HazeError } from '../errors/haze-error.ts';
import type { BuildRequest } from './build-result.ts';
import { defaultFlags, STACK_SIZE_BYTES } from './default-flags.ts';
import { type Language, maybeLanguageOfPath } from './language.ts';
import { type FileContent, normaliseFiles, normalisePath } from './source-files.ts';

export interface PlannedSource {
  /** Key of the program's files. */
  readonly path: string;
  readonly language: Language;
  /** Flags as a person would type them, defaults among them. */
  readonly flags: readonly string[];
}

export interface BuildPlan {
  readonly files: ReadonlyMap<string, FileContent>;
  readonly directory: string;
  readonly sources: readonly PlannedSource[];
  readonly linkFlags: readonly string[];
  readonly stackSizeBytes: number;
  /** Lines for the log: flags that were dropped, and why. */
  readonly remarks: readonly string[];
}

/**
 * Reads the request: sources by language, flags by source.
 * @throws HazeError when the build cannot begin: `no-sources`, `source-not-found`, and those of config.mk
 */
export function planBuild(request: BuildRequest): BuildPlan {
  const files = normaliseFiles(request.sources);
  const directory = normalisePath(request.directory ?? '');
  const chosen = [...files.keys()].filter(
    (path) => isBelow(directory, path) && (request.language ?? maybeLanguageOfPath(path)) !== undefined,
  );
  if (chosen.length === 0) throw noSources(directory, files.size);
  const sources = chosen.map((path) => {
    const language = request.language ?? maybeLanguageOfPath(path)!;
    return { path, language, flags: defaultFlags(language) };
  });
  return { files, directory, sources, linkFlags: [], stackSizeBytes: STACK_SIZE_BYTES, remarks: [] };
}

function isBelow(directory: string, path: string): boolean {
  return directory === '' || path.startsWith(`${directory}/`);
}

function noSources(directory: string, fileCount: number): HazeError {
  const where = directory === '' ? 'the program' : `the folder "${directory}"`;
  const message =
    fileCount === 0
      ? 'The program is empty: there is no file to compile.'
      : `There is no source in ${where}: no file ends in .c, .cpp, .cc, .cxx, .f90 or another suffix of C, C++ or Fortran.`;
  return new HazeError('no-sources', message, { data: { directory } });
}
