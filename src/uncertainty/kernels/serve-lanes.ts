// The helper of a run, which does parts of the run's work on lanes in another worker until the run is over.
import type { KernelExports } from './kernel-exports.ts';
import { instantiateForHelper, type SharedKernels } from './shared-kernels.ts';
import { performCall } from './split-lanes.ts';
import { HelperDesk } from './work-desk.ts';

/** Message that asks the worker to help a run. */
export interface HelpMessage {
  readonly kind: 'help';
  readonly shared: SharedKernels;
}

/** Helps until the run is over. Meanwhile, the thread works or sleeps and handles no messages. */
export function serveLanes({ shared }: HelpMessage): void {
  const exports = instantiateForHelper<KernelExports>(shared);
  const desk = new HelperDesk(shared.desk);
  if (desk.open()) desk.work((call, values) => performCall(exports, call, values));
}
