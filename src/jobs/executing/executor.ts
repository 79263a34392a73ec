// Claims builds and tasks from the store and runs them to completion. The store is authoritative: if an executor
// dies, another executor takes over its work. The API creates records and announces them.
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { ObjectCache } from '../../store/contract/object-cache.ts';
import type { Change } from '../../store/contract/store.ts';
import { isStorageFull } from '../../store/contract/store-errors.ts';
import type { TakeRepository } from '../cloning/clone-client.ts';
import type { Helping } from '../parts/helping.ts';
import type { PartJob } from '../parts/part-job.ts';
import { tidyParts } from '../parts/tidy-parts.ts';
import { Artifacts } from '../records/artifacts.ts';
import type { Builder } from '../records/builder.ts';
import type { BuildSummary } from '../records/executor-events.ts';
import {
  beginTurns,
  type Claim,
  claimOldest,
  countStarts,
  EXECUTOR_STOPPING,
  type HeldJob,
  type Holder,
  isJobLost,
  isSuspect,
  type JobBody,
  rescheduleOrphans,
} from '../records/held-job.ts';
import { endLease, findAlive, makeExecutorId, removeEndedLeases, renewLease } from '../records/leases.ts';
import { defaultLimits, type JobLimits } from '../records/limits.ts';
import { type BuildBody, builds, type TaskBody, tasks } from '../records/records.ts';
import { isTerminal, WAITING_STATUSES } from '../records/states.ts';
import type { RunReferenceTask } from '../tasks/task-job.ts';
import type { ExecutorOptions } from './executor-options.ts';
import { loadJobWork } from './load-job-work.ts';
import { RoomForJobs } from './room-for-jobs.ts';
import { settleJob } from './settle-job.ts';
import { Wait } from './wait.ts';

type RunningJob = RunningWork &
  (
    | { readonly kind: 'build' | 'task'; readonly job: HeldJob<BuildBody> | HeldJob<TaskBody> }
    | { readonly kind: 'part'; readonly job: PartJob }
  );

interface RunningWork {
  /** True if no other job may start while this job runs. */
  readonly isAlone: boolean;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Interval between polls of the store while jobs are running, in addition to notifications. */
const BUSY_LOOK_MS = 1000;
/** Maximum interval between polls while the executor is idle. */
const IDLE_LOOK_MS = 5000;

/** Time after which jobs fail because the store is full, measured over all polls that tried to write. */
const FULL_PATIENCE_MS = 45_000;
const FULL_FORGOTTEN_MS = 60_000;

const NOBODY: ReadonlySet<string> = new Set();

const LOST = new HazeError('job-lost', 'The job was cancelled or taken over.');

async function loadFor({ Application }: BuildBody, builder: Builder): Promise<void> {
  if (Application.Type !== 'SourceCode' || !builder.loadFor) await builder.version();
  else await builder.loadFor(Application.SourceCode.Code, Application.SourceCode.Language);
}

/** An executor, which works from its creation until it is stopped. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #holder: Holder;
  readonly #limits: JobLimits;
  readonly #artifacts: Artifacts;
  readonly #objects: ObjectCache;
  readonly #running = new Map<string, RunningJob>();
  /** Builds whose repositories are being fetched. */
  readonly #fetching = new Set<HeldJob<BuildBody> | HeldJob<TaskBody>>();
  readonly #helping: Helping | undefined;
  readonly #room: RoomForJobs | undefined;
  readonly #turns: Readonly<Record<'build' | 'task', ReturnType<typeof beginTurns>>>;
  readonly #stopListening: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsked = false;
  #looking: Promise<void> | undefined;
  #isStopping = false;
  readonly #leaseWait: Wait;
  readonly #orphanWait: Wait;
  /** Grace period in which other executors can renew their leases before this one takes their jobs. */
  readonly #judgeWait: Wait;
  #fullSinceMs = Number.NEGATIVE_INFINITY;
  #lastFullMs = Number.NEGATIVE_INFINITY;

