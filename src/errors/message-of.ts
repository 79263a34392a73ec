// Messages of thrown values, which may be anything.

/** An error's message; of anything else, its text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
