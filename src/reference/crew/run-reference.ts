// Runs a program many times on several workers and, in part, on other machines. Collects the values of the runs, and
// stops at the requested number of runs or at the time limit.
import { DEFAULT_OUTPUT_LIMIT_BYTES } from '../../runtime/output/output-limit.ts';
import { type ChannelName, maybeAllocateRing, OutputRingReader } from '../../runtime/output/output-ring.ts';
import {
  type FileChanges,
  type RunEnd,
  type RunOutcome,
  STOP_STATUS,
  type StopCode,
} from '../../runtime/running/run-outcome.ts';
import type { ProgramRequest } from '../../runtime/running/run-program.ts';
import { DEFAULT_TIME_LIMIT_MS, LONGEST_TIMER_MS } from '../../runtime/running/time-limit.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import type { SourceReport, SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { BlockMessage, ProgramMessage, ReferenceAnswer } from '../program/reference-messages.ts';
import type { WatchedValue } from '../program/watch-stores.ts';
import { DrawCollector } from '../values/collected-draws.ts';
import { type CollectedValue, ValueCollector } from '../values/collected-values.ts';
import type { LaneRuns } from '../values/lane-runs.ts';
import { PrintedWords, type WordTally } from '../values/printed-words.ts';
import { describeReference, type ReferenceFigures } from './describe-reference.ts';
import { type KnownPlaces, ReferenceCrew, type ReferenceWorker } from './reference-crew.ts';
import { DEFAULT_RUNS } from './run-count.ts';
import { addTallies, NO_RUNS, RunFailures } from './run-failures.ts';
import { type PartResult, type RunSharing, sizeOfPart } from './share-runs.ts';

export type { ReferenceWorker } from './reference-crew.ts';

/** Time between the start of the first worker and the check whether more workers are worthwhile. */
const OTHERS_MS = 20;
/** CPU time that a new worker needs before its first run. */
const WORKER_START_MS = 150;

/** Fraction of the time limit after which groups of lanes are abandoned if lanes are still left. */
const GROUPS_PART = 0.6;

/**
 * Maximum number of values stored for a task over all runs. They occupy 96 MiB, which is enough for all values of a
 * program that prints one value.
 */
export const MAX_KEPT_VALUES = 12 * 1024 * 1024;

export interface ReferenceRunRequest extends ProgramRequest {
  /** The linked program. Reference cores need no rewritten program. */
  readonly module: Uint8Array;
  /** Number of runs; default: 10 000. */
  readonly runs?: number;
  /**
   * Time limit for a run, in milliseconds. The default is a tenth of the time limit or ten times the duration of the
   * longest run so far, whichever is longer.
   */
  readonly runTimeLimitMs?: number;
  /** Variables whose assignments are recorded. The module must have been built for watching. */
  readonly watched?: readonly WatchedValue[];
  /** Records draws and printed values run by run, for budgets. */
  readonly trace?: boolean;
  /** Lists the sources of the first run, or replaces sources in all runs. */
  readonly sources?: SourceWish;
  /** Makes each run follow a lane. `runs` must be the number of lanes plus one. */
  readonly lanes?: LaneRuns;
  /** Time limit for a group of lanes, in milliseconds. The default is the limit for a run. */
  readonly groupLimitMs?: number;
  /** Other machines that run parts of the task, if any. */
  readonly sharing?: RunSharing;
  /** Called at intervals with the number of finished runs and the total number of runs. */
  readonly onProgress?: (done: number, wanted: number) => void;
}

export interface ReferenceContext {
  readonly kernels: WebAssembly.Module;
  readonly createWorker: () => ReferenceWorker;
  /** Maximum number of workers running at the same time. */
  readonly parallelism: number;
}

/** Outcome of all runs. Files come from the first run. */
export interface ReferenceOutcome extends FileChanges {
  /** Outcome of the first run, or the reason why there was none. */
  readonly end: RunEnd;
  /** One line with the outcome, the number of runs, and any irregularities. */
  readonly message: string;
  readonly figures: ReferenceFigures;
  readonly values: readonly CollectedValue[];
  /** Text printed in addition to values, for runs that follow lanes. */
  readonly words?: readonly WordTally[];
  /** Lanes in the order of the runs that come after the leading run, if lanes ran in groups. */
  readonly laneOrder?: Uint32Array;
  readonly statistics: {
    readonly executionTimeMs: number;
    /** Number of calls from the program into the core over all runs. */
    readonly hookCalls: number;
  };
  /** Sources of the first run, if the request lists them. */
  readonly sources?: SourceReport;
  /** Number of loop iterations in the first run, if they were counted. */
  readonly loopPasses?: number;
  /**
   * True if runs that follow lanes were stopped early because one of the runs did not finish and loop iterations were
   * not counted.
   */
  readonly isInDoubt?: boolean;
  /** Trace, if requested; undefined if no run finished. */
  readonly trace?: RunTrace;
}

