// What a worker's helper is made with.
import type { HelpMessage } from '../../uncertainty/kernels/serve-lanes.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';

/** A worker of the same script that is asked to help. */
export interface HelpWorker {
  post(message: HelpMessage): void;
  /** Called when it dies by itself. */
  onFailure(listener: () => void): void;
  terminate(): void;
}

export interface HelpTools {
  /** Processors of the machine, or those of them that this process may have. */
  readonly countProcessors: () => number;
  readonly createHelper: () => HelpWorker;
  /** The kernels in their shared form; asked for once. */
  readonly loadShared: () => Promise<SharedModule>;
}
