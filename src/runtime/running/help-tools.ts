// Tools that create a worker's helper.
import type { HelpMessage } from '../../uncertainty/kernels/serve-lanes.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';

/** Worker of the same script that serves as a helper. */
export interface HelpWorker {
  post(message: HelpMessage): void;
  /** Called when the worker dies unexpectedly. */
  onFailure(listener: () => void): void;
  terminate(): void;
}

export interface HelpTools {
  /** Number of processors of the machine that this process may use. */
  readonly countProcessors: () => number;
  readonly createHelper: () => HelpWorker;
  /** The kernels in their shared form; loaded once. */
  readonly loadShared: () => Promise<SharedModule>;
}
