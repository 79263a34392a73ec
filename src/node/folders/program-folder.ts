// Reads a folder that contains a repository, for `haze run DIR`. Applies the rules for a connected repository to the
// files that are present. Submodules must be checked out.
import { readFile, readlink, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { chooseBuildFolder, INPUTS } from '../../repositories/build-folder.ts';
import { defaultCheckOutSettings } from '../../repositories/check-out-settings.ts';
import { parseGitmodules } from '../../repositories/submodules.ts';
import { treePath, walkFolder } from './walk-folder.ts';

export interface ProgramFolder {
  /** Every file, by path relative to the folder. */
  readonly files: Map<string, Uint8Array>;
  /** The subfolder to build; `''` for the whole folder. */
  readonly directory: string;
  /** Files for the program's working directory, from `inputs`. */
  readonly inputs: Readonly<Record<string, Uint8Array>>;
  /** Links without a target inside the folder; they are not part of the program. */
  readonly leftOut: readonly string[];
}

/** Folders that are not part of a program, and often very large. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const MOST_FILES = 100_000;

/** The folder given on the command line; undefined if files are given. */
export async function maybeFolder(paths: readonly string[]): Promise<string | undefined> {
  const [path] = paths;
  if (path === undefined || paths.length > 1) return undefined;
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  return isFolder ? path : undefined;
}

/** @throws HazeError `folder-empty`, `file-too-large`, `submodule-empty` */
export async function readProgramFolder(folder: string): Promise<ProgramFolder> {
  const dangling: string[] = [];
  const files = await readAll(folder, dangling);
  await refuseEmptySubmodules(folder, files, dangling);
  if (files.size === 0) {
    throw new HazeError('folder-empty', `The folder "${folder}" is empty: there is nothing to build.`);
  }
  const inputs = [...files].filter(([path]) => path.startsWith(INPUTS));
  return {
    files,
    directory: chooseBuildFolder(files.keys()),
    leftOut: dangling,
    inputs: Object.fromEntries(inputs.map(([path, bytes]) => [path.slice(INPUTS.length), bytes])),
  };
}

/** @param dangling receives the links without a target inside the folder */
async function readAll(folder: string, dangling: string[]): Promise<Map<string, Uint8Array>> {
  const { maxTotalBytes } = defaultCheckOutSettings;
  const files = new Map<string, Uint8Array>();
  const isPart = (name: string) => !LEFT_OUT.has(name);
  const paths = walkFolder(folder, {
    enters: isPart,
    takes: isPart,
    staysInside: true,
    onDangling: (path) => dangling.push(treePath(folder, path)),
  });
  let totalBytes = 0;
  for await (const path of paths) {
    const bytes = await readBounded(path);
    files.set(treePath(folder, path), bytes);
    totalBytes += bytes.length;
    if (totalBytes > maxTotalBytes) {
      throw new HazeError(
        'file-too-large',
        `"${folder}" is larger than ${maxTotalBytes / 1e6} MB. Specify a folder inside it, or move files that do not belong to the program elsewhere.`,
      );
    }
    if (files.size > MOST_FILES) {
      throw new HazeError(
        'file-too-large',
        `"${folder}" contains more than ${MOST_FILES} files. Specify a folder inside it.`,
      );
    }
  }
  return files;
}

/** A clone without its submodules has empty folders in their place, and broken links into these folders. */
async function refuseEmptySubmodules(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  links: readonly string[],
): Promise<void> {
  const list = files.get('.gitmodules');
  if (list === undefined || links.length === 0) return;
  const paths = [...parseGitmodules(new TextDecoder().decode(list)).keys()];
  const empty = paths.filter((path) => ![...files.keys()].some((file) => file.startsWith(`${path}/`)));
  const isBuilt = (link: string) => link === 'src' || link.startsWith(chooseBuildFolder(files.keys()));
  for (const link of links.filter(isBuilt)) {
    const path = join(folder, link);
    const target = treePath(folder, resolve(path, '..', await readlink(path)));
    const submodule = empty.find((name) => target === name || target.startsWith(`${name}/`));
    if (submodule === undefined) continue;
    throw new HazeError(
      'submodule-empty',
      `"${link}" is a link into the submodule "${submodule}", whose folder is empty. Fetch the submodule and run this command again:  git -C "${folder}" submodule update --init --recursive "${submodule}"`,
    );
  }
}

async function readBounded(path: string): Promise<Uint8Array> {
  const { maxFileBytes } = defaultCheckOutSettings;
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes <= maxFileBytes) return new Uint8Array(await readFile(path));
  throw new HazeError(
    'file-too-large',
    `The file "${path}" is ${Math.round(sizeBytes / 1e6)} MB, but a repository file can be at most ${maxFileBytes / 1e6} MB. Move it elsewhere and specify its folder with --inputs.`,
  );
}
