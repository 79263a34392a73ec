// Bounds for a git pack, checked before the library indexes the pack, because the library inflates objects of any size
// and retains some of them. Each object is inflated into a small buffer, which is then discarded, and must match its
// declared size. Format: gitformat-pack(5).
import pako from 'pako';
import { HazeError } from '../../errors/haze-error.ts';

export interface PackBounds {
  /** Maximum size of a single object. */
  readonly maxObjectBytes: number;
  /** Maximum total size of all objects and deltas. */
  readonly maxUnpackedBytes: number;
}

/** An object in a pack, as described by its header. */
interface KnownObject {
  readonly type: number;
  /** Number of deltas between the object and its full base. */
  readonly depth: number;
}

const HEADER_BYTES = 12;
const TRAILER_BYTES = 20;
const ID_BYTES = 20;
const VERSION = 2;
const UNKNOWN = 0;
const BLOB = 3;
const TAG = 4;
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
const MOST_OBJECTS = 500_000;
/** Maximum value of git's own option `pack.depth`. */
const MOST_DEPTH = 4095;
/** Maximum number of operations in a delta, because the library allocates an object for each operation. */
const MOST_OPERATIONS = 1_000_000;
/** Maximum size of a folder: enough for 200 000 files. */
const MOST_FOLDER_BYTES = 16e6;
const CHUNK_BYTES = 65_536;
const COPY = 0x80;
/** Size of a copy instruction that has no size bytes. */
const WHOLE_COPY = 0x10000;

/**
 * Checks a pack without retaining its objects.
 * @throws HazeError `repository-too-large`
 * @throws RangeError that explains the damage
 */
export function checkPack(pack: Uint8Array, bounds: PackBounds, url: string): void {
  new PackCheck(pack, bounds, url).run();
}

class PackCheck {
  readonly #pack: Uint8Array;
  readonly #end: number;
  readonly #bounds: PackBounds;
  readonly #url: string;
  readonly #known = new Map<number, KnownObject>();
  #at = HEADER_BYTES;
  #unpackedBytes = 0;

  constructor(pack: Uint8Array, bounds: PackBounds, url: string) {
    this.#pack = pack;
    this.#end = pack.length - TRAILER_BYTES;
    this.#bounds = bounds;
    this.#url = url;
  }

