// Claims jobs and changes held jobs. Every change first checks, in its own transaction, that the job still exists, is
// unfinished and is held by this claim. Otherwise, the job is lost, and nothing more is written for the claim, even if
// the same executor has claimed the job again.
import { HazeError } from '../../errors/haze-error.ts';
import { allRecords } from '../../store/contract/all-records.ts';
import { platformRandom, toHex } from '../../store/contract/random-bytes.ts';
import type { ReadView, RecordType, Store, StoredRecord, Transaction } from '../../store/contract/store.ts';
import { type BuildBody, buildLogKey, builds, type TaskBody, tasks } from './records.ts';
import {
  type JobKind,
  type JobStatus,
  plainMessage,
  stepsOf,
  takeStep,
  toMilliseconds,
  WAITING_STATUSES,
} from './states.ts';

/** Identity of the executor in the store. */
export interface Holder {
  readonly store: Store;
  readonly executorId: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type JobBody = BuildBody | TaskBody;

const RUNNING_STATUSES = ['Initialising', 'Building', 'In Progress'] as const satisfies readonly JobStatus[];

/** Jobs that were put back come before jobs that never ran. */
const CLAIMED_STATUSES = ['Rescheduled', 'Accepted'] as const satisfies (typeof WAITING_STATUSES)[number][];

const TURN_BYTES = 16;

/** Message of the step that puts a job back when its executor stops in an orderly way. */
export const SHUT_DOWN = 'the machine that ran it was shut down; it will be run again';
const WENT_AWAY = 'the machine that ran it disappeared; it will be run again';
const NOT_WRITTEN = 'its outcome could not be stored; it will be run again';

/** Reason given when a stopping executor stops its jobs. */
export const EXECUTOR_STOPPING = new HazeError('executor-stopping', 'The executor stops.');

/** Tests whether an error means that the job now belongs to another executor. */
export function isJobLost(error: unknown): boolean {
  return error instanceof HazeError && error.code === 'job-lost';
}

export interface JobStep {
  readonly status: JobStatus;
  /** Reason for the step; undefined if there is nothing to explain. */
  readonly message?: string | undefined;
  readonly timeMs: number;
}

/** Final steps of jobs that did not fit in the store, by job ID. */
export type UnwrittenEnds = Map<string, JobStep & { readonly kind: JobKind }>;

/** Body and status of a record after one more step. */
export function stepped<Body extends JobBody>(
  type: RecordType<Body>,
  record: StoredRecord<Body>,
  step: JobStep,
): { status: JobStatus; body: Body } {
  const kind = type.kind as JobKind;
  const [Message = ''] = (step.message ?? plainMessage(kind, record.id, step.status)).split('\n');
  const transition = { Status: step.status, Timestamp: Math.floor(step.timeMs), Message };
  const history = takeStep(kind, record.status, record.body, transition);
  const { FinishedAt: _, ...body } = record.body;
  return { status: step.status, body: { ...body, ...history } as unknown as Body };
}

/** A job that this executor has claimed. */
export class HeldJob<Body extends JobBody> {
  readonly id: string;
  readonly owner: string;
  readonly #holder: Holder;
  readonly #type: RecordType<Body>;
  readonly #starts: number;
  #lastStep: JobStatus = 'Initialising';

  /** @param record the record with the step that starts the job */
  constructor(holder: Holder, type: RecordType<Body>, record: StoredRecord<Body>) {
    this.#holder = holder;
    this.#type = type;
    this.#starts = countStarts(record.body);
    this.id = record.id;
    this.owner = record.owner;
  }

  /** The latest step that this executor made. */
  get lastStep(): JobStatus {
    return this.#lastStep;
  }

  /** The record, if this claim still holds the job. @throws HazeError `job-lost` */
  async require(tx: Pick<Transaction, 'get'>): Promise<StoredRecord<Body>> {
    const record = await tx.get(this.#type, this.id);
    // Also checks the status: a job that was put back keeps its executor's ID until another executor claims it.
    const isRunning = (RUNNING_STATUSES as readonly string[]).includes(record?.status ?? '');
    const isMine = record?.body.Executor === this.#holder.executorId && isRunning;
    if (record && isMine && countStarts(record.body) === this.#starts) return record;
    const state = record ? `${record.status} now, and no longer held by this claim` : 'gone';
    throw new HazeError('job-lost', `The ${this.#type.kind} ${this.id} is ${state}.`);
  }

  /** Tests whether this claim still holds the job. */
  async isHeld(): Promise<boolean> {
    return this.require(this.#holder.store).then(
      () => true,
      (error) => {
        if (isJobLost(error)) return false;
        throw error;
      },
    );
  }

  /** The executor that holds the job. */
  get executorId(): string {
    return this.#holder.executorId;
  }

  /** Runs a transaction that only the job's holder may run. @throws HazeError `job-lost` */
  within<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#holder.store.transaction(async (tx) => {
      await this.require(tx);
      return work(tx);
    });
  }

