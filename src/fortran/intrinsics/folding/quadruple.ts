// Folds constants derived from REAL(16) into integers, logicals and shorter reals, which bounds, kinds and CASE may
// need. The C compiler computes the REAL(16) values themselves; here they are integers times powers of two, rounded to
// 113 bits.

import { constant, constantNode, unchecked } from '../../program/constants/fold-operation.ts';
import { compare } from '../../program/constants/fold-scalar.ts';
import type { ConstantValue, MaybeTyped, Node, Typed } from '../../program/symbols/semantics.ts';
import { maybeFixedPoint } from '../row-kinds/correct-rounding.ts';

/** significand · 2^exponent */
interface Quadruple {
  readonly significand: bigint;
  readonly exponent: number;
}

const DIGITS = 113;
const LEAST = -16494;
const MOST = 16384;
/** Number of fraction bits in the numbers that `maybeFixedPoint` uses. */
const POINT = 256;

const absolute = (a: bigint): bigint => (a < 0n ? -a : a);
const bitLength = (a: bigint): number => (a === 0n ? 0 : absolute(a).toString(2).length);

/** Returns the node, or the constant derived from its REAL(16) operands. */
export function foldFromQuadruple(e: Typed): Typed {
  if (e.rank !== 0 || (e.type.base === 'real' && e.type.kind > 8)) return e;
  const value = valueFrom(e);
  if (value === undefined) return e;
  return unchecked(constant(value, e), e.k === 'convert' ? e.operand : e);
}

function isQuadruple(e: MaybeTyped): e is Typed {
  return e?.type.base === 'real' && e.type.kind > 8 && e.rank === 0;
}

function valueFrom(e: Typed): ConstantValue | undefined {
  if (e.k === 'binary' && isQuadruple(e.left) && isQuadruple(e.right)) {
    const [a, b] = [maybeQuadruple(e.left), maybeQuadruple(e.right)];
    const difference = a && b && add(a, negative(b)).significand;
    if (difference === undefined) return undefined;
    return compare(e.op, difference < 0n ? -1 : difference > 0n ? 1 : 0);
  }
  if (e.k === 'convert' && isQuadruple(e.operand)) {
    const a = maybeQuadruple(e.operand);
    if (!a) return undefined;
    if (e.type.base === 'integer') return integerOf(a, 'int', e.type.kind);
    return e.type.base === 'real' ? realOf(a, e.type.kind === 4 ? 24 : 53) : undefined;
  }
  const [operand] = e.k === 'intrinsic' ? e.arguments : [];
  if (e.k !== 'intrinsic' || e.type.base !== 'integer' || !isQuadruple(operand)) return undefined;
  const a = maybeQuadruple(operand);
  return a && integerOf(a, e.name, e.type.kind);
}

function integerOf(a: Quadruple, name: string, kind: number): bigint | undefined {
  const value = wholePart(a, name);
  return value !== undefined && BigInt.asIntN(kind * 8, value) === value ? value : undefined;
}

function wholePart({ significand, exponent }: Quadruple, name: string): bigint | undefined {
  if (name === 'exponent') return significand === 0n ? 0n : BigInt(bitLength(significand) + exponent);
  if (exponent > 128) return undefined;
  if (exponent >= 0) return significand << BigInt(exponent);
  const shift = BigInt(-exponent);
  const floor = significand >> shift;
  const isWhole = floor << shift === significand;
  switch (name) {
    case 'int':
      return significand < 0n && !isWhole ? floor + 1n : floor;
    case 'floor':
      return floor;
    case 'ceiling':
      return isWhole ? floor : floor + 1n;
    case 'nint': {
      const size = (2n * absolute(significand) + (1n << shift)) >> (shift + 1n);
      return significand < 0n ? -size : size;
    }
    default:
      return undefined;
  }
}

function realOf(a: Quadruple, digits: number): number | undefined {
  const { significand, exponent } = roundTo(a, digits);
  const value = Number(significand) * 2 ** Math.max(exponent, -1000) * 2 ** Math.min(0, exponent + 1000);
  const least = digits === 24 ? 2 ** -126 : 2 ** -1022;
  // Subnormal numbers would otherwise be rounded twice.
  return Number.isFinite(value) && (value === 0 || Math.abs(value) >= least) ? value : undefined;
}

