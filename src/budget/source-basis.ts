// Functions of one source of uncertainty on the lanes of a run: mean zero, orthonormal over the lanes, from the simple to the
// wavy. First the source's own value and its square, where their moments are tame, so that what is linear in the inputs is
// found exactly; then Legendre polynomials in the probability (the rank) of the source.

/** A source as its draws: one column of values by lane; several where values are drawn together, row by row. */
export interface SourceDraws {
  readonly columns: readonly Float64Array[];
}

export interface SourceBasis {
  /** Each by lane, with mean 0 and mean square 1; the first are the simplest. */
  readonly functions: readonly Float64Array[];
  /** True where the first function is the source's value, standardised. */
  readonly isLinear: boolean;
  /** How many of the functions, the first ones, are fitted all together before anything is looked for. */
  readonly linearCount: number;
  /** Which of BINS equally probable parts of the source each lane lies in; undefined for several columns. */
  readonly bins: Uint8Array | undefined;
  /** Means of the functions over bins: function by function, BINS numbers each. */
  readonly binned: Float64Array;
  /** Mean rank of each lane, from 0 to 1, ends excluded; undefined for several columns. */
  readonly ranks: Float64Array | undefined;
}

export const BINS = 32;
/** Legendre polynomials of one source. */
const DEGREE = 14;
/** Functions of values that are drawn together. */
const MOST_JOINT = 24;
const JOINT_DEGREE = 4;
/** What is left of a function beside those before it, as a mean square, for it to count as one more. */
const LEAST_NEW = 1e-6;
/** Fourth moments, in standard deviations, up to which a value and its square are functions that few lanes do not decide. */
const TAME_VALUE = 60;
const TAME_SQUARE = 30;

/** The basis of a source. */
export function makeBasis({ columns }: SourceDraws, degree = DEGREE): SourceBasis {
  const [first] = columns;
  if (columns.length !== 1 || !first) return makeJointBasis(columns);
  const n = first.length;
  const ranks = rankLanes(first);
  const kurtosis = kurtosisOf(first);
  const candidates: Float64Array[] = [];
  if (kurtosis < TAME_VALUE) candidates.push(first.slice());
  if (kurtosis < TAME_SQUARE) candidates.push(squareOf(first));
  candidates.push(...legendre(ranks, degree));
  const functions = orthonormalise(candidates);
  const bins = new Uint8Array(n);
  for (let i = 0; i < n; i++) bins[i] = Math.floor(ranks[i]! * BINS);
  return {
    functions,
    isLinear: kurtosis < TAME_VALUE,
    linearCount: Math.min(1, functions.length),
    bins,
    binned: meansOverBins(functions, bins),
    ranks,
  };
}

/** Values that are drawn together are one source: products of polynomials in each rank, the simplest first. */
function makeJointBasis(columns: readonly Float64Array[]): SourceBasis {
  const polynomials = columns.map((column) => legendre(rankLanes(column), JOINT_DEGREE));
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
    // Of hundreds of columns only the simplest products are ever wanted.
    products.sort((a, b) => a.degree - b.degree);
    products.length = Math.min(products.length, 1 + Math.max(MOST_JOINT, columns.length) * 2);
  }
  const linear = columns.filter((column) => kurtosisOf(column) < TAME_VALUE).map((column) => column.slice());
  const candidates = [...linear, ...products.flatMap(({ values }) => (values ? [values.slice()] : []))];
  const functions = orthonormalise(candidates).slice(0, Math.max(MOST_JOINT, columns.length));
  return { ...WITHOUT_RANKS, functions, linearCount: Math.min(linear.length, functions.length) };
}

const WITHOUT_RANKS = {
  isLinear: false,
  bins: undefined,
  binned: new Float64Array(0),
  ranks: undefined,
} as const;

/**
 * The basis of many independent sources that are taken for one: the value of each, and polynomials of their sum. Where there
 * are more than `room` of them, of their values the sum alone.
 */
