// Reruns a program to answer requests about its values, either with its draws saved or with other sources. The ordinary
// run does not save draws. Reruns use the same seed, so they produce the same output. The program stays ready for the
// next request.
import type { RunInputs } from '../../budget/name-sources.ts';
import type { PlacedTrace } from '../../budget/placed-trace.ts';
import type { ProgramSource } from '../../budget/resolve-overrides.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { seedOfTask } from '../../jobs/tasks/task-seed.ts';
import { describeProblem } from '../../program/built-program.ts';
import type { Haze } from '../../program/engine.ts';
import { checkValues, readTexts } from '../../program/explain-run.ts';
import { type DecidedLine, listDecisions } from '../../program/places/decided-lines.ts';
import type { LineValues } from '../../program/places/place-values.ts';
import type { ProgramSession } from '../../program/program-session.ts';
import type { BuildOptions, RunOptions, RunResult } from '../../program/run-options.ts';
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import { type CoreSpec, findDefaultCore, tellsSources } from '../../uncertainty/core/core-spec.ts';
import { findUx, formatUx } from '../../uncertainty/core/ux-text.ts';
import type { ValueFigures } from '../../uncertainty/core/value-figures.ts';
import type { SourceOverrides } from '../../uncertainty/sources/source-value.ts';
import { createPageEngine } from './page-engine.ts';
import { rejectWhenAborted } from './when-aborted.ts';

export type { LineValue } from '../../program/places/place-values.ts';

/** A program in its state at the time of the run. */
export interface LabProgram {
  readonly sources: string | SourceFiles;
  readonly build: Pick<BuildOptions, 'language' | 'configMk' | 'directory'>;
  readonly run: Pick<RunOptions, 'arguments' | 'files' | 'stdin' | 'seed' | 'runs' | 'timeLimitSeconds'> & {
    readonly core: CoreSpec;
  };
}

export interface LabWish {
  /** Saves draws, for budgets, on a core that tracks which inputs a value depends on. */
  readonly trace: boolean;
  /** Number of draws for every value; default: the core's lanes or runs. */
  readonly lanes?: number;
  /** Sources that are replaced in this run. */
  readonly sources?: SourceOverrides;
  /** Lists only the values at source lines, on any core with distributions. */
  readonly lines?: boolean;
  /** Lists only the figures for printed values, with their errors. */
  readonly figures?: boolean;
}

/** Result of a rerun. Plain data, so that it can be sent between the frames of a page. */
export type LabAnswer =
  | { readonly kind: 'not-built'; readonly problem: string }
  | {
      readonly kind: 'ran';
      readonly end: RunEnd;
      readonly coreName: string;
      /** True if the ordinary run used another core. */
      readonly isOtherCore: boolean;
      readonly stdout: string;
      /** The program's sources before any overrides. */
      readonly programSources: readonly ProgramSource[];
      /** Present if the values at source lines were requested. */
      readonly lines?: LineValues;
      /** Decisions in a run that lists the values at source lines. */
      readonly decisions?: readonly DecidedLine[];
      /** Figures, keyed by the value's Ux text; present if figures were requested. */
      readonly figures?: ReadonlyMap<string, ValueFigures>;
      /** Present if draws were requested. */
      readonly traced?: {
        readonly trace: PlacedTrace;
        readonly inputs: RunInputs;
        /** The program's files, by the paths that the trace uses. */
        readonly texts: Readonly<Record<string, string>>;
      };
    };

/** Progress reported before the answer. */
export type LabStep = 'building' | 'running';

export interface ProgramLab {
  /**
   * @throws HazeError `no-values` for a traced run, errors of overrides (see ProgramSession), and errors outside the
   * program; the signal's reason
   */
  ask(
    program: LabProgram,
    wish: LabWish,
    onStep: (step: LabStep) => void,
    signal: AbortSignal,
  ): Promise<LabAnswer>;
}

/** Random seed of a task that the service ran. */
export { seedOfTask };

/** Core used if the run's own core cannot answer; its lanes cover their space best. */
const STAND_IN = 'C0-Joint';

/** Core on which to answer a request. */
function chooseLabCore(core: CoreSpec, { trace, lanes }: Pick<LabWish, 'trace' | 'lanes'>): CoreSpec {
  const isAble = trace ? tellsSources(core) : core.Microarchitecture !== 'Reference';
  const chosen = isAble ? core : findDefaultCore(STAND_IN);
  const hasLanes = chosen.Microarchitecture !== 'Reference' && lanes !== undefined;
  return hasLanes ? { ...chosen, LaneCount: lanes } : chosen;
}

/** A program that is ready, or the reason why it is not. */
type Opened =
  | { readonly problem: string }
  | { readonly session: ProgramSession; readonly first: { readonly isTraced: boolean } };

/** Runs a built program once. */
type Run = (options: RunOptions) => Promise<RunResult>;

interface Kept {
  readonly program: LabProgram;
  readonly core: string;
  readonly opened: Promise<Opened>;
}

