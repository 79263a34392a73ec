// Weighted points from which distributions are made: samples (with equal samples merged), mixtures and truncations.

/** Points whose masses need not add up to 1. */
export interface WeightedPoints {
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  /** True if the points are the possible outcomes themselves. */
  readonly atoms: boolean;
}

/** Weight above which weights are divided, so that their sum cannot overflow. */
const HUGE = 2 ** 960;
const NONE: WeightedPoints = { positions: new Float64Array(), masses: new Float64Array(), atoms: true };

/**
 * Sorts samples and merges equal ones. If any weight is negative, infinite or NaN, there are no points and the
 * distribution is NaN.
 */
export function mergeSamples(samples: Float64Array, weights: Float64Array | undefined): WeightedPoints {
  if (weights && !weights.every((weight) => weight >= 0 && weight < Infinity)) return NONE;
  const isHuge = weights?.some((weight) => weight > HUGE);
  const sorted = weights
    ? sortWithWeights(samples, isHuge ? weights.map((weight) => weight / HUGE) : weights)
    : { positions: samples.toSorted(), weights: undefined };
  const positions = new Float64Array(samples.length);
  const masses = new Float64Array(samples.length);
  let n = 0;
  for (let i = 0; i < samples.length; i++) {
    const position = sorted.positions[i]!;
    const weight = sorted.weights?.[i] ?? 1;
    if (weight === 0) continue;
    const last = positions[n - 1];
    if (n > 0 && (Object.is(last, position) || last === position)) {
      masses[n - 1]! += weight;
    } else {
      positions[n] = position;
      masses[n++] = weight;
    }
  }
  return { positions: positions.subarray(0, n), masses: masses.subarray(0, n), atoms: true };
}

function sortWithWeights(samples: Float64Array, weights: Float64Array) {
  const order = Uint32Array.from(samples.keys()).sort((i, j) => {
    const [a, b] = [samples[i]!, samples[j]!];
    // NaN sorts last, as in a typed array.
    return a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  });
  return {
    positions: Float64Array.from(order, (i) => samples[i]!),
    weights: Float64Array.from(order, (i) => weights[i]!),
  };
}

/** Points of the mixture of two distributions; none if the weight is not a probability. */
export function mixPoints(
  first: WeightedPoints,
  second: WeightedPoints,
  firstWeight: number,
): WeightedPoints {
  if (!(firstWeight >= 0 && firstWeight <= 1)) return NONE;
  const n = first.positions.length;
  const positions = new Float64Array(n + second.positions.length);
  const masses = new Float64Array(positions.length);
  positions.set(first.positions);
  positions.set(second.positions, n);
  masses.set(first.masses.map((mass) => mass * firstWeight));
  masses.set(
    second.masses.map((mass) => mass * (1 - firstWeight)),
    n,
  );
  return { positions, masses, atoms: first.atoms && second.atoms };
}

/** The points in [low, high], with their original masses. */
export function limitPoints(
  { positions, masses, atoms }: WeightedPoints,
  low: number,
  high: number,
): WeightedPoints {
  const kept = Array.from(positions.keys()).filter((i) => positions[i]! >= low && positions[i]! <= high);
  return {
    positions: Float64Array.from(kept, (i) => positions[i]!),
    masses: Float64Array.from(kept, (i) => masses[i]!),
    atoms,
  };
}

/** A column of a table stored row by row. */
export function columnOf(rows: Float64Array, column: number, cardinality: number): Float64Array {
  const length = Math.floor(rows.length / cardinality);
  return Float64Array.from({ length }, (_, row) => rows[row * cardinality + column]!);
}
