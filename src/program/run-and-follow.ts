// Runs a program once, and reports the line at which it trapped and the decisions on which draws disagree. On
// request, follows every draw separately, or runs again with more lanes if the figures are too imprecise.
import type { ReferenceOutcome, ReferenceRunRequest } from '../reference/crew/run-reference.ts';
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import type { RunPaths } from '../split/describe-paths.ts';
import type { SourcePlace } from '../toolchain/clang/source-place.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import { type CoreSpec, countLanes } from '../uncertainty/core/core-spec.ts';
import {
  type CoarseRun,
  type DecisionReport,
  isEndless,
  type MixedRun,
} from '../uncertainty/sources/run-decisions.ts';
import type { PlacedDecisions, ToldDecisions } from './places/describe-decisions.ts';
import type { PlacedProgram, PlacesOf } from './places/find-places.ts';
import { hasLines, type Trap } from './places/trap.ts';
import { type PlacedRun, runAndPlace } from './run-and-place.ts';

/**
 * Behaviour if the draws of a value disagree on a decision: every draw takes its own path (`lanes`); or all draws
 * follow the particle, with a notice (`particle`), without a notice (`quiet`), or with a notice and exit status 3
 * (`error`).
 */
export type DecisionMode = (typeof DECISION_MODES)[number];
export const DECISION_MODES = ['lanes', 'particle', 'quiet', 'error'] as const;

/** Exit status of a run with a mixed decision, if mixed decisions are errors. */
const MIXED_STATUS = 3;

/** The default mode: the service's cores follow the particle, as the service does. */
export function defaultMode({ Microarchitecture }: CoreSpec): DecisionMode {
  return Microarchitecture === 'Joint' ? 'lanes' : 'particle';
}

export interface FollowingTools extends PlacedRun {
  readonly placesOf: PlacesOf;
  readonly kernels: () => Promise<WebAssembly.Module> | WebAssembly.Module;
  readonly runReference: (request: ReferenceRunRequest) => Promise<ReferenceOutcome>;
  /**
   * Finds lines even if draws were followed and the module has no debug information. This requires a build, which takes
   * as long as following the draws.
   */
  readonly placesFollowed?: boolean;
}

export interface FollowedRun extends RunOutcome {
  /** A trap's source position "file:line:column", if debug information covers it. */
  readonly place?: string;
  /** Decisions with their lines. */
  readonly placedDecisions?: PlacedDecisions;
  /** The paths that draws took, if the run followed draws. */
  readonly paths?: RunPaths;
  /** Number of lanes in a second run, if the first was too imprecise. */
  readonly refinedLanes?: number;
}

/** Runs a rewritten program. */
export async function runAndFollow(
  request: RunRequest,
  program: Omit<Trap, 'codeOffsets'> & {
    readonly sources?: SourceFiles | undefined;
  },
  mode: DecisionMode,
  tools: FollowingTools,
): Promise<FollowedRun> {
  const followsDraws = mode === 'lanes' && countLanes(request.core) > 0 && !program.isPlain;
  const asked = {
    ...request,
    ...(followsDraws
      ? {
          followsDraws,
          makesChoices: true,
          // The locations of overridden sources are looked up again in the linked module.
          ...(request.sources?.settings.length ? { sources: { ...request.sources, isListed: true } } : {}),
          findEndless: (mixed: MixedRun, signal: AbortSignal) =>
            testEndless({ ...request, signal }, mixed, program.linked, tools),
        }
      : {}),
    ...(mode === 'quiet' ? { ignoresDecisions: true } : {}),
  };
  const ran = await runAndPlace(asked, program, tools);
  const { decisions } = ran;
  const isCut = ran.mixed !== undefined && isEndless(ran.mixed);
  const findsLines = !ran.mixed || isCut || tools.placesFollowed || hasLines(program.linked);
  // Finds lines while the draws are followed.
  const placing = decisions && findsLines ? place(decisions, program, tools.placesOf) : undefined;
  const run: FollowedRun = ran.mixed
    ? await follow(request, ran, ran.mixed, program.linked, tools)
    : ran.coarse
      ? await refine(asked, ran, ran.coarse, (again) => runAndPlace(again, program, tools))
      : ran;
  if (!decisions || !run.decisions) return run;
  const { placed, describe } = await (placing ??
    place(decisions, program, run.paths ? withoutPlaces : tools.placesOf));
  if (!run.paths || isCut) {
    const remedy = maybeRemedy(request.core, followsDraws);
    for (const line of describe(program.sources, { remedy, isFollowed: run.paths !== undefined }))
      tell(request, line);
  }
  const isError = mode === 'error' && run.end.exitStatus === 0;
  const end = isError ? { ...run.end, exitStatus: MIXED_STATUS } : run.end;
  return { ...run, end, placedDecisions: placed };
}

