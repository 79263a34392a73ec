// Helps with another executor's task: runs one part after another, until none is left or other work is waiting.
import type { ReferenceRunRequest } from '../../reference/crew/run-reference.ts';
import type { PartSource } from '../../reference/crew/share-runs.ts';
import type { ExecutorEvent, PartOutcome } from '../records/executor-events.ts';
import { EXECUTOR_STOPPING, type Holder, isJobLost } from '../records/held-job.ts';
import { tasks } from '../records/records.ts';
import { openTaskProgram, type ProgramTools, readWatched } from '../tasks/task-program.ts';
import { claimPartOf, type HeldPart } from './claim-part.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Runs parts of a task: `runParts` from src/reference with its context, or a substitute in tests. */
export type RunTaskParts = (request: ReferenceRunRequest, source: PartSource) => Promise<void>;

/** Functions for helping with other executors' tasks. */
export interface PartHelp {
  readonly runParts: RunTaskParts;
  /** Version of the program that runs tasks; another version may produce other results. */
  readonly version: () => Promise<string>;
}

export interface PartTools extends ProgramTools, PartHelp {
  readonly holder: Holder;
  /** Tests whether other work takes precedence over helping. */
  readonly isCalledAway: () => Promise<boolean>;
  /** Reports the outcome of every part. */
  readonly observe?: ((event: ExecutorEvent) => void) | undefined;
}

/** A part that this executor holds. */
interface Work {
  readonly part: HeldPart;
  readonly begunMs: number;
}

export class PartJob {
  readonly #tools: PartTools;
  readonly taskId: string;
  readonly #first: HeldPart;
  /** Held parts: the newest is running; the result of the previous part may still be on its way to the store. */
  #held: Work[];
  /** True while the job looks for its next part, and after it has failed to find one. */
  #isBetween = false;
  #isOver = false;
  /** Settles once the previous result is stored or lost; never rejects. */
  #handingIn: Promise<void> = Promise.resolve();

  constructor(part: HeldPart, tools: PartTools) {
    this.#tools = tools;
    this.#first = part;
    this.#held = [{ part, begunMs: tools.holder.now() }];
    this.taskId = part.taskId;
  }

  /** ID of the current part, or of the first part. */
  get id(): string {
    return (this.#held.at(-1)?.part ?? this.#first).id;
  }

  /** Tests whether this job may be running the part. */
  mayHave(partId: string): boolean {
    return this.#isBetween || this.#held.some(({ part }) => part.id === partId);
  }

  async isHeld(): Promise<boolean> {
    const asked = this.#held.at(-1);
    // A part that has been delivered in the meantime is no longer held, which is not an error.
    const isDone = () => this.#isBetween || !asked || this.#held.at(-1) !== asked;
    return isDone() || (await asked!.part.isHeld()) || isDone();
  }

  /** Runs all available parts. Returns true if this executor can help with the task at all. */
  async run(signal: AbortSignal): Promise<boolean> {
    try {
      const request = await this.#open(signal);
      if (!request) {
        await this.#first.putBack(false);
        this.#tell('returned', this.#held[0]!);
        return false;
      }
      await this.#tools.runParts(request, this.#source());
    } catch (error) {
      this.#isOver = true;
      // Waits for the result of the previous part, which may still be on its way to the store.
      await this.#handingIn;
      const isToBlame = error !== EXECUTOR_STOPPING && !isJobLost(error);
      for (const work of this.#held) this.#tell(outcomeOf(error), work);
      // If the store is unreachable, a later poll finds the part as an orphan.
      await Promise.all(this.#held.map(({ part }) => part.putBack(isToBlame).catch(() => undefined)));
      this.#isBetween = false;
      if (isToBlame) throw error;
    }
    return true;
  }

  /** Opens the same run as the task's lead; undefined if this executor would run a different program. */
  async #open(signal: AbortSignal): Promise<ReferenceRunRequest | undefined> {
    const { holder, version } = this.#tools;
    const { Sources, Fingerprint } = this.#first.record.body;
    const task = await holder.store.get(tasks, this.taskId);
    if (!task) return undefined;
    const { request, linked, build } = await openTaskProgram(task, this.#tools, signal);
    const watched = await readWatched(holder.store, build.id);
    const whole = { ...request, module: linked, watched };
    if ((await fingerprintOf(whole, await version())) !== Fingerprint) return undefined;
    return { ...whole, signal, ...(Sources && { sources: Sources }) };
  }

  #source(): PartSource {
    let first: HeldPart | undefined = this.#first;
    return {
      next: async () => {
        const part = first ?? (await this.#claimNext());
        first = undefined;
        return part?.taken;
      },
      deliver: (result) => {
        const work = this.#held.find(({ part }) => part.taken.first === result.first)!;
        const handing = work.part.deliver(result).then(() => {
          this.#held = this.#held.filter((other) => other !== work);
          this.#tell('done', work);
        });
        this.#handingIn = handing.catch(() => undefined);
        return handing;
      },
    };
  }

  /** Claims the next part. The store may already hold a new claim that this object has not yet added to its parts. */
  async #claimNext(): Promise<HeldPart | undefined> {
    this.#isBetween = true;
    const { holder, isCalledAway } = this.#tools;
    const part = (await isCalledAway()) ? undefined : await claimPartOf(holder, this.#first);
    if (!part) return undefined;
    if (this.#isOver) {
      await part.putBack(false);
      return undefined;
    }
    this.#held = [...this.#held, { part, begunMs: holder.now() }];
    this.#isBetween = false;
    return part;
  }

  #tell(result: PartOutcome, { part, begunMs }: Work): void {
    const { observe, holder } = this.#tools;
    const { Count: runs } = part.record.body;
    observe?.({ what: 'part', id: this.taskId, result, runs, ranMs: holder.now() - begunMs });
  }
}

function outcomeOf(error: unknown): PartOutcome {
  if (isJobLost(error)) return 'lost';
  return error === EXECUTOR_STOPPING ? 'returned' : 'failed';
}
