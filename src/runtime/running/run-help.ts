// The helper for a worker's runs. It starts with the first run, which does not wait for it, sleeps while it has no
// work, and stops when the worker does. All runs of the worker share one memory, which is reset before each run
// (split-lanes.ts).
import { maybeAllocateShared, type SharedKernels } from '../../uncertainty/kernels/shared-kernels.ts';
import { allocateDesk, closeDesk, sayHelperGone } from '../../uncertainty/kernels/work-desk.ts';
import type { HelpTools, HelpWorker } from './help-tools.ts';
import type { StartMessage } from './run-messages.ts';
import type { RunWorker } from './run-program.ts';

export class RunHelp {
  readonly #tools: HelpTools;
  #helper: HelpWorker | undefined;
  #memory: WebAssembly.Memory | undefined;
  /** Shared memory through which the current run gives work to the helper. */
  #desk: SharedArrayBuffer | undefined;
  #isClosed = false;

  /** @param worker the worker whose runs are helped */
  constructor(worker: RunWorker, tools: HelpTools) {
    this.#tools = tools;
    worker.onMessage(({ kind }) => {
      if (kind === 'end') this.#endRun();
    });
  }

  /** Arranges help for a run. Returns the start message for the run's worker. */
  async join(message: StartMessage): Promise<StartMessage> {
    const module = await this.#tools.loadShared();
    this.#memory ??= maybeAllocateShared(module);
    if (!this.#memory || this.#isClosed) return message;
    const shared: SharedKernels = { ...module, memory: this.#memory, desk: allocateDesk() };
    this.#desk = shared.desk;
    this.#helper ??= this.#openHelper();
    this.#helper.post({ kind: 'help', shared });
    return { ...message, shared };
  }

  close(): void {
    this.#isClosed = true;
    this.#helper?.terminate();
  }

  /** Opens a helper. If it dies, the run continues without it, and the next run gets a new one. */
  #openHelper(): HelpWorker {
    const helper = this.#tools.createHelper();
    helper.onFailure(() => {
      if (this.#helper !== helper) return;
      this.#helper = undefined;
      if (this.#desk) sayHelperGone(this.#desk);
      helper.terminate();
    });
    return helper;
  }

  #endRun(): void {
    if (this.#desk) closeDesk(this.#desk);
    this.#desk = undefined;
  }
}