  /** Changes the record, and makes `work`'s other changes in the same transaction. @throws HazeError `job-lost` */
  change(work: (tx: Transaction, body: Body) => Promise<Body>): Promise<void> {
    return this.#holder.store.transaction(async (tx) => {
      const record = await this.require(tx);
      await tx.update(this.#type, this.id, { body: await work(tx, record.body) });
    });
  }

  /** Describes the current state in more detail. @throws HazeError `job-lost` */
  note(message: string): Promise<void> {
    return this.change(async (_tx, body) => {
      const last = stepsOf(body).at(-1);
      if (!last) return body;
      const [Message = ''] = message.split('\n');
      return { ...body, StatusTransitions: [...stepsOf(body).slice(0, -1), { ...last, Message }] };
    });
  }

  /** Makes a step, and `work`'s changes in the same transaction. @throws HazeError `job-lost`, `wrong-state` */
  async step(
    status: JobStatus,
    message: string | undefined,
    work: (tx: Transaction, body: Body) => Promise<Body> = async (_tx, body) => body,
  ): Promise<void> {
    const { store, now } = this.#holder;
    await store.transaction(async (tx) => {
      const record = await this.require(tx);
      const after = stepped(this.#type, record, { status, message, timeMs: now() });
      await tx.update(this.#type, this.id, { status, body: await work(tx, after.body) });
    });
    this.#lastStep = status;
  }
}

/** A job that was just claimed, with its body. */
export interface Claim<Body extends JobBody> {
  readonly job: HeldJob<Body>;
  readonly body: Body;
  /** Time since the job was created or put back. */
  readonly waitedMs: number;
}

/** Number of times that a job was started. */
export function countStarts(body: JobBody): number {
  return stepsOf(body).filter((step) => step.Status === 'Initialising').length;
}

/** Number of starts that an orderly shutdown did not end. */
function countFruitlessStarts(body: JobBody): number {
  return countStarts(body) - stepsOf(body).filter((step) => step.Message === SHUT_DOWN).length;
}

/** Rules for starting jobs. */
export interface ClaimRules {
  readonly maxStarts: number;
  readonly maxLoneLosses: number;
  /** True if other jobs are running here. */
  readonly isBusy: boolean;
  /** Owner of the last claimed job; users take turns, however many jobs each of them has. */
  readonly turn: Turn;
  /** Owners to skip. */
  readonly passedOver?: ReadonlySet<string>;
}

/** Owner of the last claimed job, or any string after which the turns begin. */
export interface Turn {
  owner: string;
}

/**
 * An executor's turns. If there are several executors, each starts at a random owner, because otherwise the first
 * owners would get more turns than others.
 */
export function beginTurns(isAlone: boolean): Turn {
  return { owner: isAlone ? '' : `usr_${toHex(platformRandom(TURN_BYTES))}` };
}

/** Tests whether a job may have killed an executor. Such jobs run by themselves, so that no other job is blamed. */
export function isSuspect({ Losses = 0 }: JobBody): boolean {
  return Losses > 0;
}

function whyGivenUp(body: JobBody, { maxStarts, maxLoneLosses }: ClaimRules): string | undefined {
  if ((body.LoneLosses ?? 0) >= maxLoneLosses) {
    return `abandoned: the process that ran it disappeared ${maxLoneLosses} times while running nothing else, so it is probably the cause, for example by using too much memory. Use less, or split the work`;
  }
  if (countFruitlessStarts(body) < maxStarts) return undefined;
  return `abandoned: started ${maxStarts} times, and each time the machine that ran it disappeared or could not store anything`;
}

/** Owner of the next job of this kind; undefined if nothing is waiting. */
async function nextInTurn(
  store: Store,
  type: RecordType<object>,
  { turn, passedOver }: Pick<ClaimRules, 'turn' | 'passedOver'>,
): Promise<string | undefined> {
  const status = WAITING_STATUSES;
  const find = async (after: string): Promise<string | undefined> => {
    const owner = await store.nextOwner(type, { after, status });
    return owner !== undefined && passedOver?.has(owner) ? find(owner) : owner;
  };
  const next = (await find(turn.owner)) ?? (turn.owner === '' ? undefined : await find(''));
  if (next !== undefined) turn.owner = next;
  return next;
}

/**
 * Claims a waiting job of the owner whose turn it is: a job that was put back, or else the oldest. Meanwhile, other
 * executors may claim the jobs that follow. Stops jobs that have been started too often. Returns `'later'` if the job
 * must run by itself and others are running.
 */
export async function claimOldest<Body extends JobBody>(
  holder: Holder,
  type: RecordType<Body>,
  rules: ClaimRules,
): Promise<Claim<Body> | 'later' | undefined> {
  const { store } = holder;
  const passedOver = new Set(rules.passedOver);
  for (;;) {
    // Reads first: a read costs less than a transaction, and usually finds nothing to do.
    const owner = await nextInTurn(store, type, { turn: rules.turn, passedOver });
    if (owner === undefined) return undefined;
    const outcome = await store.claim(type, { owner, status: CLAIMED_STATUSES }, (tx, record) =>
      takeJob(tx, record, { holder, type, rules }),
    );
    // Other executors have just claimed all of this owner's jobs, so the next owner gets a turn.
    if (outcome === undefined) passedOver.add(owner);
    else if (outcome !== 'next') return outcome;
  }
}

/** Claims a waiting job; returns `'next'` if the job had been started too often and was stopped. */
async function takeJob<Body extends JobBody>(
  tx: Transaction,
  record: StoredRecord<Body>,
  {
    holder,
    type,
    rules,
  }: { readonly holder: Holder; readonly type: RecordType<Body>; readonly rules: ClaimRules },
): Promise<Claim<Body> | 'later' | 'next'> {
  const { id } = record;
  const timeMs = holder.now();
  const reason = whyGivenUp(record.body, rules);
  if (reason !== undefined) {
    await tx.update(type, id, stepped(type, record, { status: 'Stopped', message: reason, timeMs }));
    if (type.kind === 'build')
      await tx.putBlob(buildLogKey(id), new TextEncoder().encode(`haze: error: ${reason}\n`));
    return 'next';
  }
  if (rules.isBusy && isSuspect(record.body)) return 'later';
  const after = stepped(type, record, { status: 'Initialising', timeMs });
  const body = { ...after.body, Executor: holder.executorId };
  const claimed = await tx.update(type, id, { status: after.status, body });
  const lastMs = toMilliseconds(stepsOf(record.body).at(-1)?.Timestamp ?? 0);
  const sinceMs = record.status === 'Rescheduled' ? lastMs : record.createdAt;
  return { job: new HeldJob(holder, type, claimed), body, waitedMs: Math.max(0, timeMs - sinceMs) };
}

/** Information about vanished executors. */
export interface Departures {
  /** Finds executors that count as alive in this view; undefined if there are no others. */
  readonly findAlive: (view: ReadView) => Promise<ReadonlySet<string>>;
  /** Tests whether the job has lost its executor. */
  readonly isGone: (executorId: string, jobId: string, alive: ReadonlySet<string>) => boolean;
  /** Tests whether an executor announced its shutdown, in which case its jobs are not to blame. */
  readonly saidGoodbye: (executorId: string) => boolean;
}

interface Orphan<Body extends JobBody> {
  readonly type: RecordType<Body>;
  readonly record: StoredRecord<Body>;
}

async function findOrphans(view: ReadView, { findAlive, isGone }: Departures): Promise<Orphan<JobBody>[]> {
  const running: Orphan<JobBody>[] = [];
  for (const type of [builds, tasks] as readonly RecordType<JobBody>[]) {
    for await (const record of allRecords(view, type, { status: RUNNING_STATUSES }))
      running.push({ type, record });
  }
  if (running.length === 0) return [];
  // Leases are read after the jobs, because an executor writes its lease before it claims a job.
  const alive = await findAlive(view);
  return running.filter(({ record }) => isGone(record.body.Executor ?? '', record.id, alive));
}

function withLoss(body: JobBody, wasAlone: boolean): JobBody {
  const Losses = (body.Losses ?? 0) + 1;
  return { ...body, Losses, ...(wasAlone && { LoneLosses: (body.LoneLosses ?? 0) + 1 }) };
}

/** Puts back every running job whose executor has vanished; returns the number of jobs. */
export async function rescheduleOrphans(holder: Holder, departures: Departures): Promise<number> {
  const { store, now } = holder;
  // Reads first: a read costs less than a transaction, and usually finds nothing to do.
  if ((await findOrphans(store, departures)).length === 0) return 0;
  return store.transaction(async (tx) => {
    const orphans = await findOrphans(tx, departures);
    for (const { type, record } of orphans) {
      const executor = record.body.Executor ?? '';
      const message = executor === holder.executorId ? NOT_WRITTEN : WENT_AWAY;
      const after = stepped(type, record, { status: 'Rescheduled', message, timeMs: now() });
      const wasAlone = orphans.filter(({ record: other }) => other.body.Executor === executor).length === 1;
      const body = departures.saidGoodbye(executor) ? after.body : withLoss(after.body, wasAlone);
      await tx.update(type, record.id, { status: after.status, body });
    }
    return orphans.length;
  });
}
