// `haze clone URL [DIR]`: connects a repository to the data folder's account and fetches it, including submodules. With
// DIR, also writes the repository's files there, for `haze run DIR`.
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { printable } from '../../errors/printable-text.ts';
import { makeFolder } from '../../store/folder/private-files.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { writeWhole } from '../files/write-whole.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import { treePath } from '../folders/walk-folder.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { wordOption } from '../options/option.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { dataOptions, repositoryOptions } from '../settings/server-options.ts';
import { type ConnectionConfig, connectRepository } from '../state/connect-repository.ts';
import { defineCommand } from './command.ts';
import { createStatusLine } from './terminal/status-line.ts';

/** Environment variable for the token, because every user of the machine can see command lines. */
const TOKEN_VARIABLE = 'HAZE_GIT_TOKEN';

const shared = { ...dataOptions, ...repositoryOptions } as const;
const own = {
  branch: wordOption('NAME', 'branch to fetch', { fallback: "the repository's default branch" }),
  commit: wordOption('ID', 'commit to fetch', { fallback: "the branch's newest commit" }),
  buildDirectory: wordOption('DIR', 'folder to build', { fallback: 'src' }),
  core: wordOption('NAME', 'core for the tasks'),
  args: wordOption('"…"', 'arguments for the tasks'),
  from: wordOption('PATH', 'folder, zip or git bundle to read instead of the URL'),
} as const;

export const cloneCommand = defineCommand({
  usage: [
    [
      'haze clone URL [DIR]',
      'connect a repository and fetch it, including its submodules; its files go to DIR',
    ],
  ],
  about: `Private repositories need a token in ${TOKEN_VARIABLE}.`,
  shared,
  own,
  run: clone,
});

/** @throws HazeError `usage`, `folder-not-empty`, and the errors of `connectRepository` */
async function clone(read: ReadOptions<typeof shared, typeof own>): Promise<number> {
  const { values: shared, own: values, positionals } = read;
  const [url, folder, ...rest] = positionals;
  if (url === undefined || rest.length > 0) {
    throw usageError('Specify a repository: haze clone URL [DIR]. See haze clone --help.');
  }
  if (folder !== undefined) await checkFree(folder);
  const token = process.env[TOKEN_VARIABLE];
  const config: ConnectionConfig = {
    RemoteURL: url,
    Commit: values.commit ?? 'HEAD',
    Branch: values.branch ?? '',
    BuildDirectory: values.buildDirectory ?? 'src',
    Arguments: values.args ?? '',
    ...(values.core !== undefined && { Core: findDefaultCore(values.core).CoreID }),
    ...(token && { Token: token }),
  };
  const status = createStatusLine();
  const connected = await connectRepository({
    config,
    dataFolder: resolve(shared.dataDir ?? defaultDataFolder()),
    repositoryHosts: shared.repositoryHosts,
    copy: values.from,
    report: status.show,
    remark: (line) => {
      status.clear();
      printMessage(line);
    },
  })
    .catch(speakOfOptions)
    .finally(status.clear);
  for (const line of connected.remarks) process.stderr.write(`${printable(line)}\n`);
  if (folder !== undefined) await writeFiles(folder, connected.files);
  process.stdout.write(`RepositoryID  ${connected.repositoryId}\n`);
  if (connected.commit !== '') process.stdout.write(`commit        ${connected.commit}\n`);
  if (folder !== undefined) process.stdout.write(`files         ${connected.files.size} in ${folder}\n`);
  return 0;
}

const WORDS_OF_THE_COMMAND: readonly (readonly [RegExp, string])[] = [
  [/\bBuildDirectory\b/g, '--build-directory'],
  [/\bspecify the Branch\b/g, 'specify a branch with --branch'],
  [/\ba Token in its connection\b/g, `a token in the variable ${TOKEN_VARIABLE}`],
  [/\b[Tt]he Token\b/g, `the token of ${TOKEN_VARIABLE}`],
  [/\bwithout the copy\b/g, 'without --from'],
];

/** Rewords service messages so that they name command-line options instead of request fields. */
export function speakOfOptions(error: unknown): never {
  if (!(error instanceof HazeError)) throw error;
  const message = WORDS_OF_THE_COMMAND.reduce(
    (text, [word, option]) => text.replace(word, option),
    error.message,
  );
  throw new HazeError(error.code, message, { cause: error });
}

async function checkFree(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new HazeError('folder-not-empty', `"${folder}" is not a writable folder.`, { cause: error });
  });
  if (entries.length === 0) return;
  throw new HazeError(
    'folder-not-empty',
    `The folder "${folder}" is not empty. Specify another one, or none.`,
  );
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, bytes] of files) {
    const target = join(folder, path);
    // On Windows, a backslash in a git path would separate folders.
    if (treePath(folder, target) !== path) {
      throw new HazeError(
        'path-outside',
        `The repository has a file ${JSON.stringify(path)}, which this system cannot store under that name. The files before it are in "${folder}".`,
      );
    }
    await makeFolder(dirname(target));
    await writeWhole(target, [bytes]);
  }
}
