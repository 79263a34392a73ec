// Tools for creating a worker's helper.
import type { HelpMessage } from '../../uncertainty/kernels/serve-lanes.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';

/** A worker that runs the same script and serves as a helper. */
export interface HelpWorker {
  post(message: HelpMessage): void;
  /** Called when the worker dies unexpectedly. */
  onFailure(listener: () => void): void;
  terminate(): void;
}

export interface HelpTools {
  /** Returns the number of processors that this process may use. */
  readonly countProcessors: () => number;
  readonly createHelper: () => HelpWorker;
  /** Loads the kernels in shared form. They are loaded only once. */
  readonly loadShared: () => Promise<SharedModule>;
}