export function makeGroupBasis(columns: readonly Float64Array[], room: number): SourceBasis {
  const values = columns.map((column) => column.slice());
  const standard = values.filter((column) => kurtosisOf(column) < TAME_VALUE && standardise(column));
  const sum = new Float64Array(columns[0]?.length ?? 0);
  for (const column of standard) for (let i = 0; i < sum.length; i++) sum[i]! += column[i]!;
  const linear = standard.length <= room ? standard : [];
  const waves = orthonormalise([sum, ...legendre(rankLanes(sum), DEGREE)]);
  const functions = [...linear, ...(linear.length > 0 ? waves.slice(1) : waves)];
  return {
    ...WITHOUT_RANKS,
    functions,
    linearCount: linear.length > 0 ? linear.length : Math.min(1, waves.length),
  };
}

/** Mean 0 and mean square 1, in place; false where there is no spread. */
function standardise(values: Float64Array): boolean {
  subtractMean(values);
  const square = meanProduct(values, values);
  if (!(square > 0)) return false;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < values.length; i++) values[i]! *= scale;
  return true;
}

/** The mean rank of each lane, over the number of lanes: equal values share theirs. */
export function rankLanes(values: Float64Array): Float64Array {
  const n = values.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(n);
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && values[order[end]!] === values[order[start]!]) end++;
    const rank = (start + end) / (2 * n);
    for (let i = start; i < end; i++) ranks[order[i]!] = rank;
    start = end;
  }
  return ranks;
}

/** Legendre polynomials of degrees 1 to `degree` at 2·rank − 1. */
function legendre(ranks: Float64Array, degree: number): Float64Array[] {
  const n = ranks.length;
  const polynomials = Array.from({ length: degree }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const x = 2 * ranks[i]! - 1;
    let [before, now] = [1, x];
    for (let k = 1; k <= degree; k++) {
      polynomials[k - 1]![i] = now;
      [before, now] = [now, ((2 * k + 1) * x * now - k * before) / (k + 1)];
    }
  }
  return polynomials;
}

/** Modified Gram-Schmidt against 1 and each other, in place; what adds nothing is left out. */
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

export function meanProduct(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < n; i += 4) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
    s2 += a[i + 2]! * b[i + 2]!;
    s3 += a[i + 3]! * b[i + 3]!;
  }
  for (; i < n; i++) s0 += a[i]! * b[i]!;
  return (s0 + s1 + s2 + s3) / n;
}

export function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const product = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) product[i] = a[i]! * b[i]!;
  return product;
}

function subtractMean(values: Float64Array): void {
  let mean = 0;
  for (const x of values) mean += x;
  mean /= values.length;
  for (let i = 0; i < values.length; i++) values[i]! -= mean;
}

function squareOf(values: Float64Array): Float64Array {
  const squares = values.slice();
  subtractMean(squares);
  for (let i = 0; i < squares.length; i++) squares[i] = squares[i]! ** 2;
  return squares;
}

/** Fourth central moment over the square of the variance; infinite where that makes no sense. */
function kurtosisOf(values: Float64Array): number {
  const centred = values.slice();
  subtractMean(centred);
  let [second, fourth] = [0, 0];
  for (const x of centred) {
    const square = x * x;
    second += square;
    fourth += square * square;
  }
  const kurtosis = (fourth * values.length) / second ** 2;
  return Number.isFinite(kurtosis) ? kurtosis : Number.POSITIVE_INFINITY;
}

function meansOverBins(functions: readonly Float64Array[], bins: Uint8Array): Float64Array {
  const counts = new Float64Array(BINS);
  for (const bin of bins) counts[bin]!++;
  const means = new Float64Array(functions.length * BINS);
  functions.forEach((values, k) => {
    for (let i = 0; i < bins.length; i++) means[k * BINS + bins[i]!]! += values[i]!;
    for (let b = 0; b < BINS; b++) if (counts[b]! > 0) means[k * BINS + b]! /= counts[b]!;
  });
  return means;
}
