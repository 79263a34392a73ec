// Interface between a caller and the engine: options of a build, options of a run, result of a run.
import type { RunInputs } from '../budget/name-sources.ts';
import type { PlacedTrace } from '../budget/placed-trace.ts';
import type { ProgramSource } from '../budget/resolve-overrides.ts';
import type { ReferenceOutcome } from '../reference/crew/run-reference.ts';
import type { RunEnd, RunStatistics } from '../runtime/running/run-outcome.ts';
import type { RunPaths } from '../split/describe-paths.ts';
import type { LoadProgress } from '../toolchain/clang/clang.ts';
import type { FortranForm } from '../toolchain/sources/language.ts';
import type { CoreSpec } from '../uncertainty/core/core-spec.ts';
import type { PrintedAnswer } from '../uncertainty/core/value-figures.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { PrintedValue } from './name-figures.ts';
import type { PlacedDecisions } from './places/describe-decisions.ts';
import type { LineValues } from './places/place-values.ts';
import type { DecisionMode } from './run-and-follow.ts';

/** Largest accepted standard error of a figure on Joint cores, in deviations. */
export const DEFAULT_ACCURACY = 0.01;

/** Options of a build. */
export interface BuildOptions {
  /** Language of the source: `C`, `C++` or `Fortran`, case-insensitive. By default the file's suffix decides. */
  readonly language?: string;
  /** Form of a Fortran program that is given as one text. When absent, the text itself shows its form. */
  readonly form?: FortranForm;
  /** Text of a config.mk: SOURCES, CFLAGS and other variables. */
  readonly configMk?: string;
  /**
   * The files to compile if config.mk names none; all other files can only be included. When absent, every source is
   * compiled.
   */
  readonly only?: readonly string[];
  /** The folder of the sources that is built; absent for the root. */
  readonly directory?: string;
  /** Debug information in the module. */
  readonly debug?: boolean;
  /** Called during the first load of the compiler. */
  readonly onLoad?: (progress: LoadProgress) => void;
  /**
   * Ends the build, which is then rejected with the signal's reason. In Node only a build that has not begun can be
   * ended.
   */
  readonly signal?: AbortSignal;
}

/** Options of a run. */
export interface RunOptions {
  /** A core, given as name, CoreID or specification. Default `C0-Joint`. */
  readonly core?: string | CoreSpec;
  /** The program's arguments: a list, or one string that is split like a shell command. */
  readonly arguments?: string | readonly string[];
  /** Files of the working directory, by path; also the files of another run's result. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>;
  /** Standard input. Empty when absent. */
  readonly stdin?: string | Uint8Array;
  /** In Node: reads standard input from this process, as far as the program reads. */
  readonly inheritStdin?: boolean;
  /** Determines every random number of the run. Equal seeds give equal output. Default 1. */
  readonly seed?: number | bigint;
  /** Time limit in seconds. Default 60; on Reference cores 60 per 100 000 of `runs`. */
  readonly timeLimitSeconds?: number;
  /** Maximum bytes in each of stdout and stderr. Default 64 MiB. */
  readonly outputLimitBytes?: number;
  /** On Reference cores: number of runs. Default 10 000. */
  readonly runs?: number;
  /**
   * On Reference cores: a run that takes longer is left out. By default a tenth of the time limit, or more where runs
   * are long.
   */
  readonly runTimeLimitSeconds?: number;
  /** Runs the compiler's module without hooks: no value carries a distribution, as on C0-Bypass. */
  readonly plain?: boolean;
  /** Collects unused records at every safepoint: slow, with unchanged output. For tests. */
  readonly collectAlways?: boolean;
  /**
   * Records the origin of spread for `explain`: sources and printed values with their draws. On cores that track
   * correlation; a module that was built with `debug` also gives the lines.
   */
  readonly trace?: boolean;
  /**
   * Lists the last uncertain value of each line, on every core with distributions except Reference cores. The module
   * needs the lines of `debug`, or is built again for them. All draws follow the particle, silently.
   */
  readonly lines?: boolean;
  /**
   * Replacements of sources in this run. The key is a source's name as `explain` shows it; `#2` is the second source of
   * a name. The value is a distribution such as `gauss(5, 0.02)`, a number, or `fixed`: the source's own mean without a
   * distribution. The program is run once before to find the sources.
   */
  readonly sources?: SourceOverrides;
  /**
   * Behaviour where the draws of a value disagree on a decision of the program (a comparison, a conversion to an
   * integer). `lanes` follows every draw on its own path, which needs a core that tracks correlation. `particle`
   * follows the particle and reports it on stderr; `quiet` follows it silently; `error` reports it and exits with
   * status 3. Default: `lanes` on Joint cores, `particle` on all others.
   */
  readonly decisions?: DecisionMode;
  /**
   * On Joint cores: largest standard error of a deviation, mean or quantile that the program prints or asks for, in
   * deviations, and a tenth of the largest relative error of a probability. Where a figure has a larger error, the
   * program runs again with up to eight times as many lanes. Default 0.01; 1 never runs again.
   */
  readonly accuracy?: number;
  /**
   * Lists printed values in `values`, with standard errors of their means, deviations and 95 % intervals. On Joint
   * cores, `accuracy` then applies to all of them.
   */
  readonly figures?: boolean;
  /** Receives output as it arrives. An error in this function ends the program, and the run rejects with it. */
  readonly onStdout?: (bytes: Uint8Array) => void;
  /** Receives stderr, as `onStdout` receives stdout. */
  readonly onStderr?: (bytes: Uint8Array) => void;
  /**
   * Receives each answer to a query about a distribution (a quantile, a probability) with its standard error, before
   * the output has its text.
   */
  readonly onAnswer?: (answer: PrintedAnswer) => void;
  /** Ends the program when the signal fires. */
  readonly signal?: AbortSignal;
}

/** Outcome of a run: how it ended, and its outputs. */
export interface RunResult {
  /** The program's exit, or the reason why Haze stopped it. */
  readonly end: RunEnd;
  /** Status as in a shell, from 0 to 255. */
  readonly exitStatus: number;
  /** Text with values as Ux text. */
  readonly stdout: string;
  /** Text of the program and of the core. */
  readonly stderr: string;
  /** Time, memory and operations of the run. */
  readonly statistics: RunStatistics;
  /** Files that the program created or changed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** First paths that the program opened for reading and did not find. Only the files of `files` exist. */
  readonly missedFiles?: readonly string[];
  /** On Reference cores: results of the runs. Output and files come from the first run. */
  readonly reference?: Pick<ReferenceOutcome, 'message' | 'figures' | 'values'>;
  /** Decisions on which draws disagree, the first at each place; absent when there are none. */
  readonly decisions?: PlacedDecisions;
  /** Paths of the draws, if the run followed them. */
  readonly paths?: RunPaths;
  /** On Joint cores: number of aligned samples of the second run, if the figures of the first were too coarse. */
  readonly refinedLanes?: number;
  /** With `figures`: the values of stdout in order, each with its name and figures. */
  readonly values?: readonly PrintedValue[];
  /** With `trace`: input of `explain`. */
  readonly trace?: PlacedTrace;
  /** With `lines`: values by line; absent for a stopped run. */
  readonly lines?: LineValues;
  /** With `sources`, and in sessions: the sources without overrides. */
  readonly sources?: readonly ProgramSource[];
  /** With `trace`: the inputs of the program, to find the field from which a source was read. */
  readonly inputs?: RunInputs;
}
