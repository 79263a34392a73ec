// Takes builds and tasks from the store and brings them to an end. Truth is in the store: the executor may die at any
// moment, and another one finishes its work. Who makes records, and who tells it that there are some, is the API.
import { HazeError } from '../errors/haze-error.ts';
import { ObjectCache } from '../store/object-cache.ts';
import { platformRandom, toHex } from '../store/random-bytes.ts';
import type { Change, Store } from '../store/store.ts';
import { isStorageFull, isStoragePassing } from '../store/store-errors.ts';
import { Artifacts } from './artifacts.ts';
import { runBuildJob, stopBuild } from './build-job.ts';
import type { RepositoryOptions } from './build-sources.ts';
import type { Builder } from './builder.ts';
import type { BuildSummary, ExecutorEvent } from './executor-events.ts';
import {
  type Claim,
  claimOldest,
  countStarts,
  type HeldJob,
  type Holder,
  isJobLost,
  isSuspect,
  type JobBody,
  rescheduleOrphans,
} from './held-job.ts';
import { endLease, findAlive, removeEndedLeases, renewLease } from './leases.ts';
import { defaultLimits, type JobLimits } from './limits.ts';
import { type BuildBody, builds, type TaskBody, tasks } from './records.ts';
import { isTerminal, WAITING_STATUSES } from './states.ts';
import { type RunReferenceTask, type RunTask, runTaskJob } from './task-job.ts';

export interface ExecutorOptions {
  readonly store: Store;
  readonly builder: Builder;
  /** Names what makes a rewritten module of a linked one; where it is undefined, none is kept. */
  readonly rewritingVersion: () => Promise<string | undefined>;
  readonly run: RunTask;
  /** How repositories are fetched. */
  readonly repositories: RepositoryOptions;
  readonly runReference: RunReferenceTask;
  /** Whether a lock makes sure that no other executor works on this store. Without one, leases tell who is alive. */
  readonly isAlone: boolean;
  readonly limits?: Partial<JobLimits>;
  /** Another text for every executor. */
  readonly executorId?: string;
  /** Whether an executor that is gone said that it goes, though it could not put back what ran there. Default: none did. */
  readonly saidGoodbye?: (executorId: string) => boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Told of what is a fault of ours; the job is stopped or run again all the same. */
  readonly reportError?: (error: unknown, jobId: string) => void;
  /** Told of every job that was taken, and how it ended. */
  readonly observe?: (event: ExecutorEvent) => void;
}

export interface Executor {
  /** There may be work, or a job may have been cancelled: looks into the store. */
  announce(): void;
  /** IDs of the jobs that run now. */
  running(): readonly string[];
  /** Takes no more jobs, lets those that run end within the time, and puts the rest back as Rescheduled. */
  stop(graceMs: number): Promise<void>;
}

interface RunningJob {
  readonly kind: 'build' | 'task';
  readonly job: HeldJob<BuildBody> | HeldJob<TaskBody>;
  /** Nothing else is started beside it. */
  readonly isAlone: boolean;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

const ID_BYTES = 8;
/** How often the store is looked into without being told, while jobs run and while none does. */
const BUSY_LOOK_MS = 1000;
const IDLE_LOOK_MS = 5000;

/** Where several executors take from one queue; docs/decisions has what it brings. */
const CLAIM_SPREAD = 16;

const STOPPING = new HazeError('executor-stopping', 'The executor stops.');
const LOST = new HazeError('job-lost', 'The job was cancelled or taken over.');

class JobExecutor implements Executor {
  readonly #options: ExecutorOptions;
  readonly #holder: Holder;
  readonly #limits: JobLimits;
  readonly #artifacts: Artifacts;
  readonly #objects: ObjectCache;
  readonly #running = new Map<string, RunningJob>();
  readonly #turns = { build: { owner: '' }, task: { owner: '' } };
  readonly #stopListening: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsked = false;
  #looking: Promise<void> | undefined;
  #isStopping = false;
  #leaseRenewedMs = Number.NEGATIVE_INFINITY;
  #lookedForOrphansMs = Number.NEGATIVE_INFINITY;
  #judgesFromMs = Number.NEGATIVE_INFINITY;

