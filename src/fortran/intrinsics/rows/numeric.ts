// Numeric functions: conversions, rounding, remainders, extremes, and parts of a real.

import { type CharactersC, cType, isMachineConversion, suffix } from '../../program/c/c-text.ts';
import { constantCharacters, describeType, intrinsicNode } from '../../program/constants/constants.ts';
import { coerce, isNumeric, isRelated, promote } from '../../program/constants/conversions.ts';
import { constantNode } from '../../program/constants/fold-operation.ts';
import {
  type Constant,
  orderOfStrings,
  roundReal,
  wholeOf,
  wrapTo,
} from '../../program/constants/fold-scalar.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import type { ConstantValue, MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import {
  type CallPrinting,
  type ElementalC,
  type ElementalRow,
  REAL,
  signature,
  TWO_NUMBERS,
  TWO_OF_ANY_SIGN,
} from '../row-kinds/elemental-row.ts';
import {
  type Arguments,
  checkArgument,
  convertTo,
  elementalRank,
  makeComplex,
  typeOfKind,
} from '../row-kinds/intrinsic-arguments.ts';
import { library, librarySuffix, runtime } from '../row-kinds/row-c.ts';
import { big } from '../row-kinds/row-folds.ts';
import { otherClassFault } from './reductions.ts';

