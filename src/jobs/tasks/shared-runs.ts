// Parts of a task's runs, as seen by the executor that holds the task. Offers parts as records in the store, takes back
// unclaimed parts, and reads the results of the other parts.
import { HazeError } from '../../errors/haze-error.ts';
import { decodePart } from '../../reference/crew/part-bytes.ts';
import type { Stretch } from '../../reference/crew/reference-crew.ts';
import type { PartResult, RunSharing, TakenPart } from '../../reference/crew/share-runs.ts';
import { platformRandom, toHex } from '../../store/contract/random-bytes.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { HeldJob } from '../records/held-job.ts';
import { findAlive } from '../records/leases.ts';
import { maybeReadBlob } from '../records/read-blob.ts';
import type { TaskBody } from '../records/records.ts';
import {
  isLeftToLead,
  type PartRecord,
  partResultKey,
  parts,
  partsOf,
  removePart,
  removeParts,
  WAITING_PARTS,
} from './part-records.ts';

/** Interval at which to poll for helpers; notifications arrive without polling. */
const LOOK_MS = 1000;
/** Number of waiting parts for each possible helper, so that a helper that finishes a part always finds another. */
const WAITING_EACH = 2;
const MOST_WAITING = 32;
const ID_BYTES = 8;

export interface SharedRunsOptions {
  readonly store: Store;
  readonly job: HeldJob<TaskBody>;
  /** Computes the task's fingerprint; called for the first offered part. */
  readonly fingerprint: () => Promise<string>;
  readonly partMs: number;
  readonly sources?: SourceWish | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Reports an error that stops the task: the store does not respond, or another executor has the job. */
  readonly onFailure: (error: unknown) => void;
}

export class SharedRuns implements RunSharing {
  readonly #options: SharedRunsOptions;
  readonly #stopListening: () => void;
  /** Offered parts without a result; true if the part is still unclaimed, as far as this executor knows. */
  readonly #offered = new Map<string, boolean>();
  /** All parts that this claim of the task has offered; this executor may since have claimed the task again. */
  readonly #own = new Set<string>();
  #onResult: (result: PartResult) => void = () => undefined;
  #onReturn: () => void = () => undefined;
  #helpers = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #isAsked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #fingerprint: string | undefined;

  constructor(options: SharedRunsOptions) {
    this.#options = options;
    this.#stopListening = options.store.onChange((changes) => {
      const isMine = changes.some((change) => change.what === 'record' && this.#offered.has(change.id));
      if (isMine) this.#look();
    });
  }

  get partMs(): number {
    return this.#options.partMs;
  }

  get helpers(): number {
    return this.#helpers;
  }

  get wanted(): number {
    // Starts polling for helpers only when there are runs to share.
    if (this.#lookedMs < 0 && !this.#looking) this.#look();
    const waiting = [...this.#offered.values()].filter((isWaiting) => isWaiting).length;
    return Math.max(0, Math.min(MOST_WAITING, WAITING_EACH * this.#helpers) - waiting);
  }

  listen(onResult: (result: PartResult) => void, onReturn: () => void): void {
    this.#onResult = onResult;
    this.#onReturn = onReturn;
  }

  offer({ first, count, timing }: TakenPart): void {
    const { job, fingerprint, sources, now } = this.#options;
    const id = `prt_${toHex(platformRandom(ID_BYTES))}`;
    const body = {
      First: first,
      Count: count,
      Lead: job.executorId,
      ...(sources && { Sources: sources }),
      RunMs: timing.runMs,
      LongestMs: timing.longestMs,
    };
    this.#offered.set(id, true);
    this.#own.add(id);
    const place = { id, owner: job.owner, parent: job.id, status: 'Accepted' };
    this.#change(async () => {
      this.#fingerprint ??= await fingerprint();
      const whole = { ...body, Fingerprint: this.#fingerprint };
      await job.within((tx) => tx.insert(parts, { ...place, createdAt: now(), body: whole }));
    });
  }

  takeBack(): Promise<Stretch | undefined> {
    const { job } = this.#options;
    return this.#change(() =>
      job.within(async (tx) => {
        const query = { owner: job.owner, parent: job.id, status: WAITING_PARTS, limit: 1 };
        const [part] = (await tx.list(parts, query)).records;
        if (part) await removePart(tx, part);
        return part;
      }),
    ).then((part) => {
      if (!part) return undefined;
      this.#offered.delete(part.id);
      return { first: part.body.First, count: part.body.Count };
    });
  }

  /** Removes all remaining parts, so that no executor works on them any longer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    await this.#changing;
    await this.#looking;
    if (this.#own.size === 0) return;
    const { store, job } = this.#options;
    await store.transaction((tx) => removeParts(tx, job, this.#own));
  }

  /** Makes changes in order, so that a part is offered before it is taken back. */
  #change<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#changing.then(() => (this.#isClosed ? undefined : work()));
    const told = done.catch((error: unknown) => {
      this.#options.onFailure(error);
      return undefined;
    });
    this.#changing = told;
    return told;
  }

  #look(): void {
    this.#isAsked = true;
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#looking ??= this.#lookAll()
      .catch((error: unknown) => this.#options.onFailure(error))
      .finally(() => {
        this.#looking = undefined;
        if (this.#isClosed) return;
        if (this.#isAsked) this.#look();
        else this.#timer = setTimeout(() => this.#look(), LOOK_MS);
      });
  }

  async #lookAll(): Promise<void> {
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      await this.#countHelpers();
      await this.#lookAtParts();
    }
  }

  async #countHelpers(): Promise<void> {
    const { store, job, now } = this.#options;
    if (performance.now() - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = performance.now();
    const alive = await findAlive(store, now());
    this.#helpers = [...alive].filter((executor) => executor !== job.executorId).length;
  }

  async #lookAtParts(): Promise<void> {
    if (this.#offered.size === 0) return;
    const { store, job } = this.#options;
    let hasReturned = false;
    for (const part of await partsOf(store, job)) {
      const wasWaiting = this.#offered.get(part.id);
      if (wasWaiting === undefined) continue;
      if (part.status === 'Completed') await this.#takeResult(part);
      else {
        this.#offered.set(part.id, part.status !== 'In Progress' && !isLeftToLead(part.body));
        hasReturned ||= part.status === 'Rescheduled';
      }
      if (this.#isClosed) return;
    }
    if (hasReturned) this.#onReturn();
  }

  async #takeResult(part: PartRecord): Promise<void> {
    const { store } = this.#options;
    const bytes = await maybeReadBlob(store, partResultKey(part));
    if (!bytes) throw new HazeError('storage-failed', 'The result of a part of this task is not stored.');
    // Each part counts once: once a part has a result, later changes to its record are ignored.
    if (!this.#offered.delete(part.id)) return;
    const result = decodePart(bytes);
    this.#change(() => store.transaction((tx) => removePart(tx, part)));
    if (!this.#isClosed) this.#onResult(result);
  }
}
