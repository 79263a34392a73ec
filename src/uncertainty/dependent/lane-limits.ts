// Limits a value's support. Within the limits, the result equals the value; elsewhere, it is an independent draw from
// within the limits.

import type { Handle, Operand } from '../core/core.ts';
import { collectDeltas, limitDeltas } from '../distributions/deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Limits } from '../records/core-parts.ts';
import { drawPoints, pickLanes } from './draw-lanes.ts';
import type { LaneParts } from './lane-parts.ts';

/** Minimum number of lanes between the limits if all other lanes are to be drawn from them. */
const ENOUGH_LANES = 64;

type Parts = Pick<
  LaneParts,
  'kernels' | 'maker' | 'densities' | 'points' | 'values' | 'arithmetic' | 'sources' | 'queries'
>;

export class LaneLimits implements Limits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const { kernels, maker, densities, points: records, values, arithmetic, sources, queries } = this.#parts;
    const { lanes: store } = values;
    const grid = values.gridOf(value.handle);
    const limited =
      grid || !this.#hasLanesWithin(value.handle, low, high)
        ? records.maybeLimit(value, low, high, () => queries.describe(value))
        : undefined;
    let points: WeightedPoints | undefined;
    let handle = 0;
    if (grid) {
      const { positions, masses, atoms } = values.grids.read(grid);
      points = limited?.points ?? limitDeltas(collectDeltas(positions, masses, atoms), low, high);
      handle = records.make(points);
      if (handle === 0) return 0;
      values.assignPoints(handle, points, true);
      if (limited) densities.noteLimited(handle, limited);
      else if (points.positions.length === positions.length) densities.noteCopy(handle, value.handle);
    }
    const source = store.addSource();
    const original = values.lanesOf(value.handle);
    const lanes = sources.drawUniforms();
    sources.trace?.addLimits(source, lanes, low, high);
    const scratch = kernels.scratch(16 * store.count);
    if (limited) {
      // Only a few lanes are within the limits, so the other lanes are drawn from the density.
      drawPoints(kernels, limited.points, true, lanes, store.count);
      const drawn = kernels.doublesAt(lanes, store.count);
      const own = kernels.doublesAt(original, store.count);
      own.forEach((x, i) => {
        if (x >= low && x <= high) drawn[i] = x;
        else drawn[i] = Math.min(Math.max(drawn[i]!, low), high);
      });
    } else if (kernels.call.lane_limit(original, low, high, scratch, lanes) === 0) {
      // There are points within the limits but no lanes, so the lanes are drawn from the points.
      if (points) pickLanes(kernels, points, lanes);
      else {
        store.free(lanes);
        return maker.plain(Number.NaN);
      }
    }
    const set = store.uniteSets(store.singleSet(source), ...store.setsOf([value]));
    if (handle === 0) return arithmetic.finishLanes(lanes, set);
    store.assign(handle, lanes, set);
    return handle;
  }

  /**
   * Tests whether enough lanes lie within the limits for all other lanes to be drawn from them. Always true for
   * discrete outcomes.
   */
  #hasLanesWithin(handle: Handle, low: number, high: number): boolean {
    const lanes = this.#parts.values.viewLanes(handle);
    const within = lanes.reduce((count, x) => count + (x >= low && x <= high ? 1 : 0), 0);
    return within >= ENOUGH_LANES || new Set(lanes).size < lanes.length / 2;
  }
}