  run(): void {
    const { buffer, byteOffset, byteLength } = this.#pack;
    const view = new DataView(buffer, byteOffset, byteLength);
    if (this.#end < HEADER_BYTES || view.getUint32(0) !== 0x5041434b || view.getUint32(4) !== VERSION)
      throw new RangeError('it does not begin with a pack header');
    const count = view.getUint32(8);
    if (count > MOST_OBJECTS) throw this.#refuse(`has more than ${MOST_OBJECTS} objects`);
    for (let index = 0; index < count; index += 1) this.#takeObject();
    if (this.#at !== this.#end) throw new RangeError('its pack contains extra bytes after its objects');
  }

  #takeObject(): void {
    const start = this.#at;
    const first = this.#byte();
    const type = (first >> 4) & 7;
    const isLong = (first & 0x80) !== 0;
    const sizeBytes = (first & 15) + (isLong ? 16 * readSize(() => this.#byte()) : 0);
    const isDelta = type === OFFSET_DELTA || type === ID_DELTA;
    if (!isDelta && (type === UNKNOWN || type > TAG))
      throw new RangeError(`an object has the unknown type ${type}`);
    const base = isDelta ? this.#findBase(type, start) : { type, depth: 0 };
    this.#count(sizeBytes, isDelta ? UNKNOWN : type);
    const content = this.#inflate(sizeBytes, isDelta);
    if (content)
      this.#count(
        measureDelta(content, () => this.#refuseDelta()),
        base.type,
      );
    this.#known.set(start, base);
  }

  /** Returns an object of the base's type, one delta deeper than the base. */
  #findBase(type: number, start: number): KnownObject {
    if (type === ID_DELTA) {
      this.#at += ID_BYTES;
      return { type: UNKNOWN, depth: 1 };
    }
    let back = -1;
    for (let byte = COPY; byte & COPY; ) {
      byte = this.#byte();
      back = (back + 1) * 128 + (byte & 127);
    }
    const base = this.#known.get(start - back);
    if (!base) throw new RangeError('a git delta has no base');
    if (base.depth >= MOST_DEPTH) throw this.#refuse(`has more than ${MOST_DEPTH} git deltas in a row`);
    return { type: base.type, depth: base.depth + 1 };
  }

  #count(sizeBytes: number, type: number): void {
    const { maxObjectBytes, maxUnpackedBytes } = this.#bounds;
    const isBlob = type === UNKNOWN || type === BLOB;
    const mostBytes = isBlob ? maxObjectBytes : Math.min(maxObjectBytes, MOST_FOLDER_BYTES);
    if (sizeBytes > mostBytes) {
      const what = isBlob ? 'a file' : 'a folder, commit or tag';
      throw this.#refuse(`has ${what} of more than ${inMegabytes(mostBytes)}`);
    }
    this.#unpackedBytes += sizeBytes;
    if (this.#unpackedBytes > maxUnpackedBytes)
      throw this.#refuse(`unpacks to more than ${inMegabytes(maxUnpackedBytes)}`);
  }

  /** Skips the compressed bytes; returns their content if `isWanted`. */
  #inflate(sizeBytes: number, isWanted: boolean): Uint8Array | undefined {
    const content = isWanted ? new Uint8Array(sizeBytes) : undefined;
    const packed = this.#pack.subarray(this.#at, this.#end);
    // Requires a zlib header, because the library would also accept a gzip header.
    const isZlib = packed.length > 1 && (packed[0]! & 15) === 8 && (packed[0]! * 256 + packed[1]!) % 31 === 0;
    if (!isZlib) throw new RangeError('an object is not compressed with zlib');
    const inflate = new pako.Inflate({ chunkSize: Math.min(CHUNK_BYTES, sizeBytes + 1) });
    let doneBytes = 0;
    inflate.onData = (chunk) => {
      if (doneBytes + chunk.length > sizeBytes) throw new RangeError('an object is larger than declared');
      content?.set(chunk, doneBytes);
      doneBytes += chunk.length;
    };
    inflate.push(packed, false);
    if (!inflate.ended || inflate.err !== 0 || doneBytes !== sizeBytes)
      throw new RangeError('an object cannot be decompressed');
    this.#at += packed.length - inflate.strm.avail_in;
    return content;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new RangeError('its pack is truncated');
    this.#at += 1;
    return this.#pack[this.#at - 1]!;
  }

  #refuseDelta(): HazeError {
    return this.#refuse(`has a git delta of more than ${MOST_OPERATIONS} operations`);
  }

  #refuse(what: string): HazeError {
    return new HazeError(
      'repository-too-large',
      `The repository ${this.#url} ${what}, the maximum that is accepted. Keep large data outside it, or connect a copy with less history.`,
    );
  }
}

/** Little-endian number with seven bits per byte. */
function readSize(next: () => number): number {
  let size = 0;
  let scale = 1;
  for (let byte = COPY; byte & COPY; scale *= 128) {
    byte = next();
    size += (byte & 127) * scale;
  }
  return size;
}

/** Size of the object that a delta produces. @throws RangeError if its operations produce a different size */
function measureDelta(delta: Uint8Array, refuse: () => HazeError): number {
  let at = 0;
  const next = () => {
    if (at >= delta.length) throw new RangeError('a git delta is truncated');
    at += 1;
    return delta[at - 1]!;
  };
  readSize(next);
  const sizeBytes = readSize(next);
  let madeBytes = 0;
  for (let operations = 0; at < delta.length; operations += 1) {
    if (operations === MOST_OPERATIONS) throw refuse();
    madeBytes += takeOperation(next, (bytes) => {
      at += bytes;
    });
  }
  if (at > delta.length || madeBytes !== sizeBytes)
    throw new RangeError('a git delta does not produce the declared number of bytes');
  return sizeBytes;
}

/** Number of bytes that a delta operation produces. */
function takeOperation(next: () => number, skip: (bytes: number) => void): number {
  const operation = next();
  if (!(operation & COPY)) {
    if (operation === 0) throw new RangeError('a git delta has an unknown operation');
    skip(operation);
    return operation;
  }
  for (let bit = 1; bit <= 8; bit *= 2) if (operation & bit) next();
  let size = 0;
  for (let bit = 16, scale = 1; bit <= 64; bit *= 2, scale *= 256)
    if (operation & bit) size += next() * scale;
  return size === 0 ? WHOLE_COPY : size;
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
