// Follows every draw of a run along its own path after the program has decided on an uncertain value. Each lane of
// the core becomes a plain run of the linked program with that lane's draws. Numbers that lanes print at the same
// position are combined. Queries of distributions use the draws of all lanes, in passes, until their answers
// converge.

import { concatenate } from '../errors/concatenate.ts';
import type { ReferenceOutcome, ReferenceRunRequest } from '../reference/crew/run-reference.ts';
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { FURTHER } from '../reference/values/joined-queries.ts';
import { type JoinedDraws, keyOfQuery, type LaneRuns } from '../reference/values/lane-runs.ts';
import { FigureNotes } from '../runtime/core/figure-notes.ts';
import { NoticeNames } from '../runtime/core/notice-names.ts';
import type { StreamName } from '../runtime/output/output-ring.ts';
import { marksPaths } from '../runtime/preparing/check-imports.ts';
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { DEFAULT_TIME_LIMIT_MS } from '../runtime/running/time-limit.ts';
import { countLanes, firstPointsOf } from '../uncertainty/core/core-spec.ts';
import { QUERIES, SINGLE_PRECISION } from '../uncertainty/core/operations.ts';
import { isEndless, type MixedRun } from '../uncertainty/sources/run-decisions.ts';
import type { RunTrace } from '../uncertainty/sources/run-trace.ts';
import type {
  SourceReport,
  SourceSetting,
  SourceSite,
  SourceWish,
} from '../uncertainty/sources/source-settings.ts';
import { describePaths, type RunPaths } from './describe-paths.ts';
import { joinFile, joinOutput } from './join-output.ts';
import { readDraws, ValueJoiner } from './joined-values.ts';

export interface FollowTools {
  readonly kernels: WebAssembly.Module;
  readonly runReference: (request: ReferenceRunRequest) => Promise<ReferenceOutcome>;
}

export interface Followed {
  readonly outcome: RunOutcome;
  /** Undefined if the caller stopped the run. */
  readonly paths?: RunPaths;
}

/** Maximum number of passes over queries. */
const MOST_PASSES = 8;
/** Minimum time allowed for a pass, even if the time limit is near. */
const LEAST_PASS_MS = 1000;
/** Smallest limit on loop iterations, for any run. */
const LEAST_LOOP_PASSES = 2_000_000;
/** Multiple of the leading run's loop iterations at which a run counts as endless. */
const LOOP_TIMES = 100;
/** Maximum number of loop iterations in a leading run, which is the counter's largest value. */
const MOST_PASSES_OF_LEADER = 2 ** 32 - 1;
/** Maximum number of loop iterations for a lane that may lead. */
const MOST_PASSES_OF_LANE = 50_000_000;
/** Maximum number of lanes to try as leader if the particle's path does not terminate. */
const MOST_LEADERS = 32;
/** Maximum number of lanes to try for comparison with the particle's path. */
const MOST_COMPARED = 4;
/** Multiple of the first run's time after which a group is abandoned. */
const GROUP_TIMES = 20;
/** Largest change in draws, as a fraction of their spread, at which answers count as converged. */
const SETTLED = 1e-3;

/**
 * Follows the draws of a run and prints the rest of its output. If the draws cannot be followed, returns the reason.
 * @param linked the linked program
 */
