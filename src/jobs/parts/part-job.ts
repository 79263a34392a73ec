// Helping with a task that another executor has: one part of its runs after another, as long as there are some and
// nothing else waits to be done.
import type { ReferenceRunRequest } from '../../reference/run-reference.ts';
import type { PartSource } from '../../reference/share-runs.ts';
import type { ExecutorEvent, PartOutcome } from '../executor-events.ts';
import { EXECUTOR_STOPPING, type Holder, isJobLost } from '../held-job.ts';
import { tasks } from '../records.ts';
import { openTaskProgram, type ProgramTools, readWatched } from '../task-program.ts';
import { claimPartOf, type HeldPart } from './claim-part.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Does parts of a task's runs: `runParts` of src/reference with its context, or anything in tests. */
export type RunTaskParts = (request: ReferenceRunRequest, source: PartSource) => Promise<void>;

/** What makes parts of tasks of others possible. */
export interface PartHelp {
  readonly runParts: RunTaskParts;
  /** Names the program that runs tasks: who has another one brings other results. */
  readonly version: () => Promise<string>;
}

export interface PartTools extends ProgramTools, PartHelp {
  readonly holder: Holder;
  /** Whether something waits that comes before helping. */
  readonly isCalledAway: () => Promise<boolean>;
  /** Told of every part that was begun, at its end. */
  readonly observe?: ((event: ExecutorEvent) => void) | undefined;
}

export class PartJob {
  readonly #tools: PartTools;
  readonly taskId: string;
  #part: HeldPart;
  #begunMs: number;
  /** Whether one part was handed in, and the next is looked for. */
  #isBetween = false;

  constructor(part: HeldPart, tools: PartTools) {
    this.#part = part;
    this.#tools = tools;
    this.#begunMs = tools.holder.now();
    this.taskId = part.taskId;
  }

  /** Of the part that is worked on, or was last. */
  get id(): string {
    return this.#part.id;
  }

  /** Whether it may be the one that does this part. */
  mayHave(partId: string): boolean {
    return this.#isBetween || this.#part.id === partId;
  }

  async isHeld(): Promise<boolean> {
    const asked = this.#part;
    // What was handed in meanwhile is held no more, and nothing is wrong with that.
    return this.#isBetween || (await asked.isHeld()) || this.#isBetween || this.#part !== asked;
  }

  /** Does what there is to do. Answers whether it can help with this task at all. */
  async run(signal: AbortSignal): Promise<boolean> {
    try {
      const request = await this.#open(signal);
      if (!request) {
        await this.#part.putBack(false);
        this.#tell('returned');
        return false;
      }
      await this.#tools.runParts(request, this.#source());
    } catch (error) {
      // Between two parts there is none that could have come to an end.
      if (!this.#isBetween || isJobLost(error)) this.#tell(outcomeOf(error));
      this.#isBetween = false;
      if (isJobLost(error)) return true;
      // What does not reach the store any more is found as an orphan's.
      await this.#part.putBack(error !== EXECUTOR_STOPPING).catch(() => undefined);
      if (error !== EXECUTOR_STOPPING) throw error;
    }
    return true;
  }

  /** What its lead runs; undefined where this would be something else. */
  async #open(signal: AbortSignal): Promise<ReferenceRunRequest | undefined> {
    const { holder, version } = this.#tools;
    const { Sources, Fingerprint } = this.#part.record.body;
    const task = await holder.store.get(tasks, this.taskId);
    if (!task) return undefined;
    const { request, linked, build } = await openTaskProgram(task, this.#tools, signal);
    const watched = await readWatched(holder.store, build.id);
    const whole = { ...request, module: linked, watched };
    if ((await fingerprintOf(whole, await version())) !== Fingerprint) return undefined;
    return { ...whole, signal, ...(Sources && { sources: Sources }) };
  }

  #source(): PartSource {
    let next: HeldPart | undefined = this.#part;
    return {
      next: async () => {
        const part =
          next ??
          ((await this.#tools.isCalledAway())
            ? undefined
            : await claimPartOf(this.#tools.holder, this.#part));
        next = undefined;
        if (part && part !== this.#part) {
          this.#part = part;
          this.#begunMs = this.#tools.holder.now();
        }
        this.#isBetween = false;
        return part?.taken;
      },
      deliver: async (result) => {
        // From here on, as the store may know it before this does.
        this.#isBetween = true;
        await this.#part.deliver(result);
        this.#tell('done');
      },
    };
  }

  #tell(result: PartOutcome): void {
    const { observe, holder } = this.#tools;
    const { Count: runs } = this.#part.record.body;
    observe?.({ what: 'part', id: this.taskId, result, runs, ranMs: holder.now() - this.#begunMs });
  }
}

function outcomeOf(error: unknown): PartOutcome {
  if (isJobLost(error)) return 'lost';
  return error === EXECUTOR_STOPPING ? 'returned' : 'failed';
}