export const NUMERIC: Readonly<Record<string, ElementalRow>> = {
  abs: {
    ...signature('a', 'magnitude', { bases: ['integer', 'real', 'complex'], count: 1 }),
    fold: ([a], t) => magnitude(a!, t),
    c: (call, x) => {
      const t = call.e.arguments[0]!.type;
      if (t.base === 'complex') {
        if (t.kind === 16) return `cabsl(${x})`;
        const z = call.once(cType(t), x!);
        return `f_hypot_${suffix({ base: 'real', kind: t.kind })}(__real__ ${z}, __imag__ ${z})`;
      }
      return t.base === 'real' ? `fabs${librarySuffix(t)}(${x})` : `f_abs_${suffix(t)}(${x})`;
    },
  },
  aimag: {
    ...signature('z', 'magnitude'),
    make: ([z], { at }) => {
      if (z!.type.base !== 'complex') refuse(at, 'The argument of AIMAG must be complex.');
      return {
        k: 'part',
        at,
        type: { base: 'real', kind: z!.type.kind },
        rank: z!.rank,
        base: z!,
        part: 'im',
      };
    },
  },
  aint: {
    ...signature('a kind?', 'same', REAL),
    make: (args, { at }) => ofKind('aint', args, at),
    fold: ([a]) => (typeof a!.value === 'number' ? Math.trunc(a!.value) : undefined),
    c: library('trunc'),
  },
  anint: {
    ...signature('a kind?', 'same', REAL),
    make: (args, { at }) => ofKind('anint', args, at),
    c: library('round'),
  },
  ceiling: {
    ...signature('a kind?', 'integer', REAL),
    fold: ([a], t) => wholeOf(a!, Math.ceil, t),
    c: toInteger('ceiling', '__builtin_ceil'),
  },
  cmplx: {
    ...signature('x y? kind?', 'special'),
    misfit: partsFault,
    make: (args, { at, kinds }) => makeComplex(args, typeOfKind('complex', args[2], kinds.real.kind, at), at),
  },
  complex: {
    ...signature('x y', 'special'),
    since: 'GNU',
    make: (args, { at, kinds }) => {
      for (const a of args)
        if (a!.type.base !== 'integer' && a!.type.base !== 'real')
          refuse(a!.at, 'The arguments of COMPLEX must be integer or real.');
      const part = promote(args[0]!.type, args[1]!.type);
      return makeComplex(
        args,
        { base: 'complex', kind: part.base === 'real' ? part.kind : kinds.real.kind },
        at,
      );
    },
  },
  conjg: {
    ...signature('z', 'same', { bases: ['complex'], count: 1 }),
    fold: ([a]) => (Array.isArray(a!.value) ? [a!.value[0] as number, -(a!.value[1] as number)] : undefined),
    c: ({ e }, z) => `f_conjg_${suffix(e.type)}(${z})`,
  },
  dble: {
    ...signature('a', 'special'),
    make: (args, { at, kinds }) => convertTo(args[0]!, kinds.double, at),
  },
  dcmplx: {
    ...signature('x y?', 'special'),
    since: 'GNU',
    misfit: partsFault,
    make: (args, { at, kinds }) => makeComplex(args, { base: 'complex', kind: kinds.double.kind }, at),
  },
  dim: {
    ...signature('x y', 'promote', TWO_NUMBERS),
    fold: ([a, b], t) =>
      typeof a!.value === 'bigint' ? (a!.value > big(b) ? wrapTo(a!.value - big(b), t) : 0n) : undefined,
    c: runtime('dim'),
  },
  dprod: {
    ...signature('x y', 'double'),
    make: (args, { at, kinds }) => ({
      k: 'binary',
      at,
      op: '*',
      type: kinds.double,
      rank: elementalRank(args),
      left: coerce(args[0]!, kinds.double, at),
      right: coerce(args[1]!, kinds.double, at),
    }),
  },
  exponent: { takes: 'x', result: 'small', of: REAL, c: runtime('exponent') },
  floor: {
    ...signature('a kind?', 'integer', REAL),
    fold: ([a], t) => wholeOf(a!, Math.floor, t),
    c: toInteger('floor', '__builtin_floor'),
  },
  fraction: { takes: 'x', result: 'same', of: REAL, c: runtime('fraction') },
  int: {
    ...signature('a kind?', 'special'),
    make: (args, { at, kinds }) => {
      checkArgument('int', args[0]!, ['integer', 'real', 'complex', 'unsigned'], at);
      return convertTo(args[0]!, typeOfKind('integer', args[1], kinds.integer.kind, at), at);
    },
  },
  logical: {
    ...signature('l kind?', 'special'),
    make: (args, { at, kinds }) => {
      checkArgument('logical', args[0]!, ['logical'], at);
      return coerce(args[0]!, typeOfKind('logical', args[1], kinds.logical.kind, at), at);
    },
  },
  max: {
    takesWide: true,
    ...signature('a1 a2 ...', 'promote', { bases: ['integer', 'real', 'character', 'unsigned'], count: 1 }),
    misfit: differentKinds,
    fold: (values) => extreme(values, 1),
    c: (call, ...args) => extremeOfNumbers(call, 'max', args),
    characters: (call) => extremeOfCharacters(call, '>'),
  },
  merge: {
    takesWide: true,
    ...signature('tsource fsource mask', 'same'),
    make: ([a, b], { at }) => {
      const isRelatedOnly = a!.type.base === 'derived' && isRelated(a!.type.derived, b!.type.derived);
      if (a!.type.base === b!.type.base && a!.type.kind === b!.type.kind && !isRelatedOnly) return undefined;
      refuse(
        at,
        `The first two arguments of MERGE have different types: ${describeType(a!.type)} and ${describeType(b!.type)}.`,
      );
    },
    fault: mergeFault,
    fold: ([a, b, m]) => (m!.value === true ? a!.value : b!.value),
    // For polymorphic arguments, selects an lvalue, which keeps its dynamic type.
    c: ({ e }, a, b, m) => (e.type.base === 'class' ? `(*(${m} ? &${a} : &${b}))` : `(${m} ? ${a} : ${b})`),
    characters: (call) => {
      const [a, b] = [call.chars(0), call.chars(1)];
      call.checkLengths(a.n, b.n);
      const m = call.temporary('int32_t', call.scalar(2));
      return {
        p: `(${m} ? ${a.p} : ${b.p})`,
        n: a.n === b.n ? a.n : call.temporary('int32_t', `${m} ? ${a.n} : ${b.n}`),
      };
    },
  },
  min: {
    takesWide: true,
    ...signature('a1 a2 ...', 'promote', { bases: ['integer', 'real', 'character', 'unsigned'], count: 1 }),
    misfit: differentKinds,
    fold: (values) => extreme(values, -1),
    c: (call, ...args) => extremeOfNumbers(call, 'min', args),
    characters: (call) => extremeOfCharacters(call, '<'),
  },
  mod: {
    ...signature('a p', 'promote', TWO_OF_ANY_SIGN),
    fault: ofZero,
    fold: ([a, b], t) => remainder(a!, b!, t.kind),
    c: ({ e }, a, p) =>
      e.type.base === 'real'
        ? `fmod${librarySuffix(e.type)}(${a}, ${p})`
        : `f_mod_${suffix(e.type)}(${a}, ${p})`,
    flags: 'exact',
  },
  modulo: {
    ...signature('a p', 'promote', TWO_OF_ANY_SIGN),
    fault: ofZero,
    fold: ([a, b]) => floored(a!, b!),
    c: runtime('modulo'),
    flags: 'missing',
  },
  nearest: {
    ...signature('x s', 'same', REAL),
    types: { s: 'real' },
    fault: ofZero,
    c: ({ e }, x, s) => `f_nearest_${suffix(e.type)}(${x}, ${s} > 0)`,
  },
  nint: {
    ...signature('a kind?', 'integer', REAL),
    fold: ([a], t) => wholeOf(a!, nearest, t),
    c: toInteger('nint', 'round'),
  },
  out_of_range: {
    ...signature('x mold round?', 'logical', TWO_OF_ANY_SIGN),
    since: 2018,
    types: { round: 'logical' },
    ranks: { mold: 0, round: 0 },
    // MOLD provides only a type and need not have a value.
    make: ([x, mold, round], { at, kinds }) => {
      const { type } = mold!;
      const zero: Typed = { k: 'const', at, type, rank: 0, value: type.base === 'real' ? 0 : 0n };
      return intrinsicNode('out_of_range', [x!, zero, round], { at, type: kinds.logical, rank: x!.rank });
    },
    fold: ([x, mold, round]) => foldOutOfRange(x!.value, mold!.type, round?.value === true),
    c: outOfRange,
  },
  real: {
    ...signature('a kind?', 'special'),
    make: (args, { at, kinds }) => {
      const kind = args[0]!.type.base === 'complex' ? args[0]!.type.kind : kinds.real.kind;
      return convertTo(args[0]!, typeOfKind('real', args[1], kind, at), at);
    },
  },
  rrspacing: { takes: 'x', result: 'same', of: REAL, c: runtime('rrspacing'), flags: 'missing' },
  scale: {
    ...signature('x i', 'same', REAL),
    types: { i: 'integer' },
    c: runtime('scale'),
    flags: 'missing',
  },
  set_exponent: {
    ...signature('x i', 'same', REAL),
    types: { i: 'integer' },
    c: runtime('set_exponent'),
    flags: 'missing',
  },
  sign: {
    ...signature('a b', 'promote', TWO_NUMBERS),
    fold: ([a, b]) => signOf(a!, b!),
    // Adding positive zero turns a negative zero into a positive one.
    c: (call, a, b) => {
      const isPlain = call.e.type.base !== 'real' || call.hasSignedZero;
      return runtime('sign')(call, a!, isPlain ? b! : `(${b} + 0)`);
    },
  },
  uint: {
    ...signature('a kind?', 'special'),
    since: 'GNU',
    make: (args, { at, kinds }) => {
      checkArgument('uint', args[0]!, ['integer', 'real', 'complex', 'unsigned'], at);
      return convertTo(args[0]!, typeOfKind('unsigned', args[1], kinds.integer.kind, at), at);
    },
  },
  spacing: { takes: 'x', result: 'same', of: REAL, c: runtime('spacing'), flags: 'missing' },
};

