// A crew of workers that run a program many times. Each worker is assigned ranges of the remaining runs, and the crew
// replaces any worker whose run never finishes. The crew's owner handles values, output and everything else.
import type { MessageWorker, ProgramRequest } from '../../runtime/running/run-program.ts';
import { LONGEST_TIMER_MS } from '../../runtime/running/time-limit.ts';
import type {
  BlockMessage,
  ProgramMessage,
  ReferenceAnswer,
  ReferenceRequest,
} from '../program/reference-messages.ts';
import type { WorkerDraws } from '../values/collected-draws.ts';
import type { WorkerPlaces } from '../values/collected-values.ts';

/** A worker that runs workers/run-worker.ts. */
export type ReferenceWorker = MessageWorker<ReferenceRequest, ReferenceAnswer>;

/** Consecutive runs. */
export interface Stretch {
  readonly first: number;
  readonly count: number;
}

interface WaitingStretch extends Stretch {
  /** True if the runs are lanes that run together in groups as long as they take the same path. */
  readonly isGroup?: boolean;
}

/** Known durations of runs. */
export interface RunTiming {
  /**
   * Duration of one run in one worker, in milliseconds. It is 0 until several runs have finished, and stays 0 if a
   * browser's clock measures 0.
   */
  readonly runMs: number;
  readonly longestMs: number;
}

/** A worker's places, indexed by the worker's own place numbers. The list is empty when the worker starts. */
export interface KnownPlaces {
  readonly places: WorkerPlaces;
  readonly draws: WorkerDraws;
}

export interface CrewOptions extends RunLimits {
  readonly createWorker: () => ReferenceWorker;
  readonly parallelism: number;
  /** Message that starts a worker. */
  readonly program: () => ProgramMessage;
  /** Tests whether there is space for the values of further runs. */
  readonly mayGoOn: () => boolean;
  readonly onBlock: (message: BlockMessage, known: KnownPlaces) => void;
  /** Handles all other messages from workers. */
  readonly onMessage: (message: Exclude<ReferenceAnswer, BlockMessage>) => void;
  /** Called if a worker's runs take too long, because one of them may never finish. */
  readonly onDoubt?: () => void;
  /** Called when a run has been abandoned because it does not finish. */
  readonly onStuck: (run: number) => void;
  readonly onDeath: (reason: string) => void;
  /** Called when all workers are idle. */
  readonly onIdle: () => void;
  /** Run durations known from another machine. */
  readonly timing?: RunTiming;
  /** A run's lane, if lanes previously ran in groups. */
  readonly laneOf?: (run: number) => number | undefined;
}

interface RunLimits extends Required<Pick<ProgramRequest, 'timeLimitMs'>> {
  /** Time limit for a run, in milliseconds; see `patienceMs`. */
  readonly runTimeLimitMs?: number | undefined;
  /** Time limit for a group of lanes, in milliseconds. */
  readonly groupLimitMs?: number | undefined;
}

/** Target duration of a range of runs, in milliseconds. */
const STRETCH_MS = 60;
/** Maximum number of runs in a range. */
const MAX_STRETCH = 4096;
/**
 * A run counts as endless after the time limit divided by STUCK_PART or after STUCK_TIMES times the duration of the
 * longest run, whichever is longer.
 */
const STUCK_PART = 10;
const STUCK_TIMES = 10;

interface Busy {
  readonly worker: ReferenceWorker;
  readonly known: KnownPlaces;
  isReady: boolean;
  stretch: WaitingStretch | undefined;
  startedMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class ReferenceCrew {
  readonly #options: CrewOptions;
  readonly #busy = new Set<Busy>();
  /** Runs that have not started. */
  readonly #waiting: WaitingStretch[] = [];
  /** Runs that must each run alone, because one of them may never finish. */
  readonly #suspects: number[] = [];
  #isTimed: boolean;
  #longestMs: number;
  #runMs: number;
  /** Sums over all runs except those in the first block, during which the engine compiles everything. */
  #sums = { ms: 0, runs: 0 };
  #isClosed = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#isTimed = options.timing !== undefined;
    this.#longestMs = options.timing?.longestMs ?? 0;
    this.#runMs = options.timing?.runMs ?? 0;
  }

