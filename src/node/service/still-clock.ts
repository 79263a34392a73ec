// The clock of a service that was started at a given time: it stands still until a request advances it.
import { HazeError } from '../../errors/haze-error.ts';
import { parseClock } from '../options/clock-option.ts';

/** A clock's new time: a later time, or seconds from now. */
export interface ClockStep {
  /** Seconds since 1970, or a time with its zone, such as 2026-01-31T12:00:00Z. */
  readonly To?: number | string | undefined;
  /** Seconds. */
  readonly By?: number | undefined;
}

export class StillClock {
  #timeMs: number;

  /** @param timeMs epoch milliseconds */
  constructor(timeMs: number) {
    this.#timeMs = timeMs;
  }

  /** Epoch milliseconds. */
  readonly now = (): number => this.#timeMs;

  /**
   * Advances the clock; new records are never older than existing records.
   * @throws HazeError `invalid-request` for an earlier time, and for an invalid step
   */
  move(step: ClockStep): void {
    const timeMs = this.#timeAfter(step);
    if (timeMs < this.#timeMs) {
      const now = new Date(this.#timeMs).toISOString();
      throw new HazeError('invalid-request', `The clock is stopped at ${now} and can only move forward.`);
    }
    this.#timeMs = timeMs;
  }

  #timeAfter({ To, By }: ClockStep): number {
    const isTime = typeof To === 'string' || typeof To === 'number';
    if (isTime && By === undefined) {
      try {
        return parseClock(String(To));
      } catch (cause) {
        throw new HazeError('invalid-request', `To ${(cause as Error).message}.`, { cause });
      }
    }
    const timeMs = this.#timeMs + 1000 * (By ?? Number.NaN);
    if (To === undefined && typeof By === 'number' && Number.isFinite(new Date(timeMs).getTime()))
      return Math.round(timeMs);
    throw new HazeError(
      'invalid-request',
      'Send {"To": TIME} to set the clock to a time, or {"By": SECONDS} to move it forward.',
    );
  }
}