/** Rounds to nearest, ties to even; `isInexact` means that earlier steps have already discarded bits. */
function roundTo({ significand, exponent }: Quadruple, digits: number, isInexact = false): Quadruple {
  const size = absolute(significand);
  const surplus = Math.max(bitLength(size) - digits, LEAST - exponent);
  if (surplus <= 0) return { significand, exponent };
  const shift = BigInt(surplus);
  const half = 1n << (shift - 1n);
  const rest = size & ((1n << shift) - 1n);
  let kept = size >> shift;
  if (rest > half || (rest === half && (isInexact || (kept & 1n) === 1n))) kept += 1n;
  return { significand: significand < 0n ? -kept : kept, exponent: exponent + surplus };
}

function rounded(significand: bigint, exponent: number, isInexact = false): Quadruple {
  return roundTo({ significand, exponent }, DIGITS, isInexact);
}

function add(a: Quadruple, b: Quadruple): Quadruple {
  const exponent = Math.min(a.exponent, b.exponent);
  const shifted = ({ significand, exponent: own }: Quadruple) => significand << BigInt(own - exponent);
  return rounded(shifted(a) + shifted(b), exponent);
}

const negative = (a: Quadruple): Quadruple => ({ ...a, significand: -a.significand });

function multiply(a: Quadruple, b: Quadruple): Quadruple {
  return rounded(a.significand * b.significand, a.exponent + b.exponent);
}

function divide(a: Quadruple, b: Quadruple): Quadruple | undefined {
  if (b.significand === 0n) return undefined;
  const dividend = a.significand << 260n;
  const quotient = dividend / b.significand;
  return rounded(quotient, a.exponent - b.exponent - 260, quotient * b.significand !== dividend);
}

function squareRoot(a: Quadruple): Quadruple | undefined {
  if (a.significand < 0n) return undefined;
  const shift = 300 + (a.exponent % 2 === 0 ? 0 : 1);
  const square = a.significand << BigInt(shift);
  if (square === 0n) return a;
  let root = 1n << BigInt((bitLength(square) + 1) >> 1);
  for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next;
  return rounded(root, (a.exponent - shift) / 2, root * root !== square);
}

function raise(a: Quadruple, power: bigint): Quadruple | undefined {
  if (absolute(power) > 100_000n) return undefined;
  let result: Quadruple = { significand: 1n, exponent: 0 };
  let factor = a;
  for (let n = absolute(power); n > 0n; n >>= 1n) {
    if ((n & 1n) === 1n) result = multiply(result, factor);
    if (n > 1n) factor = multiply(factor, factor);
    if (Math.abs(factor.exponent) > 4 * MOST) return undefined;
  }
  return power < 0n ? divide({ significand: 1n, exponent: 0 }, result) : result;
}

/** The value of a constant numeric expression, or undefined if the expression is not constant. */
function maybeQuadruple(e: MaybeTyped): Quadruple | undefined {
  if (e?.rank !== 0) return undefined;
  const value = isQuadruple(e) ? evaluate(e) : fromConstant(constantNode(e));
  return value && bitLength(value.significand) + value.exponent <= MOST ? value : undefined;
}

function evaluate(e: Typed): Quadruple | undefined {
  switch (e.k) {
    case 'const':
      return fromConstant(e);
    case 'paren':
    case 'convert':
      return maybeQuadruple(e.operand);
    case 'variable':
      return e.sym.k === 'constant'
        ? maybeQuadruple(e.sym.scope.program.expressions.initialOf(e.sym))
        : undefined;
    case 'unary': {
      const a = maybeQuadruple(e.operand);
      return a && (e.op === '-' ? negative(a) : a);
    }
    case 'binary':
      return binary(e);
    case 'intrinsic':
      return intrinsic(e.name, e.type.kind, e.arguments);
    default:
      return undefined;
  }
}

