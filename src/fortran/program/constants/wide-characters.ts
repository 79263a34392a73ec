// CHARACTER(KIND=4), that is, characters of ISO 10646. Each character has four bytes in little-endian order. Type
// lengths, substrings and the whole printing phase count bytes, as they do for kind 1. Code that counts characters, or
// depends on blanks or the order of characters, uses the functions in this file.

import type { Position } from '../../source/diagnostics.ts';
import { NO_CHARACTER } from '../../source/escapes.ts';
import type { Node, Type, Typed } from '../symbols/semantics.ts';
import { byteLength, integerConstant, isByte, maybeInteger } from './constants.ts';

/** The number of this kind, which is also the number of bytes per character. */
export const WIDE = 4;

/** True if a type is CHARACTER(KIND=4). */
export function isWide(type: Type): boolean {
  return type.base === 'character' && type.kind === WIDE;
}

/** The number of bytes taken up by a given number of characters of this kind. */
export function bytesOfCharacters(count: Typed, kind: number): Typed {
  if (kind === 1) return count;
  const n = maybeInteger(count);
  if (n !== undefined) return integerConstant(n * kind, count.at, count.type.kind);
  // The product may not fit in 32 bits even if the count does.
  const type = { ...count.type, kind: Math.max(8, count.type.kind) };
  const factor = integerConstant(kind, count.at, type.kind);
  return { k: 'binary', at: count.at, op: '*', type, rank: 0, left: count, right: factor };
}

/** Converts a character position to the position of the character's first byte. */
export function firstByte(position: Typed, kind: number): Typed {
  if (kind === 1) return position;
  const n = maybeInteger(position);
  if (n !== undefined) return integerConstant((n - 1) * kind + 1, position.at, position.type.kind);
  const last = bytesOfCharacters(position, kind);
  const less = integerConstant(kind - 1, position.at, last.type.kind);
  return { k: 'binary', at: position.at, op: '-', type: last.type, rank: 0, left: last, right: less };
}

const byteCharacter = (byte: number): string => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte);

/** A character code as its bytes. */
export function wideCharacter(code: number): string {
  return [0, 8, 16, 24].map((shift) => byteCharacter((code >>> shift) & 0xff)).join('');
}

export const WIDE_BLANK = wideCharacter(0x20);

const BEYOND = NO_CHARACTER.codePointAt(0);

/** The value of a constant of kind 4, given the text of a literal. */
function encodeWide(text: string): string {
  const codes = [...text].map((c) =>
    isByte(c.codePointAt(0)!) ? c.codePointAt(0)! - 0xf700 : c.codePointAt(0)!,
  );
  let value = '';
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== BEYOND) value += wideCharacter(codes[i]!);
    else {
      value += wideCharacter(codes.slice(i + 1, i + 1 + WIDE).reduce((code, byte) => code * 256 + byte, 0));
      i += WIDE;
    }
  }
  return value;
}

/** The character codes of a constant of kind 4. */
export function decodeWide(value: string): number[] {
  const bytes = [...value].map((c) => c.codePointAt(0)!).map((code) => (isByte(code) ? code - 0xf700 : code));
  const codes: number[] = [];
  for (let i = 0; i + WIDE <= bytes.length; i += WIDE)
    codes.push((bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)) >>> 0);
  return codes;
}

/** Converts a constant to another character kind; undefined if that kind lacks one of the characters. */
export function convertCharacters(value: string, from: number, to: number): string | undefined {
  if (from === to) return value;
  if (to === WIDE) return byteLength(value) === value.length ? encodeWide(value) : undefined;
  const codes = decodeWide(value);
  return codes.map((code) => (code > 0xff ? '?' : byteCharacter(code))).join('');
}

/** A character constant of kind 4. */
export function wideConstant(text: string, at: Position): Node<'const'> {
  const value = encodeWide(text);
  return {
    k: 'const',
    at,
    rank: 0,
    type: { base: 'character', kind: WIDE, length: integerConstant(value.length, at) },
    value,
  };
}
