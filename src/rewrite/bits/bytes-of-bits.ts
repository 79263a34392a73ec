// Positions of a number's bytes within an integer, and the effect on these positions of instructions that only move
// bits.

import { I64 } from '../reading/module-info.ts';

/** The number's byte at each position of an integer, starting at the lowest, or `NO_BYTE`. */
export type Bytes = readonly number[];

const NO_BYTE = -1;
/** All bytes of the widest number, as a bit mask. */
export const ALL_BYTES = 0xff;

/** All bytes of a number, in place. */
export function wholeBytes(type: number): Bytes {
  return Array.from({ length: type === I64 ? 8 : 4 }, (_, byte) => byte);
}

/** Bytes after a shift by `bits` bits (negative: to the right); undefined if the shift splits bytes. */
export function shiftBytes(bytes: Bytes, bits: number): Bytes | undefined {
  if (bits % 8 !== 0) return undefined;
  return bytes.map((_, byte) => bytes[byte - bits / 8] ?? NO_BYTE);
}

/** The bytes rotated left by `bits` bits. */
export function rotateBytes(bytes: Bytes, bits: number): Bytes | undefined {
  if (bits % 8 !== 0) return undefined;
  const count = bytes.length;
  return bytes.map((_, byte) => bytes[(((byte - bits / 8) % count) + count) % count]!);
}

export function maskBytes(bytes: Bytes, mask: bigint): Bytes {
  return bytes.map((from, byte) => ((mask >> BigInt(8 * byte)) & 1n ? from : NO_BYTE));
}

/** Bytes of an integer, truncated or extended to this type. */
export function resizeBytes(bytes: Bytes, type: number): Bytes {
  return wholeBytes(type).map((byte) => bytes[byte] ?? NO_BYTE);
}

/** Combined bytes of two integers; undefined if both have a byte at the same position. */
export function joinBytes(one: Bytes, other: Bytes): Bytes | undefined {
  if (one.some((from, byte) => from !== NO_BYTE && other[byte] !== NO_BYTE)) return undefined;
  return one.map((from, byte) => (from === NO_BYTE ? other[byte]! : from));
}

/** The number's bytes within the lowest `size` bytes, as a bit mask. */
export function bytesAmong(bytes: Bytes, size: number): number {
  return bytes.slice(0, size).reduce((bits, from) => (from === NO_BYTE ? bits : bits | (1 << from)), 0);
}

/** Tests whether a mask keeps or clears only whole bytes. */
export function isOfBytes(mask: bigint): boolean {
  for (let rest = mask; rest > 0n; rest >>= 8n) {
    const byte = rest & 0xffn;
    if (byte !== 0n && byte !== 0xffn) return false;
  }
  return true;
}
