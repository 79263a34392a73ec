// Number of runs in a Reference task.
import { HazeError } from '../../errors/haze-error.ts';

/** Default number of runs in a task, and the maximum of the option that sets the number. */
export const DEFAULT_RUNS = 10_000;
export const MAX_RUNS = 10_000_000;

/**
 * Checks and returns the number of runs of a task.
 * @throws HazeError `invalid-runs`
 */
export function checkRuns(runs: number): number {
  if (Number.isInteger(runs) && runs >= 1 && runs <= MAX_RUNS) return runs;
  throw new HazeError('invalid-runs', `A Reference task can have 1 to ${MAX_RUNS} runs, not ${runs}.`, {
    data: { runs },
  });
}
