// Operations on constants (unary, binary, conversions, characters), computed in the same way as in the program.

import { type Position, refuse } from '../../source/diagnostics.ts';
import type { ConstantValue, Node, Type } from '../symbols/semantics.ts';
import { byteLength, constantLength } from './constants.ts';
import { convertCharacters, isWide, WIDE, WIDE_BLANK } from './wide-characters.ts';

/** An integer truncated to the number of bits in an integer or unsigned type. */
export function wrapTo(value: bigint, { base, kind }: Type): bigint {
  return base === 'unsigned' ? BigInt.asUintN(kind * 8, value) : BigInt.asIntN(kind * 8, value);
}

/** An operation. If integer ranges are not checked, constants grow until they are converted or stored. */
interface Operation {
  at: number;
  type: Type;
  wraps?: boolean;
}

function wrapInteger(value: bigint, type: Type, at: number, wraps = false): bigint {
  if (type.base === 'unsigned') return wrapTo(value, type);
  if (!wraps && wrapTo(value, type) !== value)
    refuse(at, `The constant expression overflows INTEGER(${type.kind}).`);
  return value;
}

export function roundReal(value: number, kind: number): number {
  return kind === 4 ? Math.fround(value) : value;
}

export function foldUnary(op: string, a: Constant, type: Type): ConstantValue | undefined {
  if (op === '+') return a.value;
  if (op === '.not.') return typeof a.value === 'boolean' ? !a.value : undefined;
  if (typeof a.value === 'bigint') return a.wraps ? -a.value : wrapTo(-a.value, type);
  if (typeof a.value === 'number') return -a.value;
  return Array.isArray(a.value) ? [-a.value[0]!, -a.value[1]!] : undefined;
}

export function foldBinary(op: string, a: Constant, b: Constant, e: Operation): ConstantValue | undefined {
  if (typeof a.value === 'bigint' && typeof b.value === 'bigint')
    return foldIntegers(op, a.value, b.value, e);
  if (typeof a.value === 'number' && typeof b.value === 'number') return foldReals(op, a.value, b.value, e);
  if (typeof a.value === 'number' && typeof b.value === 'bigint' && op === '**')
    return foldIntegerPower(a.value, b.value, e.type.kind);
  if (typeof a.value === 'boolean' && typeof b.value === 'boolean') return foldLogicals(op, a.value, b.value);
  if (op !== '//' && isWide(a.type)) return undefined;
  if (typeof a.value === 'string' && typeof b.value === 'string')
    return foldStrings(op, a.value, b.value, e.at);
  if (Array.isArray(a.value) && Array.isArray(b.value))
    return foldComplexes(op, a.value as [number, number], b.value as [number, number], e);
  return undefined;
}

const BY_ZERO = 'The constant expression divides by zero.';

// -fno-range-check allows a division of reals by zero.
function byZero({ at, wraps }: Operation): undefined {
  if (!wraps) refuse(at, `${BY_ZERO} With -fno-range-check, the result is infinite or NaN.`);
}

function foldIntegers(op: string, a: bigint, b: bigint, e: Operation): ConstantValue | undefined {
  switch (op) {
    case '+':
      return wrapInteger(a + b, e.type, e.at, e.wraps);
    case '-':
      return wrapInteger(a - b, e.type, e.at, e.wraps);
    case '*':
      return wrapInteger(a * b, e.type, e.at, e.wraps);
    case '/':
      if (b === 0n) refuse(e.at, BY_ZERO);
      return a / b;
    case '**':
      return foldIntegerRaise(a, b, e);
    default:
      return compare(op, a < b ? -1 : a > b ? 1 : 0);
  }
}

// Squares and keeps only the bits of the type at each step, because the exponent may be large.
function raiseUnsigned(a: bigint, b: bigint, type: Type): bigint {
  let result = 1n;
  for (let n = b, square = a; n > 0n; n >>= 1n) {
    if (n & 1n) result = wrapTo(result * square, type);
    square = wrapTo(square * square, type);
  }
  return result;
}

