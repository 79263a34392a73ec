// Builds the files or the folder given on the command line, with progress for people, and the log on stderr if the
// build fails.

import { printable } from '../../../errors/printable-text.ts';
import type { Haze } from '../../../program/engine.ts';
import type { BuildSuccess } from '../../../toolchain/building/build-result.ts';
import { maybeFolder, readProgramFolder } from '../../folders/program-folder.ts';
import type { BuildOptions } from '../../library.ts';
import { printMessage } from '../../logs/stderr-line.ts';
import { createStatusLine } from '../terminal/status-line.ts';
import { adviseOnIncludes } from './missing-includes.ts';
import { readInput, readSourceTree } from './source-tree.ts';

export interface BuildWords {
  readonly haze: Haze;
  readonly files: readonly string[];
  readonly language: string | undefined;
  readonly configMk: string | undefined;
  readonly debug: boolean;
}

/** A program built from the files or the folder on a command line. */
export interface BuiltFiles {
  readonly built: BuildSuccess;
  /** Files from a folder that the program finds in its working directory. */
  readonly inputs: Readonly<Record<string, Uint8Array>>;
  /** Every file passed to the compiler, by path. */
  readonly sources: ReadonlyMap<string, Uint8Array>;
}

/** The sources on a command line, as read from disk. */
export interface Sources {
  /** The folder to which file paths are relative. */
  readonly root: string;
  readonly files: Map<string, Uint8Array>;
  readonly options: Pick<BuildOptions, 'only' | 'directory'>;
  readonly inputs: BuiltFiles['inputs'];
  /** True for a folder: the build reads everything in it, and nothing outside it. */
  readonly isFolder: boolean;
}

/** The built program; undefined if it does not compile. The log of a failed build and any warnings go to stderr. */
export async function maybeBuildFiles(words: BuildWords): Promise<BuiltFiles | undefined> {
  const sources = await readSources(words.files);
  const { files, options, inputs } = sources;
  const configMk =
    words.configMk === undefined ? undefined : new TextDecoder().decode(await readInput(words.configMk));
  const status = createStatusLine();
  const result = await words.haze.build(files, {
    ...options,
    ...(words.language === undefined ? {} : { language: words.language }),
    ...(configMk === undefined ? {} : { configMk }),
    debug: words.debug,
    onLoad: ({ doneBytes, totalBytes }) =>
      status.show(
        `loading the compiler: ${(doneBytes / 1e6).toFixed(0)} of ${(totalBytes / 1e6).toFixed(0)} MB`,
      ),
  });
  status.clear();
  if (!result.ok || result.diagnostics.length > 0) process.stderr.write(printable(result.log));
  const advice = result.ok ? [] : await adviseOnIncludes(result.diagnostics, sources);
  for (const line of advice) printMessage(line);
  return result.ok ? { built: result, inputs, sources: files } : undefined;
}

/** @throws HazeError for files and folders that are missing or cannot be built */
export async function readSources(paths: readonly string[]): Promise<Sources> {
  const folder = await maybeFolder(paths);
  if (folder !== undefined) {
    const { files, directory, inputs } = await readProgramFolder(folder);
    return { root: folder, files, options: { directory }, inputs, isFolder: true };
  }
  const { root, directory, files, named } = await readSourceTree(paths);
  return { root, files, options: { only: named, directory }, inputs: {}, isFolder: false };
}
