// Folding of intrinsic functions whose arguments are constants, and of inquiries about types and shapes.
import { constant, constantNode, isConstant, mapConstants } from './fold.ts';
import { roundReal } from './fold-scalar.ts';
import { constantShape, dimensionsOf } from './resolve.ts';
import {
  byteLength,
  type ConstantValue,
  constantLength,
  integerConstant,
  isByte,
  maybeInteger,
  type Type,
  type Typed,
} from './semantics.ts';

type Call = Extract<Typed, { k: 'intrinsic' }>;
type Constant = Extract<Typed, { k: 'const' }>;

/** The constant that a call of an intrinsic function gives, or undefined. */
export function foldIntrinsic(e: Call): Typed | undefined {
  const inquiry = INQUIRIES[e.name]?.(e);
  if (inquiry !== undefined) return inquiry;
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const elemental = ELEMENTAL[e.name];
  if (elemental) return mapConstants(e, args, (values) => elemental(values, e.type));
  return TRANSFORMATIONAL[e.name]?.(e);
}

const REAL_LIMITS: Record<
  number,
  { digits: number; minExponent: number; maxExponent: number; precision: number; range: number }
> = {
  4: { digits: 24, minExponent: -125, maxExponent: 128, precision: 6, range: 37 },
  8: { digits: 53, minExponent: -1021, maxExponent: 1024, precision: 15, range: 307 },
  16: { digits: 113, minExponent: -16381, maxExponent: 16384, precision: 33, range: 4931 },
};

function integer(e: Call, value: number | undefined): Typed | undefined {
  return value === undefined ? undefined : integerConstant(value, e.at, e.type.kind);
}

function realLimit(e: Call): (typeof REAL_LIMITS)[number] | undefined {
  const type = e.arguments[0]!.type;
  return type.base === 'real' || type.base === 'complex' ? REAL_LIMITS[type.kind] : undefined;
}

function foldHuge(e: Call): Typed | undefined {
  const { base, kind } = e.type;
  if (base === 'integer') return constant((1n << BigInt(kind * 8 - 1)) - 1n, e);
  if (kind > 8) return undefined;
  return constant(kind === 4 ? 3.4028234663852886e38 : Number.MAX_VALUE, e);
}

function decimalRange(type: Type): number {
  return { 1: 2, 2: 4, 4: 9, 8: 18, 16: 38 }[type.kind] ?? 9;
}

function shapeOf(e: Typed): number[] | undefined {
  if (e.k === 'const-array') return e.shape;
  if (e.k === 'variable' && !e.sym.allocatable && !e.sym.pointer) {
    const dims = dimensionsOf(e.sym);
    return dims ? constantShape(dims) : undefined;
  }
  if (e.k === 'component' && e.component.dims && !e.component.allocatable && !e.component.pointer)
    return constantShape(e.component.dims);
  return undefined;
}

function foldSize(e: Call): Typed | undefined {
  const shape = shapeOf(e.arguments[0]!);
  if (!shape) return undefined;
  if (!e.arguments[1])
    return integer(
      e,
      shape.reduce((a, b) => a * b, 1),
    );
  const dim = maybeInteger(e.arguments[1]);
  return dim === undefined ? undefined : integer(e, shape[dim - 1]);
}

function foldBound(e: Call): Typed | undefined {
  const array = e.arguments[0]!;
  const dim = maybeInteger(e.arguments[1]);
  if (array.k !== 'variable' || array.sym.allocatable || array.sym.pointer) return undefined;
  const dims = dimensionsOf(array.sym);
  const shape = dims && constantShape(dims);
  if (!dims || !shape) return undefined;
  const bound = (d: number): number => {
    const low = maybeInteger(dims[d]!.low)!;
    if (shape[d] === 0) return e.name === 'lbound' ? 1 : 0;
    return e.name === 'lbound' ? low : low + shape[d]! - 1;
  };
  if (dim !== undefined) return dim >= 1 && dim <= dims.length ? integer(e, bound(dim - 1)) : undefined;
  if (e.arguments[1]) return undefined;
  const items = dims.map((_, i) => integer(e, bound(i))!);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}

const STORAGE: Record<string, (t: Type) => number> = {
  integer: (t) => t.kind * 8,
  real: (t) => t.kind * 8,
  logical: (t) => t.kind * 8,
  complex: (t) => t.kind * 16,
};

