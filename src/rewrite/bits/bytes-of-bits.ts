// Bytes of a number in an integer: where instructions that only move bits leave each of them.

import { I64 } from '../reading/module-info.ts';

/** For each byte of an integer, from the lowest on: the number's byte that lies there, or `NO_BYTE`. */
export type Bytes = readonly number[];

const NO_BYTE = -1;
/** All bytes of the widest number, one bit each. */
export const ALL_BYTES = 0xff;

/** All bytes of a number, in place. */
export function wholeBytes(type: number): Bytes {
  return Array.from({ length: type === I64 ? 8 : 4 }, (_, byte) => byte);
}

/** Bytes after a shift by `bits` places, to the right where it is negative; undefined if bytes are divided. */
export function shiftBytes(bytes: Bytes, bits: number): Bytes | undefined {
  if (bits % 8 !== 0) return undefined;
  return bytes.map((_, byte) => bytes[byte - bits / 8] ?? NO_BYTE);
}

/** Bytes after a rotation to the left by `bits` places. */
export function rotateBytes(bytes: Bytes, bits: number): Bytes | undefined {
  if (bits % 8 !== 0) return undefined;
  const count = bytes.length;
  return bytes.map((_, byte) => bytes[(((byte - bits / 8) % count) + count) % count]!);
}

/** Bytes that a mask keeps. */
export function maskBytes(bytes: Bytes, mask: bigint): Bytes {
  return bytes.map((from, byte) => ((mask >> BigInt(8 * byte)) & 1n ? from : NO_BYTE));
}

/** The lowest bytes of an integer, as an integer of this type. */
export function resizeBytes(bytes: Bytes, type: number): Bytes {
  return wholeBytes(type).map((byte) => bytes[byte] ?? NO_BYTE);
}

/** Bytes of two integers that are joined; undefined if both have a byte in the same place. */
export function joinBytes(one: Bytes, other: Bytes): Bytes | undefined {
  if (one.some((from, byte) => from !== NO_BYTE && other[byte] !== NO_BYTE)) return undefined;
  return one.map((from, byte) => (from === NO_BYTE ? other[byte]! : from));
}

/** The number's bytes among the lowest `size` bytes, one bit each. */
export function bytesAmong(bytes: Bytes, size: number): number {
  return bytes.slice(0, size).reduce((bits, from) => (from === NO_BYTE ? bits : bits | (1 << from)), 0);
}
