// A growing buffer of bytes with the primitive encodings of the WebAssembly binary format.

/** Number of bytes that `value` takes up in unsigned LEB128. */
export function lebLength(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}

const EMPTY_BLOCK = 0x40;

export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** An unsigned LEB128 integer, padded to `width` bytes if the original was padded. */
  u32(value: number, width = 1): void {
    this.reserve(5);
    let rest = value >>> 0;
    let written = 1;
    while (rest >= 0x80 || written < width) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
      written++;
    }
    this.bytes[this.length++] = rest;
  }

  /** An instruction, followed by its indices, sizes or label depths. */
  instruction(opcode: number, first: number, second?: number): void {
    this.byte(opcode);
    this.u32(first);
    if (second !== undefined) this.u32(second);
  }

  /** An instruction that pushes a constant: `i32.const` or `i64.const`. */
  constant(opcode: number, value: number): void {
    this.byte(opcode);
    this.s32(value);
  }

  /** The beginning of a block, a loop or an `if`; `type` is the type of its value, if any. */
  open(opcode: number, type = EMPTY_BLOCK): void {
    this.byte(opcode);
    this.byte(type);
  }

  /** A signed LEB128 integer of 32 bits. */
  s32(value: number): void {
    let rest = value | 0;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && !(byte & 0x40)) || (rest === -1 && byte & 0x40)) {
        this.byte(byte);
        return;
      }
      this.byte(byte | 0x80);
    }
  }

  /** Copies `source[start, end)`. */
  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    if (count < 24) {
      for (let i = 0; i < count; i++) this.bytes[this.length + i] = source[start + i]!;
    } else {
      this.bytes.set(source.subarray(start, end), this.length);
    }
    this.length += count;
  }

  append(other: ByteWriter): void {
    this.copy(other.bytes, 0, other.length);
  }

  /** A section or subsection; `width` pads its size as in `u32`. */
  section(id: number, content: ByteWriter, width = 1): void {
    this.byte(id);
    this.u32(content.length, width);
    this.append(content);
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u32(bytes.length);
    this.copy(bytes, 0, bytes.length);
  }

  /** The bytes written so far, as a separate array. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
