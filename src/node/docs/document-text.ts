// A document's text, and its conversion back to bytes: UTF-8, UTF-16 with a byte order mark, or one byte per character
// (ISO 8859-1) for bytes that are not UTF-8.

export interface DocumentText {
  /** Text without the byte order mark. */
  readonly text: string;
  /** The bytes of a modified text, including the mark; undefined if the encoding lacks one of the text's characters. */
  readonly encode: (text: string) => Uint8Array | undefined;
}

/** Reads a document's bytes; undefined if they are not text. */
export function maybeReadText(bytes: Uint8Array): DocumentText | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, [0xff, 0xfe])) return read(buffer, 2, 'utf16le', (wide) => wide);
  if (startsWith(buffer, [0xfe, 0xff]))
    return read(buffer, 2, 'utf16le', (wide) => Buffer.from(wide).swap16());
  // A zero byte means UTF-16 without a mark, or a file that is not a document despite its suffix.
  if (buffer.includes(0)) return undefined;
  const mark = startsWith(buffer, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  return read(buffer, mark, 'utf8', (same) => same) ?? read(buffer, 0, 'latin1', (same) => same);
}

function startsWith(buffer: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => buffer[i] === byte);
}

/** @param order converts bytes between the encoding's order and the file's order, in either direction */
function read(
  buffer: Buffer,
  markBytes: number,
  encoding: 'utf8' | 'utf16le' | 'latin1',
  order: (bytes: Buffer) => Buffer,
): DocumentText | undefined {
  const mark = buffer.subarray(0, markBytes);
  const rest = buffer.subarray(markBytes);
  if (encoding === 'utf16le' && rest.length % 2 === 1) return undefined;
  const text = order(rest).toString(encoding);
  const maybeEncode = (other: string): Uint8Array | undefined => {
    const bytes = Buffer.from(other, encoding);
    if (bytes.toString(encoding) !== other) return undefined;
    return Buffer.concat([mark, order(bytes)]);
  };
  // Bytes outside this encoding would not survive the round trip.
  return maybeEncode(text)?.every((byte, i) => byte === buffer[i])
    ? { text, encode: maybeEncode }
    : undefined;
}