/** Advice on how to follow every draw; undefined if the run has already tried to do so. */
function maybeRemedy(core: CoreSpec, hasTried: boolean): string | undefined {
  if (hasTried) return undefined;
  return countLanes(core) > 0
    ? 'C0-Joint, or --decisions lanes, follows every draw'
    : 'C0-Joint follows every draw';
}

async function withoutPlaces(
  _program: PlacedProgram,
  offsets: readonly number[],
): Promise<readonly (readonly SourcePlace[])[]> {
  return offsets.map(() => []);
}

/** Finds the lines of decisions; returns decisions without lines if the lines cannot be found. */
async function place(report: DecisionReport, program: PlacedProgram, placesOf: PlacesOf) {
  const { describeDecisions, placeDecisions } = await import('./places/describe-decisions.ts');
  const placed = await placeDecisions(report, program, placesOf).catch(() =>
    placeDecisions(report, program, withoutPlaces),
  );
  const describe = (sources: SourceFiles | undefined, told: ToldDecisions) =>
    describeDecisions(placed, sources, told);
  return { placed, describe };
}

async function testEndless(
  request: RunRequest,
  mixed: MixedRun,
  linked: Uint8Array,
  tools: FollowingTools,
): Promise<boolean> {
  const { isFarBehind } = await import('../split/follow-draws.ts');
  return isFarBehind(request, mixed, linked, tools);
}

/** Follows the draws of a run; if this fails, reports the reason and prints the buffered output. */
async function follow(
  request: RunRequest,
  ran: FollowedRun,
  mixed: MixedRun,
  linked: Uint8Array,
  tools: FollowingTools,
): Promise<FollowedRun> {
  const { followDraws } = await import('../split/follow-draws.ts');
  const kernels = await tools.kernels();
  const followed = await followDraws(request, ran, mixed, linked, { ...tools, kernels });
  const { mixed: _, ...rest } = ran;
  if (typeof followed !== 'string' && !followed.paths) {
    // Decisions of a run that was stopped from outside are not reported.
    const { decisions: _decisions, ...outcome } = followed.outcome;
    if (outcome.end.kind === 'stopped') tell(request, outcome.end.message);
    return outcome;
  }
  if (typeof followed === 'string') {
    request.onStdout?.(mixed.held.stdout);
    request.onStderr?.(mixed.held.stderr);
    for (const notice of mixed.notices) tell(request, notice);
    tell(request, `draws are not followed: ${followed}`);
  } else for (const notice of followed.paths?.notices ?? []) tell(request, notice);
  if (typeof followed === 'string' || !isEndless(mixed)) for (const line of mixed.ending) tell(request, line);
  if (typeof followed === 'string') return rest;
  const { place: trapPlace } = ran;
  return {
    ...followed.outcome,
    ...(trapPlace === undefined ? {} : { place: trapPlace }),
    ...(followed.paths ? { paths: followed.paths } : {}),
  };
}

/** Runs again with more lanes. If this fails, reports the reason and prints the buffered output. */
async function refine(
  request: RunRequest,
  ran: FollowedRun,
  coarse: CoarseRun,
  runAgain: (request: RunRequest) => Promise<FollowedRun>,
): Promise<FollowedRun> {
  const { refineRun } = await import('../split/refine-run.ts');
  const refined = await refineRun(request, ran, coarse, runAgain);
  const { coarse: _, ...first } = ran;
  if (typeof refined !== 'string') {
    const { decisions, placedDecisions } = first;
    return {
      ...refined.run,
      ...(decisions ? { decisions } : {}),
      ...(placedDecisions ? { placedDecisions } : {}),
      refinedLanes: refined.lanes,
    };
  }
  request.onStdout?.(coarse.held.stdout);
  request.onStderr?.(coarse.held.stderr);
  for (const notice of coarse.notices) tell(request, notice);
  if (!request.signal?.aborted)
    tell(request, `figures come from ${countLanes(request.core)} aligned samples: ${refined}`);
  for (const line of coarse.ending) tell(request, line);
  return first;
}

function tell(request: RunRequest, text: string): void {
  request.onStderr?.(new TextEncoder().encode(`haze: ${text}\n`));
}
