// Queries about a distribution (docs/uxhw.md), answered from its deltas. A plain value is a single atom.

import type { Query } from '../core/operations.ts';
import {
  type Deltas,
  findCellBounds,
  findDensity,
  findModes,
  findProbabilityAbove,
  findQuantile,
  prepareQuantiles,
} from './deltas.ts';

export function plainDeltas(value: number): Deltas {
  const finite = Number.isFinite(value);
  return {
    positions: finite ? Float64Array.of(value) : new Float64Array(),
    masses: finite ? Float64Array.of(1) : new Float64Array(),
    nan: Number.isNaN(value) ? 1 : 0,
    negativeInfinity: value === -Infinity ? 1 : 0,
    positiveInfinity: value === Infinity ? 1 : 0,
    atoms: true,
  };
}

type Answer = (deltas: Deltas, argument: number, source: { random(): number }) => number;

const ANSWERS: Readonly<Record<Query, Answer>> = {
  nth_moment: findMoment,
  nth_mode: (deltas, n) => (deltas.nan > 0 ? Number.NaN : (findModes(deltas)[n - 1] ?? Number.NaN)),
  quantile: findQuantile,
  probability_gt: findProbabilityAbove,
  support_min: (deltas) => findSupport(deltas)[0],
  support_max: (deltas) => findSupport(deltas)[1],
  sample: (deltas, _argument, source) => drawSample(deltas)(source.random()),
  evaluate_pdf: findDensity,
  mean_error: (deltas) => (deltas.nan > 0 ? Number.NaN : 0),
  quantile_error: findQuantileError,
  probability_error: findShareError,
};

/**
 * Answers a query. Moments from the second order on are central but not normalised. Orders, modes and probabilities
 * that are out of range yield NaN.
 * @param source source of random numbers on (0, 1) for `sample`
 */
export function answerQuery(query: Query, ...given: Parameters<Answer>): number {
  return ANSWERS[query](...given);
}

/**
 * Half the width of the cell that contains a quantile, because the deltas do not reveal the density within the cell.
 */
function findQuantileError(deltas: Deltas, p: number): number {
  const quantile = findQuantile(deltas, p);
  const cell = maybeFindCell(deltas, quantile);
  return Number.isNaN(quantile) ? quantile : cell ? (cell.high - cell.low) / 2 : 0;
}

/** Half the mass of the cell that the cutoff splits. */
function findShareError(deltas: Deltas, cutoff: number): number {
  if (deltas.nan > 0 || Number.isNaN(cutoff)) return Number.NaN;
  return (maybeFindCell(deltas, cutoff)?.mass ?? 0) / 2;
}

function maybeFindCell(deltas: Deltas, x: number): { low: number; high: number; mass: number } | undefined {
  if (deltas.atoms || deltas.positions.length < 2) return undefined;
  const bounds = findCellBounds(deltas);
  for (let i = 0; i < deltas.positions.length; i++) {
    const [low, high] = [bounds[i]!, bounds[i + 1]!];
    if (x >= low && x <= high && !deltas.outcomes?.[i]) return { low, high, mass: deltas.masses[i]! };
  }
  return undefined;
}

function findMoment(deltas: Deltas, order: number): number {
  if (order === 0) return 1;
  const { positions, masses } = deltas;
  if (deltas.nan > 0 || (deltas.negativeInfinity > 0 && deltas.positiveInfinity > 0)) return Number.NaN;
  const infinite = deltas.positiveInfinity > 0 ? Infinity : deltas.negativeInfinity > 0 ? -Infinity : 0;
  if (infinite !== 0) return order === 1 ? infinite : Number.NaN;
  if (positions.length === 1) return order === 1 ? positions[0]! : 0;
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  if (order === 1) return mean;
  let moment = 0;
  for (let i = 0; i < positions.length; i++) {
    let power = 1;
    for (let k = 0; k < order; k++) power *= positions[i]! - mean;
    moment += masses[i]! * power;
  }
  return moment;
}

function findSupport(deltas: Deltas): [number, number] {
  if (deltas.nan > 0) return [Number.NaN, Number.NaN];
  const low = deltas.negativeInfinity > 0 ? -Infinity : (deltas.positions[0] ?? Infinity);
  const high = deltas.positiveInfinity > 0 ? Infinity : (deltas.positions.at(-1) ?? -Infinity);
  return [low, high];
}

/**
 * Maps a uniform number to a draw: NaN with the probability of NaN, and otherwise a quantile of the remaining
 * distribution.
 */
export function drawSample(deltas: Deltas): (uniform: number) => number {
  const invert = prepareQuantiles(deltas);
  const left = 1 - deltas.nan;
  return (uniform) => (uniform < left ? invert(uniform) : Number.NaN);
}
