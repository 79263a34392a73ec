// Speed of this machine, now, beside the machine that the limits in tests were chosen on. Limits are multiplied by it,
// so that a slow or busy machine gives the same verdict.

/** Milliseconds of the loop on a quiet machine of two cores. */
const USUAL_MS = 200;
const ROUNDS = 180_000_000;
/** Bounds of the factor: a fast machine keeps the limits, and a limit beyond the upper bound would not end. */
const MOST = 30;
/** Not HAZE_…: the command reads those as its options. */
const NAME = 'TEST_SLOWNESS';

/** Runs a loop of about 200 ms; answers how many times as long it took, from 1 to 30. */
function measureSlowness(): number {
  const startMs = performance.now();
  let state = 1;
  for (let round = 0; round < ROUNDS; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const tookMs = performance.now() - startMs;
  // The loop's result must be of use, or the engine leaves the loop out.
  return Math.min(MOST, Math.max(1, state === 0 ? 1 : tookMs / USUAL_MS));
}

/** The factor of this run of tests: measured once, printed, and handed on to all processes. */
export function readSlowness(): number {
  const known = Number(process.env[NAME]);
  if (known >= 1) return known;
  const measured = measureSlowness();
  process.env[NAME] = measured.toFixed(2);
  console.log(`limits in tests are those of a quiet machine, times ${measured.toFixed(1)}`);
  return measured;
}

/** A limit in milliseconds for this machine, from the limit for a quiet one. */
export function scaleLimit(quietMs: number): number {
  return Math.round(quietMs * readSlowness());
}
