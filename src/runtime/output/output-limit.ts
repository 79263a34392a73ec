// Limit on a program's output. It is in a separate file, because code that starts a worker needs nothing but this
// number.

/** Maximum number of bytes for each of stdout and stderr, unless a request sets another limit. */
export const DEFAULT_OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