  constructor(options: ExecutorOptions) {
    const { store, now = Date.now } = options;
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const executorId = options.executorId ?? makeExecutorId();
    this.#holder = { store, executorId, now };
    this.#leaseWait = new Wait(now);
    this.#orphanWait = new Wait(now);
    this.#judgeWait = new Wait(now);
    this.#artifacts = new Artifacts(store, {
      maxSizeBytes: this.#limits.moduleCacheBytes,
      now,
      rewritingVersion: options.rewritingVersion,
    });
    this.#objects = new ObjectCache(store, 'objects', now);
    this.#turns = { build: beginTurns(options.isAlone), task: beginTurns(options.isAlone) };
    if (!options.isAlone && !options.isLocal) {
      const reportFull = (error: unknown) => options.reportError?.(error, '');
      this.#room = new RoomForJobs({ ...this.#holder, reportFull });
      const isCalledAway = () => this.#isCalledAway();
      const { observe } = options;
      const tools = () => this.#buildTools();
      this.#helping = options.help?.({ holder: this.#holder, tools, isCalledAway, observe });
    }
    this.#stopListening = store.onChange((changes) => {
      if (changes.some((change) => this.#concerns(change))) this.announce();
    });
    this.announce();
  }

  /** Tests whether a change may mean new work or affects a job that runs here. Other executors' jobs do not count. */
  #concerns(change: Change): boolean {
    if (change.what === 'everything') return true;
    if (change.what !== 'record' || !['build', 'task', 'part'].includes(change.kind)) return false;
    const isWaiting = (WAITING_STATUSES as readonly string[]).includes(change.status ?? '');
    // This executor itself makes all other state changes of the jobs that it runs.
    const isTaken = change.gone || isWaiting || change.status === 'Cancelled';
    const isRunning = [...this.#running.values()].some(
      ({ kind, job }) =>
        (job.id === change.id && (kind === 'part' || isTaken)) ||
        (kind === 'part' && job.taskId === change.id),
    );
    return (
      isRunning || (isWaiting && !change.gone && (change.kind !== 'part' || this.#helping?.isFree === true))
    );
  }

  /** Polls the store, because there may be work, or a job may have been cancelled. */
  announce(): void {
    this.#isAsked = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#lookLater();
      if (this.#isAsked && !this.#isStopping) this.announce();
    });
  }

  /** IDs of the running jobs. */
  running(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Stops claiming jobs, gives running jobs `graceMs` to finish, and puts the others back as Rescheduled. */
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
    for (const { controller } of this.#running.values()) controller.abort(EXECUTOR_STOPPING);
    await ended;
    // A lease that cannot be released expires.
    if (!this.#options.isAlone)
      await endLease(this.#holder).catch((error: unknown) => this.#options.reportError?.(error, ''));
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
        await this.#writeEnds();
        await this.#endLostJobs();
        await this.#takeOverOrphans();
        await this.#fillUp();
      } catch (error) {
        // The store does not respond, or is full. Running jobs continue; the next poll retries.
        if (this.#room && isStorageFull(error)) return this.#room.meetFull(error);
        if (await this.#endWithoutRoom(error).catch(() => false)) return;
        this.#options.reportError?.(error, '');
        return;
      }
    }
  }

  async #writeEnds(): Promise<void> {
    const { unwritten } = this.#options;
    if (unwritten?.size) await (await loadJobWork()).writeEnds(this.#holder.store, unwritten);
  }

  /**
   * Stops waiting jobs if full storage prevents starting them. Waits briefly first, because browsers take some seconds
   * to free space. Returns true if the storage was full.
   */
  async #endWithoutRoom(error: unknown): Promise<boolean> {
    const { unwritten } = this.#options;
    if (!unwritten || !isStorageFull(error)) return false;
    const nowMs = this.#holder.now();
    if (Math.abs(nowMs - this.#lastFullMs) > FULL_FORGOTTEN_MS) this.#fullSinceMs = nowMs;
    this.#lastFullMs = nowMs;
    if (nowMs - this.#fullSinceMs < FULL_PATIENCE_MS) return true;
    const isRunning = (id: string) => this.#running.has(id);
    const step = { status: 'Stopped', message: messageOf(error), timeMs: nowMs } as const;
    await (await loadJobWork()).endWithoutRoom(this.#holder, step, { unwritten, isRunning });
    return true;
  }

  async #endLostJobs(): Promise<void> {
    const running = [...this.#running.values()];
    await Promise.all(
      running.map(async ({ job, controller }) => {
        if (!(await job.isHeld())) controller.abort(LOST);
      }),
    );
  }

  /** Interval between polls of an idle executor: short enough to renew a lease several times before it expires. */
  #idleLookMs(): number {
    return this.#options.isAlone ? IDLE_LOOK_MS : Math.min(IDLE_LOOK_MS, this.#limits.leaseMs / 4);
  }

  async #takeOverOrphans(): Promise<void> {
    const { executorId, now } = this.#holder;
    if (!this.#orphanWait.isOver) return;
    this.#orphanWait.start(this.#idleLookMs());
    const { isAlone, saidGoodbye = () => false, unwritten } = this.#options;
    // Uses the time before the renewal, because the machine may sleep afterwards, and all leases would have expired by
    // the time it wakes.
    const nowMs = now();
    if (!isAlone) await this.#keepLease();
    if (!this.#judgeWait.isOver) return;
    await rescheduleOrphans(this.#holder, {
      findAlive: async (view) => (isAlone ? new Set<string>() : findAlive(view, nowMs)),
      isGone: (holder, jobId, alive) =>
        !unwritten?.has(jobId) && (holder === executorId ? !this.#running.has(jobId) : !alive.has(holder)),
      // This executor's own orphans are jobs whose outcome could not be written.
      saidGoodbye: (holder) => holder === executorId || saidGoodbye(holder),
    });
    await tidyParts(this.#holder, async (part, view) => {
      if (part.body.Executor !== executorId) {
        return isAlone || !(await findAlive(view, nowMs)).has(part.body.Executor ?? '');
      }
      return ![...this.#running.values()].some(({ kind, job }) => kind === 'part' && job.mayHave(part.id));
    });
  }

  async #keepLease(): Promise<void> {
    const { leaseMs } = this.#limits;
    if (!this.#leaseWait.isOver) return;
    const { passedMs } = this.#leaseWait;
    // This executor could not renew its lease in time, or the clock was changed: perhaps all executors lost the store
    // or had their clocks changed. The other executors get time to renew their leases first.
    const isOff = passedMs < 0 || (passedMs > leaseMs && passedMs < Number.POSITIVE_INFINITY);
    if (isOff) this.#judgeWait.start(leaseMs / 2);
    await renewLease(this.#holder, leaseMs);
    this.#leaseWait.start(leaseMs / 4);
    await removeEndedLeases(this.#holder);
  }

  /** Starts builds before tasks, and both before parts from other executors. */
  async #fillUp(): Promise<void> {
    if (this.#room && !(await this.#room.isThere())) return;
    while (!this.#isStopping) {
      const passedOver = this.#passedOver();
      if (passedOver === undefined) return;
      const isStarted =
        (await this.#startBuild(passedOver)) ??
        ((await this.#startTask(passedOver)) || (passedOver === NOBODY && (await this.#startHelping())));
      if (!isStarted) return;
    }
  }

  /**
   * Owners whose jobs may not start now; undefined if no job may start. One slot beyond `parallelJobs` is reserved for
   * owners without running jobs, so that one account's endless jobs do not block other accounts.
   */
  #passedOver(): ReadonlySet<string> | undefined {
    const running = [...this.#running.values()];
    if (running.some(({ isAlone }) => isAlone)) return undefined;
    if (running.length < this.#limits.parallelJobs) return NOBODY;
    if (running.length > this.#limits.parallelJobs) return undefined;
    return new Set(running.flatMap(({ kind, job }) => (kind === 'part' ? [] : [job.owner])));
  }

  /** Returns true if a build started, undefined if none is waiting, and false if nothing may start now. */
  async #startBuild(passedOver: ReadonlySet<string>): Promise<boolean | undefined> {
    const { parallelBuilds } = this.#limits;
    // Does not count builds whose repositories are being fetched, so that a slow git server delays only its own
    // account.
    const isBuilding = ({ kind, job }: RunningJob) => kind === 'build' && !this.#fetching.has(job);
    if ([...this.#running.values()].filter(isBuilding).length >= parallelBuilds) return undefined;
    const notNow = new Set([...passedOver, ...Array.from(this.#fetching, ({ owner }) => owner)]);
    const build = await claimOldest(this.#holder, builds, this.#claimRules('build', notNow));
    if (build === undefined) return undefined;
    if (build === 'later') return false;
    const { repositories } = this.#options;
    const take: TakeRepository = async (...wish) => {
      this.#fetching.add(build.job);
      this.announce();
      try {
        return await repositories.take(...wish);
      } finally {
        this.#fetching.delete(build.job);
      }
    };
    const tools = { ...this.#buildTools(), repositories: { ...repositories, take } };
    // Starts loading the compiler early. The build repeats the load, and reports any errors.
    void loadFor(build.body, tools.builder).catch(() => undefined);
    this.#start('build', build, async (signal) => (await loadJobWork()).runBuildJob(build, tools, signal));
    return true;
  }

  async #startTask(passedOver: ReadonlySet<string>): Promise<boolean> {
    const task = await claimOldest(this.#holder, tasks, this.#claimRules('task', passedOver));
    if (task === undefined || task === 'later') return false;
    const { run, runReference: runAny, loadKernels } = this.#options;
    const helping = this.#helping;
    const runReference: RunReferenceTask = (wish) => helping?.apart(() => runAny(wish)) ?? runAny(wish);
    const tools = {
      ...this.#buildTools(),
      run,
      runReference,
      loadKernels,
      ...(helping && { share: helping.share }),
    };
    this.#start('task', task, async (signal) => {
      await (await loadJobWork()).runTaskJob(task, tools, signal);
      return undefined;
    });
    return true;
  }

  async #startHelping(): Promise<boolean> {
    const started = await this.#helping?.start();
    if (!started) return false;
    const { job, controller } = started;
    const key = job.id;
    const ended = started.ended
      .catch((error: unknown) => {
        const isOurs = !(error instanceof HazeError) || error.code === 'part-failed';
        if (isOurs) this.#options.reportError?.(error, job.taskId);
      })
      .finally(() => {
        this.#running.delete(key);
        this.announce();
      });
    this.#running.set(key, { kind: 'part', job, isAlone: false, controller, ended });
    return true;
  }

  /** Tests whether parts from other executors would delay waiting jobs. */
  async #isCalledAway(): Promise<boolean> {
    if (this.#isStopping) return true;
    if (this.#running.size < this.#limits.parallelJobs) return false;
    const [{ store }, next] = [this.#holder, { after: '', status: WAITING_STATUSES }];
    return ((await store.nextOwner(builds, next)) ?? (await store.nextOwner(tasks, next))) !== undefined;
  }

  #claimRules(kind: 'build' | 'task', passedOver: ReadonlySet<string>) {
    const { maxStarts, maxLoneLosses } = this.#limits;
    const turn = this.#turns[kind];
    return { maxStarts, maxLoneLosses, isBusy: this.#running.size > 0, turn, passedOver };
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
    const startedMs = performance.now();
    let build: BuildSummary | undefined;
    observe?.({ what: 'started', kind, id: job.id, waitedMs, isRestart: countStarts(body) > 1 });
    const controller = new AbortController();
    const ended = work(controller.signal)
      .then((summary) => {
        build = summary;
      })
      .catch((error: unknown) =>
        settleJob(kind, claim, controller.signal.aborted ? controller.signal.reason : error, {
          room: this.#room,
          maxFullStorages: this.#limits.maxFullStorages,
          reportError: (fault) => this.#options.reportError?.(fault, job.id),
        }),
      )
      .catch((error: unknown) => {
        // The outcome could not be written. A later poll finds the job as an orphan of this executor, and the job
        // runs again.
        const isTold = isJobLost(error) || (this.#options.unwritten && isStorageFull(error));
        if (!isTold) this.#options.reportError?.(error, job.id);
      })
      .finally(() => {
        // This executor may have claimed the job again while the lost claim was ending.
        if (this.#running.get(job.id)?.job === job) this.#running.delete(job.id);
        const { lastStep: status } = job;
        const isOver = status === 'Rescheduled' || isTerminal(status);
        const ended = {
          status: isOver ? status : ('lost' as const),
          ranMs: Math.round(performance.now() - startedMs),
        };
        observe?.({ what: 'ended', kind, id: job.id, ...ended, ...(build && { build }) });
        this.announce();
      });
    // A claim of the same job may have been lost since the last check of the running jobs.
    this.#running.get(job.id)?.controller.abort(LOST);
    const running = { kind, job, isAlone: isSuspect(body), controller, ended } as unknown as RunningJob;
    this.#running.set(job.id, running);
  }
}
