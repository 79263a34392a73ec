// Limits a value's support. Within the limits, the result equals the value; elsewhere, it is an independent draw from
// within the limits.

import type { Handle, Operand } from '../core/core.ts';
import { collectDeltas, limitDeltas } from '../distributions/deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import { ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import { LEAST_CORRECTION } from '../lanes/shown-figures.ts';
import type { Limits } from '../records/core-parts.ts';
import { drawPoints, pickLanes } from './draw-lanes.ts';
import type { LaneParts } from './lane-parts.ts';

/** Minimum number of lanes within the limits from which all other lanes can be drawn. */
const ENOUGH_LANES = 64;

type Parts = Pick<
  LaneParts,
  'kernels' | 'maker' | 'densities' | 'points' | 'values' | 'figures' | 'arithmetic' | 'sources' | 'queries'
>;

export class LaneLimits implements Limits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const {
      kernels,
      maker,
      densities,
      points: records,
      values,
      figures,
      arithmetic,
      sources,
      queries,
    } = this.#parts;
    const { lanes: store } = values;
    const grid = values.gridOf(value.handle);
    const within = values.viewLanes(value.handle).filter((x) => x >= low && x <= high);
    const limited =
      grid || !this.#areEnough(value.handle, within)
        ? records.maybeLimit(value, low, high, () => queries.describe(value))
        : undefined;
    let points: WeightedPoints | undefined;
    let right: Knots | undefined;
    let handle = 0;
    let isKnown = false;
    if (grid) {
      const { positions, masses, atoms } = values.grids.read(grid);
      points = limited?.points ?? limitDeltas(collectDeltas(positions, masses, atoms), low, high);
      const whole = limited && this.#maybeKnotsOf(value.handle);
      const knots = whole?.maybeWithin(low, high);
      const own = knots && { root: { kind: 'known', knots, size: 0 } as const, formula: ROOT };
      isKnown = limited
        ? figures.isLimitKnown(value.handle, whole)
        : atoms || points.positions.length === positions.length;
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
    if (!isKnown) figures.noteFewDraws(source, within.length);
    const original = values.lanesOf(value.handle);
    const lanes = sources.drawUniforms();
    sources.trace?.addLimits(source, lanes, low, high);
    const scratch = kernels.scratch(16 * store.count);
    // The distribution of the points may be less accurate than the lanes within the limits.
    if (limited && (isKnown || !this.#areEnough(value.handle, within))) {
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

  #maybeKnotsOf(handle: Handle): Knots | undefined {
    const { values } = this.#parts;
    const variable = values.maybeVariableOf(handle);
    return variable && values.mayMakeFine(variable) ? values.fine.maybeKnotsOf(variable) : undefined;
  }

  /** True if all other lanes can be drawn from these. Always true for discrete outcomes. */
  #areEnough(handle: Handle, within: Float64Array): boolean {
    const lanes = this.#parts.values.viewLanes(handle);
    return within.length >= ENOUGH_LANES || new Set(lanes).size < lanes.length / 2;
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