/** Creates a lab with the given engine, or with a new one. Loads nothing before the first request. */
export function createProgramLab(haze: Haze = createPageEngine()): ProgramLab {
  let built: { readonly program: LabProgram; readonly result: ReturnType<Haze['build']> } | undefined;
  let kept: Kept | undefined;
  const build = (program: LabProgram) => {
    const { sources, build: options } = program;
    const isSame =
      built?.program.sources === sources && JSON.stringify(built.program.build) === JSON.stringify(options);
    if (built && isSame) return built.result;
    const mine = { program, result: haze.build(sources, { ...options, debug: true }) };
    built = mine;
    mine.result.catch(() => {
      // The next request builds the program again.
      if (built === mine) built = undefined;
    });
    return mine.result;
  };
  /** Builds a program and uses it without a session; the signal stops its runs. */
  const withModule = async (
    program: LabProgram,
    onStep: (step: LabStep) => void,
    signal: AbortSignal,
    use: (run: Run) => Promise<LabAnswer>,
  ): Promise<LabAnswer> => {
    onStep('building');
    const result = await Promise.race([build(program), rejectWhenAborted(signal)]);
    if (!result.ok) return { kind: 'not-built', problem: describeProblem(result.diagnostics, result.log) };
    onStep('running');
    return use(async (options) => {
      const outcome = await haze.run(result.module, { ...options, signal });
      signal.throwIfAborted();
      return outcome;
    });
  };
  const open = async (
    program: LabProgram,
    { core, trace }: { readonly core: CoreSpec; readonly trace: boolean },
    onStep: (step: LabStep) => void,
  ): Promise<Opened> => {
    onStep('building');
    const result = await build(program);
    if (!result.ok) return { problem: describeProblem(result.diagnostics, result.log) };
    onStep('running');
    return {
      session: await haze.open(result.module, { ...program.run, core, trace }),
      first: { isTraced: trace },
    };
  };
  const keep = (
    program: LabProgram,
    ready: { readonly core: CoreSpec; readonly trace: boolean },
    onStep: (step: LabStep) => void,
  ): Promise<Opened> => {
    const name = JSON.stringify(ready.core);
    if (kept?.program === program && kept.core === name) return kept.opened;
    closeKept(kept);
    const opened = open(program, ready, onStep);
    const mine = { program, core: name, opened };
    kept = mine;
    opened.catch(() => {
      // The next request loads the program again.
      if (kept === mine) kept = undefined;
    });
    return opened;
  };
  return {
    ask: async (program, wish, onStep, signal) => {
      const once = (use: (run: Run) => Promise<LabAnswer>) => withModule(program, onStep, signal, use);
      if (wish.figures) return once((run) => askFigures(program, run));
      const core = chooseLabCore(program.run.core, wish);
      if (wish.lines) return once((run) => askLines(program, core, run));
      if (core.Microarchitecture === 'Reference') return once((run) => askReference(program, wish, run));
      const opened = await Promise.race([
        keep(program, { core, trace: wish.trace }, onStep),
        rejectWhenAborted(signal),
      ]);
      if ('problem' in opened) return { kind: 'not-built', problem: opened.problem };
      onStep('running');
      const { trace: isTraced, sources = {} } = wish;
      const { session, first } = opened;
      // The run that found the sources may already contain the answer.
      const isFirst = Object.keys(sources).length === 0 && first.isTraced === isTraced;
      const result = isFirst ? session.first : await session.run({ trace: isTraced, sources, signal });
      signal.throwIfAborted();
      return describeAnswer(program, { core, isTraced, result: { ...result, sources: session.sources } });
    },
  };
}

/** Answers on a Reference core, whose many runs cannot be kept ready in a session. */
async function askReference(program: LabProgram, { sources = {}, lanes }: LabWish, run: Run) {
  const runs = lanes === undefined ? {} : { runs: lanes };
  const result = await run({ ...program.run, ...runs, sources, trace: true });
  return describeAnswer(program, { core: program.run.core, isTraced: true, result });
}

async function askLines(program: LabProgram, core: CoreSpec, run: Run): Promise<LabAnswer> {
  const { runs: _, ...inputs } = program.run;
  // The page shows decisions at their lines, not as messages.
  const how = { lines: true, decisions: 'particle', onStderr: () => undefined } as const;
  const result = await run({ ...inputs, core, ...how });
  const answer = describeAnswer(program, { core, isTraced: false, result });
  const decisions = result.decisions && listDecisions(result.decisions);
  return { ...answer, ...(result.lines && { lines: result.lines }), ...(decisions && { decisions }) };
}

async function askFigures(program: LabProgram, run: Run): Promise<LabAnswer> {
  const figures = new Map<string, ValueFigures>();
  const runNoting = async (options: RunOptions) => {
    const result = await run({ ...program.run, ...options, figures: true });
    findUx(result.stdout).forEach(({ value }, i) => {
      const known = result.values?.[i];
      if (known) figures.set(formatUx(value), known);
    });
    return result;
  };
  const result = await runNoting({});
  // Also collects the figures of a run without refinement, because the ordinary run may have needed no second run, or
  // may have printed a value before a decision.
  if (result.refinedLanes !== undefined || result.paths) await runNoting({ accuracy: 1 });
  const answer = describeAnswer(program, { core: program.run.core, isTraced: false, result });
  return { ...answer, ...{ figures } };
}

function describeAnswer(
  program: LabProgram,
  {
    core,
    isTraced,
    result,
  }: { readonly core: CoreSpec; readonly isTraced: boolean; readonly result: RunResult },
): LabAnswer {
  const { trace, inputs, end, stdout, sources = [] } = result;
  const answer = {
    kind: 'ran',
    end,
    stdout,
    coreName: core.Name,
    isOtherCore: core.Name !== program.run.core.Name,
    programSources: sources,
  } as const;
  if (!isTraced) return answer;
  // A run that saves its draws always returns them, unless its worker died.
  if (!trace || !inputs) {
    throw new HazeError('run-failed', end.kind === 'stopped' ? end.message : 'The run recorded no draws.');
  }
  checkValues(trace);
  return { ...answer, traced: { trace, inputs, texts: readTexts(program.sources, trace) } };
}

function closeKept(kept: Kept | undefined): void {
  kept?.opened.then(
    (opened) => 'session' in opened && opened.session.close(),
    () => undefined,
  );
}
