/** A client's request to a server, and the status of the response. */
export interface AskedRequest {
  readonly Method: string;
  /** Path and query. */
  readonly Path: string;
  /** JSON of the body; undefined for an empty body, for other content, and for bodies over 64 KiB. */
  readonly Body?: unknown;
  readonly Status: number;
}
