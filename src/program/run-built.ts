// Runs a built program once: reads options, collects output, and adds names and locations to the results for the
// caller.

import { HazeError } from '../errors/haze-error.ts';
import type { RunWorker } from '../runtime/running/run-program.ts';
import type { PrintedFigures } from '../uncertainty/core/value-figures.ts';
import type { SourceReport, SourceWish } from '../uncertainty/sources/source-settings.ts';
import { describeInputs } from './describe-inputs.ts';
import type { EngineParts } from './engine-parts.ts';
import { guardCallbacks } from './guard-callbacks.ts';
import type { UseCore } from './open-core.ts';
import type { PlacesOf } from './places/find-places.ts';
import { placeTrace } from './places/place-trace.ts';
import { placeValues } from './places/place-values.ts';
import { checkCore, readRequest, readRuns } from './read-run-options.ts';
import {
  type CoreOutcome,
  type CoreProgram,
  type CoreRun,
  type CoreTools,
  runOnCore,
} from './run-on-core.ts';
import { DEFAULT_ACCURACY, type RunOptions, type RunResult } from './run-options.ts';
import { TextCollector } from './text-collector.ts';

/** A linked program, and its sources for rebuilding it. */
export type BuiltProgram = Omit<CoreProgram, 'isPlain'>;

/** Tools that a run needs in addition to its options. */
export interface RunTools {
  readonly parts: EngineParts;
  readonly useCore: UseCore;
}

/** Differences between an internal run and a user's run. */
interface Special {
  readonly sources?: SourceWish;
  readonly createWorker?: () => RunWorker;
  readonly runnable?: CoreRun['runnable'];
}

type SpecialResult = RunResult & {
  readonly created?: SourceReport;
};

/** Runs a program; with overrides, first runs it once to find its sources. */
export async function runBuilt(
  built: BuiltProgram,
  options: RunOptions,
  tools: RunTools,
): Promise<RunResult> {
  const { sources: overrides = {}, plain = false } = options;
  const program = { ...built, isPlain: plain };
  if (Object.keys(overrides).length === 0) return runOnce(program, options, tools);
  // Loaded lazily, because few runs override sources.
  const { checkOverrides, surveySources } = await import('./survey-sources.ts');
  checkOverrides(overrides);
  const given = await withOwnInput(options, tools);
  const request = readRequest(given);
  const found = await tools.useCore(tools.parts, (core) => surveySources({ program, request }, core));
  const settings = found.resolve(overrides);
  const result = await runOnce(program, given, tools, { sources: { isListed: false, settings } });
  return { ...result, sources: found.sources };
}

/** Returns options with a standard input that can serve more than one run. */
export async function withOwnInput(options: RunOptions, { parts }: RunTools): Promise<RunOptions> {
  if (!options.inheritStdin) return options;
  const { inheritStdin: _, ...rest } = options;
  return { ...rest, stdin: (await parts.readProcessInput?.()) ?? '' };
}

export function runOnce(
  program: CoreProgram,
  options: RunOptions,
  { parts, useCore }: RunTools,
  special: Special = {},
): Promise<SpecialResult> {
  return guardCallbacks(options, (guarded) =>
    useCore(parts, (core) => runGuarded(program, guarded, { parts, core }, special), special.createWorker),
  );
}

async function runGuarded(
  program: CoreProgram,
  options: RunOptions,
  { parts, core }: { readonly parts: EngineParts; readonly core: CoreTools },
  special: Special,
): Promise<SpecialResult> {
  const stdout = new TextCollector();
  const stderr = new TextCollector();
  const printed = options.figures ? new TextCollector() : undefined;
  const given = readRequest(options);
  checkCore(given.core, options);
  const { trace, lines, decisions, accuracy = DEFAULT_ACCURACY } = options;
  // Sessions respond to interaction, and traces and overrides depend on the lanes of a single run.
  const isAlone = !special.runnable && !special.sources && !trace && !lines;
  const isRefined = given.core.Microarchitecture === 'Joint' && isAlone;
  const request = {
    ...given,
    ...(isRefined && { accuracy }),
    ...(special.sources && { sources: special.sources }),
    ...(options.inheritStdin && inheritedStreams(parts)),
    onStdout: (bytes: Uint8Array) => {
      printed?.add(bytes);
      if (options.onStdout) options.onStdout(bytes);
      else stdout.add(bytes);
    },
    onStderr: (bytes: Uint8Array) => (options.onStderr ? options.onStderr(bytes) : stderr.add(bytes)),
  };
  // Values by line come from a single run, which follows the particle.
  const mode = lines && decisions !== 'particle' ? 'quiet' : decisions;
  const marked = { ...program, marksPlaces: lines === true };
  const outcome = await runOnCore(
    {
      program: marked,
      request,
      many: readRuns(given.core, options),
      ...(mode && { mode }),
      runnable: special.runnable ?? (lines ? await markPlaces(program.linked, parts) : undefined),
    },
    core,
  );
  const placesOf: PlacesOf = (...wish) => core.placesOf(...wish);
  const { printed: figured = [], trace: drawn, places, sources: created, ...known } = outcome;
  const { placedDecisions, paths, refinedLanes, reference, decisions: _, ...rest } = known;
  return {
    ...rest,
    exitStatus: rest.end.exitStatus,
    stdout: stdout.text(),
    stderr: stderr.text(),
    ...(reference && { reference }),
    ...(created && special.sources?.isListed && { created }),
    ...(places && { lines: await placeValues(places, program, placesOf) }),
    ...(placedDecisions && { decisions: placedDecisions }),
    ...(paths && { paths }),
    ...(refinedLanes && { refinedLanes }),
    ...(printed && { values: await nameValues(printed.text(), figured, reference) }),
    ...(drawn && { trace: await placeTrace(drawn, marked, placesOf), inputs: describeInputs(request) }),
  };
}

// A file is read completely, so that the program can seek in it.
function inheritedStreams({ processStreams, readInputFile }: EngineParts) {
  const stdin = readInputFile?.();
  return {
    ...(processStreams && { streamKinds: processStreams() }),
    ...(stdin && { stdin }),
  };
}

async function markPlaces(linked: Uint8Array, { compiler }: EngineParts) {
  if (compiler.rewriteWithPlaces) return { module: await compiler.rewriteWithPlaces(linked) };
  throw new HazeError('not-supported', 'This engine cannot list values by line.');
}

async function nameValues(
  stdout: string,
  figures: readonly PrintedFigures[],
  reference: CoreOutcome['reference'],
) {
  // Loaded lazily, because only runs with figures need these functions.
  const { nameFigures, nameSamples } = await import('./name-figures.ts');
  return reference ? nameSamples(stdout, reference.values) : nameFigures(stdout, figures);
}
