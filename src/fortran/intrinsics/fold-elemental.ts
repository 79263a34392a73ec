// Elemental intrinsic functions of constants, as the program would compute them.

import { byteLength, isByte } from '../program/character-bytes.ts';
import type { Constant } from '../program/fold-scalar.ts';
import { roundReal, wrapTo } from '../program/fold-scalar.ts';
import type { ConstantValue, Type } from '../program/semantics.ts';
import { maybeRoundCorrectly } from './correct-rounding.ts';
import type { Folds } from './intrinsics.ts';

type Fold = (values: Constant[], type: Type) => ConstantValue | undefined;

function big(c: Constant | undefined): bigint {
  return typeof c?.value === 'bigint' ? c.value : 0n;
}

/** The characters of a constant. */
export function text(c: Constant | undefined): string {
  return typeof c?.value === 'string' ? c.value : '';
}

function isAscii(s: string): boolean {
  return byteLength(s) === s.length;
}

function unsigned(c: Constant): bigint {
  return BigInt.asUintN(c.type.kind * 8, big(c));
}

function extreme(values: Constant[], sign: number): ConstantValue | undefined {
  let best = values[0]!.value;
  for (const { value } of values) {
    if (typeof value !== typeof best || Array.isArray(value)) return undefined;
    if (sign > 0 ? value > best : value < best) best = value;
  }
  // Characters are as long as the longest argument.
  if (typeof best === 'string') return best.padEnd(Math.max(...values.map((v) => String(v.value).length)));
  return best;
}

function code(value: string): number | undefined {
  const c = value.codePointAt(0);
  if (c === undefined) return undefined;
  if (isByte(c)) return c - 0xf700;
  return c < 128 ? c : undefined;
}

function character(c: Constant): string | undefined {
  const n = Number(big(c));
  if (n < 0 || n > 255) return undefined;
  return n < 128 ? String.fromCharCode(n) : String.fromCharCode(0xf700 + n);
}

function nearestInteger(c: Constant): bigint | undefined {
  const x = Number(c.value);
  if (!Number.isFinite(x)) return undefined;
  const whole = Math.trunc(x);
  return BigInt(Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole);
}

function remainder(a: Constant, b: Constant, kind: number): ConstantValue | undefined {
  if (typeof a.value === 'bigint') return big(b) === 0n ? undefined : big(a) % big(b);
  const d = Number(b.value);
  return d === 0 ? undefined : roundReal(Number(a.value) % d, kind);
}

function floored(a: Constant, b: Constant): ConstantValue | undefined {
  if (typeof a.value !== 'bigint' || big(b) === 0n) return undefined;
  const r = big(a) % big(b);
  return r !== 0n && r < 0n !== big(b) < 0n ? r + big(b) : r;
}

function signOf(a: Constant, b: Constant): ConstantValue | undefined {
  if (typeof a.value === 'bigint') return (big(a) < 0n ? -big(a) : big(a)) * (big(b) < 0n ? -1n : 1n);
  const magnitude = Math.abs(Number(a.value));
  const negative = Number(b.value) < 0 || Object.is(b.value, -0);
  return negative ? -magnitude : magnitude;
}

function magnitude(a: Constant): ConstantValue | undefined {
  if (typeof a.value === 'bigint') return a.value < 0n ? -a.value : a.value;
  return typeof a.value === 'number' ? Math.abs(a.value) : undefined;
}

function shift(a: Constant, by: bigint, type: Type): bigint {
  return wrapTo(by >= 0n ? unsigned(a) << by : unsigned(a) >> -by, type);
}

function countBits(value: bigint): number {
  let n = 0;
  for (let v = value; v > 0n; v >>= 1n) n += Number(v & 1n);
  return n;
}

const TRANSCENDENTAL = [
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atan2',
  'atanh',
  'cos',
  'cosh',
  'exp',
  'log',
  'log10',
  'sin',
  'sinh',
  'tan',
  'tanh',
  'hypot',
] as const;
type Transcendental = Record<(typeof TRANSCENDENTAL)[number], Fold>;

function foldTranscendental(name: (typeof TRANSCENDENTAL)[number]): Fold {
  const f = Math[name] as (...x: number[]) => number;
  return (values, type) => {
    if (values.some((v) => typeof v.value !== 'number')) return undefined;
    const numbers = values.map((v) => v.value as number);
    const result = maybeRoundCorrectly(name, numbers, type.kind === 4 ? 24 : 53) ?? f(...numbers);
    return Number.isFinite(result) ? roundReal(result, type.kind) : undefined;
  };
}

