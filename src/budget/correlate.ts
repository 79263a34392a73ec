// Correlation matrices of values, computed from their lanes.
import { areFinite, standardise } from './lane-sums.ts';
import { type Address, LaneMemory } from './lanes/lane-memory.ts';
import { rankLanes } from './rank-lanes.ts';

export interface Correlations {
  /** Pearson's coefficients: row by row, in the order of the values. */
  readonly linear: readonly (readonly number[])[];
  /** Spearman's coefficients: correlations of the ranks. */
  readonly rank: readonly (readonly number[])[];
}

/**
 * Computes the correlations between values given by lane. The correlations of a value without spread or with a
 * non-finite lane are NaN.
 */
export function correlate(values: readonly Float64Array[]): Correlations {
  const memory = new LaneMemory(Math.max(0, ...values.map(({ length }) => length)));
  return {
    linear: matrixOf(
      values.map((lanes) => scaled(lanes, lanes)),
      memory,
    ),
    rank: matrixOf(
      values.map((lanes) => scaled(rankLanes(lanes, memory), lanes)),
      memory,
    ),
  };
}

function matrixOf(columns: readonly (Float64Array | undefined)[], memory: LaneMemory): number[][] {
  const { laneCount: n, kernels } = memory;
  const kept = columns.map((column): Address | undefined => {
    if (!column) return undefined;
    const address = memory.allocate(8 * n);
    memory.doubles(address, n).set(column);
    return address;
  });
  const rows = columns.map(() => new Array<number>(columns.length).fill(Number.NaN));
  kept.forEach((x, i) => {
    for (let j = 0; j <= i; j++) {
      const y = kept[j];
      if (x === undefined || y === undefined) continue;
      // A value's correlation with itself is 1, except for rounding.
      const r = i === j ? 1 : Math.max(-1, Math.min(1, kernels.dot_double(x, y, n) / n));
      rows[i]![j] = r;
      rows[j]![i] = r;
    }
  });
  return rows;
}

/** Scales to mean 0 and mean square 1; undefined if there is no spread or not all `lanes` are finite. */
function scaled(values: Float64Array, lanes: Float64Array): Float64Array | undefined {
  const copy = values.slice();
  return areFinite(lanes) && standardise(copy) ? copy : undefined;
}
