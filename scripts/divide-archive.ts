// Divides a library, which is an archive in System V format, by member. Each part has its own symbol index. Reference:
// "ar(5)" of FreeBSD, section "FILES", the variant of System V.
const MAGIC = '!<arch>\n';
const HEADER_BYTES = 60;
const SIZE_AT = 48;
const SIZE_BYTES = 10;
/** Name of the member that lists symbols, and of the member with names of more than 15 bytes. */
const INDEX = '/';
const LONG_NAMES = '//';

interface Member {
  readonly name: string;
  /** Offset in the archive. */
  readonly at: number;
  /** Header, contents and padding. */
  readonly bytes: Buffer;
}

/**
 * Divides an archive into two archives: the chosen members, and all other members.
 * @param isChosen called with the name of each member, such as `iconv.c.obj`
 * @throws Error for an archive without an index of symbols
 */
export function divideArchive(
  archive: Uint8Array,
  isChosen: (name: string) => boolean,
): { readonly chosen: Uint8Array; readonly others: Uint8Array } {
  const members = readMembers(Buffer.from(archive));
  const symbols = readIndex(members);
  const make = (wanted: boolean) =>
    writeArchive(
      members.filter(({ name }) => name !== INDEX && (name === LONG_NAMES || isChosen(name) === wanted)),
      { header: members[0]!.bytes.subarray(0, HEADER_BYTES), symbols },
    );
  return { chosen: make(true), others: make(false) };
}

const contentsOf = ({ bytes }: Member) => {
  const size = Number.parseInt(bytes.toString('latin1', SIZE_AT, SIZE_AT + SIZE_BYTES), 10);
  return bytes.subarray(HEADER_BYTES, HEADER_BYTES + size);
};

function readMembers(archive: Buffer): Member[] {
  const members: Member[] = [];
  let longNames = '';
  for (let at = MAGIC.length; at < archive.length; ) {
    const size = Number.parseInt(archive.toString('latin1', at + SIZE_AT, at + SIZE_AT + SIZE_BYTES), 10);
    const end = at + HEADER_BYTES + size + (size % 2);
    const written = archive.toString('latin1', at, at + 16).trim();
    const longAt = /^\/(\d+)$/.exec(written)?.[1];
    const whole = longAt === undefined ? written : longNames.slice(Number(longAt)).split('\n', 1)[0]!;
    const name = whole === INDEX || whole === LONG_NAMES ? whole : whole.replace(/\/$/, '');
    const member = { name, at, bytes: archive.subarray(at, end) };
    if (name === LONG_NAMES) longNames = contentsOf(member).toString('latin1');
    members.push(member);
    at = end;
  }
  return members;
}

/** Symbols in the archive's order, with the offsets of the members that define them. */
function readIndex(members: readonly Member[]): { readonly symbol: string; readonly at: number }[] {
  const [first] = members;
  if (first?.name !== INDEX) throw new Error('the archive has no index of symbols');
  const contents = contentsOf(first);
  const count = contents.readUInt32BE(0);
  const names = contents.toString('latin1', 4 + 4 * count).split('\0');
  return Array.from({ length: count }, (_, i) => ({
    symbol: names[i]!,
    at: contents.readUInt32BE(4 + 4 * i),
  }));
}

function writeArchive(
  members: readonly Member[],
  { header, symbols }: { readonly header: Buffer; readonly symbols: ReturnType<typeof readIndex> },
): Uint8Array {
  const kept = new Set(members.map(({ at }) => at));
  const own = symbols.filter(({ at }) => kept.has(at));
  const names = Buffer.from(own.map(({ symbol }) => `${symbol}\0`).join(''), 'latin1');
  const size = 4 + 4 * own.length + names.length;
  const places = new Map<number, number>();
  let end = MAGIC.length + HEADER_BYTES + size + (size % 2);
  for (const { at, bytes } of members) {
    places.set(at, end);
    end += bytes.length;
  }
  const index = Buffer.alloc(size + (size % 2), '\n');
  index.writeUInt32BE(own.length, 0);
  for (const [i, { at }] of own.entries()) index.writeUInt32BE(places.get(at)!, 4 + 4 * i);
  names.copy(index, 4 + 4 * own.length);
  const changed = Buffer.from(header);
  changed.write(`${size}`.padEnd(SIZE_BYTES), SIZE_AT, 'latin1');
  return Buffer.concat([Buffer.from(MAGIC), changed, index, ...members.map(({ bytes }) => bytes)]);
}