function foldIntegerRaise(a: bigint, b: bigint, e: Operation): bigint | undefined {
  if (e.type.base === 'unsigned') return raiseUnsigned(a, b, e.type);
  const isUnit = a === 0n || a === 1n || a === -1n;
  if (b >= 0n) return b > 200n && !isUnit ? undefined : wrapInteger(a ** b, e.type, e.at, e.wraps);
  if (a === 1n) return 1n;
  if (a === -1n) return b % 2n === 0n ? 1n : -1n;
  return a === 0n ? undefined : 0n;
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '/=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The result of a comparison, given a number with the sign of the difference; undefined for any other operator. */
export function compare(op: string, order: number): boolean | undefined {
  return COMPARISONS[op]?.(order);
}

function foldReals(op: string, a: number, b: number, e: Operation): ConstantValue | undefined {
  const round = (x: number): number => roundReal(x, e.type.kind);
  switch (op) {
    case '+':
      return round(a + b);
    case '-':
      return round(a - b);
    case '*':
      return round(a * b);
    case '/':
      return b === 0 ? byZero(e) : round(a / b);
    case '**':
      // Folds only exact powers, because the last digit of other powers may differ between the C library's pow and
      // JavaScript's.
      if (!Number.isInteger(a) || !Number.isInteger(b) || b < 0) return undefined;
      return Math.abs(a ** b) < 1e6 ? a ** b : undefined;
    default:
      return Number.isNaN(a) || Number.isNaN(b) ? undefined : compare(op, a < b ? -1 : a > b ? 1 : 0);
  }
}

// Squares in the same order as the run-time library, so that both yield the same digits.
function foldIntegerPower(base: number, exponent: bigint, kind: number): number {
  let n = exponent < 0n ? -exponent : exponent;
  let x = base;
  let y = n % 2n === 1n ? x : 1;
  for (n /= 2n; n > 0n; n /= 2n) {
    x = roundReal(x * x, kind);
    if (n % 2n === 1n) y = roundReal(y * x, kind);
  }
  return exponent < 0n ? roundReal(1 / y, kind) : y;
}

function foldLogicals(op: string, a: boolean, b: boolean): boolean | undefined {
  if (op === '.and.' || op === '.or.') return op === '.and.' ? a && b : a || b;
  if (op === '.eqv.' || op === '.neqv.') return (a === b) === (op === '.eqv.');
  return undefined;
}

function foldStrings(op: string, a: string, b: string, at: Position): ConstantValue | undefined {
  if (op === '//') {
    checkLength(a.length + b.length, at);
    return a + b;
  }
  return compare(op, orderOfStrings(a, b));
}

/** The order of two strings, of which the shorter is padded with blanks. */
export function orderOfStrings(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const left = a.padEnd(length);
  const right = b.padEnd(length);
  return left < right ? -1 : left > right ? 1 : 0;
}

type Pair = [number, number];

function foldComplexes(op: string, [a, b]: Pair, [c, d]: Pair, e: Operation): ConstantValue | undefined {
  const round = (x: number): number => roundReal(x, e.type.kind);
  switch (op) {
    case '+':
      return [round(a + c), round(b + d)];
    case '-':
      return [round(a - c), round(b - d)];
    case '*':
      return [round(a * c - b * d), round(a * d + b * c)];
    case '/':
      return c === 0 && d === 0 ? byZero(e) : undefined;
    case '==':
      return a === c && b === d;
    case '/=':
      return a !== c || b !== d;
    default:
      return undefined;
  }
}

// The integer that a constant becomes. If ranges are checked, it must fit in the type.
function fitWhole(whole: bigint, a: Constant, type: Type): bigint {
  return a.wraps ? wrapTo(whole, type) : wrapInteger(whole, type, a.at);
}

/** The integer that a real constant, or the real part of a complex constant, rounds to. */
export function wholeOf(a: Constant, round: (x: number) => number, type: Type): bigint | undefined {
  const x = Array.isArray(a.value) ? a.value[0] : a.value;
  return typeof x === 'number' && Number.isFinite(x) ? fitWhole(BigInt(round(x)), a, type) : undefined;
}

export function foldConversion(a: Constant, type: Type): ConstantValue | undefined {
  const { value } = a;
  if (type.base === 'character')
    return typeof value === 'string' ? foldCharacters(value, a, type) : undefined;
  if (a.type.base === 'boz') return foldBoz(value as bigint, type);
  if (a.type.base === 'hollerith') return undefined;
  if (type.kind > 8 && type.base !== 'integer' && type.base !== 'unsigned') return undefined;
  switch (type.base) {
    case 'integer':
    case 'unsigned':
      if (typeof value === 'boolean') return value ? 1n : 0n;
      return typeof value === 'bigint' ? fitWhole(value, a, type) : wholeOf(a, Math.trunc, type);
    case 'real':
      if (typeof value === 'bigint' || typeof value === 'number') return roundReal(Number(value), type.kind);
      return Array.isArray(value) ? roundReal(value[0] as number, type.kind) : undefined;
    case 'complex':
      if (Array.isArray(value))
        return [roundReal(value[0] as number, type.kind), roundReal(value[1] as number, type.kind)];
      return typeof value === 'bigint' || typeof value === 'number'
        ? [roundReal(Number(value), type.kind), 0]
        : undefined;
    case 'logical':
      if (typeof value === 'boolean') return value;
      return typeof value === 'bigint' ? value !== 0n : undefined;
    default:
      return undefined;
  }
}

function foldBoz(bits: bigint, type: Type): ConstantValue | undefined {
  if (type.base === 'integer' || type.base === 'unsigned') return wrapTo(bits, type);
  if (type.base !== 'real') return undefined;
  const view = new DataView(new ArrayBuffer(8));
  if (type.kind === 4) {
    view.setUint32(0, Number(BigInt.asUintN(32, bits)));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

/** Maximum number of characters in a constant; they become part of the program. */
const MAX_CONSTANT_CHARACTERS = 10_000_000;

function foldCharacters(value: string, a: Constant, { kind, ...type }: Type): string | undefined {
  const text = a.type.base === 'character' ? convertCharacters(value, a.type.kind, kind) : value;
  return text === undefined ? undefined : fitString(text, constantLength({ kind, ...type }), a.at, { kind });
}

/**
 * A string that is truncated or padded with blanks to a length in bytes; `count` is the number of such strings in the
 * array.
 */
export function fitString(
  text: string,
  length: number | undefined,
  at: Position,
  { count = 1, kind = 1 }: { count?: number; kind?: number } = {},
): string {
  if (length === undefined) return text;
  checkLength(length * count, at);
  const bytes = byteLength(text);
  if (bytes <= length) return text + (kind === WIDE ? WIDE_BLANK : ' ').repeat((length - bytes) / kind);
  return bytes === text.length ? text.slice(0, length) : cutBytes(text, length);
}

function checkLength(length: number, at: Position): void {
  if (length <= MAX_CONSTANT_CHARACTERS) return;
  refuse(
    at,
    `This constant has ${length} characters; the maximum is ${MAX_CONSTANT_CHARACTERS}: assign it at run time instead.`,
  );
}

function cutBytes(text: string, length: number): string {
  let result = '';
  let used = 0;
  for (const ch of text) {
    used += byteLength(ch);
    if (used > length) break;
    result += ch;
  }
  return result;
}

export type Constant = Node<'const'>;
