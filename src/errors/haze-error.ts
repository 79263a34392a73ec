// The one error class of the project: a stable code for programs, a sentence for people, data for both.
// Which HTTP status a code becomes is decided in one table of the API, not here.

/** What may be attached to an error: plain data that survives JSON and structured clone. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** An error that says what happened, the likely cause and what to do. */
export class HazeError extends Error {
  override readonly name = 'HazeError';
  /** A stable word in kebab case, such as `unknown-core`. */
  readonly code: string;
  readonly data: ErrorData;

  /**
   * @param code a stable word in kebab case
   * @param message one or two sentences for a person
   * @param options `data`: details for programs; `cause`: the error behind this one
   */
  constructor(code: string, message: string, options: { data?: ErrorData; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }

  /** The error as data; `HazeError.fromJSON` is the inverse. Causes are not carried. */
  toJSON(): { code: string; message: string; data: ErrorData } {
    return { code: this.code, message: this.message, data: this.data };
  }

  /** Rebuilds an error that crossed a worker or a network as JSON. */
  static fromJSON(value: { code: string; message: string; data?: ErrorData }): HazeError {
    return new HazeError(value.code, value.message, { data: value.data ?? {} });
  }
}
