#!/usr/bin/env node
// The `haze` command: chooses a subcommand and reports faults on stderr. Exit statuses: the program's own for `run`,
// 1 for a failed build, 2 for an invalid command line, 70 for an internal fault, 74 for a file that cannot be read or
// written, 75 for a database that does not respond.

import { setFlagsFromString } from 'node:v8';
import { HazeError, usageError } from '../errors/haze-error.ts';
import { maybeNearest } from '../errors/nearest-name.ts';
import { isStoragePassing } from '../store/contract/store-errors.ts';
import { maybeLanguageOfPath } from '../toolchain/sources/language.ts';
import { COMMANDS, usageOfAll } from './commands/command-table.ts';
import { adviseOn } from './files/file-advice.ts';
import { readVersion } from './folders/site-folder.ts';
import { printMessage } from './logs/stderr-line.ts';

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  const command = maybeCommand(name);
  if (isHelpWanted(rest)) {
    process.stdout.write(await helpOf(name));
    return 0;
  }
  if (command) return (await command()).run(rest);
  switch (name) {
    case '--version':
    case 'version':
      process.stdout.write(`haze ${await readVersion()}\n`);
      return 0;
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(await helpOf(rest[0]));
      return 0;
    case undefined:
      process.stderr.write(usageOfAll());
      return 2;
    default:
      throw unknownCommand(name, words);
  }
}

function unknownCommand(name: string, words: readonly string[]): HazeError {
  const names = Object.keys(COMMANDS);
  // The command may be omitted before a program file or before options.
  const isProgram = maybeLanguageOfPath(name) !== undefined;
  const later = words.find((word) => Object.hasOwn(COMMANDS, word));
  const nearest = isProgram ? `run ${name}` : name.startsWith('-') ? later : maybeNearest(name, names);
  const guess =
    nearest === undefined ? '' : ` Did you mean haze ${nearest}${name.startsWith('-') ? ` … ${name}` : ''}?`;
  return usageError(`There is no command "${name}".${guess} Commands: ${names.join(', ')}; see haze --help.`);
}

// Ignores words after --args, which belong to the program, and after --, where another command begins.
function isHelpWanted(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const ours = end < 0 ? words : words.slice(0, end);
  return ours.some((word, i) => (word === '--help' || word === '-h') && ours[i - 1] !== '--args');
}

/** Loads the command with this name; undefined for other names. */
function maybeCommand(name = '') {
  const [, load] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || [];
  return load;
}

async function helpOf(name: string | undefined): Promise<string> {
  const command = maybeCommand(name);
  return command ? (await command()).help : usageOfAll();
}

/** Errors in folders and disks, which changing the command line cannot fix. */
const STORAGE_CODES: ReadonlySet<string> = new Set(
  (
    'folder-unusable folder-not-private storage-full storage-failed ' +
    'storage-damaged record-damaged no-driver database-refused'
  ).split(' '),
);

/** EX_TEMPFAIL: a later start may succeed, because the database does not respond or is read-only. */
const PASSING_STATUS = 75;

/** Describes a failure: a line for people, and the exit status. */
function describeFailure(error: unknown): { text: string; exitStatus: number } {
  if (error instanceof HazeError) {
    if (isStoragePassing(error)) return { text: error.message, exitStatus: PASSING_STATUS };
    return { text: error.message, exitStatus: STORAGE_CODES.has(error.code) ? 74 : 2 };
  }
  const { code, syscall, path, message, stack } = error as NodeJS.ErrnoException;
  // The system refuses access to a file or folder, which the user can fix; our stack trace would not help.
  if (code !== undefined && syscall !== undefined) {
    const [, reason = message] = /^E\w+: (.*?),/.exec(message) ?? [];
    return {
      text: `${path ?? placeOf(syscall)}: ${reason} (${code}).${adviseOn(code, path)}`,
      exitStatus: 74,
    };
  }
  return { text: stack ?? String(error), exitStatus: 70 };
}

/** Location reported for an error that has no path: stdout for writes, the working directory for `uv_cwd`. */
function placeOf(syscall: string): string {
  if (syscall === 'write') return 'stdout';
  return syscall === 'uv_cwd' ? 'the working directory' : syscall;
}

function fail(error: unknown): number {
  const { text, exitStatus } = describeFailure(error);
  printMessage(text);
  return exitStatus;
}

// If the reader of stdout goes away (`haze run … | head`), this command exits quietly, like other commands.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 141 : fail(error));
});

// Ignores a stderr that is closed or full, so that work continues.
process.stderr.on('error', () => undefined);

// Workers started from here on cannot generate code from strings. The command's own process remains unrestricted.
setFlagsFromString('--disallow-code-generation-from-strings');

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = fail(error);
}
