// The node of an intrinsic function: conversions of its arguments, type and rank of its result.
import { coerce, isNumeric, promote } from '../program/conversions.ts';
import type { DefaultKinds } from '../program/default-kinds.ts';
import { describeType } from '../program/describe-type.ts';
import {
  type Base,
  INTEGER,
  INTEGER8,
  intrinsicNode,
  maybeInteger,
  REAL,
  type Type,
  type Typed,
} from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import { checkIntrinsicArguments } from './check-conformance.ts';
import { CUSTOM } from './custom-intrinsics.ts';
import { foldConstant } from './fold.ts';
import {
  type Arguments,
  checkArgument,
  elementalRank,
  type IntrinsicPlace,
  kindArgument,
} from './intrinsic-arguments.ts';
import type { Intrinsic } from './intrinsics.ts';

/** The node of an intrinsic function with arguments in order. */
export function makeIntrinsic(intrinsic: Intrinsic, given: Arguments, place: IntrinsicPlace): Typed {
  const { at, kinds } = place;
  const args = given.map((a) =>
    a?.type.base === 'boz' && intrinsic.name !== 'transfer' ? settleBoz(intrinsic.name, a, given, kinds) : a,
  );
  const custom = CUSTOM[intrinsic.name];
  if (custom) {
    const value = custom(args, place);
    if (value) return foldConstant(value);
  }
  const promoted = intrinsic.rule === 'promote' ? promoteArguments(intrinsic.name, args, at) : args;
  checkArguments(intrinsic, promoted, at);
  const type = resultType(intrinsic, promoted, place);
  const rank = resultRank(intrinsic, promoted, at);
  const value = foldConstant(intrinsicNode(intrinsic.name, promoted, { at, type, rank }));
  // The run-time library computes it in kind 4.
  return intrinsic.rule === 'small' ? coerce(value, kinds.integer, at) : value;
}

function settleBoz(name: string, a: Typed, all: Arguments, kinds: DefaultKinds): Typed {
  if (name === 'real' || name === 'dble' || name === 'cmplx' || name === 'dcmplx') {
    const kind = name.startsWith('d')
      ? kinds.double.kind
      : (maybeInteger(all[name === 'real' ? 1 : 2]) ?? kinds.real.kind);
    return coerce(a, { base: 'real', kind }, a.at);
  }
  if (name === 'int')
    return coerce(a, { base: 'integer', kind: maybeInteger(all[1]) ?? kinds.integer.kind }, a.at);
  const other = all.find((b) => b && b.type.base === 'integer');
  if (name === 'complex')
    return coerce(a, other ? kinds.integer : (all.find((b) => b && b !== a)?.type ?? kinds.real), a.at);
  return coerce(a, other?.type ?? kinds.integer, a.at);
}

function checkArguments(intrinsic: Intrinsic, args: Arguments, at: Position): void {
  checkIntrinsicArguments(intrinsic, args, at);
  const first = args[0];
  if (!first) return;
  const { base } = first.type;
  const wanted = numbersWanted(intrinsic.name);
  if (wanted)
    for (const a of args.slice(0, wanted.count)) if (a) checkArgument(intrinsic.name, a, wanted.bases, at);
  if (/^bessel_/.test(intrinsic.name) && args.some((a) => a?.type.base === 'real' && a.type.kind === 16))
    throw new FortranError(at, `${intrinsic.name.toUpperCase()} of REAL(16) is not supported.`);
  if (
    /^(len_trim|trim|adjustl|adjustr|index|scan|verify|repeat|ichar|iachar|len|lge|lgt|lle|llt)$/.test(
      intrinsic.name,
    ) &&
    base !== 'character'
  ) {
    throw new FortranError(
      at,
      `The argument of "${intrinsic.name}" must be of type CHARACTER; this is ${describeType(first.type)}.`,
    );
  }
  const wantsArray =
    /^(sum|product|maxval|minval|maxloc|minloc|findloc|any|all|count|pack|cshift|eoshift|norm2|dot_product|iall|iany|iparity|lbound|ubound|size)$/;
  if (wantsArray.test(intrinsic.name) && first.rank === 0) {
    throw new FortranError(at, `The argument of "${intrinsic.name}" must be an array.`);
  }
  const fault = bitRangeFault(intrinsic.name, args);
  if (fault !== undefined) throw new FortranError(at, fault);
  if (intrinsic.form === 'elemental') {
    const ranks = new Set(args.filter((a) => a && a.rank > 0).map((a) => a!.rank));
    if (ranks.size > 1) throw new FortranError(at, `The arguments of "${intrinsic.name}" do not conform.`);
  }
}

