// Empirical distributions: from samples to weighted points, equal ones merged.

/** Points with masses that need not add up to 1. */
export interface WeightedPoints {
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  /** True when the points are the possible outcomes themselves. */
  readonly atoms: boolean;
}

const NONE: WeightedPoints = { positions: new Float64Array(), masses: new Float64Array(), atoms: true };

/**
 * Sorts samples and merges equal ones. Weights must not be negative, infinite or NaN, else nothing is left (the
 * distribution is NaN).
 */
export function mergeSamples(samples: Float64Array, weights: Float64Array | undefined): WeightedPoints {
  if (weights && !weights.every((weight) => weight >= 0 && weight < Infinity)) return NONE;
  const sorted = weights
    ? sortWithWeights(samples, weights)
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
    // NaN last, as typed arrays sort it.
    return a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  });
  return {
    positions: Float64Array.from(order, (i) => samples[i]!),
    weights: Float64Array.from(order, (i) => weights[i]!),
  };
}
