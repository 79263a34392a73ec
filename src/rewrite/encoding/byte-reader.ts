// Reads the primitive encodings of the WebAssembly binary format: bytes, LEB128 integers, names.
// Every error is a HazeError `malformed-module` that carries the byte offset in the module.

import { HazeError } from '../../errors/haze-error.ts';

/** Creates the error for bytes that are not a WebAssembly module. `offset` counts from the module's first byte. */
export function malformed(what: string, offset: number): HazeError {
  return new HazeError(
    'malformed-module',
    `The WebAssembly module is malformed at byte ${offset}: ${what}. It is damaged or was not written by a linker; build it again.`,
    { data: { offset, reason: what } },
  );
}

/** A reader's position in a module; it never reads past `end`. */
export class ByteReader {
  readonly bytes: Uint8Array;
  position: number;
  end: number;

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  byte(): number {
    if (this.position >= this.end) throw malformed('unexpected end', this.position);
    return this.bytes[this.position++]!;
  }

  /** An unsigned LEB128 integer of at most 32 bits. */
  u32(): number {
    const start = this.position;
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 15) break;
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
    throw malformed('an unsigned integer is longer than 32 bits', start);
  }

  /** Skips a LEB128 integer of at most `maxBytes` bytes. */
  skipLeb(maxBytes: number): void {
    const start = this.position;
    for (let i = 0; i < maxBytes; i++) if (this.byte() < 0x80) return;
    throw malformed(`an integer is longer than ${maxBytes} bytes`, start);
  }

  /** A signed LEB128 integer of at most 33 bits (block types, heap types). */
  s33(): number {
    const start = this.position;
    let result = 0;
    let scale = 1;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte();
      result += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return byte & 0x40 ? result - scale : result;
    }
    throw malformed('a signed integer is longer than 33 bits', start);
  }

  /** The bytes up to the limit. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.position, this.end);
  }

  skip(count: number): void {
    if (count > this.end - this.position) throw malformed('unexpected end', this.position);
    this.position += count;
  }

  name(): string {
    const length = this.u32();
    const start = this.position;
    this.skip(length);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes.subarray(start, this.position));
    } catch {
      throw malformed('a name is not UTF-8', start);
    }
  }

  /** Reads an item count. Rejects a count that cannot fit if each item takes at least `minBytes` bytes. */
  count(minBytes = 1): number {
    const start = this.position;
    const count = this.u32();
    if (count * minBytes > this.end - this.position)
      throw malformed('a count exceeds the remaining bytes', start);
    return count;
  }
}
