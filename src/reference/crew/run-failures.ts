// Counts failed runs by outcome, so that memory use does not grow with their number.
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import type { FailedRun } from '../program/reference-messages.ts';

/** Runs with the same result. */
export interface RunTally {
  readonly count: number;
  /** Index of the first run. */
  readonly first: number;
}

/** Runs that failed in the same way. */
export interface RunFailure extends RunTally {
  /** Description, such as "exited with status 3". */
  readonly reason: string;
}

/** Maximum number of distinct failures. The failures of the earliest runs are retained. */
const MOST_REASONS = 1000;

export const NO_RUNS: RunTally = { count: 0, first: Number.POSITIVE_INFINITY };

/** Merges two tallies. */
export function addTallies(a: RunTally, b: RunTally): RunTally {
  return { count: a.count + b.count, first: Math.min(a.first, b.first) };
}

function describeFailure(end: RunEnd): string {
  return end.kind === 'exited' ? `exited with status ${end.exitStatus}` : `stopped (${end.message})`;
}

export class RunFailures {
  readonly #reasons = new Map<string, RunTally>();
  #count = 0;

  /** Number of failed runs. */
  get count(): number {
    return this.#count;
  }

  addRuns(failed: readonly FailedRun[]): void {
    for (const { run, end } of failed) this.add([{ reason: describeFailure(end), count: 1, first: run }]);
  }

  add(failures: readonly RunFailure[]): void {
    for (const { reason, ...tally } of failures) {
      this.#count += tally.count;
      this.#reasons.set(reason, addTallies(this.#reasons.get(reason) ?? NO_RUNS, tally));
      if (this.#reasons.size > 2 * MOST_REASONS) this.#forgetLatest();
    }
  }

  /** Failures, ordered by the first run of each. */
  list(): RunFailure[] {
    return [...this.#reasons]
      .map(([reason, tally]) => ({ reason, ...tally }))
      .sort((a, b) => a.first - b.first)
      .slice(0, MOST_REASONS);
  }

  #forgetLatest(): void {
    const kept = this.list();
    this.#reasons.clear();
    for (const { reason, ...tally } of kept) this.#reasons.set(reason, tally);
  }
}
