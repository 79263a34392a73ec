// Entries of a zip and their content, limited to the size that the zip declares, so that a larger entry fails
// immediately and not after minutes of inflating. Also finds symbolic links, using the modes in the directory of a zip
// made on Unix. Format: PKWARE's APPNOTE.TXT, 4.3.7 to 4.3.16 and 4.5.3. fflate does the inflating.
import { Inflate, inflateSync } from 'fflate';

/** An entry other than a folder. */
export interface ZipEntry {
  readonly name: string;
  readonly isLink: boolean;
  /** Declared size, which `readZipEntry` enforces. */
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** CRC-32 of the content. */
  readonly checksum: number;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Offset of the entry's own header. */
  readonly at: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const LARGE_LOCATOR_SIGNATURE = 0x07064b50;
const LARGE_LOCATOR_BYTES = 20;
const LARGE_END_SIGNATURE = 0x06064b50;
const LARGE_END_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const MOST_COMMENT_BYTES = 0xffff;
const MOST_ENTRIES = 200_000;
const MOST_NAME_BYTES = 4096;
/** Marks a number that is too large for its field; an extra field contains the actual number. */
const ELSEWHERE = 0xffffffff;
const LARGE_EXTRA = 1;
/** Systems that record file modes: Unix and macOS. */
const UNIX: ReadonlySet<number> = new Set([3, 19]);
const KIND_OF_MODE = 0o170000;
const LINK = 0o120000;
const IS_ENCRYPTED = 1;
const IS_UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
/**
 * Chunk size for compressed input, which inflates to at most about a thousand times its size. With chunks this small,
 * checking the size after each chunk is enough.
 */
const SLICE_BYTES = 32 * 1024;
/** Maximum ratio of deflate: 258 bytes need at least two bits. */
const MOST_DEFLATE_RATIO = 1032;

/** Lists a zip's entries. @throws RangeError that explains the fault */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { start, end, count } = findDirectory(view);
  if (count > MOST_ENTRIES) throw new RangeError(`it has more than ${MOST_ENTRIES} entries`);
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE)
      throw new RangeError('its central directory is truncated');
    const nameBytes = view.getUint16(at + 28, true);
    const restBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (nameBytes > MOST_NAME_BYTES)
      throw new RangeError(`it has a name of more than ${MOST_NAME_BYTES} bytes`);
    const entry = readDirectoryEntry(view, bytes, at, nameBytes);
    if (!/[/\\]$/.test(entry.name)) entries.push(entry);
    at += ENTRY_BYTES + nameBytes + restBytes;
  }
  const packed = entries.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  if (packed > bytes.length) throw new RangeError('its entries overlap');
  return entries;
}

/** Reads the content of an entry. @throws RangeError if it differs from the directory */
export function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const { name, at, packedBytes, sizeBytes, method } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isThere = at + LOCAL_BYTES <= bytes.length && view.getUint32(at, true) === LOCAL_SIGNATURE;
  const start = isThere
    ? at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    : bytes.length + 1;
  if (start + packedBytes > bytes.length) throw new RangeError(`${JSON.stringify(name)} is not in it`);
  if (entry.isEncrypted) throw new RangeError(`${JSON.stringify(name)} is encrypted`);
  const packed = bytes.subarray(start, start + packedBytes);
  if (method !== STORED && method !== DEFLATED)
    throw new RangeError(
      `${JSON.stringify(name)} is compressed with method ${method}; only deflate is supported`,
    );
  const content = method === STORED ? packed : inflateBounded(packed, sizeBytes);
  if (content?.length === sizeBytes) {
    if (checksumOf(content) === entry.checksum) return content;
    throw new RangeError(`${JSON.stringify(name)} does not match its checksum`);
  }
  throw new RangeError(
    `${JSON.stringify(name)} is ${content ? 'smaller' : 'larger'} than the zip states (${sizeBytes} bytes)`,
  );
}

