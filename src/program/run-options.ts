// Interface between callers and the engine: build options, run options, and the result of a run.
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

/** Default limit on the standard error of a figure on Joint cores, in standard deviations. */
export const DEFAULT_ACCURACY = 0.01;

/** Build options. */
export interface BuildOptions {
  /** Source language: `C`, `C++` or `Fortran`, case-insensitive. Defaults to the language of the file's suffix. */
  readonly language?: string;
  /**
   * Source form of a Fortran program that is given as a single string. If undefined, the form is detected from the
   * source.
   */
  readonly form?: FortranForm;
  /** Text of a config.mk: SOURCES, CFLAGS and other variables. */
  readonly configMk?: string;
  /**
   * The files to compile if config.mk lists none; all other files can only be included. If undefined, every source is
   * compiled.
   */
  readonly only?: readonly string[];
  /** The source folder to build; undefined for the root. */
  readonly directory?: string;
  /** Includes debug information in the module. */
  readonly debug?: boolean;
  /** Called while the compiler loads for the first time. */
  readonly onLoad?: (progress: LoadProgress) => void;
  /**
   * Cancels the build, which then rejects with the signal's reason. In Node, only a build that has not started can be
   * cancelled.
   */
  readonly signal?: AbortSignal;
}

/** Run options. */
export interface RunOptions {
  /** A core: its name, CoreID or specification. Default `C0-Joint`. */
  readonly core?: string | CoreSpec;
  /** The program's arguments: a list, or one string that is split as in a shell command. */
  readonly arguments?: string | readonly string[];
  /** Files in the working directory, by path; files from another run's result are accepted too. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>;
  /** Standard input. Empty by default. */
  readonly stdin?: string | Uint8Array;
  /** In Node: reads standard input from this process, but no further than the program reads. */
  readonly inheritStdin?: boolean;
  /** Determines every random number of the run. Equal seeds produce equal output. Default 1. */
  readonly seed?: number | bigint;
  /** Time limit in seconds. Default 60; on Reference cores 60 per 100 000 of `runs`. */
  readonly timeLimitSeconds?: number;
  /** Maximum number of bytes in each of stdout and stderr. Default 64 MiB. */
  readonly outputLimitBytes?: number;
  /** On Reference cores: number of runs. Default 10 000. */
  readonly runs?: number;
  /**
   * On Reference cores: a run that takes longer is excluded. Default: a tenth of the time limit, or more if runs are
   * long.
   */
  readonly runTimeLimitSeconds?: number;
  /** Runs the compiler's module without hooks: values carry no distributions, as on C0-Bypass. */
  readonly plain?: boolean;
  /** Collects unused records at every safepoint: slow, but with unchanged output. For tests. */
  readonly collectAlways?: boolean;
  /**
   * Records the origins of spread for `explain`: sources and printed values with their draws. Works on cores that
   * track correlation; a module built with `debug` also provides line numbers.
   */
  readonly trace?: boolean;
  /**
   * Lists the last uncertain value of each line. Works on every core with distributions except Reference cores. The
   * module must contain the line information added by `debug`; otherwise, it is rebuilt with it. All draws silently
   * follow the particle.
   */
  readonly lines?: boolean;
  /**
   * Source overrides for this run. The key is a source's name as shown by `explain`; `#2` is the second source of
   * that name. The value is a distribution such as `gauss(5, 0.02)`, a number, or `fixed`: the source's own mean
   * without a distribution. The program first runs once to find the sources.
   */
  readonly sources?: SourceOverrides;
  /**
   * Behaviour if a value's draws disagree on a decision in the program (a comparison, or a conversion to an integer).
   * `lanes` follows every draw on its own path, which requires a core that tracks correlation. `particle` follows the
   * particle and reports the decision on stderr; `quiet` follows the particle silently; `error` reports the decision
   * and exits with status 3. Default: `lanes` on Joint cores, `particle` on all others.
   */
  readonly decisions?: DecisionMode;
  /**
   * Error limit on Joint cores, for the figures that the program prints or queries. The standard error of a mean,
   * deviation or quantile may be at most `accuracy` standard deviations; the relative error of a probability may be at
   * most 10 × `accuracy`. Above a limit, the program runs again with up to eight times as many lanes. Default 0.01; 1
   * disables further runs.
   */
  readonly accuracy?: number;
  /**
   * Lists printed values in `values`, with standard errors of their means, deviations and 95 % intervals. On Joint
   * cores, `accuracy` then applies to all these figures.
   */
  readonly figures?: boolean;
  /**
   * Receives output as it arrives. An error thrown by this function stops the program, and the run rejects with that
   * error.
   */
  readonly onStdout?: (bytes: Uint8Array) => void;
  /** Receives stderr just as `onStdout` receives stdout. */
  readonly onStderr?: (bytes: Uint8Array) => void;
  /**
   * Receives each answer to a query about a distribution (a quantile, a probability) with its standard error, before
   * the answer's text appears in the output.
   */
  readonly onAnswer?: (answer: PrintedAnswer) => void;
  /** Stops the program when the signal fires. */
  readonly signal?: AbortSignal;
}

/** Result of a run: its outcome and its output. */
export interface RunResult {
  /** The program's exit, or the reason that Haze stopped it. */
  readonly end: RunEnd;
  /** Exit status as in a shell, from 0 to 255. */
  readonly exitStatus: number;
  /** The program's output, with values as Ux text. */
  readonly stdout: string;
  /** Text written by the program and by the core. */
  readonly stderr: string;
  /** The run's time, memory and operations. */
  readonly statistics: RunStatistics;
  /** Files that the program created or changed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /**
   * Paths that the program tried to open for reading but did not find; only the first few are listed. Only the files
   * in `files` exist.
   */
  readonly missedFiles?: readonly string[];
  /** On Reference cores: results of the runs. Output and files come from the first run. */
  readonly reference?: Pick<ReferenceOutcome, 'message' | 'figures' | 'values'>;
  /** Decisions on which draws disagree, the first at each location; undefined if there are none. */
  readonly decisions?: PlacedDecisions;
  /** The paths that draws took, if the run followed draws. */
  readonly paths?: RunPaths;
  /** On Joint cores: number of aligned samples in the second run, if the figures of the first were too imprecise. */
  readonly refinedLanes?: number;
  /** With `figures`: the values in stdout, in order, each with its name and figures. */
  readonly values?: readonly PrintedValue[];
  /** With `trace`: the input for `explain`. */
  readonly trace?: PlacedTrace;
  /** With `lines`: values by line; undefined if the run was stopped. */
  readonly lines?: LineValues;
  /** With `sources`, and in sessions: the original sources, before overrides are applied. */
  readonly sources?: readonly ProgramSource[];
  /** With `trace`: the program's inputs, in which the field that supplied a source can be found. */
  readonly inputs?: RunInputs;
}
