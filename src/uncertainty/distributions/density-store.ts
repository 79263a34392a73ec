// Densities that are more accurate than deltas: parametric values and linear functions of them have closed-form
// densities, and inference tabulates the densities of posteriors. Bayes' rule also needs densities between and beyond
// the deltas, where the deltas reveal little.

import type { Handle } from '../core/core.ts';
import { SINGLE_PRECISION } from '../core/operations.ts';
import { SlotTable } from '../core/slot-table.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { type LogDensity, thin } from './bayes.ts';
import { type Deltas, findCellBounds, prepareDensity } from './deltas.ts';
import type { DistributionFunction } from './distribution-function.ts';
import type { Measure } from './explain-evidence.ts';
import type { LimitedDensity } from './limit-density.ts';
import { ADD, DIVIDE, MULTIPLY, SUBTRACT } from './linear-operations.ts';
import type { PlacedShape } from './parametric.ts';
import { type LinearStep, type MovedShape, moveOn } from './place-deltas.ts';
import type { ShapeCache } from './shape-cache.ts';

type Known = MovedShape | LogDensity;

/** Probabilities at which the support of a parametric prior is split. */
const BREAKS = [1e-14, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.07, 0.13, 0.2, 0.3, 0.4];

/** e^−700 is close to the smallest double, with some margin. */
const UNDERFLOW = 700;

export class DensityStore {
  readonly #kernels: Kernels;
  readonly #shapes: ShapeCache;
  readonly #known = new SlotTable<Known>();
  /** Distribution functions of truncated values. */
  readonly #limited = new SlotTable<DistributionFunction>();

  constructor(kernels: Kernels, shapes: ShapeCache) {
    this.#kernels = kernels;
    this.#shapes = shapes;
  }

  noteShape(handle: Handle, shape: PlacedShape): void {
    this.#known.set(handle, shape);
  }

  noteTable(handle: Handle, table: LogDensity): void {
    this.#known.set(handle, table);
  }

  /** Stores a density that is truncated at limits. */
  noteLimited(handle: Handle, { density, distribution }: LimitedDensity): void {
    this.#known.set(handle, density);
    if (distribution) this.#limited.set(handle, distribution);
  }

  /** The distribution function of a truncated value; undefined for any other value. */
  maybeLimited(handle: Handle): DistributionFunction | undefined {
    return this.#limited.get(handle);
  }

