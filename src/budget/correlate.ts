// How values hang together: correlation matrices of their lanes.
import { areFinite, meanProduct, standardise } from './lane-sums.ts';
import { rankLanes } from './rank-lanes.ts';

export interface Correlations {
  /** Pearson's coefficients: row by row, in the order of the values. */
  readonly linear: readonly (readonly number[])[];
  /** Spearman's: those of the ranks. */
  readonly rank: readonly (readonly number[])[];
}

/** Correlations of values by lane; NaN beside a value that has no spread or is not a finite number in every lane. */
export function correlate(values: readonly Float64Array[]): Correlations {
  return {
    linear: matrixOf(values.map((lanes) => scaled(lanes, lanes))),
    rank: matrixOf(values.map((lanes) => scaled(rankLanes(lanes), lanes))),
  };
}

function matrixOf(columns: readonly Float64Array[]): number[][] {
  const rows = columns.map(() => new Array<number>(columns.length).fill(1));
  columns.forEach((x, i) => {
    for (let j = 0; j <= i; j++) {
      const product = meanProduct(x, columns[j]!);
      // A value and itself: rounding apart.
      const r = i === j && Number.isFinite(product) ? 1 : Math.max(-1, Math.min(1, product));
      rows[i]![j] = r;
      rows[j]![i] = r;
    }
  });
  return rows;
}

/** Mean 0 and mean square 1; NaN where there is no spread, or `lanes` are not all finite. */
function scaled(values: Float64Array, lanes: Float64Array): Float64Array {
  const copy = values.slice();
  return areFinite(lanes) && standardise(copy) ? copy : copy.fill(Number.NaN);
}
