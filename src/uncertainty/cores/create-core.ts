// Makes the core that a specification describes: the one door through which the runtime gets at the arithmetic.

import type { Refining } from '../core/accuracy.ts';
import type { Core } from '../core/core.ts';
import { type CoreSpec, validateCoreSpec } from '../core/core-spec.ts';
import type { NoticeListener } from '../core/notices.ts';
import type { TraceHost } from '../dependent/source-trace.ts';
import type { SharedKernels } from '../kernels/shared-kernels.ts';
import { openAthensCore } from './athens-core.ts';
import { openLaneCore } from './lane-core.ts';
import { PlainCore } from './plain-core.ts';

export interface CoreOptions {
  /** The compiled module of wasm/kernels. */
  readonly kernels: WebAssembly.Module;
  /** On cores that track correlation: the same in a memory that a helper has too. */
  readonly shared?: SharedKernels;
  /** Decides every random number of the task: the same seed gives the same bytes. */
  readonly seed: bigint | number;
  /** Bytes of memory that the program itself holds now; they count against MemorySize. */
  readonly guestMemoryBytes?: () => number;
  /** Most bytes that lanes may take on cores that track correlation; 1 GB when absent. */
  readonly laneMemoryLimitBytes?: number;
  /** Called with a sentence for the user when a computation differs from the core's promise. */
  readonly onNotice?: NoticeListener;
  /** On cores that track correlation: where sources and printed values are written down. */
  readonly trace?: TraceHost;
  /** On cores that track correlation: judges the errors of figures that come from lanes. */
  readonly refining?: Refining;
}

/**
 * Makes a core for one task.
 * @throws HazeError `invalid-core` when the specification does not hold together
 */
export function createCore(spec: CoreSpec, options: CoreOptions): Core {
  validateCoreSpec(spec);
  const seed = BigInt.asUintN(64, BigInt(options.seed));
  const { kernels, guestMemoryBytes = () => 0 } = options;
  const { laneMemoryLimitBytes = 2 ** 30, onNotice = () => {}, trace, shared, refining } = options;
  switch (spec.Microarchitecture) {
    case 'Bypass':
    case 'Reference':
      return new PlainCore(spec, { kernels, seed, onNotice });
    case 'Athens':
    case 'Joint':
      return spec.Microarchitecture === 'Joint' || spec.CorrelationTracking === 'Autocorrelation'
        ? openLaneCore(spec, {
            ...{ kernels, seed, guestMemoryBytes, laneMemoryLimitBytes, onNotice },
            ...(trace ? { trace } : {}),
            ...(shared ? { shared } : {}),
            ...(refining ? { refining } : {}),
          })
        : openAthensCore(spec, { kernels, seed, guestMemoryBytes, onNotice });
  }
}
