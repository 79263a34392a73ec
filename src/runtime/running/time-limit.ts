// Time limits of runs.

/** Time limit of a task, unless an option sets another. */
export const DEFAULT_TIME_LIMIT_MS = 60_000;
/** A timer set to more milliseconds fires immediately; this limit is 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
