// Converts bytes to hexadecimal digits, two per byte.

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => PAIRS[byte]).join('');
}

/** The inverse of `toHex`. @throws RangeError for any other text */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw new RangeError('half a byte at the end');
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = (digitAt(text, 2 * at) << 4) | digitAt(text, 2 * at + 1);
  return bytes;
}

function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x61 && code <= 0x66) return code - 0x57;
  throw new RangeError(`not a hexadecimal digit at ${index}`);
}
