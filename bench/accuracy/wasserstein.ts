// Distance between a distribution and samples from the true distribution.

/** Mean, standard deviation and sorted samples of a ground truth. */
export interface Truth {
  readonly sorted: Float64Array;
  readonly mean: number;
  readonly deviation: number;
}

/** Errors of a result, as fractions of the true standard deviation. */
export interface Errors {
  /** Wasserstein-1 distance: the mean distance between quantiles. */
  readonly wasserstein: number;
  readonly mean: number;
  readonly deviation: number;
}

export function describeTruth(samples: Float64Array): Truth {
  const sorted = samples.toSorted();
  const { mean, deviation } = describe(sorted, new Float64Array(sorted.length).fill(1 / sorted.length));
  return { sorted, mean, deviation };
}

/** Errors of weighted points in any order, whose masses add up to 1. */
export function measureErrors(truth: Truth, positions: Float64Array, masses: Float64Array): Errors {
  const { mean, deviation } = describe(positions, masses);
  return {
    wasserstein: measureWasserstein(truth.sorted, positions, masses) / truth.deviation,
    mean: Math.abs(mean - truth.mean) / truth.deviation,
    deviation: Math.abs(deviation / truth.deviation - 1),
  };
}

function describe(positions: Float64Array, masses: Float64Array): { mean: number; deviation: number } {
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  const variance = positions.reduce((sum, x, i) => sum + (x - mean) ** 2 * masses[i]!, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

/** ∫ |F⁻¹(p) − G⁻¹(p)| dp, where F has a step of 1/n at each of the sorted samples. */
function measureWasserstein(sorted: Float64Array, positions: Float64Array, masses: Float64Array): number {
  const order = Uint32Array.from(positions.keys()).sort((i, j) => positions[i]! - positions[j]!);
  const share = 1 / sorted.length;
  let distance = 0;
  let sample = 0;
  let left = share;
  for (const i of order) {
    let mass = masses[i]!;
    while (mass > 0 && sample < sorted.length) {
      const moved = Math.min(mass, left);
      distance += moved * Math.abs(positions[i]! - sorted[sample]!);
      mass -= moved;
      left -= moved;
      if (left > share * 1e-9) continue;
      sample++;
      left = share;
    }
  }
  return distance;
}