export async function followDraws(
  request: RunRequest,
  outcome: RunOutcome,
  mixed: MixedRun,
  linked: Uint8Array,
  tools: FollowTools,
): Promise<Followed | string> {
  if (mixed.refusal !== undefined) return mixed.refusal;
  const laneCount = countLanes(request.core);
  const printed: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  let answers: readonly JoinedDraws[] = [];
  let passes = 0;
  let isSettled = true;
  let ran: ReferenceOutcome;
  const startedMs = performance.now();
  const limitMs = request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const leftMs = () => limitMs - (performance.now() - startedMs);
  // Groups do not count loop iterations.
  const isCut = isEndless(mixed);
  let areGrouped = !isCut && mayGroup(request);
  let sources: SourceWish | undefined;
  const runLanes = (runs: number, counts: LoopCounts, timeLimitMs: number) => {
    printed.stdout.length = 0;
    printed.stderr.length = 0;
    return tools.runReference({
      ...plainRequest(request),
      ...(sources && { sources }),
      timeLimitMs: Math.max(timeLimitMs, LEAST_PASS_MS),
      module: areGrouped ? request.module : linked,
      groupLimitMs: GROUP_TIMES * outcome.statistics.executionTimeMs,
      stdin: inputOf(request, mixed),
      runs,
      lanes: { ...lanesOf(request, mixed), answers, ...(areGrouped ? { areGrouped } : {}), ...counts },
      onStdout: (bytes) => printed.stdout.push(bytes.slice()),
      onStderr: (bytes) => printed.stderr.push(bytes.slice()),
    });
  };
  const runFirst = (counts: LoopCounts) => runLanes(1, counts, isCut ? leftMs() / 10 : leftMs());
  if (request.sources && request.sources.settings.length > 0) {
    if (isCut) return "sources are replaced, and the particle's path does not finish";
    sources = LISTED;
    const settings = findSettings(request.sources, outcome.sources, (await runFirst({})).sources);
    if (!settings) return 'the second run did not create the replaced sources';
    sources = { isListed: false, settings };
  }
  let counts = isCut ? await findLeader(runFirst, leftMs) : {};
  if (!counts) return 'no other path that was tried finished';
  do {
    ran = await runLanes(laneCount + 1, counts, leftMs());
    if (ran.isInDoubt) {
      const wereGrouped = areGrouped;
      areGrouped = false;
      const { loopPasses } = await runFirst({ mostLoopPasses: MOST_PASSES_OF_LEADER });
      counts = { mostLoopPasses: limitOf(loopPasses) };
      const uncounted = ran;
      ran = await runLanes(laneCount + 1, counts, leftMs());
      // If the slow draws ran out of time, the previous pass may have followed more draws.
      if (!wereGrouped && uncounted.figures.runs > ran.figures.runs) ran = uncounted;
    }
    passes++;
    const asked = joinAsked(ran.values);
    isSettled = areSettled(answers, asked);
    answers = asked;
    if (request.signal?.aborted) return { outcome: { ...withoutMixed(outcome), end: ran.end } };
  } while (!isSettled && passes < MOST_PASSES && ran.figures.runs > 1 && leftMs() > 0);
  if (ran.figures.runs <= 1) return ran.end.kind === 'stopped' ? ran.end.message : 'no draw finished';
  const { figures } = ran;
  const isPart = figures.timeLimitSeconds !== undefined || ran.isInDoubt;
  if (isPart) ran = { ...ran, figures: { ...figures, timeLimitSeconds: limitMs / 1000 } };
  return join(request, outcome, mixed, ran, { printed, passes, isSettled }, tools);
}

const LISTED: SourceWish = { isListed: true, settings: [] };

/**
 * Source overrides for the linked module, whose offsets differ from those of the rewritten module. Both runs create the
 * same sources in the same order.
 */
function findSettings(
  { settings }: SourceWish,
  made: SourceReport | undefined,
  madeByLinked: SourceReport | undefined,
): SourceSetting[] | undefined {
  const [known, linked] = [made?.sources ?? [], madeByLinked?.sources ?? []];
  const keyOf = ({ kind, frames, nth }: SourceSite) => `${kind} ${nth} ${frames.join()}`;
  const places = new Map(known.map((site, i) => [keyOf(site), linked[i]]));
  const found = settings.flatMap((setting) => {
    const place = places.get(keyOf(setting.site));
    if (place?.kind !== setting.site.kind) return [];
    const { kind, frames, nth } = place;
    return [{ ...setting, site: { kind, frames, nth } }];
  });
  return known.length === linked.length && found.length === settings.length ? found : undefined;
}

/**
 * Tests whether the particle's path has created at least a hundred times as many values as a complete draw makes
 * calls. Uses the first terminating draw among the first few.
 */
export async function isFarBehind(
  request: RunRequest,
  mixed: MixedRun,
  linked: Uint8Array,
  { runReference }: Pick<FollowTools, 'runReference'>,
): Promise<boolean> {
  const { onStdout: _o, onStderr: _e, ...plain } = plainRequest(request);
  for (let leader = 1; leader <= MOST_COMPARED; leader++) {
    const { end, statistics } = await runReference({
      ...plain,
      module: linked,
      stdin: inputOf(request, mixed),
      runs: 1,
      lanes: { ...lanesOf(request, mixed), answers: [], leader, mostLoopPasses: LEAST_LOOP_PASSES },
    });
    if (end.kind === 'exited') return mixed.endlessValues! >= LOOP_TIMES * statistics.hookCalls;
    if (end.code === 'cancelled') return false;
  }
  return false;
}

function inputOf({ stdin }: RunRequest, { input }: MixedRun): Uint8Array {
  return stdin instanceof Uint8Array ? stdin : input;
}

