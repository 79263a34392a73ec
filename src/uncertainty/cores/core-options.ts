// Services that a core gets for one task.

import type { Refining } from '../core/accuracy.ts';
import type { NoticeListener } from '../core/notices.ts';
import type { TraceHost } from '../dependent/source-trace.ts';
import type { SharedKernels } from '../kernels/shared-kernels.ts';

export interface CoreOptions {
  /** The compiled module of wasm/kernels. */
  readonly kernels: WebAssembly.Module;
  /** On cores that track correlation: the same in a memory shared with a helper. */
  readonly shared?: SharedKernels;
  /** Decides every random number of the task: the same seed gives the same bytes. */
  readonly seed: bigint | number;
  /** Bytes of memory that the program itself holds now; they count against MemorySize. */
  readonly guestMemoryBytes?: () => number;
  /** Maximum number of bytes of lanes on cores that track correlation; default: 1 GB. */
  readonly laneMemoryLimitBytes?: number;
  /** Called with a sentence for the user when a computation differs from the core's promise. */
  readonly onNotice?: NoticeListener;
  /** On cores that track correlation: the record of sources and printed values. */
  readonly trace?: TraceHost;
  /** On cores that track correlation: judges the errors of figures that come from lanes. */
  readonly refining?: Refining;
}

/** Options with all fields that every core needs. */
export type SetOptions = CoreOptions &
  Required<Pick<CoreOptions, 'guestMemoryBytes' | 'laneMemoryLimitBytes' | 'onNotice'>> & {
    readonly seed: bigint;
  };