/** Runs a program many times. Never throws because of a fault in the program. */
export function runReference(
  request: ReferenceRunRequest,
  context: ReferenceContext,
): Promise<ReferenceOutcome> {
  return new Promise((resolve) => {
    new ReferenceTask(request, context, resolve).start();
  });
}

/** Message that starts a worker. */
export function programMessage(
  request: ReferenceRunRequest,
  { kernels }: Pick<ReferenceContext, 'kernels'>,
  stdin: Uint8Array | 'process',
): ProgramMessage {
  const { module, core, arguments: words = [], files = new Map(), outputLimitBytes, seed = 1n } = request;
  return {
    kind: 'reference',
    module,
    kernels,
    core,
    arguments: words,
    files,
    stdin,
    seed,
    watched: request.watched ?? [],
    ...(request.trace ? { trace: true } : {}),
    outputLimitBytes: outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT_BYTES,
    ...(request.clockMs === undefined ? {} : { clockMs: request.clockMs }),
    ...(request.streamKinds ? { streamKinds: request.streamKinds } : {}),
    ...(request.sources ? { sources: request.sources } : {}),
    ...(request.lanes ? { lanes: request.lanes } : {}),
  };
}

class ReferenceTask {
  readonly #request: ReferenceRunRequest;
  readonly #context: ReferenceContext;
  readonly #resolve: (outcome: ReferenceOutcome) => void;
  readonly #wanted: number;
  readonly #seed: bigint;
  readonly #timeLimitMs: number;
  readonly #collector = new ValueCollector({ mostKept: MAX_KEPT_VALUES });
  readonly #drawCollector: DrawCollector | undefined;
  readonly #ring = maybeAllocateRing();
  readonly #reader = this.#ring && new OutputRingReader(this.#ring);
  readonly #crew: ReferenceCrew;
  readonly #failures = new RunFailures();
  readonly #words = new PrintedWords();
  #stuck = NO_RUNS;
  readonly #cancel = () => this.#stop('cancelled', 'the program was cancelled');
  #stdin: Uint8Array | 'process';
  #first: (Omit<RunOutcome, 'statistics' | 'trace'> & Pick<ReferenceOutcome, 'loopPasses'>) | undefined;
  #done = 0;
  #calls = 0;
  /** Number of parts that other machines have taken or may take. */
  #away = 0;
  #hasShared = false;
  #isInDoubt = false;
  /** Lanes whose position in the run order is already fixed. */
  #laneOrder: number[] = [];
  #isGrouping: boolean;
  /** Number of lanes that ran in groups. */
  #grouped = 0;
  #isTakingBack = false;
  #startedMs = 0;
  #limitTimer: ReturnType<typeof setTimeout> | undefined;
  #othersTimer: ReturnType<typeof setInterval> | undefined;
  #hasEnded = false;

  constructor(
    request: ReferenceRunRequest,
    context: ReferenceContext,
    resolve: (outcome: ReferenceOutcome) => void,
  ) {
    this.#request = request;
    this.#context = context;
    this.#resolve = resolve;
    this.#wanted = request.runs ?? DEFAULT_RUNS;
    this.#isGrouping = request.lanes?.areGrouped === true && this.#wanted > 1;
    this.#drawCollector = request.trace ? new DrawCollector(this.#wanted) : undefined;
    this.#seed = request.seed ?? 1n;
    this.#timeLimitMs = request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
    this.#stdin = request.stdin ?? new Uint8Array(0);
    const { createWorker, parallelism } = context;
    this.#crew = new ReferenceCrew({
      createWorker,
      parallelism,
      timeLimitMs: this.#timeLimitMs,
      runTimeLimitMs: request.runTimeLimitMs,
      groupLimitMs: request.groupLimitMs,
      laneOf: (run) => this.#laneOrder[run - 1],
      program: () => ({
        ...programMessage(request, context, this.#stdin),
        ...(this.#ring ? { outputRing: this.#ring } : {}),
      }),
      mayGoOn: () => true,
      onBlock: (message, known) => this.#takeBlock(message, known),
      onMessage: (message) => this.#take(message),
      onDoubt: () => this.#doubt(),
      onStuck: (run) => this.#giveUp([run]),
      onDeath: (reason) => this.#stop('internal', `the worker that ran the program died: ${reason}`),
      onIdle: () => this.#goOn(),
    });
  }

