// Shares Reference tasks between executors: offers parts of this executor's tasks, and runs parts of other tasks
// while processors are idle here.
import type { ExecutorEvent } from '../records/executor-events.ts';
import { type Claim, type Holder, isSuspect } from '../records/held-job.ts';
import type { TaskBody } from '../records/records.ts';
import { SharedRuns } from '../tasks/shared-runs.ts';
import type { ShareRuns } from '../tasks/task-job.ts';
import type { ProgramTools } from '../tasks/task-program.ts';
import { claimPart } from './claim-part.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type PartHelp, PartJob } from './part-job.ts';

/** Maximum number of remembered tasks that this executor cannot help with. */
const MOST_SHUNNED = 1000;

export interface HelpingOptions {
  readonly holder: Holder;
  readonly help: PartHelp;
  readonly tools: () => ProgramTools;
  /** Tests whether parts from other executors would delay waiting jobs. */
  readonly isCalledAway: () => Promise<boolean>;
  readonly observe?: ((event: ExecutorEvent) => void) | undefined;
}

/** Creates the function that starts helping between executors; undefined if there are no other executors. */
export function createHelp(help: PartHelp): StartHelping {
  return (options) => new Helping({ ...options, help });
}

/** Starts helping others on behalf of an executor. */
export type StartHelping = (options: Omit<HelpingOptions, 'help'>) => Helping;

export class Helping {
  readonly #options: HelpingOptions;
  readonly #shunned = new Set<string>();
  /** Number of Reference tasks running here; each uses all processors. */
  #references = 0;
  #isHelping = false;

  constructor(options: HelpingOptions) {
    this.#options = options;
  }

  /** True if a part may run here in addition to the current jobs. */
  get isFree(): boolean {
    return !this.#isHelping && this.#references === 0;
  }

  /** Runs one of this executor's own Reference tasks. Meanwhile, the executor runs no parts of other tasks. */
  async apart<T>(run: () => Promise<T>): Promise<T> {
    this.#references += 1;
    try {
      return await run();
    } finally {
      this.#references -= 1;
    }
  }

  /** Offers parts of one of this executor's tasks to others. */
  readonly share: ShareRuns = ({ job, body }: Claim<TaskBody>, request, onFailure) => {
    // A suspect job must not bring down further executors. The draws of single runs stay on this executor.
    if (isSuspect(body) || body.ProcessDeaths || request.trace) return undefined;
    const { help, holder, tools } = this.#options;
    const { store, now } = holder;
    const { partMs } = tools().limits;
    const fingerprint = async () => fingerprintOf(request, await help.version());
    return new SharedRuns({ store, job, fingerprint, sources: request.sources, partMs, now, onFailure });
  };

  /** Claims a part and starts it; undefined if there is none. */
  async start(): Promise<
    { readonly job: PartJob; readonly controller: AbortController; readonly ended: Promise<void> } | undefined
  > {
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
