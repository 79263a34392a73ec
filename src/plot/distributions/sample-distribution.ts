// Computes the distribution of samples, for example of a value on a Reference core. Moments, quantiles and
// probabilities are exact for the samples. The density is their histogram, with bins according to Freedman and Diaconis
// (1981).
import { findFirstAtLeast } from '../../uncertainty/distributions/deltas.ts';
import { type Bin, type Distribution, findMoments, momentsAbout } from './distribution.ts';

const MOST_BINS = 200;
/** Maximum fraction of the samples in each of the outermost bins. */
const TAIL = 0.002;
/** Minimum number of distinct values for a density. If there are fewer, the samples count as outcomes. */
const FEW_VALUES = 24;

/**
 * Returns the distribution of samples, which may be in any order and include NaN and infinities.
 * @param samples at least one sample; the array is left unchanged
 */
export function distributionOfSamples(samples: Float64Array): Distribution {
  const sorted = samples.filter((sample) => !Number.isNaN(sample)).sort();
  const first = findFirstAtLeast(sorted, -Number.MAX_VALUE);
  const last = findFirstAtLeast(sorted, Infinity);
  const finite = sorted.subarray(first, last);
  const count = samples.length;
  const nan = 1 - sorted.length / count;
  const negativeInfinity = first / count;
  const positiveInfinity = (sorted.length - last) / count;
  const isAllFinite = finite.length === count;
  const moments = findMoments(finite, new Float64Array(finite.length).fill(1));
  const mean = isAllFinite ? moments.mean : meanOf(nan, negativeInfinity, positiveInfinity);
  const [example = Number.NaN] = samples;
  const isSame = (sample: number) => sample === example || (Number.isNaN(sample) && Number.isNaN(example));
  const knots = finite.filter((value, i) => i === 0 || value !== finite[i - 1]);
  const bins = makeBins(finite, knots, count);
  return {
    ...momentsAbout(mean, moments, isAllFinite),
    count,
    isPlain: samples.every(isSame),
    nan,
    negativeInfinity,
    positiveInfinity,
    cells: bins,
    bins,
    knots,
    quantile: (p) => {
      if (!(p >= 0 && p <= 1) || nan > 0) return Number.NaN;
      return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]!;
    },
    probabilityBelow: (x) => (Number.isNaN(x) ? Number.NaN : findFirstAtLeast(sorted, x) / count),
    probabilityAtMost: (x) => {
      if (Number.isNaN(x)) return Number.NaN;
      let end = findFirstAtLeast(sorted, x);
      while (end < sorted.length && sorted[end]! <= x) end++;
      return end / count;
    },
  };
}

/** Mean of a distribution that is not entirely finite. */
function meanOf(nan: number, negativeInfinity: number, positiveInfinity: number): number {
  if (nan > 0 || (negativeInfinity > 0 && positiveInfinity > 0)) return Number.NaN;
  return positiveInfinity > 0 ? Infinity : -Infinity;
}

function makeBins(sorted: Float64Array, distinct: Float64Array, total: number): Bin[] {
  const n = sorted.length;
  if (distinct.length < FEW_VALUES) {
    return Array.from(distinct, (value, i) => {
      const next = distinct[i + 1];
      const end = next === undefined ? n : findFirstAtLeast(sorted, next);
      return { low: value, high: value, at: value, mass: (end - findFirstAtLeast(sorted, value)) / total };
    });
  }
  // With a long tail, all other samples would fall into a single bin, so each tail has a bin of its own.
  const low = sorted[Math.floor(TAIL * n)]!;
  const high = sorted[n - 1 - Math.floor(TAIL * n)]!;
  const bounds = [sorted[0]!, ...spreadBounds(sorted, low, high), sorted[n - 1]!];
  const bins: Bin[] = [];
  let before = 0;
  for (let i = 1; i < bounds.length; i++) {
    const [from, to] = [bounds[i - 1]!, bounds[i]!];
    const end = i === bounds.length - 1 ? n : findFirstAtLeast(sorted, to);
    const mass = (end - before) / total;
    before = end;
    if (mass > 0) bins.push({ low: from, high: to, mass, at: from / 2 + to / 2 });
  }
  return bins;
}

/** Bounds of equally wide bins from `low` to `high`. */
function spreadBounds(sorted: Float64Array, low: number, high: number): number[] {
  const n = sorted.length;
  const range = high - low;
  const quartiles = sorted[Math.floor(0.75 * n)]! - sorted[Math.floor(0.25 * n)]!;
  const wanted = Math.ceil(range / ((2 * quartiles) / Math.cbrt(n)));
  const count = Number.isFinite(wanted) ? Math.min(MOST_BINS, Math.max(FEW_VALUES, wanted)) : MOST_BINS;
  return Array.from({ length: count + 1 }, (_, i) => low + (range / count) * i);
}
