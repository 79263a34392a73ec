/** A request that a client made of a server, and the status of its answer. */
export interface AskedRequest {
  readonly Method: string;
  /** Path and query. */
  readonly Path: string;
  /** JSON of the body; absent without one, and for bodies that are no JSON or have more than 64 KiB. */
  readonly Body?: unknown;
  readonly Status: number;
}
