// Knots of a function with known values at ascending shares of its quantity: a monotone function maps quantiles, and a
// function that rises and falls becomes linear pieces.
import { Knots } from './knots.ts';
import { Pieces } from './pieces.ts';

/** Knots of a function with known values at ascending shares; undefined if a value is not finite. */
export function maybeJoinKnots(atNodes: Float64Array, nodes: Float64Array): Knots | undefined {
  if (!atNodes.every(Number.isFinite)) return undefined;
  const { values, shares } = sharpen(atNodes, nodes);
  if (isRising(values)) return new Knots(values, shares);
  if (isRising(values.toReversed()))
    return new Knots(values.toReversed(), shares.map((share) => 1 - share).reverse());
  return joinPieces(values, shares);
}

/** Adds nodes at the ends of level stretches: extrapolated from the next two nodes, or in the middle of a step. */
function sharpen(values: Float64Array, shares: Float64Array): { values: Float64Array; shares: Float64Array } {
  const last = values.length - 1;
  const isLevel = (i: number) => i >= 0 && i < last && values[i] === values[i + 1];
  const [at, sharp]: [number[], number[]] = [[], []];
  /** Share at which the line through nodes i and j reaches a level, within the interval that begins at `from`. */
  const reach = (level: number, i: number, j: number, from: number): number => {
    const [low, high] = [shares[from]!, shares[from + 1]!];
    const share = shares[i]! + ((level - values[i]!) * (shares[j]! - shares[i]!)) / (values[j]! - values[i]!);
    return share >= low && share <= high ? share : (low + high) / 2;
  };
  for (let i = 0; i <= last; i++) {
    at.push(shares[i]!);
    sharp.push(values[i]!);
    if (i === last || isLevel(i)) continue;
    const [before, after] = [isLevel(i - 1), isLevel(i + 1)];
    if (before && after) {
      const middle = (shares[i]! + shares[i + 1]!) / 2;
      at.push(middle, middle);
      sharp.push(values[i]!, values[i + 1]!);
    } else if (before && i + 2 <= last) {
      at.push(reach(values[i]!, i + 1, i + 2, i));
      sharp.push(values[i]!);
    } else if (after && i > 0) {
      at.push(reach(values[i + 1]!, i, i - 1, i));
      sharp.push(values[i + 1]!);
    }
  }
  return { values: Float64Array.from(sharp), shares: Float64Array.from(at) };
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i]! >= values[i - 1]!)) return false;
  return true;
}

/** Knots of a function that rises and falls: linear between nodes, and level between equal neighbours. */
function joinPieces(values: Float64Array, shares: Float64Array): Knots {
  const pieces = new Pieces(values, shares);
  const levels = new Set<number>();
  for (let i = 1; i < values.length; i++) if (values[i] === values[i - 1]) levels.add(values[i]!);
  const sorted = Float64Array.from(new Set(values)).sort();
  const positions: number[] = [];
  const below: number[] = [];
  sorted.forEach((x, i) => {
    if (i % 2 === 1 && i < sorted.length - 1 && !levels.has(x)) return;
    const { less, equal } = pieces.measure(x);
    if (levels.has(x)) {
      positions.push(x);
      below.push(less);
    }
    positions.push(x);
    below.push(less + equal);
  });
  return new Knots(Float64Array.from(positions), Float64Array.from(below), pieces);
}
