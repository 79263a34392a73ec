// How much a program may print. Apart from what runs it: who starts a worker for that needs the number alone.

/** Of each of stdout and stderr, unless a request says otherwise. */
export const DEFAULT_OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
