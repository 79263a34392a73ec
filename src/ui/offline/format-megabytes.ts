// Readable sizes of downloads.

/** Megabytes (10⁶ bytes) with one digit after the point, such as `6.2`. */
export function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