const INQUIRIES: Record<string, (e: Call) => Typed | undefined> = {
  kind: (e) => {
    const t = e.arguments[0]!.type;
    return t.kind > 0 ? integer(e, t.kind) : undefined;
  },
  rank: (e) => (e.arguments[0]!.rank < 0 ? undefined : integer(e, e.arguments[0]!.rank)),
  digits: (e) =>
    integer(
      e,
      e.arguments[0]!.type.base === 'integer' ? e.arguments[0]!.type.kind * 8 - 1 : realLimit(e)?.digits,
    ),
  precision: (e) => integer(e, realLimit(e)?.precision),
  range: (e) =>
    integer(
      e,
      e.arguments[0]!.type.base === 'integer' ? decimalRange(e.arguments[0]!.type) : realLimit(e)?.range,
    ),
  radix: (e) => integer(e, 2),
  maxexponent: (e) => integer(e, realLimit(e)?.maxExponent),
  minexponent: (e) => integer(e, realLimit(e)?.minExponent),
  bit_size: (e) => integerConstant(e.type.kind * 8, e.at, e.type.kind),
  huge: foldHuge,
  tiny: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -126 : 2 ** -1022, e)),
  epsilon: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -23 : 2 ** -52, e)),
  len: (e) => integer(e, constantLength(e.arguments[0]!.type)),
  size: foldSize,
  shape: (e) => {
    const array = e.arguments[0]!;
    const shape = array.rank === 0 ? [] : shapeOf(array);
    if (!shape) return undefined;
    return {
      k: 'const-array',
      at: e.at,
      type: e.type,
      rank: 1,
      shape: [shape.length],
      items: shape.map((n) => integer(e, n)!),
    };
  },
  lbound: foldBound,
  ubound: foldBound,
  storage_size: (e) => {
    const t = e.arguments[0]!.type;
    if (t.base === 'character') {
      const length = constantLength(t);
      return integer(e, length === undefined ? undefined : length * 8);
    }
    return integer(e, STORAGE[t.base]?.(t));
  },
  new_line: (e) =>
    constant('\n', { at: e.at, type: { base: 'character', kind: 1, length: integerConstant(1) } }),
  selected_int_kind: (e) => {
    const r = maybeInteger(e.arguments[0]);
    if (r === undefined) return undefined;
    return integer(e, r <= 2 ? 1 : r <= 4 ? 2 : r <= 9 ? 4 : r <= 18 ? 8 : r <= 38 ? 16 : -1);
  },
  selected_real_kind: foldSelectedReal,
  ieee_selected_real_kind: foldSelectedReal,
  selected_char_kind: (e) => {
    const name = constantNode(e.arguments[0]);
    if (name?.k !== 'const') return undefined;
    return integer(e, /^(default|ascii)\s*$/i.test(String(name.value)) ? 1 : -1);
  },
};

function foldSelectedReal(e: Call): Typed | undefined {
  const p = e.arguments[0] ? maybeInteger(e.arguments[0]) : 0;
  const r = e.arguments[1] ? maybeInteger(e.arguments[1]) : 0;
  const radix = e.arguments[2] ? maybeInteger(e.arguments[2]) : 2;
  if (p === undefined || r === undefined || radix === undefined) return undefined;
  if (radix !== 2) return integer(e, -5);
  for (const kind of [4, 8, 16]) {
    const limits = REAL_LIMITS[kind]!;
    if (p <= limits.precision && r <= limits.range) return integer(e, kind);
  }
  return integer(e, p > 33 ? (r > 4931 ? -3 : -1) : -2);
}

type Fold = (values: Constant[], type: Type) => ConstantValue | undefined;

function big(c: Constant | undefined): bigint {
  return typeof c?.value === 'bigint' ? c.value : 0n;
}

