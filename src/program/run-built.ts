// One run of a built program, whatever its core: options read, worker started, output gathered, lines of source found.

import { HazeError } from '../errors/haze-error.ts';
import { KeptWorkers } from '../reference/crew/kept-workers.ts';
import { checkRuns } from '../reference/crew/run-count.ts';
import { runReference } from '../reference/crew/run-reference.ts';
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import { type RunWorker, runProgram } from '../runtime/running/run-program.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import type { RunTrace } from '../uncertainty/sources/run-trace.ts';
import type { SourceReport, SourceWish } from '../uncertainty/sources/source-settings.ts';
import { checkOverrides } from '../uncertainty/sources/source-value.ts';
import type { EngineParts } from './engine-parts.ts';
import { describeInputs, type FoundSources, type GivenInputs, nameFound } from './find-sources.ts';
import { guardCallbacks } from './guard-callbacks.ts';
import type { PlacedProgram } from './places/find-places.ts';
import { placeTrace } from './places/place-trace.ts';
import { placeValues } from './places/place-values.ts';
import type { Trap } from './places/trap.ts';
import { checkFollowed, checkListed, checkTraced, chooseCore, readRequest } from './read-run-options.ts';
import { defaultMode, runAndFollow } from './run-and-follow.ts';
import { DEFAULT_ACCURACY, type RunOptions, type RunResult } from './run-options.ts';
import { TextCollector } from './text-collector.ts';

/** A program as linked, and the sources for building it again. */
export interface BuiltProgram extends Omit<Trap, 'codeOffsets' | 'isPlain'> {
  /** Sources of the program, where known: names of sources of uncertainty are read there. */
  readonly sources?: SourceFiles;
}

/** Tools of runs, besides their options. */
export interface RunTools {
  readonly kernels: WebAssembly.Module;
  readonly parts: EngineParts;
}

/** Differences of an internal run from a run of the user. */
interface Special {
  readonly sources?: SourceWish;
  readonly createWorker?: () => RunWorker;
  /** Module to run, ready and compiled. */
  readonly runnable?: { readonly module: Uint8Array; readonly compiled: WebAssembly.Module };
}

type SpecialResult = RunResult & {
  readonly created?: SourceReport;
};

/** Runs a program, with overrides after a run that finds its sources. */
export async function runBuilt(
  program: BuiltProgram,
  options: RunOptions,
  tools: RunTools,
): Promise<RunResult> {
  const { sources: overrides = {} } = options;
  if (Object.keys(overrides).length === 0) return runOnce(program, options, tools);
  checkOverrides(overrides);
  const given = await withOwnInput(options, tools);
  const survey = await findSources(program, given, tools);
  const settings = survey.resolve(overrides);
  const result = await runOnce(program, given, tools, { sources: { isListed: false, settings } });
  return { ...result, sources: survey.sources };
}

interface Survey extends FoundSources {
  readonly result: RunResult;
}

/** Runs a program, silently unless it opens a session, and names the sources that it makes. */
export async function findSources(
  program: BuiltProgram,
  options: RunOptions,
  tools: RunTools,
  session?: Special,
): Promise<Survey> {
  const { trace: _, ...quiet } = {
    ...options,
    ...({ runs: 1, decisions: 'quiet' } as const),
    onStdout: ignore,
    onStderr: ignore,
  };
  const { created, ...result } = await runOnce(program, session ? options : quiet, tools, {
    ...session,
    sources: { isListed: true, settings: [] },
  });
  const found = await nameFound(
    created,
    { ...program, isPlain: isPlainRun(options) },
    describeInputs(readRequest(options)),
    (...wish) => tools.parts.compiler.placesOf(...wish),
  );
  return { ...found, result: { ...result, sources: found.sources } };
}

function ignore(): void {}

/** Tests whether offsets of the run's frames refer to the linked module. */
function isPlainRun(options: RunOptions): boolean {
  return (options.plain ?? false) || chooseCore(options).Microarchitecture === 'Reference';
}

/** Options with a standard input that serves more than one run. */
export async function withOwnInput(options: RunOptions, { parts }: RunTools): Promise<RunOptions> {
  if (!options.inheritStdin) return options;
  const { inheritStdin: _, ...rest } = options;
  return { ...rest, stdin: (await parts.readProcessInput?.()) ?? '' };
}

export function runOnce(
  program: BuiltProgram,
  options: RunOptions,
  tools: RunTools,
  special: Special = {},
): Promise<SpecialResult> {
  return guardCallbacks(options, (guarded) => runGuarded(program, guarded, tools, special));
}

