// Which entries of a zip are symbolic links: the library that unpacks does not show it. Where a zip was made on Unix, as
// those of hosting services are, its central directory has their modes. Format: PKWARE's APPNOTE.TXT, 4.3.12 and 4.3.16.

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const MOST_COMMENT_BYTES = 0xffff;
/** Systems with modes: Unix and macOS. */
const UNIX: ReadonlySet<number> = new Set([3, 19]);
const KIND_OF_MODE = 0o170000;
const LINK = 0o120000;
const IS_UTF8 = 0x800;

/** Names of the links, as the library has them. What cannot be read has none: the library says what is wrong with it. */
export function listZipLinks(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const links = new Set<string>();
  const end = findEnd(view);
  if (end < 0) return links;
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const mode = view.getUint16(at + 40, true);
    const isLink = UNIX.has(view.getUint8(at + 5)) && (mode & KIND_OF_MODE) === LINK;
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (isLink) links.add(decodeName(name, (view.getUint16(at + 8, true) & IS_UTF8) !== 0));
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return links;
}

/** Where the end record begins, before a comment of any length; -1 when there is none. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return -1;
}

function decodeName(name: Uint8Array, isUtf8: boolean): string {
  return isUtf8
    ? new TextDecoder().decode(name)
    : Array.from(name, (byte) => String.fromCharCode(byte)).join('');
}