function fromConstant(e: MaybeTyped): Quadruple | undefined {
  if (e?.k !== 'const') return undefined;
  if (typeof e.value === 'bigint') return rounded(e.value, 0);
  if (typeof e.value !== 'number') return undefined;
  return isQuadruple(e) && e.text !== undefined ? fromDecimal(e.text) : fromNumber(e.value);
}

function binary(e: Node<'binary'>): Quadruple | undefined {
  const [a, b] = [maybeQuadruple(e.left), maybeQuadruple(e.right)];
  if (!a || !b) return undefined;
  if (e.op === '+') return add(a, b);
  if (e.op === '-') return add(a, negative(b));
  if (e.op === '*') return multiply(a, b);
  if (e.op === '/') return divide(a, b);
  const power = e.op === '**' ? constantNode(e.right) : undefined;
  return power?.k === 'const' && typeof power.value === 'bigint' ? raise(a, power.value) : undefined;
}

function intrinsic(name: string, kind: number, list: readonly MaybeTyped[]): Quadruple | undefined {
  if (kind <= 8) return undefined;
  if (name === 'epsilon') return { significand: 1n, exponent: 1 - DIGITS };
  if (name === 'tiny') return { significand: 1n, exponent: 2 - MOST };
  if (name === 'huge') return { significand: (1n << BigInt(DIGITS)) - 1n, exponent: MOST - DIGITS };
  const values = list.map(maybeQuadruple);
  if (!values.every((v) => v !== undefined)) return undefined;
  const [a, b] = values;
  if (!a) return undefined;
  switch (name) {
    case 'abs':
      return { ...a, significand: absolute(a.significand) };
    case 'sqrt':
      return squareRoot(a);
    case 'max':
    case 'min':
      return values.reduce((x, y) => (add(x, negative(y)).significand > 0n === (name === 'max') ? x : y));
    case 'sign': {
      const size = absolute(a.significand);
      return b && { ...a, significand: b.significand < 0n ? -size : size };
    }
    case 'aint':
    case 'anint': {
      const whole = wholePart(a, name === 'aint' ? 'int' : 'nint');
      return whole === undefined ? a : rounded(whole, 0);
    }
    default: {
      const fixed = values.map(toFixedPoint);
      if (!fixed.every((x) => x !== undefined)) return undefined;
      const result = maybeFixedPoint(name, fixed);
      return result === undefined ? undefined : rounded(result, -POINT);
    }
  }
}

/**
 * The exact fixed-point value, or undefined if the number is too large or has more fraction bits than the fixed-point
 * form.
 */
function toFixedPoint({ significand, exponent }: Quadruple): bigint | undefined {
  const shift = exponent + POINT;
  return significand === 0n || shift < 0 || bitLength(significand) + exponent > 60
    ? undefined
    : significand << BigInt(shift);
}

function fromNumber(value: number): Quadruple | undefined {
  if (!Number.isFinite(value)) return undefined;
  let exponent = 0;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent -= 1;
  }
  return { significand: BigInt(scaled), exponent };
}

function fromDecimal(text: string): Quadruple | undefined {
  const [mantissa = '', tens = '0'] = text.toLowerCase().split(/[edq]/);
  const [whole = '', decimals = ''] = mantissa.replace(/^[+-]/, '').split('.');
  if (!/^\d*$/.test(whole + decimals)) return undefined;
  const digits = BigInt(`${whole}${decimals}` || '0');
  const power = Number(tens) - decimals.length;
  if (!(Math.abs(power) <= 6000)) return undefined;
  const ten: Quadruple = { significand: 10n ** BigInt(Math.abs(power)), exponent: 0 };
  const value = { significand: mantissa.startsWith('-') ? -digits : digits, exponent: 0 };
  if (power >= 0) return rounded(value.significand * ten.significand, 0);
  const shift = 260 + bitLength(ten.significand);
  const dividend = value.significand << BigInt(shift);
  const quotient = dividend / ten.significand;
  return rounded(quotient, -shift, quotient * ten.significand !== dividend);
}