function lanesOf({ core }: RunRequest, { made, answers }: MixedRun): Omit<LaneRuns, 'answers'> {
  return { laneCount: countLanes(core), firstPoints: firstPointsOf(core), made, firstAnswers: answers };
}

/** Tests whether lanes may run as groups. Overridden sources, traces and places require plain runs. */
function mayGroup({ module, sources, trace, places }: RunRequest): boolean {
  return !sources && !trace && !places && marksPaths(module);
}

type LoopCounts = Pick<LaneRuns, 'leader' | 'mostLoopPasses'>;

/** Number of loop iterations after which a run counts as endless, given the iterations of a run that terminates. */
function limitOf(passes = 0): number {
  return Math.min(MOST_PASSES_OF_LEADER, Math.max(LEAST_LOOP_PASSES, LOOP_TIMES * passes));
}

/**
 * Finds the first lane that terminates, which then becomes the leader. Returns undefined if none of the first lanes
 * terminates in time.
 */
async function findLeader(
  runFirst: (counts: LoopCounts) => Promise<ReferenceOutcome>,
  leftMs: () => number,
): Promise<LoopCounts | undefined> {
  for (let leader = 1; leader <= MOST_LEADERS && leftMs() > 0; leader++) {
    const { end, loopPasses } = await runFirst({ leader, mostLoopPasses: MOST_PASSES_OF_LANE });
    if (end.kind === 'exited') return { leader, mostLoopPasses: limitOf(loopPasses) };
    if (end.code === 'cancelled') return undefined;
  }
  return undefined;
}

function withoutMixed({ mixed: _, trace: _trace, ...rest }: RunOutcome): RunOutcome {
  return rest;
}

/** Extracts the fields of a request that plain runs use. */
function plainRequest(request: RunRequest): Omit<ReferenceRunRequest, 'module'> {
  const { compiled: _c, laneMemoryLimitBytes: _l, collectAlways: _a, ...rest } = request;
  const { followsDraws: _f, makesChoices: _m, findEndless: _e, ...plain } = rest;
  return plain;
}

/** Queries made by all lanes, with the lanes' draws. */
function joinAsked(values: readonly CollectedValue[]): JoinedDraws[] {
  return values
    .filter(({ kind }) => kind === 'Asked')
    .map((value) => ({
      path: value.first,
      query: value.second,
      occurrence: value.occurrence,
      draws: orderDraws(value),
    }))
    .filter(({ draws }) => draws.length > 0);
}

/** Draws of a query, in ascending order. Joint copies take all their values from the same lane. */
function orderDraws(value: CollectedValue): Float64Array {
  const { draws } = readDraws(value);
  return value.second === FURTHER.jointCopy ? draws : draws.sort();
}

/** Tests whether every query was answered from the draws that it refers to. */
function areSettled(answers: readonly JoinedDraws[], asked: readonly JoinedDraws[]): boolean {
  if (answers.length !== asked.length) return false;
  const known = new Map(answers.map((one) => [keyOfQuery(one), one.draws]));
  return asked.every((one) => {
    const before = known.get(keyOfQuery(one));
    return before !== undefined && areAlike(before, one.draws);
  });
}

/** Tests whether draws agree within the convergence tolerance, whatever their order. */
function areAlike(first: Float64Array, second: Float64Array): boolean {
  if (first.length !== second.length) return false;
  const [before, now] = [first.toSorted(), second.toSorted()];
  const spread = now[now.length - 1]! - now[0]!;
  // Infinite draws have no spread to compare with, so they must be equal.
  const room = Number.isFinite(spread) ? SETTLED * (spread || Math.abs(now[0]!)) : 0;
  return now.every((draw, i) => Object.is(draw, before[i]) || Math.abs(draw - before[i]!) <= room);
}

/** Records the errors of answers about the draws of all lanes, if all lanes query with the same argument. */
function keepAnswers(values: readonly CollectedValue[], joiner: ValueJoiner): void {
  const keyOf = ({ first, second, occurrence }: CollectedValue) =>
    keyOfQuery({ path: first, query: second, occurrence });
  const argumentsOf = new Map(
    values.filter(({ kind }) => kind === 'Argument').map((value) => [keyOf(value), value.samples()]),
  );
  for (const value of values.filter(({ kind }) => kind === 'Asked')) {
    const given = argumentsOf.get(keyOf(value));
    const [argument] = given ?? [];
    if (argument === undefined || !given!.every((one) => Object.is(one, argument))) continue;
    const isQuantile = QUERIES[value.second & ~SINGLE_PRECISION] === 'quantile';
    const { draws } = readDraws(value);
    if (draws.length > 0) joiner.keepAnswer(isQuantile ? 'quantile' : 'probability', draws, argument);
  }
}

