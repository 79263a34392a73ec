// Median time of a short call.
import { median } from '../../scripts/measurement.ts';

const ROUNDS = 15;
const ROUND_MS = 4;
/** Warm-up time before the measurement, during which engines optimise the call. */
const WARM_UP_MS = 60;

/** Time of one call of `action` in microseconds: the median over rounds of several milliseconds each. */
export function measureMedian(action: () => void): number {
  const warmUp = performance.now();
  let calls = 0;
  while (performance.now() - warmUp < WARM_UP_MS) {
    action();
    calls++;
  }
  const perRound = Math.max(1, Math.round((calls * ROUND_MS) / WARM_UP_MS));
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (let i = 0; i < perRound; i++) action();
    return ((performance.now() - start) * 1000) / perRound;
  });
  return median(times);
}
