// Densities that are known better than by deltas: of parametric values, and of what is linear in one of them, in closed
// form; of posteriors, by the table that was made when they were found. Bayes' rule is about densities, and deltas have none
// to speak of between them and beyond the last.

import { type LogDensity, thin } from './bayes.ts';
import type { Handle } from './core.ts';
import { type Deltas, findCellBounds, prepareDensity } from './deltas.ts';
import type { Kernels } from './kernels.ts';
import type { PlacedShape } from './parametric.ts';
import type { ShapeCache } from './shape-cache.ts';

type Known = { readonly shape: PlacedShape } | { readonly table: LogDensity };

/** Probabilities at which the support of a parametric prior is divided. */
const BREAKS = [1e-14, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.07, 0.13, 0.2, 0.3, 0.4];

/** e^−700 is the least that doubles hold, with some to spare. */
const UNDERFLOW = 700;

export class DensityStore {
  readonly #kernels: Kernels;
  readonly #shapes: ShapeCache;
  readonly #known = new Map<Handle, Known>();

  constructor(kernels: Kernels, shapes: ShapeCache) {
    this.#kernels = kernels;
    this.#shapes = shapes;
  }

  noteShape(handle: Handle, shape: PlacedShape): void {
    this.#known.set(handle, { shape });
  }

  noteTable(handle: Handle, table: LogDensity): void {
    this.#known.set(handle, { table });
  }

  /** Says that `result` has the distribution of `original`, moved: result = shift + factor · original. */
  noteMoved(result: Handle, original: Handle, shift: number, factor: number): void {
    const known = this.#known.get(original);
    if (!known || !('shape' in known) || result === 0) return;
    const { shape } = known;
    const location = shift + factor * shape.location;
    const scale = factor * shape.scale;
    this.#known.set(result, { shape: { ...shape, mean: shift + factor * shape.mean, location, scale } });
  }

  noteCopy(copy: Handle, original: Handle): void {
    const known = this.#known.get(original);
    if (known) this.#known.set(copy, known);
  }

  forget(handle: Handle): void {
    if (this.#known.size > 0) this.#known.delete(handle);
  }

  /** True where more than deltas is known. */
  isKnown(handle: Handle): boolean {
    return this.#known.has(handle);
  }

  /** Logarithms of a value's density at some numbers; undefined where only deltas are known. */
  maybeLogsAt(handle: Handle, numbers: Float64Array): Float64Array | undefined {
    const known = this.#known.get(handle);
    if (!known) return undefined;
    if ('table' in known) return numbers.map((x) => known.table.logAt(x));
    const { shape, a, b, location, scale } = known.shape;
    const { panels } = this.#shapes.get(shape, a, b);
    const n = numbers.length;
    const scratch = this.#kernels.scratch(16 * n);
    this.#kernels.doublesAt(scratch, n).set(numbers);
    this.#kernels.call.shape_log_densities(panels, location, scale, scratch, n, scratch + 8 * n);
    return this.#kernels.doublesAt(scratch + 8 * n, n).slice();
  }

  /** The density of a prior: in closed form, as it was tabulated, or else what its deltas say. */
  densityOf(handle: Handle, deltas: () => Deltas): LogDensity {
    const known = this.#known.get(handle);
    if (known && 'table' in known) return known.table;
    if (known) {
      const breaks = this.#divide(known.shape);
      const floor = this.#findFloor(known.shape, breaks);
      return { logAt: (x) => this.#logOf(known.shape, x, floor), breaks };
    }
    const cells = deltas();
    const densityAt = prepareDensity(cells);
    const { log } = this.#kernels.logarithms;
    return { logAt: (x) => log(densityAt(x)), breaks: thin([...findCellBounds(cells)]) };
  }

  /** Ends of panels over a shape's support, wide ones towards ends that are infinite. */
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
    const ends = [this.#edge(first, location, scale, -1), this.#edge(last, location, scale, 1)];
    const all = [...below, ...inner, ...above, ...ends.filter((x) => Number.isFinite(x) && hasDensity(x))];
    return [...new Set(all)].sort((x, y) => x - y);
  }

  /** Ends of bounded supports that quantiles come near to: 0 and 1 of the standard shape. */
  #edge(near: number, location: number, scale: number, side: 1 | -1): number {
    const candidates = [location, location + scale].filter((x) => (side < 0 ? x <= near : x >= near));
    return side < 0 ? Math.max(...candidates, -Infinity) : Math.min(...candidates, Infinity);
  }

  /** Below this a density is 0 as doubles go, relative to what it is at some of `places`. */
  #findFloor(shape: Omit<PlacedShape, 'mean'>, places: readonly number[]): number {
    const logs = places.map((x) => this.#logOf(shape, x, -Infinity)).filter((log) => log < Infinity);
    return Math.max(...logs) - UNDERFLOW;
  }

  #logOf(shape: Omit<PlacedShape, 'mean'>, x: number, floor: number): number {
    const { panels } = this.#shapes.get(shape.shape, shape.a, shape.b);
    const scratch = this.#kernels.scratch(16);
    this.#kernels.doublesAt(scratch, 1)[0] = x;
    this.#kernels.call.shape_log_densities(panels, shape.location, shape.scale, scratch, 1, scratch + 8);
    const log = this.#kernels.doublesAt(scratch + 8, 1)[0]!;
    return log < floor ? -Infinity : log;
  }
}
