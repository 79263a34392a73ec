// Services that a core receives for a task.

import type { Refining } from '../core/accuracy.ts';
import type { NoticeListener } from '../core/notices.ts';
import type { TraceHost } from '../dependent/source-trace.ts';
import type { SharedKernels } from '../kernels/shared-kernels.ts';

export interface CoreOptions {
  /** The compiled wasm/kernels module. */
  readonly kernels: WebAssembly.Module;
  /** The kernels in memory shared with a helper, for cores that track correlation. */
  readonly shared?: SharedKernels;
  /** Determines every random number of the task: the same seed produces the same bytes. */
  readonly seed: bigint | number;
  /** Bytes of memory that the program itself currently holds; they count against MemorySize. */
  readonly guestMemoryBytes?: () => number;
  /** Memory limit for lanes on cores that track correlation, in bytes; default: 1 GB. */
  readonly laneMemoryLimitBytes?: number;
  /** Called with a message for the user when a result is less accurate than the core promises. */
  readonly onNotice?: NoticeListener;
  /** For cores that track correlation: receives the sources and printed values. */
  readonly trace?: TraceHost;
  /** For cores that track correlation: decides whether errors of figures from lanes are acceptable. */
  readonly refining?: Refining;
}

/** Options in which all fields that every core needs are present. */
export type SetOptions = CoreOptions &
  Required<Pick<CoreOptions, 'guestMemoryBytes' | 'laneMemoryLimitBytes' | 'onNotice'>> & {
    readonly seed: bigint;
  };