const VALUE_ID = /val_[0-9a-f]{32}/;

/** A trace of lanes in which values appear with their Ux text from the output instead of their names. */
function nameByText(trace: RunTrace, textOf: (valueId: string) => string): RunTrace {
  const values = trace.values.map((value) => {
    const valueId = VALUE_ID.exec(value.text)?.[0];
    return { ...value, text: (valueId && textOf(valueId)) || value.text };
  });
  return { ...trace, areLanes: true, values };
}

interface Passes {
  readonly printed: Readonly<Record<StreamName, readonly Uint8Array[]>>;
  readonly passes: number;
  readonly isSettled: boolean;
}

function join(
  request: RunRequest,
  outcome: RunOutcome,
  mixed: MixedRun,
  ran: ReferenceOutcome,
  { printed, passes, isSettled }: Passes,
  { kernels }: FollowTools,
): Followed | string {
  const notices: string[] = [];
  const names = new NoticeNames((text) => notices.push(text));
  const seed = request.seed ?? 1n;
  const isNoted = request.figures || request.answers;
  const noted = isNoted
    ? new FigureNotes({ keepsAll: request.figures ?? false, onAnswer: request.onAnswer })
    : undefined;
  const joiner = new ValueJoiner({
    spec: request.core,
    kernels,
    seed,
    names,
    figures: noted,
    laneOrder: ran.laneOrder,
    showsAnswers: request.answers,
  });
  for (const { kind, value, error } of mixed.knownAnswers) noted?.keep(kind, value, error);
  if (noted) keepAnswers(ran.values, joiner);
  const values = new Map(ran.values.map((value) => [value.valueId, value]));
  const texts = new Map<string, string>();
  const textOf = (valueId: string): string => {
    const value = values.get(valueId);
    if (!value) return '';
    let text = texts.get(valueId);
    if (text === undefined) {
      const { printed: number, draws } = readDraws(value);
      text = joiner.textOf(draws, number);
      texts.set(valueId, text);
    }
    return text;
  };
  const passed = new Map<string, string>();
  const plain = new Set<string>();
  const joined = { stdout: new Uint8Array(), stderr: new Uint8Array() } as Record<StreamName, Uint8Array>;
  for (const stream of ['stdout', 'stderr'] as const) {
    const parts = { passed: mixed.passed[stream], held: mixed.held[stream] };
    const text = joinOutput(concatenate(printed[stream]), parts, textOf, (valueId, known) => {
      if (known !== '') passed.set(valueId, known);
      else if (textOf(valueId) !== '') plain.add(valueId);
    });
    if (text === undefined) return 'the program printed different text when it ran again';
    joined[stream] = text;
  }
  if (joined.stdout.length > 0) request.onStdout?.(joined.stdout);
  if (joined.stderr.length > 0) request.onStderr?.(joined.stderr);
  const files = new Map([...ran.files].map(([path, bytes]) => [path, joinFile(bytes, textOf)]));
  names.write(mixed.passed.stdout);
  names.write(joined.stdout);
  names.finish();
  if (plain.size > 0)
    notices.push(
      `draws differ on ${plain.size} of the numbers printed before the first decision: the output shows the particle's numbers`,
    );
  const { figures, words = [] } = ran;
  const { endlessSeconds, endlessValues } = mixed;
  const paths = describePaths({
    ...(endlessSeconds === undefined ? {} : { endlessSeconds }),
    ...(endlessValues === undefined ? {} : { endlessValues }),
    laneCount: countLanes(request.core),
    figures,
    words,
    passes,
    isSettled,
    notices,
    values: ran.values.filter(({ kind }) => kind === 'Printed'),
  });
  const executionTimeMs = outcome.statistics.executionTimeMs + ran.statistics.executionTimeMs;
  return {
    outcome: {
      ...withoutMixed(outcome),
      // The combined answers may make draws take other paths.
      ...(ran.end.kind === 'exited' && (outcome.end.kind === 'exited' || isEndless(mixed))
        ? { end: ran.end }
        : {}),
      files,
      ...(noted && request.figures ? { printed: [...(outcome.printed ?? []), ...noted.report()] } : {}),
      statistics: { ...outcome.statistics, executionTimeMs },
      ...(ran.trace
        ? { trace: nameByText(ran.trace, (valueId) => passed.get(valueId) ?? textOf(valueId)) }
        : {}),
    },
    paths,
  };
}