const OF_REAL_OR_COMPLEX = /^(a?(sin|cos|tan)h?|exp|log|sqrt|cotan|precision)$/;
const OF_REAL =
  /^(log10|gamma|log_gamma|erf|erfc|erfc_scaled|bessel_[jy][01]|a?(sin|cos|tan)d|cotand|spacing|rrspacing|aint|anint|fraction|exponent|scale|set_exponent|nearest|nint|floor|ceiling|epsilon|tiny|maxexponent|minexponent|norm2|isnan)$/;
const OF_TWO_REALS = /^(hypot|atan2|atan2d)$/;
const OF_INTEGER_OR_REAL = /^(mod|modulo|dim|sign|huge|digits)$/;
const OF_INTEGER =
  /^(ibset|ibclr|ibits|btest|ishft|ishftc|shift[lra]|[lr]shift|dshift[lr]|popcnt|poppar|leadz|trailz|mask[lr]|a?char|not|is_iostat_(end|eor)|bit_size|iall|iany|iparity|selected_int_kind)$/;

const OF_TWO_INTEGERS = /^b[gl][et]$/;
// Of logical values too, as the GNU functions AND, OR and XOR.
const OF_BITS = /^i(and|or|eor)$/;

// What the first arguments of a function of numbers may be; characters have orders of their own.
function numbersWanted(name: string): { bases: Base[]; count: number } | undefined {
  if (OF_REAL_OR_COMPLEX.test(name)) return { bases: ['real', 'complex'], count: 1 };
  if (OF_REAL.test(name)) return { bases: ['real'], count: 1 };
  if (name === 'conjg') return { bases: ['complex'], count: 1 };
  if (name === 'abs') return { bases: ['integer', 'real', 'complex'], count: 1 };
  if (name === 'merge_bits') return { bases: ['integer'], count: 3 };
  if (OF_TWO_INTEGERS.test(name)) return { bases: ['integer'], count: 2 };
  if (OF_BITS.test(name)) return { bases: ['integer', 'logical'], count: 2 };
  if (OF_TWO_REALS.test(name)) return { bases: ['real'], count: 2 };
  if (/^(max|min)(val|loc)?$/.test(name)) return { bases: ['integer', 'real', 'character'], count: 1 };
  if (OF_INTEGER_OR_REAL.test(name)) return { bases: ['integer', 'real'], count: 2 };
  return OF_INTEGER.test(name) ? { bases: ['integer'], count: 1 } : undefined;
}

// Places and counts of bits that are constants must lie in the integer.
function bitRangeFault(name: string, args: Arguments): string | undefined {
  const bits = (args[0]!.type.kind || 4) * 8;
  const [second, third] = [maybeInteger(args[1]), maybeInteger(args[2])];
  const outside = (what: string, n: number | undefined, low: number, high: number): string | undefined =>
    n !== undefined && (n < low || n > high)
      ? `${what} of ${name.toUpperCase()} is ${n}; it must be from ${low} to ${high}.`
      : undefined;
  if (/^(ibset|ibclr|btest)$/.test(name)) return outside('POS', second, 0, bits - 1);
  if (name === 'ibits')
    return outside('POS', second, 0, bits) ?? outside('LEN', third, 0, bits - Math.max(0, second ?? 0));
  if (/^shift[lra]$/.test(name)) return outside('SHIFT', second, 0, bits);
  if (/^dshift[lr]$/.test(name)) return outside('SHIFT', third, 0, bits);
  if (name === 'ishft') return outside('SHIFT', second, -bits, bits);
  if (name !== 'ishftc') return undefined;
  const size = third ?? (args[2] ? undefined : bits);
  return (
    outside('SIZE', third, 1, bits) ??
    (size === undefined ? undefined : outside('SHIFT', second, -size, size))
  );
}

