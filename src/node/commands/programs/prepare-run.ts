// The first half of every command that runs a program: the options that belong to one program, its files, and its build.
import { fstatSync } from 'node:fs';
import { HazeError } from '../../../errors/haze-error.ts';
import type { Haze } from '../../../program/engine.ts';
import { DECISION_MODES, type DecisionMode } from '../../../program/run-and-follow.ts';
import type { BuildSuccess } from '../../../toolchain/building/build-result.ts';
import type { RunOptions } from '../../library.ts';
import type { CommandLine } from '../../options/command-line.ts';
import type { OptionValues } from '../../options/option.ts';
import type { onceOptions } from '../../options/program-options.ts';
import { DEFAULT_SECONDS, DEFAULT_SEED } from '../../options/program-options.ts';
import { parseSourceSettings } from '../../options/source-settings.ts';
import { maybeBuildFiles } from './build-files.ts';
import { cacheWords, openCommandHaze } from './command-haze.ts';
import { readFolder } from './source-tree.ts';

function isFolderInput(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}

/** @throws HazeError `usage` for a word that is no mode */
function maybeDecisions(word: string | undefined): DecisionMode | undefined {
  const mode = DECISION_MODES.find((one) => one === word);
  if (mode === undefined && word !== undefined) {
    throw new HazeError('usage', `--decisions takes ${DECISION_MODES.join(', ')}, not "${word}".`);
  }
  return mode;
}

/** @throws HazeError `usage` for a word that is no number above zero */
function maybeAccuracy(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const accuracy = Number(word);
  if (word.trim() !== '' && accuracy > 0 && accuracy < Infinity) return accuracy;
  throw new HazeError(
    'usage',
    `--accuracy takes a number above zero, in standard deviations, not "${word}".`,
  );
}

/** Options that belong to one program and stand only on the command line. */
export const programWords = {
  ...cacheWords,
  language: { type: 'string' },
  args: { type: 'string' },
  'config-mk': { type: 'string' },
  inputs: { type: 'string' },
  set: { type: 'string', multiple: true },
  decisions: { type: 'string' },
  accuracy: { type: 'string' },
} as const;

/** A command's options, as `readOptions` gives them for a table with `onceOptions` and for `programWords`. */
export interface RunWords {
  readonly values: OptionValues<Pick<typeof onceOptions, 'seed' | 'timeLimit'>>;
  readonly own: CommandLine<typeof programWords>['values'];
  /** The program's files, or its folder. */
  readonly positionals: readonly string[];
}

/** A program that is built, and how it is to be run. */
export interface PreparedRun {
  readonly haze: Haze;
  readonly built: BuildSuccess;
  /** Every file that the compiler gets, by path. */
  readonly sources: ReadonlyMap<string, Uint8Array>;
  readonly options: Required<
    Pick<RunOptions, 'arguments' | 'files' | 'seed' | 'timeLimitSeconds' | 'sources'>
  > &
    Pick<RunOptions, 'decisions' | 'accuracy'>;
}

export interface PrepareOptions {
  readonly debug: boolean;
  /** An engine that has built before; a new one when absent. */
  readonly haze?: Haze | Promise<Haze>;
}

/**
 * Reads the files that the program will find, and builds it.
 * @returns undefined when it does not compile, and then its log is on stderr
 * @throws HazeError for files that cannot be read, and for options that no build can have
 */
export async function maybePrepareRun(
  { values, own, positionals }: RunWords,
  { debug, haze = openCommandHaze(own) }: PrepareOptions,
): Promise<PreparedRun | undefined> {
  // Reports wrong settings before the build, which takes long.
  const settings = parseSourceSettings(own.set ?? []);
  const decisions = maybeDecisions(own.decisions);
  const accuracy = maybeAccuracy(own.accuracy);
  if (isFolderInput())
    throw new HazeError('usage', 'Standard input is a folder. Give the program a file: < FILE');
  const inputs = own.inputs === undefined ? undefined : await readFolder(own.inputs);
  const engine = await haze;
  const program = await maybeBuildFiles({
    haze: engine,
    files: positionals,
    language: own.language,
    configMk: own['config-mk'],
    // Sources are found by their lines.
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
        timeLimitSeconds: values.timeLimit ?? DEFAULT_SECONDS,
        sources: settings,
        ...(decisions === undefined ? {} : { decisions }),
        ...(accuracy === undefined ? {} : { accuracy }),
      },
    }
  );
}
