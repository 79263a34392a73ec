// Paths for a distribution's curves in image coordinates: the steps of its density and its cumulative probability.
import type { Distribution } from '../distributions/distribution.ts';
import { isAtom, type SmoothDensity } from '../distributions/smooth-density.ts';
import { heightOf } from './plot-limits.ts';
import { coordinate } from './svg-text.ts';

/** Maps values and heights to positions in the image. */
export interface Scales {
  readonly x: (value: number) => number;
  readonly y: (height: number) => number;
}

/**
 * Outline of the density between two positions on the axis: up from the axis, along the steps, and back down. Empty if
 * there are only points.
 */
export function densityPath(
  { bins }: Distribution,
  [lowEnd, highEnd]: readonly [number, number],
  scales: Scales,
): string {
  const words: string[] = [];
  let end: number | undefined;
  const ground = coordinate(scales.y(0));
  for (const cell of bins) {
    const height = heightOf(cell);
    if (height === 0 || cell.high < lowEnd || cell.low > highEnd) continue;
    const from = coordinate(scales.x(cell.low));
    if (end === undefined) words.push(`M${from},${ground}`);
    else if (cell.low !== end) words.push(`V${ground}H${from}`);
    words.push(`V${coordinate(scales.y(height))}H${coordinate(scales.x(cell.high))}`);
    end = cell.high;
  }
  if (words.length > 0) words.push(`V${ground}`);
  return words.join('');
}

/** Outline of a smooth density: up from the axis, along the curve, and back down. */
export function smoothPath({ xs, densities }: SmoothDensity, scales: Scales): string {
  const ground = coordinate(scales.y(0));
  const [first = 0] = xs;
  const places = Array.from(
    xs,
    (x, i) => `${coordinate(scales.x(x))},${coordinate(scales.y(densities[i]!))}`,
  );
  const kept = places.filter((place, i) => place !== places[i - 1]);
  return `M${coordinate(scales.x(first))},${ground}L${kept.join('L')}V${ground}`;
}

/**
 * The points that have mass, as positions and probabilities. With `isSmooth`, bins that a smooth curve leaves out as
 * points are included.
 */
export function listPoints(
  distribution: Distribution,
  isSmooth = false,
): { readonly at: number; readonly mass: number }[] {
  return distribution.bins
    .filter((cell, i) => heightOf(cell) === 0 || (isSmooth && isAtom(distribution, i)))
    .map(({ at, mass }) => ({ at, mass }));
}

/** The cumulative probability between two positions on the axis. */
export function cumulativePath(
  distribution: Distribution,
  [low, high]: readonly [number, number],
  scales: Scales,
): string {
  const place = (x: number, p: number) => `${coordinate(scales.x(x))},${coordinate(scales.y(p))}`;
  const words = [`M${place(low, distribution.probabilityAtMost(low))}`];
  let drawn = '';
  for (const knot of distribution.knots) {
    if (knot <= low || knot >= high) continue;
    const before = place(knot, distribution.probabilityBelow(knot));
    const after = place(knot, distribution.probabilityAtMost(knot));
    // Samples that fall on the same pixel are skipped, because thousands of samples share a few hundred pixels.
    if (after === drawn) continue;
    words.push(before === after ? `L${after}` : `L${before}L${after}`);
    drawn = after;
  }
  words.push(`L${place(high, distribution.probabilityBelow(high))}`);
  return words.join('');
}
