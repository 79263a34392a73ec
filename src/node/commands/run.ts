// `haze run FILE…` or `haze run DIR`: builds a program and runs it; the program's streams and exit status become the
// command's own.

import { constants, fstatSync, readFileSync } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { usageError } from '../../errors/haze-error.ts';
import { keepWorker } from '../../runtime/running/kept-worker.ts';
import { makeFolder, maybeFolderUnusable } from '../../store/folder/private-files.ts';
import type { BuildSuccess } from '../../toolchain/building/build-result.ts';
import { startEarly } from '../engine/early-worker.ts';
import { createHelpedRunWorker } from '../engine/node-run-worker.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { RunOptions, RunResult } from '../library.ts';
import { endOpenLine, printMessage, writeOutput } from '../logs/stderr-line.ts';
import { oneOf, switchOption, textOption, wordOption } from '../options/option.ts';
import { laneOptions, programOptions } from '../options/program-options.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { defineCommand } from './command.ts';
import { writeReport } from './programs/accuracy-report.ts';
import { chooseCore, nameCore } from './programs/choose-core.ts';
import { openCommandHaze } from './programs/command-haze.ts';
import { tellMissed } from './programs/missed-files.ts';
import { maybePrepareRun, type PreparedRun, programWords } from './programs/prepare-run.ts';
import { createReferenceWriter } from './programs/reference-output.ts';
import { watchRun } from './programs/watch-run.ts';
import { watchInputs } from './programs/watched-inputs.ts';
import { createHumanWriter } from './terminal/human-output.ts';

/** Exit status of a command terminated by SIGPIPE. */
const PIPE_STATUS = 141;

const shared = { ...programOptions, ...laneOptions } as const;
const own = {
  human: switchOption(
    'print values as mean ± standard deviation with their density (default: on a terminal)',
  ),
  ux: switchOption('print values as Ux text (default: to a file or a pipe)'),
  ...programWords,
  accuracyReport: textOption('FORM', oneOf('text', 'json'), {
    help: 'when the program ends, print every printed value on stderr with its mean, standard deviation and 95 % interval, each ± its standard error: as text, or as one line of json',
  }),
  outputs: wordOption('DIR', 'write files that the program creates or changes to this folder'),
  debug: switchOption('add debug information, so that a crash reports its source line', 'g'),
  watch: switchOption('rebuild and rerun whenever a program file changes, until Ctrl-C'),
  plain: switchOption('run the module as compiled, without hooks or distributions'),
  stats: switchOption('print one line of JSON on stderr: times, sizes, counts'),
} as const;

export const runCommand = defineCommand({
  usage: [
    ['haze run FILE…', 'build a program and run it'],
    [
      'haze run DIR',
      'the same for a repository folder: its src with config.mk, or the whole folder, with its inputs',
    ],
  ],
  shared,
  own,
  run,
});

