// The small density within a line of text: the outline of an area whose heights are the probabilities of equally wide
// intervals.

import type { Distribution } from '../distributions/distribution.ts';
import { chooseXLimits, type Limits } from './plot-limits.ts';
import { coordinate } from './svg-text.ts';

const COLUMNS = 32;

/**
 * The outline in a box of `width` by `height`, resting on the box's lower edge; empty if the value has no spread.
 * @param limits limits of the scale; default: fitted to the value
 */
export function sparkPath(
  distribution: Distribution,
  width: number,
  height: number,
  limits?: Limits,
): string {
  if (distribution.isPlain || distribution.bins.length === 0) return '';
  const [low, high] = limits ?? chooseXLimits([distribution], [undefined, undefined]);
  const step = (high - low) / COLUMNS;
  const below = Array.from({ length: COLUMNS + 1 }, (_, i) => distribution.probabilityAtMost(low + i * step));
  const masses = below.slice(1).map((p, i) => p - below[i]!);
  const highest = Math.max(...masses);
  if (!(highest > 0)) return '';
  const points = masses.map((mass, i) => {
    const y = height * (1 - (0.96 * mass) / highest);
    return `${coordinate(((i + 0.5) * width) / COLUMNS)},${coordinate(y)}`;
  });
  return `M0,${height}L${points.join('L')}L${width},${height}Z`;
}
