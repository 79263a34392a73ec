// Truncates a value's density at limits, keeping the part between them.

import { findPosterior, type Logarithms, type LogDensity, type Posterior } from './bayes.ts';
import { collectDeltas, type Deltas, findCellBounds, limitDeltas } from './deltas.ts';
import { type DistributionFunction, maybeJoinNodes } from './distribution-function.ts';

/**
 * A truncated density: points and density as for a posterior, and a distribution function that ends at the limits.
 */
export interface LimitedDensity extends Posterior {
  readonly distribution: DistributionFunction | undefined;
}

/**
 * Minimum number of whole cells between the limits. Fewer cells would describe the truncated value less accurately than
 * the density between deltas.
 */
const ENOUGH_CELLS = 16;

/**
 * Truncates a value's density at limits. Undefined for atoms and special positions, and if the limits enclose all
 * cells, so that there is nothing to cut.
 * @param density density of the value, if it is known more accurately than from cells
 */
export function maybeLimitDensity(
  deltas: Deltas,
  density: { readonly isKnown: boolean; readonly get: () => LogDensity },
  [low, high]: readonly [number, number],
  logarithms: Logarithms,
): LimitedDensity | undefined {
  const special = deltas.nan + deltas.negativeInfinity + deltas.positiveInfinity;
  if (deltas.atoms || special > 0 || deltas.positions.length < 2 || !(low < high)) return undefined;
  const bounds = findCellBounds(deltas);
  if (low <= bounds[0]! && high >= bounds.at(-1)!) return undefined;
  const whole = density.get();
  const [first, last] = [Math.max(low, whole.breaks[0]!), Math.min(high, whole.breaks.at(-1)!)];
  // The tail of a density in closed form continues beyond its last break.
  const end = last > first ? last : high;
  if (!(end > first) || !Number.isFinite(end)) return undefined;
  const inner = whole.breaks.filter((x) => x > first && x < end);
  const cut: LogDensity = {
    logAt: (x) => (x < low || x > high ? Number.NEGATIVE_INFINITY : whole.logAt(x)),
    breaks: [first, ...inner, end],
  };
  const kept = density.isKnown ? undefined : limitDeltas(deltas, low, high);
  const posterior =
    kept && kept.positions.length >= ENOUGH_CELLS
      ? { points: kept, density: cut }
      : findPosterior(cut, () => ({ logLikelihood: 0, distance: 0 }), logarithms);
  if (!posterior) return undefined;
  const { positions, masses } = posterior.points;
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const ordered = collectDeltas(
    positions,
    masses.map((mass) => mass / total),
    false,
  );
  return { ...posterior, distribution: joinPoints(ordered, first, end) };
}

/**
 * The distribution function through the points, each at the middle of its own probability, from one end to the other.
 */
function joinPoints(
  { positions, masses }: Deltas,
  first: number,
  end: number,
): DistributionFunction | undefined {
  let below = 0;
  const shares = masses.map((mass) => {
    below += mass;
    return below - mass / 2;
  });
  return maybeJoinNodes(Float64Array.of(first, ...positions, end), Float64Array.of(0, ...shares, 1));
}
