// Functions of several columns by lane. The columns are either values that are drawn together, row by row, or many
// sources treated as one source.

import type { SourceBasis } from './basis.ts';
import {
  kurtosisOf,
  LEAST_NEW,
  meanProduct,
  multiply,
  standardise,
  subtractMean,
  TAME_VALUE,
} from './lane-sums.ts';
import type { LaneMemory } from './lanes/lane-memory.ts';
import { rankLanes } from './rank-lanes.ts';
import { DEGREE, legendre } from './rank-polynomials.ts';

/** Maximum number of functions for values that are drawn together. */
const MOST_JOINT = 24;
const JOINT_DEGREE = 4;

/**
 * Functions of values that are drawn together and treated as one source: products of polynomials in the rank of each
 * value, simplest first.
 */
export function makeJointBasis(columns: readonly Float64Array[], memory: LaneMemory): SourceBasis {
  const polynomials = columns.map((column) => legendre(rankLanes(column, memory), JOINT_DEGREE));
  let products: { values: Float64Array | undefined; degree: number }[] = [{ values: undefined, degree: 0 }];
  for (const powers of polynomials) {
    products = products.flatMap((product) => [
      product,
      ...powers.flatMap((values, k) =>
        product.degree + k + 1 > JOINT_DEGREE
          ? []
          : [
              {
                values: product.values ? multiply(product.values, values) : values,
                degree: product.degree + k + 1,
              },
            ],
      ),
    ]);
    // With hundreds of columns, only the simplest products are ever needed.
    products.sort((a, b) => a.degree - b.degree);
    products.length = Math.min(products.length, 1 + Math.max(MOST_JOINT, columns.length) * 2);
  }
  const linear = columns.filter((column) => kurtosisOf(column) < TAME_VALUE).map((column) => column.slice());
  const candidates = [...linear, ...products.flatMap(({ values }) => (values ? [values.slice()] : []))];
  const functions = orthonormalise(candidates).slice(0, Math.max(MOST_JOINT, columns.length));
  return basisOf(functions, Math.min(linear.length, functions.length), memory);
}

/**
 * The basis for many independent sources treated as one source: each source's value, and polynomials in the sum of the
 * values. If there are more than `room` sources, the basis consists only of that sum.
 */
export function makeGroupBasis(
  columns: readonly Float64Array[],
  room: number,
  memory: LaneMemory,
): SourceBasis {
  const values = columns.map((column) => column.slice());
  const standard = values.filter((column) => kurtosisOf(column) < TAME_VALUE && standardise(column));
  const sum = new Float64Array(columns[0]?.length ?? 0);
  for (const column of standard) for (let i = 0; i < sum.length; i++) sum[i]! += column[i]!;
  const linear = standard.length <= room ? standard : [];
  const waves = orthonormalise([sum, ...legendre(rankLanes(sum, memory), DEGREE)]);
  const functions = [...linear, ...(linear.length > 0 ? waves.slice(1) : waves)];
  return basisOf(functions, linear.length > 0 ? linear.length : Math.min(1, waves.length), memory);
}

function basisOf(functions: readonly Float64Array[], linearCount: number, memory: LaneMemory): SourceBasis {
  const columns = functions.map((values) => memory.put(values));
  return {
    count: columns.length,
    functionOf: (k) => columns[k]!,
    isLinear: false,
    linearCount,
    binned: undefined,
  };
}

/**
 * Modified Gram-Schmidt, in place: makes functions orthogonal to 1 and to each other, and drops those that add nothing.
 */
function orthonormalise(candidates: readonly Float64Array[]): Float64Array[] {
  const kept: Float64Array[] = [];
  for (const values of candidates) {
    const n = values.length;
    subtractMean(values);
    const whole = meanProduct(values, values);
    if (!(whole > 0)) continue;
    const scale = 1 / Math.sqrt(whole);
    for (let i = 0; i < n; i++) values[i]! *= scale;
    for (const other of kept) {
      const part = meanProduct(values, other);
      for (let i = 0; i < n; i++) values[i]! -= part * other[i]!;
    }
    const left = meanProduct(values, values);
    if (!(left > LEAST_NEW)) continue;
    const stretch = 1 / Math.sqrt(left);
    for (let i = 0; i < n; i++) values[i]! *= stretch;
    kept.push(values);
  }
  return kept;
}
