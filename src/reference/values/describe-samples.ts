// Computes the mean, standard deviation and histogram of samples.

export interface SampleSummary {
  /** Mean of the finite samples; NaN if there are none. */
  readonly mean: number;
  /** Standard deviation of the finite samples, with divisor count − 1; 0 for a single sample. */
  readonly deviation: number;
  /** Smallest finite sample. */
  readonly low: number;
  /** Largest finite sample. */
  readonly high: number;
  /** Number of finite samples in each bin. The bins divide the range from `low` to `high` equally. */
  readonly counts: readonly number[];
  /** Number of samples that are NaN or infinite. */
  readonly notFinite: number;
}

/** Summarises samples in any order. */
export function describeSamples(samples: Float64Array, bins: number): SampleSummary {
  let [count, mean, squares, low, high] = [0, 0, 0, Infinity, -Infinity];
  // Welford's recurrence (1962) avoids cancellation if the mean is large.
  for (const sample of samples) {
    if (!Number.isFinite(sample)) continue;
    count++;
    const step = sample - mean;
    mean += step / count;
    squares += step * (sample - mean);
    low = Math.min(low, sample);
    high = Math.max(high, sample);
  }
  const counts = new Array<number>(bins).fill(0);
  for (const sample of samples) {
    if (!Number.isFinite(sample)) continue;
    const bin = Math.floor(((sample - low) / (high - low)) * bins);
    counts[Math.min(bins - 1, Number.isNaN(bin) ? 0 : bin)]!++;
  }
  return {
    mean: count === 0 ? Number.NaN : mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    low,
    high,
    counts,
    notFinite: samples.length - count,
  };
}
