// The number of Monte Carlo runs to which a distribution is equivalent. With that many independent runs, the mean
// distance from the true distribution (Wasserstein-1) would equal this distribution's distance.
import type { Distribution } from './distribution.ts';

/**
 * Minimum ratio of the number of runs behind the true distribution to the number of runs being judged. Below this
 * ratio, noise in the true distribution itself dominates the distance.
 */
const RUNS_OF_TRUTH = 20;

/** A number of Monte Carlo runs. */
export interface RunCount {
  /** At least 1. */
  readonly count: number;
  /** True if the count is only a lower bound, because the true distribution is based on too few runs. */
  readonly isMore: boolean;
}

/** Formats the count, as in `1200` or `> 500`. */
export function formatRunCount({ count, isMore }: RunCount): string {
  return `${isMore ? '> ' : ''}${isMore ? count : Number(count.toPrecision(2))}`;
}

/**
 * Computes the equivalent number of Monte Carlo runs. For n samples from a distribution function F, the mean distance
 * tends to √(2/π)·∫√(F(1 − F)) dx / √n (del Barrio, Giné and Matrán, 1999).
 *
 * @param truth samples of the value from reference runs, which are plain Monte Carlo
 * @param distance Wasserstein-1 distance of the core's distribution from `truth`, in the value's unit
 * @param runs number of runs behind `truth`
 * @returns undefined if there is no distance, or if `truth` has no spread
 */
export function equivalentRuns(truth: Distribution, distance: number, runs: number): RunCount | undefined {
  const most = runs / RUNS_OF_TRUTH;
  if (!Number.isFinite(distance) || truth.isPlain || most < 1) return undefined;
  const { knots } = truth;
  let spread = 0;
  for (let i = 1; i < knots.length; i++) {
    const [low, high] = [knots[i - 1]!, knots[i]!];
    const below = truth.probabilityAtMost(low);
    spread += (high - low) * Math.sqrt(Math.max(0, below * (1 - below)));
  }
  const count = ((Math.sqrt(2 / Math.PI) * spread) / distance) ** 2;
  return count > most
    ? { count: Math.floor(most), isMore: true }
    : { count: Math.max(1, Math.round(count)), isMore: false };
}
