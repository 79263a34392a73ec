// The project's only error class: it has a stable code for programs, a sentence for people, and data for both. A table
// in the API maps codes to HTTP statuses.

import type { ErrorCode } from './error-codes.ts';

/** Error data: plain data that survives a JSON round trip and structured cloning. */
export type ErrorData = Readonly<Record<string, unknown>>;

/**
 * An error with a message about what happened, the likely cause and the remedy.
 *
 * @example
 * ```ts
 * import { findDefaultCore, HazeError } from 'haze';
 * try {
 *   findDefaultCore('C9');
 * } catch (error) {
 *   if (error instanceof HazeError) console.log(error.code); // unknown-core
 * }
 * ```
 */
export class HazeError extends Error {
  override readonly name = 'HazeError';
  /** Stable error code; error-codes.ts lists all codes. */
  readonly code: ErrorCode;
  /** Details for programs, such as the existing names. */
  readonly data: ErrorData;

  /**
   * @param code one of the codes in error-codes.ts
   * @param message one or two sentences for people
   * @param options `data`: details for programs; `cause`: the error that caused this error
   */
  constructor(code: ErrorCode, message: string, options: { data?: ErrorData; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }

  /** The error as data; `HazeError.fromJSON` is the inverse. Causes are dropped. */
  toJSON(): { code: ErrorCode; message: string; data: ErrorData } {
    return { code: this.code, message: this.message, data: this.data };
  }

  /**
   * Rebuilds an error that crossed a worker or network boundary as JSON. A code from another version is kept
   * unchanged.
   */
  static fromJSON(value: { code: string; message: string; data?: ErrorData }): HazeError {
    return new HazeError(value.code as ErrorCode, value.message, { data: value.data ?? {} });
  }
}

/** Error about a command line that cannot be carried out. */
export function usageError(message: string, cause?: unknown): HazeError {
  return new HazeError('usage', message, { cause });
}
