// Limit on a program's output. A separate file, because code that starts a worker needs only this number.

/** Maximum bytes for each of stdout and stderr, unless a request sets another limit. */
export const DEFAULT_OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
