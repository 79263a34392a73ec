// Events of builds and tasks, for realtime WebSockets, webhooks and pages. The store reports jobs that may have
// changed. The jobs' records list all steps, so no step between two reads is lost.
import type { Change, ReadView, Store } from '../../store/contract/store.ts';
import { type BuildBody, builds, type TaskBody, tasks } from './records.ts';
import { inMilliseconds, isTerminal, type JobKind, type JobStatus } from './states.ts';

/** Notification that a build or task may have changed. */
export interface JobChange {
  readonly kind: JobKind;
  readonly id: string;
}

/** Reports jobs that may have changed; returns a function that stops the reports. */
export type ListenToJobs = (listener: (job: JobChange) => void) => () => void;

/** A single step of a job. */
export interface JobEvent {
  readonly kind: JobKind;
  readonly id: string;
  readonly owner: string;
  readonly status: JobStatus;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** Reason, on one line. */
  readonly message: string;
  /** 0-based index of the step. */
  readonly step: number;
  /** True for a job's first step. */
  readonly isFirst: boolean;
  /** True for a job's last step. */
  readonly isLast: boolean;
  /** Statistics of a finished job. */
  readonly stats?: object;
}

function isJob(change: Change): change is Change & JobChange & { readonly what: 'record' } {
  return change.what === 'record' && (change.kind === 'build' || change.kind === 'task') && !change.gone;
}

/** Reports the jobs that the store's own commits have changed. */
export function jobsOfStore(store: Pick<Store, 'onChange'>): ListenToJobs {
  return (listener) =>
    store.onChange((changes) => {
      for (const { kind, id } of changes.filter(isJob)) listener({ kind, id });
    });
}

/** Maximum number of jobs whose reported steps are remembered. */
const MOST_KNOWN = 10_000;

export interface JobEventOptions {
  readonly store: Pick<ReadView, 'get'>;
  readonly listen: ListenToJobs;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

export class JobEvents {
  readonly #options: JobEventOptions;
  readonly #stopListening: () => void;
  readonly #listeners = new Set<(event: JobEvent) => void>();
  /** Number of reported steps, by job. */
  readonly #told = new Map<string, number>();
  /** Jobs whose records are being read; true if the record has changed since. */
  readonly #reading = new Map<string, boolean>();
  /** Settles when the current reads are done. */
  #reads: Promise<void> = Promise.resolve();
  #sinceMs = 0;

  constructor(options: JobEventOptions) {
    this.#options = options;
    this.#stopListening = options.listen((job) => this.#notice(job));
  }

  /** Reports every step from now on; returns a function that stops the reports. */
  listen(listener: (event: JobEvent) => void): () => void {
    if (this.#listeners.size === 0) this.#sinceMs = Math.floor(this.#options.now());
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once all stored steps have been reported. */
  settle(): Promise<void> {
    return this.#reads;
  }

  close(): void {
    this.#stopListening();
    this.#listeners.clear();
  }

  #notice(job: JobChange): void {
    if (this.#listeners.size === 0) return;
    const isReading = this.#reading.has(job.id);
    this.#reading.set(job.id, isReading);
    if (isReading) return;
    const reading = this.#read(job);
    this.#reads = this.#reads.then(() => reading);
  }

  async #read(job: JobChange): Promise<void> {
    try {
      do {
        this.#reading.set(job.id, false);
        await this.#tellNews(job);
      } while (this.#reading.get(job.id));
    } catch (error) {
      this.#options.reportError(error);
    } finally {
      this.#reading.delete(job.id);
    }
  }

  async #tellNews({ kind, id }: JobChange): Promise<void> {
    const { store } = this.#options;
    const record = await (kind === 'build'
      ? store.get<BuildBody>(builds, id)
      : store.get<TaskBody>(tasks, id));
    if (!record) return;
    const steps = inMilliseconds(record.body).StatusTransitions;
    const from = this.#told.get(id) ?? this.#firstToTell(steps);
    this.#remember(id, steps.length);
    for (const [index, { Status, Timestamp, Message }] of steps.entries()) {
      if (index < from) continue;
      const isLast = isTerminal(Status);
      const told = { kind, id, owner: record.owner, status: Status, timestamp: Timestamp, message: Message };
      const stats = isLast && record.body.Stats ? { stats: record.body.Stats } : {};
      const event = { ...told, step: index, isFirst: index === 0, isLast, ...stats };
      for (const listener of this.#listeners) listener(event);
    }
  }

  /**
   * First step to report for a new job: the first step since a listener was added or, if there is none, the job's last
   * step.
   */
  #firstToTell(steps: readonly { readonly Timestamp: number }[]): number {
    const since = steps.findIndex(({ Timestamp }) => Timestamp >= this.#sinceMs);
    return since === -1 ? steps.length - 1 : since;
  }

  #remember(id: string, steps: number): void {
    this.#told.delete(id);
    this.#told.set(id, steps);
    if (this.#told.size <= MOST_KNOWN) return;
    const [oldest] = this.#told.keys();
    this.#told.delete(oldest!);
  }
}
