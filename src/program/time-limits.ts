// Time limits for runs: validates explicit limits, and increases the default with the number of runs on a Reference
// core.
import { HazeError } from '../errors/haze-error.ts';
import { checkRuns } from '../reference/crew/run-count.ts';
import { DEFAULT_TIME_LIMIT_MS } from '../runtime/running/time-limit.ts';
import type { CoreSpec } from '../uncertainty/core/core-spec.ts';

/** Number of runs on a Reference core that the default limit covers; more runs get more time. */
const RUNS_IN_LIMIT = 100_000;

/**
 * Time until a program is stopped, in milliseconds.
 * @throws HazeError `invalid-time-limit`, `invalid-runs`
 */
export function readTimeLimitMs(
  seconds: number | undefined,
  { Microarchitecture }: CoreSpec,
  runs: number | undefined,
): number {
  if (seconds === undefined) {
    const isCounted = Microarchitecture === 'Reference' && runs !== undefined;
    return DEFAULT_TIME_LIMIT_MS * Math.max(1, (isCounted ? checkRuns(runs) : 0) / RUNS_IN_LIMIT);
  }
  if (seconds > 0) return seconds * 1000;
  throw new HazeError('invalid-time-limit', `timeLimitSeconds must be above zero, not ${seconds}.`, {
    data: { timeLimitSeconds: seconds },
  });
}
