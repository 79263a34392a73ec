// `haze/ux`: Ux values in the form that programs print, for code that reads or writes them: text and bytes, moments,
// quantiles, probabilities and densities. The module neither compiles nor runs anything, and works in pages and in
// Node.
import { HazeError } from './errors/haze-error.ts';
import type { Cell, Distribution } from './plot/distributions/distribution.ts';
import { findFirstAtLeast } from './uncertainty/distributions/deltas.ts';

export { HazeError } from './errors/haze-error.ts';
export type { Bin, Cell, Distribution, Moments } from './plot/distributions/distribution.ts';
export { distributionOfUx } from './plot/distributions/ux-distribution.ts';
export {
  type FoundUx,
  findUx,
  formatUx,
  parseUx,
  type UxValue,
  uxFromBytes,
  uxToBytes,
} from './uncertainty/core/ux-text.ts';

/**
 * The density at `x`, in probability per unit of the value; 0 outside, infinite at a point with mass.
 *
 * @param distribution of `distributionOfUx`
 * @param x a place, in the unit of the value
 * @throws HazeError `usage` for an argument that is not a distribution or not a number
 * @example
 * ```ts
 * import { densityAt, distributionOfUx } from 'haze/ux';
 * const value = {
 *   particle: 2, type: 4, count: 1, mean: 2,
 *   positions: Float64Array.from({ length: 16 }, (_, i) => 1 + (i + 0.5) / 8),
 *   masses: new Float64Array(16).fill(1 / 16),
 * };
 * const distribution = distributionOfUx(value);
 * console.log(distribution.quantile(0.5), densityAt(distribution, 2.2)); // 2 0.5
 * ```
 */
export function densityAt(distribution: Pick<Distribution, 'cells'>, x: number): number {
  const { cells } = distribution ?? {};
  if (!Array.isArray(cells) || typeof x !== 'number') {
    throw new HazeError(
      'usage',
      'densityAt takes a distribution returned by distributionOfUx, and a number.',
    );
  }
  const ends = Float64Array.from(cells, ({ high }) => high);
  const first = findFirstAtLeast(ends, x);
  let density = 0;
  // Uses the upper cell at the boundary between two cells. A point has no width.
  for (let i = first; cells[i] && cells[i]!.low <= x; i++) {
    const { low, high, mass } = cells[i] as Cell;
    if (high === low) return Infinity;
    density = mass / (high - low);
  }
  return density;
}
