// Random bytes, and bytes as text of hexadecimal digits.

/** Random bytes of the platform, fit for secrets. */
export function platformRandom(sizeBytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(sizeBytes));
}

/** Lower-case hexadecimal text of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