  /** Records that `step` turns `original` into `result`: result = shift + factor · original. */
  noteMoved(result: Handle, original: Handle, step: LinearStep, shift: number, factor: number): void {
    const known = this.#known.get(original);
    if (!known || isTable(known) || result === 0) return;
    this.#known.set(result, {
      shape: known.shape,
      a: known.a,
      b: known.b,
      location: shift + factor * known.location,
      scale: factor * known.scale,
      mean: shift + factor * known.mean,
      moved: moveOn(known, step),
    });
  }

  /** Stores the density of a linear function of a parametric value. */
  noteLinear(operation: number, result: Handle, handle: Handle, plain: number, plainIsLeft: boolean): void {
    const base = operation & ~SINGLE_PRECISION;
    const sign = plainIsLeft ? -1 : 1;
    const step = { operation, plain, plainIsLeft };
    if (base === ADD) this.noteMoved(result, handle, step, plain, 1);
    else if (base === SUBTRACT) this.noteMoved(result, handle, step, -sign * plain, sign);
    else if (base === MULTIPLY) this.noteMoved(result, handle, step, 0, plain);
    else if (base === DIVIDE && !plainIsLeft) this.noteMoved(result, handle, step, 0, 1 / plain);
  }

  noteCopy(copy: Handle, original: Handle): void {
    const known = this.#known.get(original);
    if (known) this.#known.set(copy, known);
    const limited = this.#limited.get(original);
    if (limited) this.#limited.set(copy, limited);
  }

  /** The shifted and scaled standard shape of a value; undefined for other values. */
  maybeShapeOf(handle: Handle): MovedShape | undefined {
    const known = this.#known.get(handle);
    return known && !isTable(known) ? known : undefined;
  }

  /**
   * Mean and standard deviation of the deltas of a shifted and scaled standard shape; undefined for any other value.
   */
  maybeMeasure(handle: Handle): Measure | undefined {
    const placed = this.maybeShapeOf(handle);
    if (!placed || !(Math.abs(placed.scale) > 0)) return undefined;
    const { mean, deviation } = this.#shapes.getMeasure(this.#shapes.get(placed.shape, placed.a, placed.b));
    return { mean: placed.location + placed.scale * mean, deviation: Math.abs(placed.scale) * deviation };
  }

  forget(handle: Handle): void {
    this.#known.delete(handle);
    this.#limited.delete(handle);
  }

  /** True if more is known about a value's density than its deltas show. */
  isKnown(handle: Handle): boolean {
    return this.#known.get(handle) !== undefined;
  }

  /** Logarithms of a value's density at given numbers; undefined if only deltas are known. */
  maybeLogsAt(handle: Handle, numbers: Float64Array): Float64Array | undefined {
    const known = this.#known.get(handle);
    if (!known) return undefined;
    if (isTable(known)) return numbers.map((x) => known.logAt(x));
    const { shape, a, b, location, scale } = known;
    const n = numbers.length;
    if (n === 1) return Float64Array.of(this.#logOf(known, numbers[0]!, -Infinity));
    const { panels } = this.#shapes.get(shape, a, b);
    const scratch = this.#kernels.scratch(16 * n);
    this.#kernels.doublesAt(scratch, n).set(numbers);
    this.#kernels.call.shape_log_densities(panels, location, scale, scratch, n, scratch + 8 * n);
    return this.#kernels.doublesAt(scratch + 8 * n, n).slice();
  }

  /** The density of a prior, in closed form or from its table if possible, and otherwise from its deltas. */
  densityOf(handle: Handle, deltas: () => Deltas): LogDensity {
    const known = this.#known.get(handle);
    if (known) {
      if (isTable(known)) return known;
      const breaks = this.#divide(known);
      const floor = this.#findFloor(known, breaks);
      return { logAt: (x) => this.#logOf(known, x, floor), breaks };
    }
    const cells = deltas();
    const densityAt = prepareDensity(cells);
    const { log } = this.#kernels.logarithms;
    return { logAt: (x) => log(densityAt(x)), breaks: thin([...findCellBounds(cells)]) };
  }

  /** Panel boundaries over the support of a shape; the panels get wider towards infinite ends. */
  #divide({ shape, a, b, location, scale }: PlacedShape): number[] {
    const { panels } = this.#shapes.get(shape, a, b);
    const quantileAt = (p: number) => location + scale * this.#kernels.call.shape_quantile(panels, p);
    const inner = [...BREAKS, 0.5, ...BREAKS.map((p) => 1 - p)].map(quantileAt).sort((x, y) => x - y);
    const [first, last] = [inner[0]!, inner.at(-1)!];
    const width = last - first;
    const placed = { shape, a, b, location, scale };
    const floor = this.#findFloor(placed, inner);
    const hasDensity = (x: number) => this.#logOf(placed, x, floor) > -Infinity;
    const below = [30, 5, 1, 0.2].map((k) => first - k * width).filter(hasDensity);
    const above = [0.2, 1, 5, 30].map((k) => last + k * width).filter(hasDensity);
    const ends = [this.#edge(first, location, scale, 'below'), this.#edge(last, location, scale, 'above')];
    const all = [...below, ...inner, ...above, ...ends.filter((x) => Number.isFinite(x) && hasDensity(x))];
    return [...new Set(all)].sort((x, y) => x - y);
  }

  /**
   * End of a bounded support beyond a quantile: 0 or 1 on the scale of the standard shape, or infinite if neither lies
   * beyond the quantile.
   */
  #edge(near: number, location: number, scale: number, side: 'below' | 'above'): number {
    const candidates = [location, location + scale].filter((x) => (side === 'below' ? x <= near : x >= near));
    return side === 'below' ? Math.max(...candidates, -Infinity) : Math.min(...candidates, Infinity);
  }

  /** Logarithm of the density, relative to its maximum at `places`, below which it underflows to 0. */
  #findFloor(shape: Omit<PlacedShape, 'mean'>, places: readonly number[]): number {
    const logs = places.map((x) => this.#logOf(shape, x, -Infinity)).filter((log) => log < Infinity);
    return Math.max(...logs) - UNDERFLOW;
  }

  #logOf(shape: Omit<PlacedShape, 'mean'>, x: number, floor: number): number {
    const { panels } = this.#shapes.get(shape.shape, shape.a, shape.b);
    const scratch = this.#kernels.scratch(16);
    const { f64 } = this.#kernels;
    f64[scratch / 8] = x;
    this.#kernels.call.shape_log_densities(panels, shape.location, shape.scale, scratch, 1, scratch + 8);
    const log = f64[scratch / 8 + 1]!;
    return log < floor ? -Infinity : log;
  }
}

function isTable(known: Known): known is LogDensity {
  return 'logAt' in known;
}
