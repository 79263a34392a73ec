// The parts that all cores with distributions share: kernels, records, and the points and Ux text of records.

import type { CoreSpec } from '../core/core-spec.ts';
import { Notices } from '../core/notices.ts';
import { DensityStore } from '../distributions/density-store.ts';
import { ShapeCache } from '../distributions/shape-cache.ts';
import { openKernels } from '../kernels/kernels.ts';
import type { SharedKernels } from '../kernels/shared-kernels.ts';
import type { Ground } from '../records/core-parts.ts';
import { PointRecords } from '../records/point-records.ts';
import { RecordMaker } from '../records/record-maker.ts';
import { RecordTexts } from '../records/record-texts.ts';
import { capacityOf, RecordTable } from '../records/records.ts';
import type { SetOptions } from './core-options.ts';

/** Settings of the shared parts that differ between cores. */
interface GroundWishes {
  readonly shared?: SharedKernels | undefined;
  /** Number of levels into which products are split; if absent, each leaf becomes one delta instead of two. */
  readonly productLevels?: number;
  /** Computes the deltas of a record that was added without any; absent if there are no such records. */
  readonly complete?: (handle: number) => void;
}

export function layGround(spec: CoreSpec, options: SetOptions, wishes: GroundWishes = {}): Ground {
  const kernels = openKernels(options.kernels, wishes.shared);
  kernels.setUp(spec.Precision, wishes.productLevels);
  kernels.seed(options.seed);
  const capacity = capacityOf(spec.Precision);
  const records = new RecordTable(kernels, capacity, wishes.complete);
  const shapes = new ShapeCache(kernels, 2 * 8 * capacity);
  const densities = new DensityStore(kernels, shapes);
  const maker = new RecordMaker({ spec, kernels, records }, options.guestMemoryBytes);
  const points = new PointRecords({ spec, kernels, records, maker, densities });
  const notices = new Notices(options.onNotice);
  const texts = new RecordTexts({ records, maker, points, notices });
  return { spec, kernels, records, shapes, densities, maker, points, texts, notices };
}
