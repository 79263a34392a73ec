// Runs a program many times over several workers: hands out stretches of runs, gathers their values, replaces workers
// that a run never comes back from, and stops at the count, the time limit, or when there is nothing left to keep values in.
import { maybeAllocateRing, OutputRingReader, type StreamName } from '../runtime/output-ring.ts';
import { DEFAULT_OUTPUT_LIMIT_BYTES } from '../runtime/run-module.ts';
import { type RunEnd, type RunOutcome, STOP_STATUS, type StopCode } from '../runtime/run-outcome.ts';
import { DEFAULT_TIME_LIMIT_MS, LONGEST_TIMER_MS, type ProgramRequest } from '../runtime/run-program.ts';
import type { SourceReport, SourceWish } from '../uncertainty/source-settings.ts';
import { type CollectedValue, ValueCollector, type WorkerPlaces } from './collected-values.ts';
import { describeReference, type ReferenceFigures } from './describe-reference.ts';
import type { FailedRun, ProgramMessage, ReferenceAnswer, ReferenceRequest } from './reference-messages.ts';
import { DEFAULT_RUNS } from './run-count.ts';
import type { WatchedValue } from './watch-stores.ts';

/** Values that are kept of one task, over all runs: 64 MiB. */
export const MAX_KEPT_VALUES = 8 * 1024 * 1024;

/** A worker that runs workers/run-worker.ts. */
export interface ReferenceWorker {
  post(message: ReferenceRequest): void;
  onMessage(listener: (message: ReferenceAnswer) => void): void;
  /** Called when the worker dies by itself, with what is known of the reason. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface ReferenceRunRequest extends ProgramRequest {
  /** A program as linked: Reference cores need no rewriting. */
  readonly module: Uint8Array;
  /** How many runs. Default 10 000. */
  readonly runs?: number;
  /** A run that takes longer is given up. By default a tenth of the time limit, or ten times the longest run so far. */
  readonly runTimeLimitMs?: number;
  /** Variables whose assignments are recorded; the module must be built for it. */
  readonly watched?: readonly WatchedValue[];
  /** Lists the sources of the first run, or puts others in their places in all runs. */
  readonly sources?: SourceWish;
}

export interface ReferenceContext {
  readonly kernels: WebAssembly.Module;
  readonly createWorker: () => ReferenceWorker;
  /** How many workers may run at the same time. */
  readonly parallelism: number;
}

export interface ReferenceOutcome {
  /** How the first run ended, or why there was none. */
  readonly end: RunEnd;
  /** Files that the first run made or changed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What the first run was given and removed. */
  readonly removedFiles: readonly string[];
  /** One line: how it ended, how many runs there were, and what was odd. */
  readonly message: string;
  readonly figures: ReferenceFigures;
  readonly values: readonly CollectedValue[];
  readonly statistics: {
    readonly executionTimeMs: number;
    /** Calls from the program into the core, over all runs. */
    readonly hookCalls: number;
  };
  /** Sources of the first run, where that was asked for. */
  readonly sources?: SourceReport;
}

/** A stretch of runs takes about so long. */
const STRETCH_MS = 60;
const MAX_STRETCH = 4096;
/** A run counts as one that never ends after this part of the time limit, or so many times the longest run. */
const STUCK_PART = 10;
const STUCK_TIMES = 10;

interface Stretch {
  readonly first: number;
  readonly count: number;
}

