// Limits a value's support. Within the limits, the result equals the value; elsewhere, it is an independent draw from
// within the limits.

import type { Handle, Operand } from '../core/core.ts';
import { collectDeltas, limitDeltas } from '../distributions/deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import { ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import type { KnownRoot } from '../figures/roots.ts';
import { LEAST_CORRECTION } from '../lanes/shown-figures.ts';
import type { Limits } from '../records/core-parts.ts';
import { drawPoints, pickLanes } from './draw-lanes.ts';
import type { LaneParts } from './lane-parts.ts';

/** Minimum number of lanes within the limits from which all other lanes can be drawn. */
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
    let right: Knots | undefined;
    let handle = 0;
    if (grid) {
      const { positions, masses, atoms } = values.grids.read(grid);
      points = limited?.points ?? limitDeltas(collectDeltas(positions, masses, atoms), low, high);
      const root = limited && this.#maybeLimitRoot(value.handle, low, high);
      const knots = root?.knots;
      const own = root && { root, formula: ROOT };
      if (knots && isWrong(points, knots)) {
        right = knots;
        points = { ...knots.cells(), atoms: false };
      }
      handle = records.make(points);
      if (handle === 0) return 0;
      values.assignPoints(handle, points, true, own);
      if (limited) densities.noteLimited(handle, limited);
      else if (points.positions.length === positions.length) densities.noteCopy(handle, value.handle);
    }
    const source = store.addSource();
    const original = values.lanesOf(value.handle);
    const lanes = sources.drawUniforms();
    sources.trace?.addLimits(source, lanes, low, high);
    const scratch = kernels.scratch(16 * store.count);
    if (limited) {
      // Only a few lanes are within the limits, so the other lanes are drawn from the distribution.
      const drawn = kernels.doublesAt(lanes, store.count);
      if (right) drawn.set(drawn.map((share) => right.quantileAt(share)));
      else drawPoints(kernels, limited.points, true, lanes, store.count);
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

  /** The limited value as a quantity of its own, if the distribution function of the original is known. */
  #maybeLimitRoot(handle: Handle, low: number, high: number): KnownRoot | undefined {
    const { values } = this.#parts;
    const original = values.maybeVariableOf(handle);
    if (!original || !values.mayMakeFine(original)) return undefined;
    const knots = values.fine.maybeKnotsOf(original)?.maybeWithin(low, high);
    return knots && { kind: 'known', knots, isRough: !values.fine.isExact(original), size: 0 };
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

/**
 * True if the moments of the points differ from those of the distribution function, because few points lie within the
 * limits.
 */
function isWrong({ positions, masses }: WeightedPoints, knots: Knots): boolean {
  const { mean, variance } = knots.findMoments();
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const shift = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean), 0) / total;
  const square = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0) / total;
  const deviation = Math.sqrt(variance);
  const distance = Math.max(Math.abs(shift), Math.abs(Math.sqrt(square - shift * shift) - deviation));
  return distance > LEAST_CORRECTION * deviation;
}