  start(): void {
    const { signal, sharing } = this.#request;
    this.#startedMs = performance.now();
    signal?.addEventListener('abort', this.#cancel);
    if (signal?.aborted) {
      this.#cancel();
      return;
    }
    sharing?.listen(
      (result) => this.#takeResult(result),
      () => {
        if (this.#crew.isIdle) this.#goOn();
      },
    );
    this.#crew.add({ first: 0, count: this.#isGrouping ? 1 : this.#wanted });
    this.#crew.open(1);
    this.#othersTimer = setInterval(() => this.#openOthers(), OTHERS_MS);
  }

  /** Starts the other workers if the remaining runs would take longer than starting them. */
  #openOthers(): void {
    // The first run reads the process's input.
    if (this.#stdin === 'process' || this.#isGrouping) return;
    if (this.#crew.leftMs < WORKER_START_MS) return;
    clearInterval(this.#othersTimer);
    this.#crew.open(Math.min(this.#context.parallelism, Math.max(1, this.#wanted - 1)));
  }

  #take(message: Exclude<ReferenceAnswer, BlockMessage>): void {
    switch (message.kind) {
      case 'ready':
        this.#startClock();
        break;
      case 'wake':
        this.#drain();
        break;
      case 'output':
        this.#pass(message.stream, message.bytes);
        break;
      case 'refused':
        this.#first = { end: message.end, files: new Map(), removedFiles: [] };
        this.#tell(message.end);
        this.#finish();
        break;
      case 'first': {
        const { kind: _, read, ...first } = message;
        this.#first = first;
        if (this.#stdin === 'process') {
          this.#stdin = read;
        }
        break;
      }
    }
  }

  // A task's time starts at the first instruction of its program.
  #startClock(): void {
    if (this.#limitTimer !== undefined) return;
    this.#startedMs = performance.now();
    const areGrouped = this.#isGrouping;
    this.#limitTimer = setTimeout(
      () => (areGrouped ? this.#reachGroupLimit() : this.#reachTimeLimit()),
      Math.min(this.#timeLimitMs * (areGrouped ? GROUPS_PART : 1), LONGEST_TIMER_MS),
    );
  }

  #takeBlock(message: BlockMessage, known: KnownPlaces): void {
    const { first, count, block, draws, failed, words = [], calls } = message;
    if (count > 0) this.#collector.add({ first, count }, block, known.places);
    // The leading run is not a draw.
    const isLed = this.#request.lanes !== undefined && first === 0;
    const drawn = isLed ? { first: 1, count: count - 1 } : { first, count };
    if (draws) this.#drawCollector?.add(draws, drawn, known.draws);
    for (const tally of words) this.#words.add(tally);
    this.#failures.addRuns(failed);
    this.#count(count, calls);
    if (this.#isGrouping) this.#addGroups(message);
    this.#share();
  }

  /** Adds groups after the leading run until none is left. The remaining lanes then become plain runs. */
  #addGroups({ first, count, lanes = new Uint32Array(), rest }: BlockMessage): void {
    for (const lane of rest ?? lanes) this.#laneOrder.push(lane);
    this.#grouped += count;
    const next = { first: first + count, count: this.#wanted - first - count };
    if (rest) this.#isGrouping = false;
    if (next.count > 0) this.#crew.add(rest ? next : { ...next, isGroup: true });
    else this.#isGrouping = false;
  }

  /** Adds the result of a part that another machine ran. */
  #takeResult({ first, count, block, failed, stuck, calls, longestMs }: PartResult): void {
    if (this.#hasEnded) return;
    this.#away -= 1;
    this.#collector.add({ first, count }, block, []);
    this.#failures.add(failed);
    this.#count(count - stuck.length, calls);
    this.#giveUp(stuck);
    this.#crew.learn(longestMs);
    this.#share();
    if (this.#crew.isIdle) this.#goOn();
  }

  /**
   * Stops runs that follow lanes if their loop iterations are not counted. With a count, endless runs would end early.
   */
  #doubt(): void {
    const { lanes } = this.#request;
    if (!lanes || lanes.mostLoopPasses !== undefined || !this.#first) return;
    this.#isInDoubt = true;
    this.#finish();
  }

  #giveUp(runs: readonly number[]): void {
    for (const run of runs) this.#stuck = addTallies(this.#stuck, { count: 1, first: run });
  }

  #count(runs: number, calls: number): void {
    this.#done += runs;
    this.#calls += calls;
    this.#request.onProgress?.(this.#done, this.#wanted);
  }

  /** Offers runs to other machines as long as these request runs and enough are left. */
  #share(): void {
    const { sharing } = this.#request;
    if (!sharing || !this.#first || this.#done === 0) return;
    for (;;) {
      const { timing, left } = this.#crew;
      const size = sizeOfPart({
        left,
        helpers: sharing.helpers,
        partMs: sharing.partMs,
        parallelism: this.#context.parallelism,
        runMs: timing.runMs,
        valuesPerRun: (this.#collector.kept * this.#collector.step) / this.#done,
        isGoingOn: this.#hasShared,
      });
      const part = size > 0 && sharing.wanted > 0 ? this.#crew.cut(size) : undefined;
      if (!part) return;
      this.#away += 1;
      this.#hasShared = true;
      sharing.offer({ ...part, timing });
    }
  }

  /**
   * Called when no runs are left to start here. Takes back parts that have not started, then waits for the other
   * machines.
   */
  #goOn(): void {
    const { sharing } = this.#request;
    if (this.#away === 0 || !sharing) this.#finish();
    if (this.#hasEnded || !sharing || this.#isTakingBack) return;
    this.#isTakingBack = true;
    void sharing.takeBack().then((part) => {
      this.#isTakingBack = false;
      if (!part || this.#hasEnded) return;
      this.#away -= 1;
      this.#crew.add(part);
    });
  }

  /**
   * Ends groups at their time limit. The lanes that ran in groups do not represent all lanes, so plain runs replace
   * them.
   */
  #reachGroupLimit(): void {
    if (this.#isGrouping || this.#grouped > 0) this.#doubt();
    const leftMs = this.#timeLimitMs - (performance.now() - this.#startedMs);
    if (!this.#hasEnded) this.#limitTimer = setTimeout(() => this.#reachTimeLimit(), leftMs);
  }

  #reachTimeLimit(): void {
    this.#drain();
    if (this.#first) this.#finish(true);
    else this.#stop('time-limit', `time limit of ${this.#timeLimitMs / 1000} s reached in the first run`);
  }

  #stop(code: StopCode, message: string): void {
    if (this.#hasEnded) return;
    this.#drain();
    const end = { kind: 'stopped', code, message, exitStatus: STOP_STATUS[code] } as const;
    this.#first = { end, files: new Map(), removedFiles: [] };
    this.#tell(end);
    this.#finish();
  }

  #tell(end: RunEnd): void {
    if (end.kind === 'stopped') this.#request.onStderr?.(new TextEncoder().encode(`haze: ${end.message}\n`));
  }

  #finish(isLimitReached = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#limitTimer);
    clearInterval(this.#othersTimer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    this.#crew.close();
    this.#drain();
    const values = this.#collector.list(this.#seed);
    const figures = this.#describeRuns(values, isLimitReached);
    const first = this.#first!;
    this.#resolve({
      ...first,
      message: describeReference(first.end, figures),
      figures,
      values,
      ...(this.#request.lanes ? { words: this.#words.list() } : {}),
      ...(this.#laneOrder.length > 0 ? { laneOrder: Uint32Array.from(this.#laneOrder) } : {}),
      ...(this.#isInDoubt ? { isInDoubt: true } : {}),
      statistics: { executionTimeMs: performance.now() - this.#startedMs, hookCalls: this.#calls },
      ...(this.#drawCollector && this.#done > 0 ? { trace: this.#drawCollector.finish(values) } : {}),
    });
  }

  #describeRuns(values: readonly CollectedValue[], isLimitReached: boolean): ReferenceFigures {
    const printed = values.filter(({ kind }) => kind === 'Printed');
    return {
      runs: this.#done,
      wantedRuns: this.#wanted,
      timeLimitSeconds: isLimitReached ? this.#timeLimitMs / 1000 : undefined,
      otherPaths: this.#collector.countOtherPaths(),
      printedValues: printed.length,
      partialValues: printed.filter(({ runs }) => runs < this.#done).length,
      failed: this.#failures.count,
      failures: this.#failures.list(),
      stuck: this.#stuck,
      stuckAfterSeconds: Math.round(this.#crew.patienceMs / 100) / 10,
      keptEach: this.#collector.step,
      droppedValues: this.#collector.dropped,
    };
  }

  #drain(): void {
    this.#reader?.drain((stream, bytes) => this.#pass(stream, bytes));
  }

  #pass(stream: ChannelName, bytes: Uint8Array): void {
    if (stream === 'stdout') this.#request.onStdout?.(bytes);
    else this.#request.onStderr?.(bytes);
  }
}