interface Busy {
  readonly worker: ReferenceWorker;
  readonly places: WorkerPlaces;
  isReady: boolean;
  stretch: Stretch | undefined;
  startedMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Runs a program many times. It never throws for what the program does. */
export function runReference(
  request: ReferenceRunRequest,
  context: ReferenceContext,
): Promise<ReferenceOutcome> {
  return new Promise((resolve) => {
    new ReferenceTask(request, context, resolve).start();
  });
}

class ReferenceTask {
  readonly #request: ReferenceRunRequest;
  readonly #context: ReferenceContext;
  readonly #resolve: (outcome: ReferenceOutcome) => void;
  readonly #wanted: number;
  readonly #seed: bigint;
  readonly #timeLimitMs: number;
  readonly #collector = new ValueCollector();
  readonly #ring = maybeAllocateRing();
  readonly #reader = this.#ring && new OutputRingReader(this.#ring);
  readonly #busy = new Set<Busy>();
  /** Runs that are to be done one by one, because one of them may never end. */
  readonly #suspects: number[] = [];
  readonly #stuck: number[] = [];
  readonly #failed: FailedRun[] = [];
  readonly #cancel = () => this.#stop('cancelled', 'the program was cancelled');
  #stdin: Uint8Array | 'process';
  #first: Pick<RunOutcome, 'end' | 'files' | 'removedFiles' | 'sources'> | undefined;
  #next = 0;
  #done = 0;
  #calls = 0;
  #longestMs = 0;
  #runMs = 0;
  #startedMs = 0;
  #limitTimer: ReturnType<typeof setTimeout> | undefined;
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
    this.#seed = request.seed ?? 1n;
    this.#timeLimitMs = request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
    this.#stdin = request.stdin ?? new Uint8Array(0);
  }

