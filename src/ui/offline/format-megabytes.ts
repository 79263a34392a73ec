// Formats download sizes for readers.

/** Megabytes (10⁶ bytes) with one decimal place, such as `6.2`. */
export function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
