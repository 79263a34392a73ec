// Formats memory sizes for messages.

/** `64 MB`, `0.08 MB`: binary megabytes with at most two decimals. */
export function formatMegabytes(bytes: number): string {
  return `${Math.round((bytes / 2 ** 20) * 100) / 100} MB`;
}
