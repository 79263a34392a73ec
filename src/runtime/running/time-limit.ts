// Time limits for runs.

/** Time limit of a task, unless an option sets another. */
export const DEFAULT_TIME_LIMIT_MS = 60_000;
/** Longest time that a timer can be set to: 24 days. A timer with a longer time fires immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
