// What an executor does with parts of Reference tasks: it offers those of its own tasks to others, and does those of others
// where it has nothing of its own to do with all processors.
import type { ExecutorEvent } from '../records/executor-events.ts';
import { type Claim, type Holder, isSuspect } from '../records/held-job.ts';
import type { TaskBody } from '../records/records.ts';
import { SharedRuns } from '../tasks/shared-runs.ts';
import type { ShareRuns } from '../tasks/task-job.ts';
import type { ProgramTools } from '../tasks/task-program.ts';
import { claimPart } from './claim-part.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type PartHelp, PartJob } from './part-job.ts';

/** Of so many tasks it is known that this executor cannot help with them. */
const MOST_SHUNNED = 1000;

export interface HelpingOptions {
  readonly holder: Holder;
  readonly help: PartHelp;
  readonly tools: () => ProgramTools;
  /** Whether jobs wait that would have to wait for the parts of others. */
  readonly isCalledAway: () => Promise<boolean>;
  readonly observe?: ((event: ExecutorEvent) => void) | undefined;
}

/** A part that is being done, and perhaps others of its task after it. */
export interface StartedPart {
  readonly job: PartJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Makes what an executor needs to help others and to be helped; absent where it is alone. */
export function createHelp(help: PartHelp): StartHelping {
  return (options) => new Helping({ ...options, help });
}

/** What an executor is given to do so. */
export type StartHelping = (options: Omit<HelpingOptions, 'help'>) => Helping;

export class Helping {
  readonly #options: HelpingOptions;
  readonly #shunned = new Set<string>();
  /** Reference tasks that run here, each of which takes all processors. */
  #references = 0;
  #isHelping = false;

  constructor(options: HelpingOptions) {
    this.#options = options;
  }

  /** Whether a part may be done here beside what runs. */
  get isFree(): boolean {
    return !this.#isHelping && this.#references === 0;
  }

  /** Runs a Reference task of this executor, beside which it helps nobody. */
  async apart<T>(run: () => Promise<T>): Promise<T> {
    this.#references += 1;
    try {
      return await run();
    } finally {
      this.#references -= 1;
    }
  }

  /** How others get parts of a task that this executor has. */
  readonly share: ShareRuns = ({ job, body }: Claim<TaskBody>, request, onFailure) => {
    // What may take executors down is to take no further ones; draws that are kept run by run stay where they are made.
    if (isSuspect(body) || body.ProcessDeaths || request.trace) return undefined;
    const { help, holder, tools } = this.#options;
    const { store, now } = holder;
    const { partMs } = tools().limits;
    const fingerprint = async () => fingerprintOf(request, await help.version());
    return new SharedRuns({ store, job, fingerprint, sources: request.sources, partMs, now, onFailure });
  };

  /** Takes a part and begins; undefined where there is none. */
  async start(): Promise<StartedPart | undefined> {
    const { holder, help, tools, isCalledAway, observe } = this.#options;
    if (!this.isFree) return undefined;
    const part = await claimPart(holder, this.#shunned);
    if (!part) return undefined;
    this.#isHelping = true;
    const job = new PartJob(part, {
      ...tools(),
      ...help,
      holder,
      isCalledAway: async () => this.#references > 0 || isCalledAway(),
      observe,
    });
    const controller = new AbortController();
    const ended = job
      .run(controller.signal)
      .then((isAble) => {
        if (!isAble) this.#shun(job.taskId);
      })
      .finally(() => {
        this.#isHelping = false;
      });
    return { job, controller, ended };
  }

  #shun(taskId: string): void {
    if (this.#shunned.size >= MOST_SHUNNED) this.#shunned.clear();
    this.#shunned.add(taskId);
  }
}
