// Small fragments of C text: integer arithmetic that is folded during printing, literals, and names of C types.

import { byteLength, isByte } from '../constants/character-bytes.ts';
import { isWide } from '../constants/wide-characters.ts';
import type { ConstantValue, Type } from '../symbols/semantics.ts';

/** C expressions for characters: their address and their number. */
export interface CharactersC {
  readonly p: string;
  readonly n: string;
}

const INTEGER = /^-?\d+$/;

/** The number that a C text represents, or undefined if it represents none. */
export function literal(c: string): number | undefined {
  return INTEGER.test(c) ? Number(c) : undefined;
}

/** `a + b` */
export function add(a: string, b: string): string {
  const x = literal(a);
  const y = literal(b);
  if (x !== undefined && y !== undefined) return String(x + y);
  if (x === 0) return b;
  if (y === 0) return a;
  if (y !== undefined && y < 0) return `(${a} - ${-y})`;
  return `(${a} + ${b})`;
}

/** `a - b` */
export function subtract(a: string, b: string): string {
  const x = literal(a);
  const y = literal(b);
  if (x !== undefined && y !== undefined) return String(x - y);
  if (y === 0) return a;
  if (y !== undefined && y < 0) return `(${a} + ${-y})`;
  return `(${a} - ${b})`;
}

/** `a * b` */
export function multiply(a: string, b: string): string {
  const x = literal(a);
  const y = literal(b);
  if (x !== undefined && y !== undefined) return String(x * y);
  if (x === 0 || y === 0) return '0';
  if (x === 1) return b;
  if (y === 1) return a;
  return `(${a} * ${b})`;
}

const TOO_LARGE = 2 ** 31 - 1;

/** Replaces a number that is too large for any size with F_TOO_LARGE. */
export function sizeLiteral(c: string): string {
  return (literal(c) ?? 0) > TOO_LARGE ? String(TOO_LARGE) : c;
}

/** Product of non-negative sizes, or F_TOO_LARGE if it exceeds any possible memory. */
export function sizeProduct(a: string, b: string): string {
  const product = multiply(a, b);
  return product.startsWith('(') && product === `(${a} * ${b})`
    ? `f_times(${sizeLiteral(a)}, ${sizeLiteral(b)})`
    : sizeLiteral(product);
}

/** Sum of sizes, or F_TOO_LARGE if it exceeds any possible memory. */
export function sizeSum(a: string, b: string): string {
  const sum = add(a, b);
  return sum === `(${a} + ${b})` ? `f_plus(${sizeLiteral(a)}, ${sizeLiteral(b)})` : sizeLiteral(sum);
}

/** The extent that results from the given bounds: `high - low + 1`, at least 0. */
export function extent(low: string, high: string): string {
  const n = add(subtract(high, low), '1');
  const value = literal(n);
  return value === undefined ? `f_extent(${low}, ${high})` : String(Math.max(0, value));
}

/** A C string literal: its bytes and their number, excluding the terminator. */
export function stringLiteral(text: string): CharactersC {
  let c = '"';
  for (const ch of text) {
    const code = ch.codePointAt(0)!;
    if (isByte(code)) c += octal(code - 0xf700);
    else if (code < 32 || code === 127) c += octal(code);
    else if (ch === '"' || ch === '\\' || ch === '?') c += `\\${ch}`;
    else c += ch;
  }
  return { p: `${c}"`, n: String(byteLength(text)) };
}

function octal(code: number): string {
  return `\\${code.toString(8).padStart(3, '0')}`;
}

/** The number that identifies a type to the run-time library. */
export function typeCode(type: Type): string {
  switch (type.base) {
    case 'integer':
    case 'boz':
      return 'F_INTEGER';
    case 'unsigned':
      return 'F_UNSIGNED';
    case 'real':
      return 'F_REAL';
    case 'complex':
      return 'F_COMPLEX';
    case 'logical':
      return 'F_LOGICAL';
    case 'character':
    case 'hollerith':
      return 'F_CHARACTER';
    default:
      return 'F_DERIVED';
  }
}

/** The run-time library function for characters of this kind; all of them count bytes. */
export function ofCharacters(name: string, type: Type): string {
  return isWide(type) ? `${name}4` : name;
}

/** C expression for the number of characters of this type in a given number of bytes. */
export function charactersIn(bytes: string, type: Type): string {
  return isWide(type) ? `(${bytes} / 4)` : bytes;
}

/** A constant of numeric or logical type in C. */
export function constantText(value: ConstantValue, type: Type, text?: string): string {
  if (typeof value === 'bigint') {
    if (type.base === 'unsigned') return unsignedText(value, type.kind);
    const kept = type.base === 'integer' ? BigInt.asIntN(type.kind * 8, value) : value;
    return integerText(kept, type.kind);
  }
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return realText(value, type.kind, text);
  if (typeof value === 'string') return stringLiteral(value).p;
  const part = { base: 'real', kind: type.kind } as const;
  return `F_COMPLEX${type.kind}(${constantText(value[0], part)}, ${constantText(value[1], part)})`;
}

function integerText(value: bigint, kind: number): string {
  if (kind === 16) return wideText(value);
  if (kind === 8)
    return value === -(1n << 63n) || value === 1n << 63n ? '(-9223372036854775807LL - 1)' : `${value}LL`;
  if (value === -(1n << 31n) || value === 1n << 31n) return '(-2147483647 - 1)';
  return value < 0n && kind !== 4 ? `(${value})` : String(value);
}

function unsignedText(value: bigint, kind: number): string {
  if (kind === 16) return wideText(value).replace('(__int128)', '');
  return `${value}${kind === 8 ? 'ULL' : kind === 4 ? 'U' : ''}`;
}

function wideText(value: bigint): string {
  const bits = BigInt.asUintN(128, value);
  return `((__int128)(((unsigned __int128)${bits >> 64n}ULL << 64) | ${bits & ((1n << 64n) - 1n)}ULL))`;
}

function realText(value: number, kind: number, text?: string): string {
  if (kind === 16)
    return text === undefined ? `${hexReal(value)}L` : `${/[.e]/.test(text) ? text : `${text}.`}L`;
  if (Number.isNaN(value)) return kind === 4 ? '__builtin_nanf("")' : '__builtin_nan("")';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}__builtin_inf${kind === 4 ? 'f' : ''}()`;
  const shown = Object.is(value, -0) ? '-0.0' : String(value);
  const full = /[.e]/.test(shown) ? shown : `${shown}.0`;
  return kind === 4 ? `${full}f` : full;
}

function hexReal(value: number): string {
  const shown = String(value);
  return /[.e]/.test(shown) ? shown : `${shown}.0`;
}
