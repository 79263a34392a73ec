// Parses `--clock`, the fixed time of the service's clock.
import { badValue } from './option.ts';

/** 9999-12-31T23:59:59Z, in epoch seconds. */
const LAST_SECOND = 253_402_300_799;

/** Converts epoch seconds or an ISO 8601 string to epoch milliseconds. @throws HazeError `bad-value` */
export function parseClock(given: string): number {
  if (/^\d+(\.\d+)?$/.test(given)) {
    const seconds = Number(given);
    if (seconds <= LAST_SECOND) return Math.round(1000 * seconds);
    throw badValue('takes seconds since 1970, but this time is after the year 9999 (are they milliseconds?)');
  }
  // Without a time zone, the same string would mean different times on different machines.
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(given);
  const timeMs = isIso ? Date.parse(given) : Number.NaN;
  if (Number.isFinite(timeMs) && timeMs >= 0) return timeMs;
  throw badValue('takes seconds since 1970, or a time with a time zone such as 2026-01-31T12:00:00Z');
}
