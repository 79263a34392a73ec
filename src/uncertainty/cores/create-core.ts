// Creates a core from its specification. The runtime accesses the arithmetic only through this function.

import type { Core } from '../core/core.ts';
import { type CoreSpec, countLanes, validateCoreSpec } from '../core/core-spec.ts';
import { openAthensCore } from './athens-core.ts';
import type { CoreOptions } from './core-options.ts';
import { openLaneCore } from './lane-core.ts';
import { PlainCore } from './plain-core.ts';

/**
 * Creates a core for one task.
 * @throws HazeError `invalid-core` if the specification is inconsistent
 */
export function createCore(spec: CoreSpec, options: CoreOptions): Core {
  validateCoreSpec(spec);
  const set = {
    guestMemoryBytes: () => 0,
    laneMemoryLimitBytes: 2 ** 30,
    onNotice() {},
    ...options,
    seed: BigInt.asUintN(64, BigInt(options.seed)),
  };
  switch (spec.Microarchitecture) {
    case 'Bypass':
    case 'Reference': {
      const { kernels, seed, onNotice } = set;
      return new PlainCore(spec, { kernels, seed, onNotice });
    }
    case 'Athens':
    case 'Joint':
      return countLanes(spec) > 0 ? openLaneCore(spec, set) : openAthensCore(spec, set);
  }
}
