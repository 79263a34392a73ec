// The distribution that a Ux text represents. A few deltas represent points, because cores store a continuous value as
// at least sixteen deltas. More deltas represent a piecewise constant density over bins whose centroids are the deltas.
// Bins extend half-way to the neighbours. If a delta is off its bin's midpoint, the bin has a different density on each
// side of the delta, so that the delta remains the centroid. (The cuts of the mean split could be derived from the
// deltas instead, but these cuts would make the density of computed values ragged.)

import { requireValue, type UxValue } from '../../uncertainty/core/ux-text.ts';
import { collectDeltas, type Deltas, findFirstAtLeast } from '../../uncertainty/distributions/deltas.ts';
import { type Bin, type Cell, type Distribution, findMoments, momentsAbout } from './distribution.ts';

/** Minimum number of deltas in a continuous value (the service's smallest cores have 16). Fewer deltas are outcomes. */
export const FEWEST_CELLS = 16;
/** Largest distance between a delta and its bin's midpoint that is ignored, as a fraction of the bin's width. */
const MIDDLE = 1e-5;

/**
 * The distribution of a Ux value: a density that is constant between the midpoints of neighbouring positions. If a
 * value has fewer than 16 positions, they are outcomes: points with their probabilities.
 *
 * @param value of `parseUx`, `findUx` or `uxFromBytes`
 * @throws HazeError `malformed-ux` for an argument that is not a value
 * @example
 * ```ts
 * import { distributionOfUx } from 'haze/ux';
 * const value = {
 *   particle: 2, type: 4, count: 1, mean: 2,
 *   positions: Float64Array.of(1.5, 2.5), masses: Float64Array.of(0.5, 0.5),
 * };
 * const { mean, deviation } = distributionOfUx(value);
 * console.log(mean, deviation); // 2 0.5
 * ```
 */
export function distributionOfUx(value: UxValue): Distribution {
  requireValue(value);
  const deltas = collectDeltas(value.positions, value.masses, false);
  return ofDeltas(deltas, value);
}

/** Bounds of the deltas' bins, one more than there are deltas; each outer bin is symmetric about its delta. */
function findBinBounds({ positions }: Deltas): Float64Array {
  const n = positions.length;
  const bounds = new Float64Array(n + 1);
  for (let i = 1; i < n; i++) bounds[i] = positions[i - 1]! / 2 + positions[i]! / 2;
  bounds[0] = n > 1 ? 2 * positions[0]! - bounds[1]! : positions[0]!;
  bounds[n] = n > 1 ? 2 * positions[n - 1]! - bounds[n - 1]! : positions[n - 1]!;
  return bounds;
}

/** One bin for each delta that has mass. An outcome or a bin without a finite width becomes a point. */
function makeBins({ positions, masses }: Deltas, bounds: Float64Array): Bin[] {
  const isContinuous = masses.reduce((count, mass) => count + Number(mass > 0), 0) >= FEWEST_CELLS;
  return Array.from(positions, (at, i): Bin => {
    const [low, high, mass] = [bounds[i]!, bounds[i + 1]!, masses[i]!];
    const hasWidth = isContinuous && high > low && Number.isFinite(high - low);
    return hasWidth ? { low, high, mass, at } : { low: at, high: at, mass, at };
  }).filter(({ mass }) => mass > 0);
}

/** Splits bins whose delta is off the midpoint into two cells whose common centroid is the delta. */
function makeCells(bins: readonly Bin[]): Cell[] {
  return bins.flatMap(({ low, high, mass, at }) => {
    const width = high - low;
    if (Math.abs(at - low - width / 2) <= MIDDLE * width) return [{ low, high, mass }];
    const left = mass * ((high - at) / width);
    return [
      { low, high: at, mass: left },
      { low: at, high, mass: mass - left },
    ];
  });
}

function ofDeltas(deltas: Deltas, value: UxValue): Distribution {
  const { positions, masses, nan, negativeInfinity, positiveInfinity } = deltas;
  const endless = [nan, negativeInfinity, positiveInfinity].filter((mass) => mass > 0);
  const bins = makeBins(deltas, findBinBounds(deltas));
  const cells = makeCells(bins);
  const ends = Float64Array.from(cells, ({ high }) => high);
  // Probability up to the end of each cell.
  const cumulative = accumulate(cells, negativeInfinity);
  const probability = (x: number, isIncluded: boolean): number => {
    if (Number.isNaN(x)) return Number.NaN;
    if (x === -Infinity) return isIncluded ? negativeInfinity : 0;
    if (x === Infinity) return isIncluded ? 1 - nan : 1 - nan - positiveInfinity;
    let i = findFirstAtLeast(ends, x);
    // The whole mass of a point is at its position. Several cells may end at the same position.
    while (isIncluded && cells[i] && cells[i]!.high <= x) i++;
    const before = cumulative[i - 1] ?? negativeInfinity;
    const cell = cells[i];
    if (!cell || cell.low >= x) return before;
    return before + cell.mass * ((x - cell.low) / (cell.high - cell.low));
  };
  return {
    ...momentsAbout(
      value.mean,
      findMoments(positions, masses),
      nan + negativeInfinity + positiveInfinity === 0,
    ),
    count: value.positions.length,
    isPlain: endless.length + positions.length === 1,
    nan,
    negativeInfinity,
    positiveInfinity,
    bins,
    cells,
    knots: listKnots(cells),
    quantile: (p) => {
      if (!(p >= 0 && p <= 1) || nan > 0) return Number.NaN;
      if (negativeInfinity > 0 && p <= negativeInfinity) return -Infinity;
      const i = findFirstAtLeast(cumulative, p);
      const cell = cells[i];
      if (!cell) {
        // Any probability beyond the last cell is rounding error, unless there is mass at infinity.
        const isBeyond = positiveInfinity > 0 && p - (cumulative.at(-1) ?? 0) > 1e-12;
        return isBeyond || cells.length === 0 ? Infinity : cells.at(-1)!.high;
      }
      const before = cumulative[i - 1] ?? negativeInfinity;
      return cell.low + (cell.high - cell.low) * Math.max(0, (p - before) / cell.mass);
    },
    probabilityBelow: (x) => probability(x, false),
    probabilityAtMost: (x) => probability(x, true),
  };
}

function accumulate(cells: readonly Cell[], start: number): Float64Array {
  let sum = start;
  return Float64Array.from(cells, ({ mass }) => (sum += mass));
}

function listKnots(cells: readonly Cell[]): Float64Array {
  const knots: number[] = [];
  for (const { low, high } of cells) {
    if (knots.at(-1) !== low) knots.push(low);
    if (high !== low) knots.push(high);
  }
  return Float64Array.from(knots);
}
