// Current slowness of this machine, relative to the machine for which the test limits were chosen. Limits are
// multiplied by this factor, so that results do not depend on whether the machine is slow or busy.

/** Duration of the loop in milliseconds on a quiet two-core machine. */
const USUAL_MS = 200;
const ROUNDS = 180_000_000;
/**
 * Maximum factor: with a larger factor, a limit would practically never be reached. On a fast machine, the limits
 * stay unchanged.
 */
const MOST = 30;
/** The name lacks the prefix HAZE_, because the command treats variables with that prefix as options. */
const NAME = 'TEST_SLOWNESS';

/** Runs a loop of about 200 ms; returns the factor by which it was slower, from 1 to 30. */
function measureSlowness(): number {
  const startMs = performance.now();
  let state = 1;
  for (let round = 0; round < ROUNDS; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const tookMs = performance.now() - startMs;
  // Uses the loop's result, because the engine would otherwise eliminate the loop.
  return Math.min(MOST, Math.max(1, state === 0 ? 1 : tookMs / USUAL_MS));
}

/** The factor for this test run: measured once, printed, and passed to all processes. */
export function readSlowness(): number {
  const known = Number(process.env[NAME]);
  if (known >= 1) return known;
  const measured = measureSlowness();
  process.env[NAME] = measured.toFixed(2);
  console.log(`time limits in tests are scaled for this machine by ${measured.toFixed(1)}`);
  return measured;
}

/** Converts a limit for a quiet machine, in milliseconds, to the limit for this machine. */
export function scaleLimit(quietMs: number): number {
  return Math.round(quietMs * readSlowness());
}
