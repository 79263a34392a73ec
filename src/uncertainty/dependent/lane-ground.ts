// The shared parts of cores that track dependence.

import type { RecordDeltas } from '../lanes/record-deltas.ts';
import type { ShownFigures } from '../lanes/shown-figures.ts';
import type { ValueStore } from '../lanes/value-store.ts';
import type { Ground } from '../records/core-parts.ts';

export interface LaneGround extends Ground {
  /** Lanes, grids and other data of each value. */
  readonly values: ValueStore;
  readonly figures: ShownFigures;
  readonly deltas: RecordDeltas;
}