/** CRC-32 of each possible byte. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte;
  for (let bit = 0; bit < 8; bit += 1) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0);
  return checksum;
});

function checksumOf(bytes: Uint8Array): number {
  let checksum = 0xffffffff;
  for (const byte of bytes) checksum = CHECKSUMS[(checksum ^ byte) & 255]! ^ (checksum >>> 8);
  return ~checksum >>> 0;
}

/** The inflated content, or undefined if it is larger than `sizeBytes`. */
function inflateBounded(packed: Uint8Array, sizeBytes: number): Uint8Array | undefined {
  if (packed.length <= SLICE_BYTES) {
    // One extra byte of space is enough to detect overflow; the library's default buffer is far larger than a small
    // file needs.
    const roomBytes = Math.min(sizeBytes, packed.length * MOST_DEFLATE_RATIO) + 1;
    const content = inflateSync(packed, { out: new Uint8Array(roomBytes) });
    return content.length > sizeBytes ? undefined : content;
  }
  const content = new Uint8Array(sizeBytes);
  let filled = 0;
  let isTooLarge = false;
  const inflate = new Inflate((piece) => {
    isTooLarge ||= filled + piece.length > sizeBytes;
    if (!isTooLarge) content.set(piece, filled);
    filled += piece.length;
  });
  for (let at = 0; at < packed.length && !isTooLarge; at += SLICE_BYTES) {
    inflate.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
  }
  return isTooLarge ? undefined : content.subarray(0, filled);
}

/** Position of the directory, and its number of entries. */
function findDirectory(view: DataView): { start: number; end: number; count: number } {
  const end = findEnd(view);
  if (end < 0) throw new RangeError('it has no central directory');
  const locator = end - LARGE_LOCATOR_BYTES;
  const isLarge = locator >= 0 && view.getUint32(locator, true) === LARGE_LOCATOR_SIGNATURE;
  const large = isLarge ? Number(view.getBigUint64(locator + 8, true)) : -1;
  if (large < 0 || large + LARGE_END_BYTES > locator || view.getUint32(large, true) !== LARGE_END_SIGNATURE) {
    return { start: view.getUint32(end + 16, true), end, count: view.getUint16(end + 10, true) };
  }
  const [count, start] = [view.getBigUint64(large + 32, true), view.getBigUint64(large + 48, true)];
  return { start: Number(start), end: large, count: Number(count) };
}

/** Offset of the end record, which precedes a comment of any length; -1 if there is no end record. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return -1;
}

function readDirectoryEntry(view: DataView, bytes: Uint8Array, at: number, nameBytes: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const mode = view.getUint16(at + 40, true);
  const extra = at + ENTRY_BYTES + nameBytes;
  const fields = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  const [sizeBytes, packedBytes, place] = withLargeNumbers(
    view,
    fields,
    extra,
    view.getUint16(at + 30, true),
  );
  return {
    name: decodeName(bytes.subarray(at + ENTRY_BYTES, extra), (flags & IS_UTF8) !== 0),
    isLink: UNIX.has(view.getUint8(at + 5)) && (mode & KIND_OF_MODE) === LINK,
    sizeBytes: sizeBytes!,
    packedBytes: packedBytes!,
    checksum: view.getUint32(at + 16, true),
    method: view.getUint16(at + 10, true),
    isEncrypted: (flags & IS_ENCRYPTED) !== 0,
    at: place!,
  };
}

/**
 * Numeric fields of an entry. Numbers too large for their fields are read from the extra field, where they are in the
 * same order.
 */
function withLargeNumbers(view: DataView, fields: number[], start: number, sizeBytes: number): number[] {
  const end = Math.min(start + sizeBytes, view.byteLength);
  let at = start;
  while (at + 4 <= end && view.getUint16(at, true) !== LARGE_EXTRA) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return fields.map((field) => {
    if (field !== ELSEWHERE || at + 8 > end) return field;
    at += 8;
    return Number(view.getBigUint64(at - 8, true));
  });
}

function decodeName(name: Uint8Array, isUtf8: boolean): string {
  return isUtf8
    ? new TextDecoder().decode(name)
    : Array.from(name, (byte) => String.fromCharCode(byte)).join('');
}