  get timing(): RunTiming {
    const { ms, runs } = this.#sums;
    return { runMs: runs > 0 ? ms / runs : (this.#options.timing?.runMs ?? 0), longestMs: this.#longestMs };
  }

  /**
   * Time in milliseconds that one worker would need for the runs that have not started, at the speed of the latest
   * runs.
   */
  get leftMs(): number {
    return this.#isTimed ? this.#runMs * this.left : Number.POSITIVE_INFINITY;
  }

  /** True if every worker is idle. */
  get isIdle(): boolean {
    return ![...this.#busy].some(({ stretch }) => stretch);
  }

  /** Records the duration of the longest run on another machine, in milliseconds. */
  learn(longestMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, longestMs);
  }

  /** Number of runs that have not started. */
  get left(): number {
    return this.#waiting.reduce((sum, { count }) => sum + count, this.#suspects.length);
  }

  /** Time after which a run is abandoned. */
  get patienceMs(): number {
    const { timeLimitMs, runTimeLimitMs } = this.#options;
    return runTimeLimitMs ?? Math.max(timeLimitMs / STUCK_PART, STUCK_TIMES * this.#longestMs);
  }

  /** Creates workers until there are `count`. */
  open(count: number): void {
    while (this.#busy.size < count && !this.#isClosed) this.#openWorker();
  }

  /** Adds further runs and lets idle workers start them. */
  add(stretch: WaitingStretch): void {
    this.#waiting.push(stretch);
    this.#wake();
  }

  /** Removes up to `count` runs from the end of the queue; returns undefined if there are none. */
  cut(count: number): Stretch | undefined {
    const last = count > 0 ? this.#waiting.pop() : undefined;
    if (!last) return undefined;
    const given = Math.min(count, last.count);
    if (given < last.count) this.#waiting.push({ first: last.first, count: last.count - given });
    return { first: last.first + last.count - given, count: given };
  }

  /** Terminates all workers. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { worker, timer } of this.#busy) {
      clearTimeout(timer);
      worker.terminate();
    }
  }

  #openWorker(): void {
    const { createWorker, onDeath, program } = this.#options;
    const worker = createWorker();
    const busy: Busy = {
      worker,
      known: { places: [], draws: [] },
      isReady: false,
      stretch: undefined,
      startedMs: 0,
      timer: undefined,
    };
    this.#busy.add(busy);
    worker.onMessage((message) => {
      if (!this.#isClosed && this.#busy.has(busy)) this.#take(busy, message);
    });
    worker.onFailure((reason) => {
      if (!this.#isClosed && this.#busy.has(busy)) onDeath(reason);
    });
    worker.post(program());
  }

  #take(busy: Busy, message: ReferenceAnswer): void {
    if (message.kind === 'block') {
      this.#takeBlock(busy, message);
      return;
    }
    this.#options.onMessage(message);
    if (message.kind !== 'ready') return;
    busy.isReady = true;
    this.#handOut(busy);
  }

  #takeBlock(busy: Busy, message: BlockMessage): void {
    const { first, count, longestMs, isLast } = message;
    if (message.lanes) {
      // The duration of groups says nothing about the duration of plain runs.
      clearTimeout(busy.timer);
      this.#options.onBlock(message, busy.known);
      this.#handOut(busy);
      return;
    }
    this.#longestMs = Math.max(this.#longestMs, longestMs);
    const blockMs = performance.now() - busy.startedMs;
    this.#runMs = blockMs / count;
    if (this.#isTimed) this.#sums = { ms: this.#sums.ms + blockMs, runs: this.#sums.runs + count };
    busy.startedMs = performance.now();
    const isFirstKnown = !this.#isTimed;
    this.#isTimed = true;
    if (isFirstKnown) for (const other of this.#busy) if (other.stretch) this.#watch(other, other.stretch);
    this.#options.onBlock(message, busy.known);
    if (this.#isClosed) return;
    if (isLast) this.#handOut(busy);
    else this.#watch(busy, { first: first + count, count: busy.stretch!.count - count });
  }

  #handOut(busy: Busy): void {
    if (this.#isClosed) return;
    clearTimeout(busy.timer);
    busy.stretch = undefined;
    const stretch = this.#nextStretch();
    if (stretch) {
      busy.startedMs = performance.now();
      this.#watch(busy, stretch);
      busy.worker.post(this.#requestOf(stretch));
    } else if (this.isIdle) this.#options.onIdle();
  }

  #requestOf({ first, count, isGroup }: WaitingStretch): ReferenceRequest {
    if (isGroup) return { kind: 'group', first, count };
    const { laneOf } = this.#options;
    if (laneOf?.(first) === undefined) return { kind: 'runs', first, count };
    return {
      kind: 'runs',
      first,
      count,
      lanes: Uint32Array.from({ length: count }, (_, i) => laneOf(first + i)!),
    };
  }

  #nextStretch(): WaitingStretch | undefined {
    if (!this.#options.mayGoOn()) return undefined;
    const suspect = this.#suspects.shift();
    if (suspect !== undefined) return { first: suspect, count: 1 };
    const [next] = this.#waiting;
    if (!next) return undefined;
    if (next.isGroup) return this.#waiting.shift();
    // The first run's output is shown to the user, so this run has a block of its own.
    const fair = Math.max(1, Math.ceil(next.count / this.#options.parallelism / 2));
    const timely = this.#runMs > 0 ? Math.ceil(STRETCH_MS / this.#runMs) : 8;
    const count = next.first === 0 ? 1 : Math.min(next.count, fair, timely, MAX_STRETCH);
    if (count === next.count) this.#waiting.shift();
    else this.#waiting[0] = { first: next.first + count, count: next.count - count };
    return { first: next.first, count };
  }

  #watch(busy: Busy, stretch: WaitingStretch): void {
    clearTimeout(busy.timer);
    busy.stretch = stretch;
    // The duration of a run is unknown until the first run has finished. (Browser clocks may measure 0 for short runs.)
    if (stretch.first === 0 || !this.#isTimed) return;
    const { groupLimitMs = 0 } = this.#options;
    const patienceMs = stretch.isGroup
      ? Math.max(this.patienceMs, groupLimitMs)
      : this.patienceMs + STUCK_TIMES * stretch.count * this.#runMs;
    if (patienceMs >= Math.min(this.#options.timeLimitMs, LONGEST_TIMER_MS)) return;
    busy.timer = setTimeout(() => this.#giveUp(busy), patienceMs);
  }

  // The worker is lost, along with the results of its runs so far, so each of these runs is repeated on its own.
  #giveUp(busy: Busy): void {
    const { first, count } = busy.stretch!;
    this.#busy.delete(busy);
    busy.worker.terminate();
    this.#options.onDoubt?.();
    if (this.#isClosed) return;
    if (count === 1) this.#options.onStuck(first);
    else for (let run = first; run < first + count; run++) this.#suspects.push(run);
    this.#openWorker();
    this.#wake();
  }

  #wake(): void {
    for (const busy of this.#busy) if (busy.isReady && !busy.stretch) this.#handOut(busy);
  }
}