async function run(read: ReadOptions<typeof shared, typeof own>): Promise<number> {
  const { values: shared, own: values, sources } = read;
  const isSaid = (name: 'lanes' | 'runs') => sources[name] === 'command line';
  const core = chooseCore(await nameCore(shared.core, read.positionals), shared.lanes, isSaid('lanes'));
  const isReference = core.Microarchitecture === 'Reference';
  if (isSaid('runs') && !isReference) {
    throw usageError(`${core.Name} runs a program only once. Omit --runs, or add --core C0-Reference.`);
  }
  const runs = isReference ? shared.runs : undefined;
  if (values.human && values.ux) {
    throw usageError('--human and --ux print the same values in different formats. Choose one.');
  }
  if (values.outputs !== undefined) await checkOutputs(values.outputs);
  const isHuman = values.human ?? (!values.ux && process.stdout.isTTY);
  // Terminates a program whose stderr has lost its reader, as if by SIGPIPE.
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(PIPE_STATUS);
  });
  const { mark, explain } = markValues();
  const execute = async ({ haze, built, options }: PreparedRun, how: HowToRun) => {
    const write = (output: string | Uint8Array) => writeOutput(process.stdout, output);
    const followed = isHuman && !isReference ? createHumanWriter(write, mark) : undefined;
    const human = followed ?? (isHuman ? createReferenceWriter(write, mark) : undefined);
    const result = await haze.run(built.module, {
      ...options,
      ...how,
      core,
      plain: values.plain ?? false,
      figures: values.accuracyReport !== undefined,
      ...(runs === undefined ? {} : { runs }),
      onStdout: (bytes) => (human ?? { write }).write(bytes),
      onStderr: (bytes) => writeOutput(process.stderr, bytes),
      ...(followed && { onAnswer: (answer) => followed.takeAnswer(answer) }),
    });
    human?.end(result.reference?.values ?? []);
    if (!values.human) explain();
    if (result.reference && result.end.kind === 'exited') {
      printMessage(result.reference.message);
    }
    tellMissed(result, read);
    if (values.accuracyReport !== undefined || values.stats) endOpenLine();
    if (values.accuracyReport !== undefined)
      process.stderr.write(writeReport(core.Name, result, values.accuracyReport));
    if (values.outputs !== undefined) await writeOutputs(values.outputs, result.files);
    if (values.stats) process.stderr.write(`${JSON.stringify(describeStats(built, result))}\n`);
    return result.exitStatus;
  };
  const debug = values.debug ?? false;
  if (values.watch) {
    const worker = keepWorker(createHelpedRunWorker);
    const haze = openCommandHaze(values, { createRunWorker: worker.createWorker });
    // A terminal or pipe has no known length.
    const stdin = fstatSync(0).isFile() ? new Uint8Array(readFileSync(0)) : new Uint8Array();
    try {
      return await watchRun({
        inputs: watchInputs(read),
        build: () => maybePrepareRun(read, { debug, haze }),
        run: (prepared, signal) => execute(prepared, { stdin, signal }),
      });
    } finally {
      worker.close();
    }
  }
  const worker = isReference ? undefined : startEarly(createHelpedRunWorker);
  try {
    const haze = openCommandHaze(values, worker && { createRunWorker: worker.createWorker });
    const prepared = await maybePrepareRun(read, { debug, haze });
    if (!prepared) return 1;
    const run = (signal?: AbortSignal) =>
      execute(prepared, { inheritStdin: true, ...(signal && { signal }) });
    return values.outputs === undefined ? await run() : await endAfter(run);
  } finally {
    worker?.close();
  }
}

/** Colours short values on a terminal that supports colours; `explain` then explains them once, on stderr. */
function markValues() {
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  let isMarked = false;
  let isExplained = false;
  return {
    mark(value: string): string {
      isMarked = true;
      return hasColors ? styleText('cyan', value) : value;
    },
    // Called after the program's last line, because an earlier message would split the line that is being printed.
    explain(): void {
      if (!isMarked || isExplained) return;
      isExplained = true;
      printMessage(
        'a terminal shows mean ± standard deviation; --ux prints Ux text, as written to files and pipes',
      );
    },
  };
}

/**
 * Runs to completion, or until a signal arrives. After a signal, writes the program's files and then terminates this
 * process.
 */
async function endAfter(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interrupted = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let received: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    received = signal;
    interrupted.abort();
  };
  // A second signal terminates the process immediately.
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await run(interrupted.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    if (received) process.kill(process.pid, received);
  }
}

type HowToRun = Pick<RunOptions, 'stdin' | 'inheritStdin' | 'signal'>;

function describeStats(built: BuildSuccess, { statistics }: RunResult) {
  return {
    BuildTimeInMilliseconds: Math.round(built.buildTimeMs),
    ...(built.isKept && { BuildFromCache: true }),
    BuildSizeInBytes: built.sizeBytes,
    ExecutionTimeInMilliseconds: Math.round(statistics.executionTimeMs * 1000) / 1000,
    HookCalls: statistics.hookCalls,
    Records: statistics.records,
  };
}

/** Checks before a long run that its output files can be written. */
async function checkOutputs(folder: string): Promise<void> {
  if (folder === '') throw usageError('--outputs needs a folder name, but it is empty.');
  const isOther = await stat(folder).then(
    (entry) => !entry.isDirectory(),
    () => false,
  );
  if (isOther) throw usageError(`--outputs needs a folder, but "${folder}" is a file.`);
  await checkWritable(folder, resolve(folder));
}

/** @param place the folder, or its nearest existing parent */
async function checkWritable(folder: string, place: string): Promise<void> {
  try {
    // A dangling link exists, but no folder can be created at its path.
    if (!(await lstat(place)).isDirectory()) await access(`${place}/`);
    await access(place, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' && !(await lstat(place).catch(() => undefined));
    if (isMissing && place !== dirname(place)) return checkWritable(folder, dirname(place));
    throw maybeFolderUnusable(folder, error) ?? error;
  }
}

async function writeOutputs(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    await writeWhole(target, [content]);
  }
}
