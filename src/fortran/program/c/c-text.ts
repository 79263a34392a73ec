// Small fragments of C text: integer arithmetic that is folded during printing, literals, C types and their names in
// functions of the run-time library.

import { byteLength, isByte } from '../constants/constants.ts';
import { isWide } from '../constants/wide-characters.ts';
import type { ConstantValue, Type } from '../symbols/semantics.ts';

/** C expressions for characters: their address and count. */
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

/** A C string literal: its bytes and their count, excluding the terminator. */
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

const TYPE_CODES: Partial<Record<Type['base'], string>> = {
  integer: 'F_INTEGER',
  boz: 'F_INTEGER',
  unsigned: 'F_UNSIGNED',
  real: 'F_REAL',
  complex: 'F_COMPLEX',
  logical: 'F_LOGICAL',
  character: 'F_CHARACTER',
  hollerith: 'F_CHARACTER',
};

/** The number that identifies a type to the run-time library. */
export function typeCode(type: Type): string {
  return TYPE_CODES[type.base] ?? 'F_DERIVED';
}

/** The run-time library function for characters of this kind; all of them count bytes. */
export function ofCharacters(name: string, type: Type): string {
  return isWide(type) ? `${name}4` : name;
}

/** C expression for the number of characters of this type in a given number of bytes. */
export function charactersIn(bytes: string, type: Type): string {
  return isWide(type) ? `(${bytes} / 4)` : bytes;
}

/** A numeric or logical constant, as C. */
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

const INTEGERS: Record<number, string> = {
  1: 'int8_t',
  2: 'int16_t',
  4: 'int32_t',
  8: 'int64_t',
  16: '__int128',
};

const REALS: Record<number, string> = { 4: 'float', 8: 'double', 16: 'long double' };

const structureType = ({ derived }: Type): string => {
  if (derived!.opaque) return derived!.opaque === 'number' ? 'int32_t' : 'void *';
  return derived!.cName;
};

const C_TYPES: Readonly<Record<Type['base'], (type: Type) => string>> = {
  integer: ({ kind }) => INTEGERS[kind]!,
  logical: ({ kind }) => INTEGERS[kind]!,
  unsigned: ({ kind }) => (kind === 16 ? 'unsigned __int128' : `u${INTEGERS[kind]}`),
  boz: () => 'int64_t',
  real: ({ kind }) => REALS[kind]!,
  complex: ({ kind }) => `${REALS[kind]} _Complex`,
  character: () => 'char',
  hollerith: () => 'char',
  derived: structureType,
  class: structureType,
  'class-star': () => 'void',
  procedure: () => 'fproc',
  void: () => 'void',
};

export function cType(type: Type): string {
  return C_TYPES[type.base](type);
}

/** The suffix of the run-time functions for a type: i4, u4, r8, c8, l4. */
export function suffix(type: Type): string {
  const letter = { integer: 'i', unsigned: 'u', real: 'r', complex: 'c', logical: 'l' }[
    type.base as 'integer'
  ];
  return `${letter ?? 'x'}${type.kind}`;
}

/**
 * True if machine instructions convert this real type to this integer or unsigned type. In that case, a value that does
 * not fit has the same result as in gfortran.
 */
export function isMachineConversion(from: Type, to: Type): boolean {
  return (
    (to.base === 'integer' || to.base === 'unsigned') &&
    to.kind <= 8 &&
    from.base === 'real' &&
    from.kind <= 8
  );
}
