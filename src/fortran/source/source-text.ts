// Turns the bytes of a source file into text. Old sources are often in Latin-1, where each byte above 127 is a
// character. Such bytes are kept unchanged, so that the program has the same characters and lengths as with other
// compilers.

/**
 * Decodes UTF-8. An invalid byte becomes the character that represents that byte
 * (program/constants/constants.ts).
 */
export function decodeSource(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

function decodeMixed(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    text +=
      length === 0
        ? String.fromCharCode(0xf700 + bytes[at]!)
        : decoder.decode(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return text.replace(/^\uFEFF/, '');
}

// Length in bytes of the character that starts here, or 0 if it is not valid UTF-8.
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (first < 0xc2 || length === 0) return 0;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}
