// Extracts messages from thrown values of any type.

/** The message of an error, or any other value as a string. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