/** Rounds a real to an integer: with the run-time header for machine kinds, otherwise with the C library. */
function toInteger(name: string, libraryName: string): ElementalC {
  return ({ e }, x) => {
    const { type } = e.arguments[0]!;
    if (isMachineConversion(type, e.type)) return `f_${name}_${suffix(e.type)}_${suffix(type)}(${x})`;
    return `(${cType(e.type)})${libraryName}${librarySuffix(type)}(${x})`;
  };
}

function ofKind(name: string, args: Arguments, at: Position): MaybeTyped {
  if (!args[1]) return undefined;
  const type = typeOfKind('real', args[1], 4, at);
  const [a] = args;
  return coerce(intrinsicNode(name, [a], { at, type: a!.type, rank: a!.rank }), type, at);
}

function ofZero([, b]: Arguments, name: string): string | undefined {
  const node = constantNode(b);
  const isZero = node?.k === 'const' && (node.value === 0n || node.value === 0);
  return isZero ? `The second argument of "${name}" must not be zero.` : undefined;
}

function mergeFault([first, second, third]: Arguments): string | undefined {
  if (!isNumeric(first!.type) && first!.type.base !== second!.type.base)
    return 'The first two arguments of "merge" must have the same type.';
  const lengths = [constantCharacters(first!.type), constantCharacters(second!.type)];
  if (first!.type.base === 'character' && lengths.every((n) => n !== undefined) && lengths[0] !== lengths[1])
    return `The first two arguments of "merge" must have the same length, but their lengths are ${lengths[0]} and ${lengths[1]}.`;
  return third && third.type.base !== 'logical' ? 'MASK of "merge" must be LOGICAL.' : undefined;
}

