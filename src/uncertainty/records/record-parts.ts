// The parts of a core that its records need.

import type { CoreSpec } from '../core/core-spec.ts';
import type { Notices } from '../core/notices.ts';
import type { DensityStore } from '../distributions/density-store.ts';
import type { ShapeCache } from '../distributions/shape-cache.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { RecordMaker } from './record-maker.ts';
import type { RecordTable } from './records.ts';

export interface RecordParts {
  readonly spec: CoreSpec;
  readonly kernels: Kernels;
  readonly records: RecordTable;
  readonly shapes: ShapeCache;
  readonly densities: DensityStore;
  readonly maker: RecordMaker;
  readonly notices: Notices;
}