async function runGuarded(
  program: BuiltProgram,
  options: RunOptions,
  { kernels, parts }: RunTools,
  special: Special,
): Promise<SpecialResult> {
  const stdout = new TextCollector();
  const stderr = new TextCollector();
  const printed = options.figures ? new TextCollector() : undefined;
  const { sources } = special;
  const request = {
    ...readRequest(options),
    ...(sources ? { sources } : {}),
    onStdout: (bytes: Uint8Array) => {
      printed?.add(bytes);
      if (options.onStdout) options.onStdout(bytes);
      else stdout.add(bytes);
    },
    onStderr: (bytes: Uint8Array) => (options.onStderr ? options.onStderr(bytes) : stderr.add(bytes)),
  };
  if (options.trace) checkTraced(request.core);
  if (options.lines) checkListed(request.core);
  if (options.decisions === 'lanes') checkFollowed(request.core);
  const referenceContext = {
    kernels,
    createWorker: parts.createReferenceWorker,
    parallelism: parts.parallelism,
  };
  if (request.core.Microarchitecture === 'Reference') {
    const { runs, runTimeLimitSeconds } = options;
    const {
      sources: created,
      trace: drawn,
      ...reference
    } = await runReference(
      {
        ...request,
        module: program.linked,
        ...(runs === undefined ? {} : { runs: checkRuns(runs) }),
        ...(runTimeLimitSeconds === undefined ? {} : { runTimeLimitMs: 1000 * runTimeLimitSeconds }),
      },
      referenceContext,
    );
    const statistics = { ...reference.statistics, records: 0 };
    const { end, files, removedFiles, missedFiles = [] } = reference;
    const result = {
      ...describeOutcome({ end, files, removedFiles, missedFiles, statistics }, stdout.text(), stderr.text()),
      reference,
      ...(printed ? { values: (await loadNames()).nameSamples(printed.text(), reference.values) } : {}),
      ...(created ? { created } : {}),
    };
    return drawn ? withTrace(result, drawn, { ...program, isPlain: true }, request, parts) : result;
  }
  const { compiler } = parts;
  const { plain = false } = options;
  // The worker of the run, and the workers of one pass, serve the next pass over the draws.
  const workers = new KeptWorkers(parts.createReferenceWorker);
  const { createWorker = workers.lend(parts.createRunWorker) } = special;
  const runnable = special.runnable ?? {
    module: plain ? program.linked : await rewriteFor(program.linked, options, compiler),
  };
  // Sessions answer a hand, and traces and overrides go with the lanes of one run.
  const isAlone = !special.runnable && !sources && !options.trace && !options.lines;
  const isRefined = request.core.Microarchitecture === 'Joint' && isAlone;
  const outcome = await runAndFollow(
    {
      ...request,
      ...runnable,
      ...(isRefined ? { accuracy: options.accuracy ?? DEFAULT_ACCURACY } : {}),
      ...(options.lines && defaultMode(request.core) === 'lanes' ? { makesChoices: true } : {}),
    },
    { ...program, isPlain: plain },
    // Values of lines are those of one run.
    options.lines ? 'quiet' : (options.decisions ?? defaultMode(request.core)),
    {
      run: (wish) => runProgram(wish, { kernels, createWorker }),
      placeOf: (trap, signal) => compiler.placeOf(trap, signal),
      placesOf: (...wish) => compiler.placesOf(...wish),
      kernels: () => kernels,
      runReference: (wish) => runReference(wish, { ...referenceContext, createWorker: workers.createWorker }),
    },
  ).finally(() => workers.close());
  const { printed: figures = [], ...known } = outcome;
  const {
    trace,
    places,
    sources: created,
    placedDecisions,
    paths,
    refinedLanes,
    decisions: _,
    ...rest
  } = known;
  const result = {
    ...describeOutcome(rest, stdout.text(), stderr.text()),
    ...(created ? { created } : {}),
    ...(places && {
      lines: await placeValues(places, program, (...wish) => compiler.placesOf(...wish)),
    }),
    ...(placedDecisions ? { decisions: placedDecisions } : {}),
    ...(paths ? { paths } : {}),
    ...(refinedLanes ? { refinedLanes } : {}),
    ...(printed ? { values: (await loadNames()).nameFigures(printed.text(), figures) } : {}),
  };
  const isPlain = trace?.areRuns ?? plain;
  return trace ? withTrace(result, trace, { ...program, isPlain }, request, parts) : result;
}

async function rewriteFor(
  linked: Uint8Array,
  { lines = false }: RunOptions,
  compiler: EngineParts['compiler'],
): Promise<Uint8Array> {
  if (!lines) return compiler.rewrite(linked);
  if (compiler.rewriteWithPlaces) return compiler.rewriteWithPlaces(linked);
  throw new HazeError('not-supported', 'This engine lists no values of lines.');
}

/** Loads what only runs with `figures` need. */
function loadNames() {
  return import('./name-figures.ts');
}

async function withTrace(
  result: SpecialResult,
  trace: RunTrace,
  program: PlacedProgram,
  given: GivenInputs,
  { compiler }: EngineParts,
): Promise<SpecialResult> {
  const placed = await placeTrace(trace, program, (...wish) => compiler.placesOf(...wish));
  return { ...result, trace: placed, inputs: describeInputs(given) };
}

function describeOutcome(
  outcome: Omit<RunOutcome, 'trace' | 'places' | 'sources' | 'decisions' | 'mixed' | 'printed'>,
  stdout: string,
  stderr: string,
): RunResult {
  return { ...outcome, exitStatus: outcome.end.exitStatus, stdout, stderr };
}
