// Chooses the range of each axis, unless the caller sets it. The ranges cover the important part of every curve, with a
// margin.
import type { Cell, Distribution } from '../distributions/distribution.ts';

export type Limits = readonly [low: number, high: number];

/** Requested bounds; a bound is undefined if it is chosen automatically. */
export type WantedLimits = readonly [low: number | undefined, high: number | undefined];

/** Probability beyond either end of the axis. */
const BEYOND = 0.0025;
/** Maximum probability beyond the end of the axis that is on the side of a long tail. */
const BEYOND_LONG_TAIL = 0.01;
/** Length of a long tail, in multiples of the distance from the median to the 5 % quantile on its side. */
const LONG_TAIL = 4;
const AIR = 0.04;
/** Minimum width of an axis. */
const LEAST_WIDTH = 1e-300;
/** Minimum width of an axis, relative to its bounds. */
const LEAST_PART = 1e-13;

/** Chooses the bounds of the value axis. */
export function chooseXLimits(distributions: readonly Distribution[], wanted: WantedLimits): Limits {
  let [low, high] = [Infinity, -Infinity];
  for (const distribution of distributions) {
    const { cells } = distribution;
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) continue;
    const core = [findEnd(distribution, (p) => p), findEnd(distribution, (p) => 1 - p)] as const;
    const air = AIR * (core[1] - core[0]);
    low = Math.min(low, Math.max(first.low, core[0] - air) - air);
    high = Math.max(high, Math.min(last.high, core[1] + air) + air);
  }
  return completeLimits([low, high], wanted);
}

/**
 * Chooses the bounds of the density axis, or of the probability axis if there are only points.
 * @param peaks highest densities of those distributions that are drawn as smooth curves, by index
 */
export function chooseYLimits(
  distributions: readonly Distribution[],
  [low, high]: Limits,
  wanted: WantedLimits,
  peaks: readonly (number | undefined)[] = [],
): Limits {
  let highest = 0;
  for (const [index, { bins }] of distributions.entries()) {
    highest = Math.max(highest, peaks[index] ?? 0);
    if (peaks[index] !== undefined) continue;
    for (const cell of bins) {
      if (cell.high >= low && cell.low <= high) highest = Math.max(highest, heightOf(cell));
    }
  }
  if (highest === 0)
    highest = Math.max(0, ...distributions.flatMap(({ bins }) => bins.map(({ mass }) => mass)));
  return completeLimits([0, highest === 0 ? 1 : highest * 1.06], wanted);
}

/** Density of a cell; 0 for a point, which has no density. */
export function heightOf({ low, high, mass }: Cell): number {
  const height = mass / (high - low);
  return high > low && Number.isFinite(height) ? height : 0;
}

/**
 * Finds the position at which a curve may be cut off. `side` maps a small probability to the probability on this side.
 */
function findEnd(distribution: Distribution, side: (p: number) => number): number {
  const [median, far, farther, farthest] = [0.5, 0.05, BEYOND_LONG_TAIL, BEYOND].map((p) =>
    finiteQuantile(distribution, side(p)),
  ) as [number, number, number, number];
  const reach = median + LONG_TAIL * (far - median);
  return farthest < median
    ? Math.max(farthest, Math.min(farther, reach))
    : Math.min(farthest, Math.max(farther, reach));
}

/** Quantile of the finite part. */
function finiteQuantile({ cells }: Distribution, p: number): number {
  const total = cells.reduce((sum, { mass }) => sum + mass, 0);
  let left = p * total;
  for (const { low, high, mass } of cells) {
    if (left <= mass) return low + (high - low) * (left / mass);
    left -= mass;
  }
  return cells.at(-1)!.high;
}

/** Tests whether ticks and pixels can distinguish an axis's bounds. */
export function isWideEnough([from, to]: Limits): boolean {
  return to - from > Math.max(Math.abs(from) * LEAST_PART, Math.abs(to) * LEAST_PART, LEAST_WIDTH);
}

function completeLimits([low, high]: Limits, [wantedLow, wantedHigh]: WantedLimits): Limits {
  let [from, to] =
    low <= high ? [low, high] : [wantedLow ?? (wantedHigh ?? 1) - 1, wantedHigh ?? (wantedLow ?? 0) + 1];
  if (!isWideEnough([from, to])) {
    const half = from === 0 && to === 0 ? 1 : Math.max(Math.abs(from / 2), LEAST_WIDTH);
    [from, to] = [from - half, to + half];
  }
  from = clampFinite(wantedLow ?? from);
  to = clampFinite(wantedHigh ?? to);
  if (isWideEnough([from, to])) return [from, to];
  // Only one bound was requested, and it lies outside all data or equals the other bound.
  const width = Math.max(Math.abs(wantedLow ?? to), LEAST_WIDTH * 10);
  return wantedLow !== undefined ? [from, from + width] : [to - width, to];
}

function clampFinite(x: number): number {
  return Math.max(-Number.MAX_VALUE / 4, Math.min(Number.MAX_VALUE / 4, x));
}