function promoteArguments(name: string, args: Arguments, at: Position): Arguments {
  const values = args.filter((a): a is Typed => a !== undefined);
  if (values.every((a) => a.type.base === 'logical') && values.length > 0) return args;
  if (values.some((a) => !isNumeric(a.type))) {
    if (values.every((a) => a.type.base === 'character') && (name === 'max' || name === 'min')) return args;
    throw new FortranError(at, `The arguments of "${name}" must be numbers.`);
  }
  const type = values.map((a) => a.type).reduce(promote);
  return args.map((a) => a && coerce(a, type, at));
}

function resultType(intrinsic: Intrinsic, args: Arguments, { at, kinds }: IntrinsicPlace): Type {
  const first = args[0];
  switch (intrinsic.rule) {
    case 'same':
      if (intrinsic.name === 'adjustl' || intrinsic.name === 'adjustr')
        return { base: 'character', kind: 1, ...(first!.type.length ? { length: first!.type.length } : {}) };
      if (first!.type.base === 'class' && first!.k === 'variable') return first!.type;
      return first!.type;
    case 'promote':
      return first!.type;
    case 'magnitude':
      return first!.type.base === 'complex' ? { base: 'real', kind: first!.type.kind } : first!.type;
    case 'integer': {
      const index = intrinsic.arguments.indexOf('kind?');
      return { base: 'integer', kind: kindArgument(args[index], kinds.integer.kind, at) };
    }
    case 'int8':
      return INTEGER8;
    case 'logical':
      return kinds.logical;
    case 'character':
      return { base: 'character', kind: 1 };
    case 'real4':
      return REAL;
    case 'double':
      return kinds.double;
    case 'small':
    case 'int4':
    case 'special':
      return INTEGER;
  }
}

const REDUCTIONS = new Set([
  'all',
  'any',
  'count',
  'sum',
  'product',
  'maxval',
  'minval',
  'iall',
  'iany',
  'iparity',
  'norm2',
  'parity',
]);

function resultRank(intrinsic: Intrinsic, args: Arguments, at: Position): number {
  const first = args[0];
  if (intrinsic.form === 'elemental') return elementalRank(args);
  // Only DIM leaves dimensions: COUNT(mask, kind=8) is a scalar.
  if (REDUCTIONS.has(intrinsic.name)) return args[1] ? first!.rank - 1 : 0;
  switch (intrinsic.name) {
    case 'maxloc':
    case 'minloc':
      return args[1] ? first!.rank - 1 : 1;
    case 'findloc':
      return args[2] ? first!.rank - 1 : 1;
    case 'lbound':
    case 'ubound':
      return args[1] ? 0 : 1;
    case 'shape':
    case 'pack':
      return 1;
    case 'cshift':
    case 'eoshift':
      return first!.rank;
    case 'transpose':
      return 2;
    case 'matmul':
      return first!.rank + args[1]!.rank - 2;
    case 'spread':
      return first!.rank + 1;
    case 'reshape':
      return reshapeRank(args[1]!, at);
    default:
      return 0;
  }
}

function reshapeRank(shape: Typed, at: Position): number {
  if (shape.k === 'const-array') return shape.items.length;
  if (shape.k === 'array') {
    if (shape.items.every((i) => i.k === 'value' && i.value.rank === 0)) return shape.items.length;
  }
  if (shape.k === 'intrinsic' && shape.name === 'shape') return shape.arguments[0]!.rank;
  const dims =
    shape.k === 'variable' ? shape.sym.dims : shape.k === 'component' ? shape.component.dims : undefined;
  const high = dims?.length === 1 ? maybeInteger(dims[0]!.high) : undefined;
  if (high !== undefined) return high - (maybeInteger(dims![0]!.low) ?? 1) + 1;
  if (shape.k === 'section' && shape.subscripts.length === 1 && shape.subscripts[0]!.k === 'range') {
    const low = maybeInteger(shape.subscripts[0]!.low ?? undefined);
    const last = maybeInteger(shape.subscripts[0]!.high);
    if (last !== undefined) return last - (low ?? 1) + 1;
  }
  if (shape.k === 'binary') return reshapeRank(shape.left.rank > 0 ? shape.left : shape.right, at);
  if (shape.k === 'paren' || shape.k === 'convert') return reshapeRank(shape.operand, at);
  throw new FortranError(
    at,
    'The rank of the result of RESHAPE can not be found: SHAPE must have a constant size.',
  );
}
