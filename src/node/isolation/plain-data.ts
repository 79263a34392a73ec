// Plain data as bytes: the messages between a server and a task's process. The reader allows for a hostile writer: it
// builds no more values than allowed, never allocates memory for bytes that have not arrived, and accepts only
// numbers, strings, lists, records, maps and typed arrays.
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';

const VIEWS = [Uint8Array, Int32Array, Uint32Array, Float64Array] as const;
type View = InstanceType<(typeof VIEWS)[number]>;

const CONSTANTS: readonly unknown[] = [undefined, null, false, true];
const NUMBER = 4;
const BIGINT = 5;
const TEXT = 6;
const LIST = 7;
/** A list that contains only numbers, and counts as one value. */
const NUMBERS = 8;
const RECORD = 9;
const MAP = 10;
const FIRST_VIEW = 11;

const DEEPEST = 32;
const LENGTH_BYTES = 4;
const NUMBER_BYTES = 8;

/**
 * A value as bytes, in chunks: typed arrays are not copied. @throws TypeError for functions and other live objects
 */
export function encodeData(value: unknown): readonly Uint8Array[] {
  const writer = new DataWriter();
  writer.write(value);
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, writer.structure.length, true);
  return [length, writer.structure.bytes.subarray(0, writer.structure.length), ...writer.contents];
}

/**
 * Decodes a value.
 * @param mostValues maximum number of nested values, including list items
 * @throws Error for malformed bytes or too many values
 */
export function decodeData(bytes: Uint8Array, mostValues: number): unknown {
  const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  if (end > bytes.length) throw new Error('the bytes are truncated');
  const reader = new DataReader(bytes, end, mostValues);
  const value = reader.read(0);
  reader.close();
  return value;
}

class DataWriter {
  readonly structure = new ByteWriter();
  readonly contents: Uint8Array[] = [];

  write(value: unknown): void {
    const { structure } = this;
    const constant = CONSTANTS.indexOf(value);
    if (constant >= 0) structure.byte(constant);
    else if (typeof value === 'number') {
      structure.byte(NUMBER);
      structure.copy(new Uint8Array(Float64Array.of(value).buffer), 0, NUMBER_BYTES);
    } else if (typeof value === 'bigint') {
      structure.byte(BIGINT);
      structure.name(String(value));
    } else if (typeof value === 'string') {
      structure.byte(TEXT);
      structure.name(value);
    } else if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')) {
      const bytes = new Uint8Array(Float64Array.from(value).buffer);
      structure.byte(NUMBERS);
      structure.u32(value.length);
      structure.copy(bytes, 0, bytes.length);
    } else if (Array.isArray(value)) {
      structure.byte(LIST);
      structure.u32(value.length);
      for (const item of value) this.write(item);
    } else if (value instanceof Map) {
      structure.byte(MAP);
      structure.u32(value.size);
      for (const pair of value) for (const item of pair) this.write(item);
    } else this.#writeObject(value);
  }

  #writeObject(value: unknown): void {
    const { structure } = this;
    const view = VIEWS.findIndex((View) => value instanceof View);
    if (view >= 0) {
      const { buffer, byteOffset, byteLength } = value as View;
      structure.byte(FIRST_VIEW + view);
      structure.u32(byteLength);
      this.contents.push(new Uint8Array(buffer, byteOffset, byteLength));
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value as object);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new TypeError(`a message contains something other than plain data: ${String(value)}`);
    }
    const entries = Object.entries(value as object);
    structure.byte(RECORD);
    structure.u32(entries.length);
    for (const [name, item] of entries) {
      structure.name(name);
      this.write(item);
    }
  }
}

class DataReader {
  readonly #bytes: Uint8Array;
  readonly #structure: ByteReader;
  #contentsAt: number;
  #left: number;

  constructor(bytes: Uint8Array, end: number, mostValues: number) {
    this.#bytes = bytes;
    this.#structure = new ByteReader(bytes, LENGTH_BYTES, end);
    this.#contentsAt = end;
    this.#left = mostValues;
  }

  /** @throws Error if bytes are left over */
  close(): void {
    const isRead = this.#structure.position === this.#structure.end;
    if (!isRead || this.#contentsAt !== this.#bytes.length) throw new Error('bytes are left over');
  }

  read(depth: number): unknown {
    this.#left -= 1;
    if (this.#left < 0 || depth > DEEPEST) throw new Error('it has too many parts');
    const kind = this.#structure.byte();
    if (kind < CONSTANTS.length) return CONSTANTS[kind];
    switch (kind) {
      case NUMBER:
        return new Float64Array(this.#take(NUMBER_BYTES).buffer)[0];
      case BIGINT:
        return this.#readBigint();
      case TEXT:
        return this.#structure.name();
      case LIST:
        return Array.from({ length: this.#structure.count() }, () => this.read(depth + 1));
      case NUMBERS:
        return [...new Float64Array(this.#take(NUMBER_BYTES * this.#structure.count(NUMBER_BYTES)).buffer)];
      case RECORD:
        return this.#readRecord(depth);
      case MAP: {
        const read = () => [this.read(depth + 1), this.read(depth + 1)] as const;
        return new Map(Array.from({ length: this.#structure.count(2) }, read));
      }
      default:
        return this.#readView(kind);
    }
  }

  #readRecord(depth: number): unknown {
    const record: Record<string, unknown> = {};
    for (let count = this.#structure.count(2); count > 0; count -= 1) {
      const name = this.#structure.name();
      if (name === '__proto__') throw new Error('a field has a forbidden name');
      record[name] = this.read(depth + 1);
    }
    return record;
  }

  #readBigint(): bigint {
    const digits = this.#structure.name();
    if (!/^-?\d{1,40}$/.test(digits)) throw new Error('an integer is malformed');
    return BigInt(digits);
  }

  #readView(kind: number): View {
    const View = VIEWS[kind - FIRST_VIEW];
    const sizeBytes = this.#structure.u32();
    const from = this.#contentsAt;
    this.#contentsAt += sizeBytes;
    const isWhole = View !== undefined && sizeBytes % View.BYTES_PER_ELEMENT === 0;
    if (!isWhole || this.#contentsAt > this.#bytes.length) throw new Error('an array is malformed');
    return new View(new Uint8Array(this.#bytes.subarray(from, this.#contentsAt)).buffer);
  }

  #take(sizeBytes: number): Uint8Array {
    const from = this.#structure.position;
    this.#structure.skip(sizeBytes);
    return new Uint8Array(this.#bytes.subarray(from, from + sizeBytes));
  }
}
