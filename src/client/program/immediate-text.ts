// Writes an instruction's operands in the text format, from their bytes.
import { type ByteReader, malformed } from '../../rewrite/encoding/byte-reader.ts';
import type { Opcode } from '../../rewrite/encoding/opcode.ts';
import * as op from '../../rewrite/encoding/opcode-names.ts';
import { VECTOR_PAGE } from '../../rewrite/encoding/vector-opcodes.ts';
import { nameType } from './value-type-names.ts';

/** Writes the operands that follow an instruction's name. The reader must be positioned just after the opcode. */
export function writeImmediates(reader: ByteReader, opcode: Opcode): readonly string[] {
  switch (opcode.immediate) {
    case 'none':
      return [];
    case 'index':
      return writeIndex(reader.u32(), opcode);
    case 'two-indices':
      return writeTwo(reader.u32(), reader.u32(), opcode);
    case 'block-type':
      return writeBlockType(reader);
    case 'try-table':
      return [...writeBlockType(reader), ...writeCatches(reader)];
    case 'br-table':
      return Array.from({ length: reader.count() + 1 }, () => String(reader.u32()));
    case 'memory-argument':
      return writeMemory(reader, opcode);
    case 'memory-lane':
      return [...writeMemory(reader, opcode), String(reader.byte())];
    case 'i32':
    case 'i64':
      return [String(readSigned(reader))];
    case 'f32':
      return [writeFloat(reader, 4)];
    case 'f64':
      return [writeFloat(reader, 8)];
    case 'types':
      return Array.from({ length: reader.count() }, () => `(result ${nameType(reader.byte())})`);
    case 'heap-type':
      return [nameType(reader.byte()).replace(/ref$/, '')];
    case 'v128':
      return ['i8x16', ...readBytes(reader, 16)];
    case 'lanes':
      return readBytes(reader, 16);
    case 'lane':
      return [String(reader.byte())];
  }
}

/** Instructions whose text omits the index of the first memory or table. */
const OF_MEMORY = /^memory\.|^table\.(?:grow|size|fill|get|set)$/;

function writeIndex(index: number, { name }: Opcode): readonly string[] {
  return index === 0 && OF_MEMORY.test(name) ? [] : [String(index)];
}

function writeTwo(first: number, second: number, { code, name }: Opcode): readonly string[] {
  if (code === op.CALL_INDIRECT || code === op.RETURN_CALL_INDIRECT) {
    return [...(second === 0 ? [] : [String(second)]), `(type ${first})`];
  }
  // In the binary format the segment comes first; in the text format it comes last.
  if (/\.init$/.test(name)) return second === 0 ? [String(first)] : [String(second), String(first)];
  return first === 0 && second === 0 ? [] : [String(first), String(second)];
}

function writeBlockType(reader: ByteReader): readonly string[] {
  const type = reader.s33();
  if (type >= 0) return [`(type ${type})`];
  // A single type, stored as the low seven bits of a signed byte; −64 means no type.
  return type === -64 ? [] : [`(result ${nameType(type + 0x80)})`];
}

const CATCHES = ['catch', 'catch_ref', 'catch_all', 'catch_all_ref'] as const;

function writeCatches(reader: ByteReader): readonly string[] {
  return Array.from({ length: reader.count(2) }, () => {
    const kind = reader.byte();
    const tag = kind < 2 ? `${reader.u32()} ` : '';
    return `(${CATCHES[kind]} ${tag}${reader.u32()})`;
  });
}

function writeMemory(reader: ByteReader, { code, name }: Opcode): readonly string[] {
  const align = 2 ** reader.u32();
  const offset = reader.u32();
  const isUsual = code < VECTOR_PAGE && align === countBytes(name);
  return [...(offset === 0 ? [] : [`offset=${offset}`]), ...(isUsual ? [] : [`align=${align}`])];
}

/** Number of bytes that a load or store accesses, which is also its default alignment. */
function countBytes(name: string): number {
  const bits = /(?:load|store)(\d+)/.exec(name)?.[1] ?? /^[if](\d+)/.exec(name)?.[1];
  return Number(bits) / 8;
}

function readBytes(reader: ByteReader, count: number): readonly string[] {
  return Array.from({ length: count }, () => String(reader.byte()));
}

/** Reads a signed LEB128 integer of up to 64 bits. */
function readSigned(reader: ByteReader): bigint {
  let result = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.byte();
    result |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(Number(shift) + 7, result);
  }
  throw malformed('an integer is longer than 64 bits', reader.position);
}

/**
 * The shortest digits that parse to the same number or, for NaN and infinity, the text form that preserves all bits.
 */
function writeFloat(reader: ByteReader, sizeBytes: 4 | 8): string {
  const at = reader.position;
  reader.skip(sizeBytes);
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset + at, sizeBytes);
  const value = sizeBytes === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
  if (Number.isNaN(value)) return writeNan(view, sizeBytes);
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function writeNan(view: DataView, sizeBytes: 4 | 8): string {
  const bits = sizeBytes === 4 ? BigInt(view.getUint32(0, true)) : view.getBigUint64(0, true);
  const [mantissa, signAt] = sizeBytes === 4 ? [23n, 31n] : [52n, 63n];
  const payload = bits & ((1n << mantissa) - 1n);
  return `${bits >> signAt ? '-' : ''}nan:0x${payload.toString(16)}`;
}