  start(): void {
    this.#startedMs = performance.now();
    this.#request.signal?.addEventListener('abort', this.#cancel);
    if (this.#request.signal?.aborted) {
      this.#cancel();
      return;
    }
    this.#openWorker();
    // What the process's input holds is known when the first run has read it.
    if (this.#stdin !== 'process') this.#openOthers();
  }

  #openOthers(): void {
    const count = Math.min(this.#context.parallelism, Math.max(1, this.#wanted - 1));
    while (this.#busy.size < count && !this.#hasEnded) this.#openWorker();
  }

  #openWorker(): void {
    const worker = this.#context.createWorker();
    const busy: Busy = {
      worker,
      places: [],
      isReady: false,
      stretch: undefined,
      startedMs: 0,
      timer: undefined,
    };
    this.#busy.add(busy);
    worker.onMessage((message) => {
      if (!this.#hasEnded && this.#busy.has(busy)) this.#take(busy, message);
    });
    worker.onFailure((reason) => {
      if (this.#busy.has(busy)) this.#stop('internal', `the worker that ran the program died: ${reason}`);
    });
    worker.post(this.#programMessage());
  }

  #programMessage(): ProgramMessage {
    const { module, core, arguments: words = [], files = new Map(), outputLimitBytes } = this.#request;
    return {
      kind: 'reference',
      module,
      kernels: this.#context.kernels,
      core,
      arguments: words,
      files,
      stdin: this.#stdin,
      seed: this.#seed,
      watched: this.#request.watched ?? [],
      outputLimitBytes: outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT_BYTES,
      ...(this.#request.clockMs === undefined ? {} : { clockMs: this.#request.clockMs }),
      ...(this.#ring ? { outputRing: this.#ring } : {}),
      ...(this.#request.sources ? { sources: this.#request.sources } : {}),
    };
  }

  #take(busy: Busy, message: ReferenceAnswer): void {
    switch (message.kind) {
      case 'ready':
        busy.isReady = true;
        this.#startClock();
        this.#handOut(busy);
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
        const { end, files, removedFiles, sources } = message;
        this.#first = { end, files, removedFiles, ...(sources ? { sources } : {}) };
        if (this.#stdin === 'process') {
          this.#stdin = message.read;
          this.#openOthers();
        }
        break;
      }
      case 'block':
        this.#takeBlock(busy, message);
        break;
    }
  }

  // The time of a task counts from the first instruction of its program.
  #startClock(): void {
    if (this.#limitTimer !== undefined) return;
    this.#startedMs = performance.now();
    this.#limitTimer = setTimeout(
      () => this.#reachTimeLimit(),
      Math.min(this.#timeLimitMs, LONGEST_TIMER_MS),
    );
  }

  #takeBlock(busy: Busy, message: ReferenceAnswer & { readonly kind: 'block' }): void {
    const { first, count, block, failed, calls, longestMs, isLast } = message;
    this.#collector.add(first, block, busy.places);
    const isFirstKnown = this.#done === 0;
    this.#done += count;
    this.#calls += calls;
    this.#failed.push(...failed);
    this.#longestMs = Math.max(this.#longestMs, longestMs);
    this.#runMs = (performance.now() - busy.startedMs) / count;
    busy.startedMs = performance.now();
    if (isFirstKnown) for (const other of this.#busy) if (other.stretch) this.#watch(other, other.stretch);
    if (this.#isFull() && this.#first) this.#finish();
    else if (isLast) this.#handOut(busy);
    else this.#watch(busy, { first: first + count, count: busy.stretch!.count - count });
  }

  #handOut(busy: Busy): void {
    clearTimeout(busy.timer);
    busy.stretch = undefined;
    const stretch = this.#nextStretch();
    if (stretch) {
      busy.startedMs = performance.now();
      this.#watch(busy, stretch);
      busy.worker.post({ kind: 'runs', ...stretch });
    } else if (![...this.#busy].some((other) => other.stretch)) this.#finish();
  }

  #nextStretch(): Stretch | undefined {
    const suspect = this.#suspects.shift();
    if (suspect !== undefined) return { first: suspect, count: 1 };
    const left = this.#wanted - this.#next;
    if (left === 0 || this.#isFull()) return undefined;
    const first = this.#next;
    // The first run is seen, so nothing is to wait for more than itself.
    const fair = Math.max(1, Math.ceil(left / this.#context.parallelism / 2));
    const timely = this.#runMs > 0 ? Math.ceil(STRETCH_MS / this.#runMs) : 8;
    const count = first === 0 ? 1 : Math.min(left, fair, timely, MAX_STRETCH);
    this.#next += count;
    return { first, count };
  }

  #watch(busy: Busy, stretch: Stretch): void {
    clearTimeout(busy.timer);
    busy.stretch = stretch;
    // Nobody knows how long a run may take before one has ended. (By clocks of browsers, short ones take no time.)
    if (stretch.first === 0 || this.#done === 0) return;
    const patienceMs = this.#patienceMs() + STUCK_TIMES * stretch.count * this.#runMs;
    if (patienceMs >= Math.min(this.#timeLimitMs, LONGEST_TIMER_MS)) return;
    busy.timer = setTimeout(() => this.#giveUp(busy), patienceMs);
  }

  #patienceMs(): number {
    const usualMs = Math.max(this.#timeLimitMs / STUCK_PART, STUCK_TIMES * this.#longestMs);
    return this.#request.runTimeLimitMs ?? usualMs;
  }

  // The worker is lost with what its runs had so far, so they are done again, each by itself.
  #giveUp(busy: Busy): void {
    const { first, count } = busy.stretch!;
    this.#busy.delete(busy);
    busy.worker.terminate();
    if (count === 1) this.#stuck.push(first);
    else for (let run = first; run < first + count; run++) this.#suspects.push(run);
    this.#openWorker();
    for (const other of this.#busy) if (other.isReady && !other.stretch) this.#handOut(other);
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
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    for (const { worker, timer } of this.#busy) {
      clearTimeout(timer);
      worker.terminate();
    }
    this.#drain();
    const values = this.#collector.list(this.#seed);
    const figures = this.#describeRuns(values, isLimitReached);
    const { end, files, removedFiles, sources } = this.#first!;
    this.#resolve({
      end,
      files,
      removedFiles,
      message: describeReference(end, figures),
      figures,
      values,
      statistics: { executionTimeMs: performance.now() - this.#startedMs, hookCalls: this.#calls },
      ...(sources ? { sources } : {}),
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
      failed: this.#failed.toSorted((a, b) => a.run - b.run),
      stuck: this.#stuck.toSorted((a, b) => a - b),
      stuckAfterSeconds: Math.round(this.#patienceMs() / 100) / 10,
      isFull: this.#isFull(),
      droppedValues: this.#collector.dropped,
    };
  }

  #isFull(): boolean {
    return this.#collector.kept >= MAX_KEPT_VALUES;
  }

  #drain(): void {
    this.#reader?.drain((stream, bytes) => this.#pass(stream, bytes));
  }

  #pass(stream: StreamName, bytes: Uint8Array): void {
    if (stream === 'stdout') this.#request.onStdout?.(bytes);
    else this.#request.onStderr?.(bytes);
  }
}
