// Knots of a function whose values are known at ascending cumulative probabilities ("shares") of its quantity. A
// monotone function maps quantiles to quantiles, and a non-monotone one becomes linear pieces.
import { Knots } from './knots.ts';
import { Pieces } from './pieces.ts';

/** Knots of a function whose values are known at ascending shares; undefined if a value is not finite. */
export function maybeJoinKnots(values: Float64Array, shares: Float64Array): Knots | undefined {
  if (!values.every(Number.isFinite)) return undefined;
  if (isRising(values)) return new Knots(values, shares);
  if (isRising(values.toReversed()))
    return new Knots(values.toReversed(), shares.map((share) => 1 - share).reverse());
  return joinPieces(...bend(values, shares));
}

/** Number of parts into which a bent interval is divided. */
const BENT_PARTS = 4;
/** Distance of a parabola from its chord, as a fraction of the chord's rise, above which nodes are added. */
const LEAST_BEND = 0.02;
/** Minimum ratio of the curvatures at both ends of a smooth interval. Intervals with kinks and jumps are not smooth. */
const SMOOTH = 0.25;
/** Maximum number of knots of a non-monotone function, not counting levels. */
const MOST_KNOTS = 1024;

/**
 * Adds nodes on a parabola in intervals that are smooth but bent, because straight pieces would cut off all maxima and
 * minima.
 */
function bend(values: Float64Array, shares: Float64Array): [Float64Array, Float64Array] {
  const slopeOf = (i: number) => (values[i]! - values[i - 1]!) / (shares[i]! - shares[i - 1]!);
  const curvatures = values.map((_, k) =>
    k > 0 && k + 1 < values.length ? (slopeOf(k + 1) - slopeOf(k)) / (shares[k + 1]! - shares[k - 1]!) : 0,
  );
  const [at, bent]: [number[], number[]] = [[shares[0]!], [values[0]!]];
  for (let i = 1; i < values.length; i++) {
    const [from, to] = [shares[i - 1]!, shares[i]!];
    const [before, after] = [curvatures[i - 1]!, curvatures[i]!];
    const [slope, curvature] = [slopeOf(i), (before + after) / 2];
    const isSmooth = before * after > 0 && Math.min(before / after, after / before) > SMOOTH;
    if (isSmooth && Math.abs(curvature) * (to - from) > 8 * LEAST_BEND * Math.abs(slope)) {
      const added = Array.from(
        { length: BENT_PARTS - 1 },
        (_, k) => from + ((k + 1) / BENT_PARTS) * (to - from),
      );
      // The vertex, if it lies within the interval.
      added.push((from + to - slope / curvature) / 2);
      for (const share of added.filter((one) => one > from && one < to).sort((one, other) => one - other)) {
        at.push(share);
        bent.push(values[i - 1]! + slope * (share - from) + curvature * (share - from) * (share - to));
      }
    }
    at.push(to);
    bent.push(values[i]!);
  }
  return [Float64Array.from(bent), Float64Array.from(at)];
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i]! >= values[i - 1]!)) return false;
  return true;
}

/** Knots of a non-monotone function: linear between nodes, and constant between equal neighbours. */
function joinPieces(values: Float64Array, shares: Float64Array): Knots {
  const pieces = new Pieces(values, shares);
  const levels = new Set<number>();
  for (let i = 1; i < values.length; i++) if (values[i] === values[i - 1]) levels.add(values[i]!);
  const sorted = Float64Array.from(new Set(values)).sort();
  const step = Math.max(2, Math.ceil(sorted.length / MOST_KNOTS));
  const kept = sorted.filter((x, i) => i % step === 0 || i === sorted.length - 1 || levels.has(x));
  const { less, equal } = pieces.measure(kept);
  const positions: number[] = [];
  const below: number[] = [];
  kept.forEach((x, i) => {
    if (levels.has(x)) {
      positions.push(x);
      below.push(less[i]!);
    }
    positions.push(x);
    below.push(less[i]! + equal[i]!);
  });
  return new Knots(Float64Array.from(positions), Float64Array.from(below), pieces);
}