// Absent arguments are ignored.
function extremeOfNumbers(call: CallPrinting, name: string, args: readonly string[]): string {
  const { type } = call.e;
  return args.reduce((so, x, i) => {
    const absent = call.absence(i);
    const of = (a: string): string => `f_${name}_${suffix(type)}(${a}, ${x})`;
    if (absent === undefined) return of(so);
    const value = call.once(cType(type), so);
    return `(${absent} ? ${value} : ${of(value)})`;
  });
}

function magnitude(a: Constant, type: Type): ConstantValue | undefined {
  if (typeof a.value === 'bigint') return a.value < 0n ? wrapTo(-a.value, type) : a.value;
  return typeof a.value === 'number' ? Math.abs(a.value) : undefined;
}

function extreme(values: Constant[], sign: number): ConstantValue | undefined {
  let best = values[0]!.value;
  for (const { value } of values) {
    if (typeof value !== typeof best || Array.isArray(value)) return undefined;
    const order =
      typeof value === 'string'
        ? orderOfStrings(value, String(best))
        : Number(value > best) - Number(value < best);
    if (order === sign) best = value;
  }
  // The result is as long as the longest argument.
  if (typeof best === 'string') return best.padEnd(Math.max(...values.map((v) => String(v.value).length)));
  return best;
}

function nearest(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
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
  const size = Math.abs(Number(a.value));
  const negative = Number(b.value) < 0 || Object.is(b.value, -0);
  return negative ? -size : size;
}

function differentKinds([first, ...rest]: Arguments): string | undefined {
  return rest.map((a) => otherClassFault([first, a])).find((fault) => fault !== undefined);
}

function partsFault([x, y]: Arguments): string | undefined {
  if (y && x!.type.base === 'complex') return 'Y is not allowed with a complex X';
  return y?.type.base === 'complex' ? 'The second argument cannot be complex' : undefined;
}

/** The smallest magnitudes that round to infinity, by kind of real. */
const TOO_LARGE: Readonly<Record<number, string>> = { 4: '0x1.ffffffp127', 8: '0x1.fffffffffffff8p1023' };