function text(c: Constant | undefined): string {
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

function wrap(value: bigint, type: Type): bigint {
  return BigInt.asIntN(type.kind * 8, value);
}

function shift(a: Constant, by: bigint, type: Type): bigint {
  return wrap(by >= 0n ? unsigned(a) << by : unsigned(a) >> -by, type);
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

// Single precision is rounded once from double precision.
function foldTranscendental(name: (typeof TRANSCENDENTAL)[number]): Fold {
  const f = Math[name] as (...x: number[]) => number;
  return (values, type) => {
    if (values.some((v) => typeof v.value !== 'number')) return undefined;
    const result = f(...values.map((v) => v.value as number));
    return Number.isFinite(result) ? roundReal(result, type.kind) : undefined;
  };
}

function isTruth(e: { value: unknown } | undefined): boolean {
  return typeof e?.value === 'boolean';
}

const ELEMENTAL: Record<string, Fold> = {
  ...Object.fromEntries(TRANSCENDENTAL.map((name) => [name, foldTranscendental(name)])),
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
  ibset: ([a, b], t) => wrap(big(a) | (1n << big(b)), t),
  ibclr: ([a, b]) => big(a) & ~(1n << big(b)),
  btest: ([a, b]) => ((unsigned(a!) >> big(b)) & 1n) === 1n,
  ibits: ([a, b, c], t) => wrap((unsigned(a!) >> big(b)) & ((1n << big(c)) - 1n), t),
  ishft: ([a, b], t) => shift(a!, big(b), t),
  shiftl: ([a, b], t) => shift(a!, big(b), t),
  shiftr: ([a, b], t) => shift(a!, -big(b), t),
  popcnt: ([a]) => BigInt(countBits(unsigned(a!))),
  achar: ([a]) => character(a!),
  char: ([a]) => character(a!),
  ichar: ([a], t) => {
    const n = code(text(a));
    return n === undefined ? undefined : wrap(BigInt(n), t);
  },
  iachar: ([a], t) => {
    const n = code(text(a));
    return n === undefined ? undefined : wrap(BigInt(n), t);
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

function foldReshape(e: Call): Typed | undefined {
  const source = constantNode(e.arguments[0]);
  const shape = constantNode(e.arguments[1]);
  if (source?.k !== 'const-array' || shape?.k !== 'const-array' || e.arguments[3]) return undefined;
  const sizes = shape.items.map((i) => maybeInteger(i) ?? 0);
  const size = sizes.reduce((a, b) => a * b, 1);
  const pad = constantNode(e.arguments[2]);
  const items = source.items.slice(0, size);
  while (items.length < size) {
    if (pad?.k !== 'const-array' || pad.items.length === 0) return undefined;
    items.push(pad.items[(items.length - source.items.length) % pad.items.length]!);
  }
  return { k: 'const-array', at: e.at, type: e.type, rank: sizes.length, shape: sizes, items };
}

function foldReduction(
  e: Call,
  combine: (a: ConstantValue, b: ConstantValue) => ConstantValue | undefined,
): Typed | undefined {
  const array = constantNode(e.arguments[0]);
  if (array?.k !== 'const-array' || e.arguments[1] || e.arguments[2] || array.items.length === 0)
    return undefined;
  let value: ConstantValue | undefined;
  for (const item of array.items) {
    if (item.k !== 'const') return undefined;
    value = value === undefined ? item.value : combine(value, item.value);
    if (value === undefined) return undefined;
  }
  return constant(value!, e);
}

function pick(a: ConstantValue, b: ConstantValue, first: boolean): ConstantValue {
  return first ? a : b;
}

const TRANSFORMATIONAL: Record<string, (e: Call) => Typed | undefined> = {
  reshape: foldReshape,
  maxval: (e) => foldReduction(e, (a, b) => pick(a, b, a > b)),
  minval: (e) => foldReduction(e, (a, b) => pick(a, b, a < b)),
  sum: (e) =>
    foldReduction(e, (a, b) =>
      typeof a === 'bigint' && typeof b === 'bigint' ? wrap(a + b, e.type) : undefined,
    ),
  product: (e) =>
    foldReduction(e, (a, b) =>
      typeof a === 'bigint' && typeof b === 'bigint' ? wrap(a * b, e.type) : undefined,
    ),
  any: (e) => foldReduction(e, (a, b) => a === true || b === true),
  all: (e) => foldReduction(e, (a, b) => a === true && b === true),
  trim: (e) => {
    const s = constantNode(e.arguments[0]);
    if (s?.k !== 'const' || !isConstant(s)) return undefined;
    return stringOf(text(s).replace(/ +$/, ''), e);
  },
  repeat: (e) => {
    const s = constantNode(e.arguments[0]);
    const n = maybeInteger(e.arguments[1]);
    if (s?.k !== 'const' || n === undefined || n < 0 || n * text(s).length > 10_000) return undefined;
    return stringOf(text(s).repeat(n), e);
  },
};

function stringOf(value: string, e: Call): Typed {
  return constant(value, {
    at: e.at,
    type: { base: 'character', kind: 1, length: integerConstant(byteLength(value)) },
  });
}