  constructor(options: ExecutorOptions) {
    const { store, now = Date.now } = options;
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const executorId = options.executorId ?? makeExecutorId();
    this.#holder = { store, executorId, now };
    this.#artifacts = new Artifacts(store, {
      maxSizeBytes: this.#limits.moduleCacheBytes,
      now,
      rewritingVersion: options.rewritingVersion,
    });
    this.#objects = new ObjectCache(store, 'objects', now);
    this.#stopListening = store.onChange((changes) => {
      if (changes.some((change) => this.#concerns(change))) this.announce();
    });
    this.announce();
  }

  /** Whether a change may be work, or be about what runs here. Other executors' jobs go their way. */
  #concerns(change: Change): boolean {
    if (change.what === 'everything') return true;
    if (change.what !== 'record' || (change.kind !== 'build' && change.kind !== 'task')) return false;
    const isWaiting = (WAITING_STATUSES as readonly string[]).includes(change.status ?? '');
    return this.#running.has(change.id) || (isWaiting && !change.gone);
  }

  announce(): void {
    this.#isAsked = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#lookLater();
      if (this.#isAsked && !this.#isStopping) this.announce();
    });
  }

  running(): readonly string[] {
    return [...this.#running.keys()];
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    await this.#looking;
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([ended, grace]);
    clearTimeout(timer);
    for (const { controller } of this.#running.values()) controller.abort(STOPPING);
    await ended;
    if (!this.#options.isAlone) await endLease(this.#holder);
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#isStopping) return;
    const waitMs = Math.min(this.#idleLookMs(), this.#running.size > 0 ? BUSY_LOOK_MS : IDLE_LOOK_MS);
    this.#timer = setTimeout(() => this.announce(), waitMs);
  }

  async #look(): Promise<void> {
    while (this.#isAsked && !this.#isStopping) {
      this.#isAsked = false;
      try {
        await this.#endLostJobs();
        await this.#takeOverOrphans();
        await this.#fillUp();
      } catch (error) {
        // The store does not answer. What runs goes on; the next look tries again.
        this.#options.reportError?.(error, '');
        return;
      }
    }
  }

  async #endLostJobs(): Promise<void> {
    for (const { job, controller } of this.#running.values()) {
      if (!(await job.isHeld())) controller.abort(LOST);
    }
  }

  /** A lease is to be renewed several times before it ends. */
  #idleLookMs(): number {
    return this.#options.isAlone ? IDLE_LOOK_MS : Math.min(IDLE_LOOK_MS, this.#limits.leaseMs / 4);
  }

  async #takeOverOrphans(): Promise<void> {
    const { executorId, now } = this.#holder;
    if (now() - this.#lookedForOrphansMs < this.#idleLookMs()) return;
    this.#lookedForOrphansMs = now();
    const { isAlone, saidGoodbye = () => false } = this.#options;
    if (!isAlone) await this.#keepLease();
    if (now() < this.#judgesFromMs) return;
    await rescheduleOrphans(this.#holder, {
      findAlive: async (view) => (isAlone ? new Set<string>() : findAlive(view, now())),
      isGone: (holder, jobId, alive) =>
        holder === executorId ? !this.#running.has(jobId) : !alive.has(holder),
      // Its own are those whose end could not be written down.
      saidGoodbye: (holder) => holder === executorId || saidGoodbye(holder),
    });
  }

  async #keepLease(): Promise<void> {
    const { leaseMs } = this.#limits;
    const { now } = this.#holder;
    const sinceMs = now() - this.#leaseRenewedMs;
    if (sinceMs < leaseMs / 4) return;
    // Whoever could not renew in time was cut off from the store, and so perhaps was everybody: they may come first.
    if (sinceMs > leaseMs && this.#leaseRenewedMs > 0) this.#judgesFromMs = now() + leaseMs / 2;
    await renewLease(this.#holder, leaseMs);
    this.#leaseRenewedMs = now();
    await removeEndedLeases(this.#holder);
  }

  /** Builds come before tasks, and of each kind the oldest first. */
  async #fillUp(): Promise<void> {
    while (this.#hasPlace() && !this.#isStopping) {
      const isStarted = (await this.#startBuild()) ?? (await this.#startTask());
      if (!isStarted) return;
    }
  }

  #hasPlace(): boolean {
    const running = [...this.#running.values()];
    return running.length < this.#limits.parallelJobs && !running.some(({ isAlone }) => isAlone);
  }

  /** Whether a build was started; undefined when there is none to start, and false when nothing may be started now. */
  async #startBuild(): Promise<boolean | undefined> {
    const { parallelBuilds } = this.#limits;
    const buildCount = [...this.#running.values()].filter(({ kind }) => kind === 'build').length;
    if (buildCount >= parallelBuilds) return undefined;
    const build = await claimOldest(this.#holder, builds, this.#claimRules('build'));
    if (build === undefined) return undefined;
    if (build === 'later') return false;
    this.#start('build', build, (signal) => runBuildJob(build, this.#buildTools(), signal));
    return true;
  }

  async #startTask(): Promise<boolean> {
    const task = await claimOldest(this.#holder, tasks, this.#claimRules('task'));
    if (task === undefined || task === 'later') return false;
    const { run, runReference } = this.#options;
    const tools = { ...this.#buildTools(), run, runReference };
    this.#start('task', task, async (signal) => {
      await runTaskJob(task, tools, signal);
      return undefined;
    });
    return true;
  }

  #claimRules(kind: 'build' | 'task') {
    const { maxStarts, maxLoneLosses } = this.#limits;
    const spread = this.#options.isAlone ? 1 : CLAIM_SPREAD;
    const turn = this.#turns[kind];
    return { maxStarts, maxLoneLosses, spread, isBusy: this.#running.size > 0, turn };
  }

  #buildTools() {
    const { builder, repositories } = this.#options;
    const { store, now } = this.#holder;
    const { repositoryCacheBytes } = this.#limits;
    const kept = { artifacts: this.#artifacts, objects: this.#objects, repositoryCacheBytes };
    return { builder, repositories, store, now, limits: this.#limits, ...kept };
  }

  #start<Body extends JobBody>(
    kind: 'build' | 'task',
    claim: Claim<Body>,
    work: (signal: AbortSignal) => Promise<BuildSummary | undefined>,
  ): void {
    const { job, body, waitedMs } = claim;
    const { observe } = this.#options;
    const { now } = this.#holder;
    const startedMs = now();
    let build: BuildSummary | undefined;
    observe?.({ what: 'started', kind, id: job.id, waitedMs, isRestart: countStarts(body) > 1 });
    const controller = new AbortController();
    const ended = work(controller.signal)
      .then((summary) => {
        build = summary;
      })
      .catch((error: unknown) =>
        this.#settle(kind, claim, controller.signal.aborted ? controller.signal.reason : error),
      )
      .catch((error: unknown) => {
        // The end could not be written down. The job is found as an orphan of this executor and run again.
        if (!isJobLost(error)) this.#options.reportError?.(error, job.id);
      })
      .finally(() => {
        this.#running.delete(job.id);
        const { lastStep: status } = job;
        const isOver = status === 'Rescheduled' || isTerminal(status);
        const ended = { status: isOver ? status : ('lost' as const), ranMs: now() - startedMs };
        observe?.({ what: 'ended', kind, id: job.id, ...ended, ...(build && { build }) });
        this.announce();
      });
    const isAlone = isSuspect(claim.body);
    const running = { kind, job, isAlone, controller, ended } as unknown as RunningJob;
    this.#running.set(job.id, running);
  }

  /** Writes down why a job did not come to its end. */
  async #settle<Body extends JobBody>(
    kind: 'build' | 'task',
    claim: Claim<Body>,
    error: unknown,
  ): Promise<void> {
    if (isJobLost(error)) return;
    if (error === STOPPING) {
      await claim.job.step('Rescheduled', 'the machine that ran it was shut down; it will be run again');
      return;
    }
    if (isStoragePassing(error)) {
      await claim.job.step('Rescheduled', 'the database went away while it ran; it will be run again');
      return;
    }
    if (!(error instanceof HazeError)) this.#options.reportError?.(error, claim.job.id);
    const message =
      error instanceof HazeError
        ? error.message
        : `a fault of Haze itself, please report it: ${String(error)}`;
    const stop = () => claim.job.step('Stopped', message);
    if (kind === 'task') return stop();
    const report = { log: `haze: error: ${message}\n` };
    await stopBuild(claim as unknown as Claim<BuildBody>, message, report).catch((failure: unknown) => {
      if (!isStorageFull(failure)) throw failure;
      // There may be room for the reason, if not for the log.
      return stop();
    });
  }
}

/** A name that no other executor has. */
export function makeExecutorId(): string {
  return `exe_${toHex(platformRandom(ID_BYTES))}`;
}

/** Starts an executor. It works until it is stopped. */
export function createExecutor(options: ExecutorOptions): Executor {
  return new JobExecutor(options);
}