function outOfRange(call: CallPrinting, x?: string): string {
  const [{ type: from }, { type: to }] = call.e.arguments as [Typed, Typed];
  const { kind } = to;
  // The largest UNSIGNED(16) numbers round to infinity in kind 4.
  if (to.base === 'real' && kind === 4 && from.base === 'unsigned' && from.kind === 16)
    return `(${x} >> 103 == 0x1ffffff)`;
  if (to.base === 'real' ? from.base !== 'real' || from.kind <= kind : isWithin(from, to)) return '0';
  const value = call.once(cType(from), x!);
  const s = librarySuffix(from);
  if (to.base === 'real')
    return `(fabs${s}(${value}) >= ${TOO_LARGE[kind]}${s} && fabs${s}(${value}) <= F_HUGE_R${from.kind})`;
  const [least, most] = [`F_LEAST_${suffix(to).toUpperCase()}`, `F_MOST_${suffix(to).toUpperCase()}`];
  if (from.base === 'unsigned') return `(${value} > (unsigned __int128)${most})`;
  if (from.base === 'integer' && to.base === 'unsigned')
    return `(${value} < 0 || (unsigned __int128)${value} > ${most})`;
  if (from.base === 'integer') return `(${value} < ${least} || ${value} > ${most})`;
  const cut = `trunc${s}(${value})`;
  const round = call.e.arguments[2] && `${call.scalar(2, '0')} ? round${s}(${value}) : ${cut}`;
  const whole = call.temporary(cType(from), round ?? cut);
  if (to.base === 'unsigned') return `!(${whole} >= 0 && ${whole} < 0x1p${kind * 8}${s})`;
  const limit = `0x1p${kind * 8 - 1}${s}`;
  return `!(${whole} >= -${limit} && ${whole} < ${limit})`;
}

// True if an integer or unsigned type contains all values of another.
function isWithin(from: Type, to: Type): boolean {
  if (from.base === to.base) return from.kind <= to.kind;
  return from.base === 'unsigned' && from.kind < to.kind;
}

function foldOutOfRange(x: ConstantValue, to: Type, isRounded: boolean): boolean | undefined {
  if (typeof x === 'number' && Number.isFinite(x)) {
    if (to.base === 'real') return !Number.isFinite(roundReal(x, to.kind));
    const whole = BigInt(isRounded ? Math.sign(x) * Math.round(Math.abs(x)) : Math.trunc(x));
    return wrapTo(whole, to) !== whole;
  }
  if (typeof x !== 'bigint') return undefined;
  if (to.base === 'real' && to.kind <= 8) return !Number.isFinite(roundReal(Number(x), to.kind));
  return to.base !== 'real' && wrapTo(x, to) !== x;
}

/** The largest or smallest character argument, padded; `order` selects which. Absent optional dummies are ignored. */
function extremeOfCharacters(call: CallPrinting, order: '>' | '<'): CharactersC {
  const all = call.e.arguments.flatMap((a, i) => {
    if (!a) return [];
    const { p, n } = call.chars(i);
    const absent = call.absence(i);
    return [{ p, n: absent === undefined ? n : `(${absent} ? 0 : ${n})`, absent }];
  });
  const [first, ...others] = all;
  const kind = isWide(call.e.type) ? '4' : '';
  const p = call.temporary('const char *', first!.p);
  const n = call.temporary('int32_t', first!.n);
  for (const other of others) {
    const isThere = other.absent === undefined ? '' : `!(${other.absent}) && `;
    call.line(
      `if (${isThere}f_compare${kind}(${other.p}, ${other.n}, ${p}, ${n}) ${order} 0) { ${p} = ${other.p}; ${n} = ${other.n}; }`,
    );
  }
  if (new Set(all.map((a) => a.n)).size === 1) return { p, n };
  const total = call.temporary(
    'int32_t',
    all.map((a) => a.n).reduce((a, b) => `f_max_i4(${a}, ${b})`),
  );
  const padded = call.memory(`f_alloc(${total})`);
  call.line(`f_assign${kind}(${padded}, ${total}, ${p}, ${n});`);
  return { p: padded, n: total };
}
