// The steps that precede every run of a program: reading its options and its files, and building it.

import { fstatSync } from 'node:fs';
import { usageError } from '../../../errors/haze-error.ts';
import type { Haze } from '../../../program/engine.ts';
import { DECISION_MODES, type DecisionMode } from '../../../program/run-and-follow.ts';
import type { BuildSuccess } from '../../../toolchain/building/build-result.ts';
import type { RunOptions } from '../../library.ts';
import { badValue, type OptionValues, repeatedOption, textOption, wordOption } from '../../options/option.ts';
import type { onceOptions } from '../../options/program-options.ts';
import { DEFAULT_SEED, parsePositive } from '../../options/program-options.ts';
import { parseSourceSettings } from '../../options/source-settings.ts';
import { maybeBuildFiles } from './build-files.ts';
import { cacheOptions, openCommandHaze } from './command-haze.ts';
import { readFolder } from './source-tree.ts';

function isFolderInput(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}

/** @throws HazeError `bad-value` if the word is not a mode */
function parseDecisions(word: string): DecisionMode {
  const mode = DECISION_MODES.find((one) => one === word);
  if (mode === undefined) throw badValue(`takes one of ${DECISION_MODES.join(', ')}`);
  return mode;
}

/** Options of every command that builds a program, available only on the command line. */
export const buildWords = {
  language: wordOption('LANGUAGE', 'C, C++ or Fortran', { fallback: "from the file's suffix" }),
  configMk: wordOption('FILE', 'makefile fragment with SOURCES, CFLAGS and the like'),
  ...cacheOptions,
} as const;

/** Options for a single program, available only on the command line. */
export const programWords = {
  args: wordOption('"…"', "the program's arguments, split as in a shell"),
  inputs: wordOption('DIR', 'folder whose files the program finds in its working directory'),
  set: repeatedOption(
    "'NAME: VALUE'",
    'replace a source in this run with gauss(5, 0.02), a number, or "fixed" (its mean); may be repeated',
  ),
  decisions: textOption('MODE', parseDecisions, {
    help: "rule for comparisons on which a value's draws disagree: lanes (each draw takes its own path), particle (one path, reported on a line), quiet, or error (status 3); see docs/deciding.md",
    fallback: 'lanes on C0-Joint, particle elsewhere',
  }),
  accuracy: textOption('A', parsePositive, {
    help: 'maximum error of a figure on C0-Joint, in standard deviations; above it, the program runs again with up to 8 times as many lanes',
    fallback: '0.01',
  }),
  ...buildWords,
} as const;

/** A command's options, as returned by `readOptions` for `programWords` and a table that contains `onceOptions`. */
export interface RunWords {
  readonly values: OptionValues<Pick<typeof onceOptions, 'seed' | 'timeLimit'>>;
  readonly own: OptionValues<typeof programWords>;
  /** The program's files, or its folder. */
  readonly positionals: readonly string[];
}

/** A built program, with the settings of its run. */
export interface PreparedRun {
  readonly haze: Haze;
  readonly built: BuildSuccess;
  /** Every file passed to the compiler, by path. */
  readonly sources: ReadonlyMap<string, Uint8Array>;
  readonly options: Required<Pick<RunOptions, 'arguments' | 'files' | 'seed' | 'sources'>> &
    Pick<RunOptions, 'decisions' | 'accuracy' | 'timeLimitSeconds'>;
}

export interface PrepareOptions {
  readonly debug: boolean;
  /** An engine that has already built a program; default: a new engine. */
  readonly haze?: Haze | Promise<Haze>;
}

/**
 * Reads the files that the program will find, and builds it.
 * @returns undefined if it does not compile; its log is then on stderr
 * @throws HazeError for files that cannot be read, and for impossible build options
 */
export async function maybePrepareRun(
  { values, own, positionals }: RunWords,
  { debug, haze = openCommandHaze(own) }: PrepareOptions,
): Promise<PreparedRun | undefined> {
  // Reports invalid settings before the slow build.
  const settings = parseSourceSettings(own.set ?? []);
  const { decisions, accuracy } = own;
  if (isFolderInput()) throw usageError('Standard input is a folder. Give the program a file: < FILE');
  const inputs = own.inputs === undefined ? undefined : await readFolder(own.inputs);
  const engine = await haze;
  const program = await maybeBuildFiles({
    haze: engine,
    files: positionals,
    language: own.language,
    configMk: own.configMk,
    // A setting may refer to its source by line number, which requires line tables.
    debug: debug || own.set !== undefined,
  });
  return (
    program && {
      haze: engine,
      built: program.built,
      sources: program.sources,
      options: {
        arguments: own.args ?? '',
        files: inputs ?? program.inputs,
        seed: values.seed ?? DEFAULT_SEED,
        sources: settings,
        ...(values.timeLimit === undefined ? {} : { timeLimitSeconds: values.timeLimit }),
        ...(decisions === undefined ? {} : { decisions }),
        ...(accuracy === undefined ? {} : { accuracy }),
      },
    }
  );
}
