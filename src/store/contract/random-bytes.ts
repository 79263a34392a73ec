// Random bytes, and conversion of bytes to hexadecimal text.

/** Random bytes from the platform, suitable for secrets. */
export function platformRandom(sizeBytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(sizeBytes));
}

/** Converts bytes to lower-case hexadecimal text. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