function isTruth(e: { value: unknown } | undefined): boolean {
  return typeof e?.value === 'boolean';
}

/** Elemental functions by name: the value for constant arguments, or undefined. */
export const FOLDED_ELEMENTALS: Folds<'E', Fold> = {
  ...(Object.fromEntries(TRANSCENDENTAL.map((name) => [name, foldTranscendental(name)])) as Transcendental),
  abs: ([a]) => magnitude(a!),
  max: (values) => extreme(values, 1),
  min: (values) => extreme(values, -1),
  mod: ([a, b], t) => remainder(a!, b!, t.kind),
  modulo: ([a, b]) => floored(a!, b!),
  sign: ([a, b]) => signOf(a!, b!),
  nint: ([a]) => nearestInteger(a!),
  floor: ([a]) => (Number.isFinite(a!.value) ? BigInt(Math.floor(Number(a!.value))) : undefined),
  ceiling: ([a]) => (Number.isFinite(a!.value) ? BigInt(Math.ceil(Number(a!.value))) : undefined),
  aint: ([a]) => (typeof a!.value === 'number' ? Math.trunc(a!.value) : undefined),
  sqrt: ([a], t) =>
    typeof a!.value === 'number' && a!.value >= 0 ? roundReal(Math.sqrt(a!.value), t.kind) : undefined,
  conjg: ([a]) => (Array.isArray(a!.value) ? [a!.value[0] as number, -(a!.value[1] as number)] : undefined),
  dim: ([a, b]) => (typeof a!.value === 'bigint' ? (a!.value > big(b) ? a!.value - big(b) : 0n) : undefined),
  // The old names AND, OR and XOR take logicals too.
  iand: ([a, b]) => (isTruth(a) ? a!.value === true && b!.value === true : big(a) & big(b)),
  ior: ([a, b]) => (isTruth(a) ? a!.value === true || b!.value === true : big(a) | big(b)),
  ieor: ([a, b]) => (isTruth(a) ? a!.value !== b!.value : big(a) ^ big(b)),
  not: ([a]) => ~big(a),
  ibset: ([a, b], t) => wrapTo(big(a) | (1n << big(b)), t),
  ibclr: ([a, b]) => big(a) & ~(1n << big(b)),
  btest: ([a, b]) => ((unsigned(a!) >> big(b)) & 1n) === 1n,
  ibits: ([a, b, c], t) => wrapTo((unsigned(a!) >> big(b)) & ((1n << big(c)) - 1n), t),
  ishft: ([a, b], t) => shift(a!, big(b), t),
  shiftl: ([a, b], t) => shift(a!, big(b), t),
  shiftr: ([a, b], t) => shift(a!, -big(b), t),
  popcnt: ([a]) => BigInt(countBits(unsigned(a!))),
  achar: ([a]) => character(a!),
  char: ([a]) => character(a!),
  ichar: ([a], t) => {
    const n = code(text(a));
    return n === undefined ? undefined : wrapTo(BigInt(n), t);
  },
  iachar: ([a], t) => {
    const n = code(text(a));
    return n === undefined ? undefined : wrapTo(BigInt(n), t);
  },
  len_trim: ([a]) => BigInt(byteLength(text(a).replace(/ +$/, ''))),
  adjustl: ([a]) => text(a).trimStart().padEnd(text(a).length),
  adjustr: ([a]) => text(a).replace(/ +$/, '').padStart(text(a).length),
  index: ([a, b, back]) => {
    if (!isAscii(text(a))) return undefined;
    const place = back?.value === true ? text(a).lastIndexOf(text(b)) : text(a).indexOf(text(b));
    return BigInt(place + 1);
  },
  scan: ([a, b, back]) => findCharacter(a, back, (c) => text(b).includes(c)),
  verify: ([a, b, back]) => findCharacter(a, back, (c) => !text(b).includes(c)),
  lge: ([a, b]) => text(a).trimEnd() >= text(b).trimEnd(),
  logical: ([a]) => a!.value,
  merge: ([a, b, m]) => (m!.value === true ? a!.value : b!.value),
};

// The place of the first character that a test picks out, or of the last one.
function findCharacter(
  a: Constant | undefined,
  back: Constant | undefined,
  isWanted: (c: string) => boolean,
): ConstantValue | undefined {
  if (!isAscii(text(a))) return undefined;
  const letters = [...text(a)];
  return BigInt((back?.value === true ? letters.findLastIndex(isWanted) : letters.findIndex(isWanted)) + 1);
}
