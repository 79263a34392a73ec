// Tools that create a worker's helper.
import type { HelpMessage } from '../../uncertainty/kernels/serve-lanes.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';

/** A worker with the same script that serves as a helper. */
export interface HelpWorker {
  post(message: HelpMessage): void;
  /** Called when the worker dies unexpectedly. */
  onFailure(listener: () => void): void;
  terminate(): void;
}

export interface HelpTools {
  /** Number of the machine's processors that this process may use. */
  readonly countProcessors: () => number;
  readonly createHelper: () => HelpWorker;
  /** The kernels in shared form; loaded once. */
  readonly loadShared: () => Promise<SharedModule>;
}
