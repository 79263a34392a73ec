// Builds the files or folder given on the command line, showing progress to people, and the log on stderr if the build
// fails.

import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { printable } from '../../../errors/printable-text.ts';
import type { Haze } from '../../../program/engine.ts';
import type { BuildSuccess } from '../../../toolchain/building/build-result.ts';
import type { Diagnostic } from '../../../toolchain/sources/diagnostic.ts';
import { relativePath } from '../../../toolchain/sources/source-files.ts';
import { maybeFolder, readProgramFolder } from '../../folders/program-folder.ts';
import type { BuildOptions } from '../../library.ts';
import { printMessage } from '../../logs/stderr-line.ts';
import { createStatusLine } from '../terminal/status-line.ts';
import { isFile } from './included-files.ts';
import { readInput, readSourceTree } from './source-tree.ts';

export interface BuildWords {
  readonly haze: Haze;
  readonly files: readonly string[];
  readonly language: string | undefined;
  readonly configMk: string | undefined;
  readonly debug: boolean;
}

/** A program built from the files or folder on a command line. */
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

/** Messages about a missing included file, from clang and from our Fortran front end. */
const MISSING = /^'(.+)' file not found|^The included file "(.+)" is not among the sources/;
const MOST_ADVICE = 5;
/** Maximum number of parent folders to search for missing files. */
const MOST_AROUND = 3;
/** Subfolders to search in each of these folders. */
const USUAL_FOLDERS = ['', 'include', 'inc', 'src', 'lib'];

interface Missing {
  readonly name: string;
  /** The folder of the including file. */
  readonly from: string;
}

/**
 * Advice on included files that the compiler did not find, one sentence for each. The compiler can access only the
 * files that the command read for it, so the missing file may exist elsewhere on disk.
 */
async function adviseOnIncludes(diagnostics: readonly Diagnostic[], sources: Sources): Promise<string[]> {
  const missing = new Map<string, Missing>();
  for (const { message, file = '' } of diagnostics) {
    const [, inC, inFortran] = MISSING.exec(message) ?? [];
    const name = inC ?? inFortran;
    if (name !== undefined) missing.set(name, { name, from: dirname(resolve(sources.root, file)) });
  }
  const named = [...missing.values()].slice(0, MOST_ADVICE);
  return Promise.all(named.map((one) => advise(one, sources)));
}

async function advise({ name, from }: Missing, sources: Sources): Promise<string> {
  const { root, files, options, isFolder } = sources;
  const known = [...files.keys()].find((path) => `/${path}`.endsWith(`/${name}`));
  if (known !== undefined) {
    const folder = known.slice(0, known.length - name.length - 1);
    const flag = `-I${relativePath(options.directory ?? '', folder) || '.'}`;
    return `"${name}" is at ${known}. Add ${flag} to CFLAGS in config.mk (or in --config-mk FILE).`;
  }
  const found = await maybeFind(name, from, root);
  if (found === undefined) {
    return `"${name}" is neither a compiler header nor one of the program's files. Put it next to the file that includes it, or in a subfolder that you add with -I to CFLAGS in config.mk (or in --config-mk FILE).`;
  }
  const path = relative(from, found).split(sep).join('/');
  if (!isFolder) return `"${name}" is outside the program, at ${path}. Include it by its path: "${path}".`;
  return `"${name}" is at ${path}, outside ${root}; only files in ${root} are read. Either move it there, or specify the source files instead of their folder and include it by its path.`;
}

/** Searches the likely folders for a file with this name. */
async function maybeFind(name: string, from: string, root: string): Promise<string | undefined> {
  const around = [from];
  for (let folder = resolve(root); around.length <= MOST_AROUND && folder !== dirname(folder); ) {
    folder = dirname(folder);
    around.push(folder);
  }
  const places = isAbsolute(name)
    ? [name]
    : around.flatMap((folder) => USUAL_FOLDERS.map((usual) => join(folder, usual, name)));
  for (const place of places) {
    if (await isFile(place)) return place;
  }
  return undefined;
}
