// Inquiries that do not use the values of objects: the kinds and limits of types, shapes, bounds, addresses and
// presence.
import {
  constantLength,
  constantShape,
  describeType,
  integerConstant,
  maybeInteger,
  VOID,
} from '../../program/constants/constants.ts';
import { constant } from '../../program/constants/fold-operation.ts';
import { isWide, wideConstant } from '../../program/constants/wide-characters.ts';
import { dimensionsOf } from '../../program/declarations/resolve.ts';
import type { Dimension, IntrinsicNode, MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import {
  BIT_STRING,
  CHARACTERS,
  REAL,
  REAL_OR_COMPLEX,
  signature,
  TWO_NUMBERS,
  TWO_OF_ANY_SIGN,
} from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import { integer, REAL_LIMITS } from '../row-kinds/row-folds.ts';
import { opaque, scalars } from '../row-kinds/scalars.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';

const INQUIRY = { form: 'inquiry' } as const;
const OF_OBJECT = { ...INQUIRY, elsewhere: 'printing' } as const;
const WHETHER = { ...OF_OBJECT, result: 'logical', takesWide: true } as const;
const LIMIT = { ...INQUIRY, takes: 'x', result: 'same' } as const;
const NUMBER = { ...INQUIRY, takes: 'x', result: 'small' } as const;
const BOUND = {
  ...INQUIRY,
  ...signature('array dim? kind?', 'integer'),
  ranks: { array: 'array' },
  takesWide: true,
} as const;
const TYPES_OF_TWO = { ...WHETHER, since: 2003, misfit: extensibleFault } as const;
const BYTES_OF = { ...OF_OBJECT, ...signature('x', 'int8'), takesWide: true, misfit: sizelessFault } as const;

export const INQUIRIES: Readonly<Record<string, WholeRow>> = {
  allocated: { ...WHETHER, takes: 'array', takesProcedures: true },
  associated: { ...WHETHER, takes: 'pointer target?', takesProcedures: true },
  bit_size: {
    ...INQUIRY,
    ...signature('i', 'same', BIT_STRING),
    fold: (e) => integerConstant(e.type.kind * 8, e.at, e.type.kind),
  },
  c_associated: {
    ...INQUIRY,
    ...scalars({ c_ptr_1: 'derived', 'c_ptr_2?': 'derived' }),
    ...opaque([0, 1], 'c_ptr', 'c_funptr'),
    result: 'logical',
    c: (call) => {
      const alone = `(${call.scalar(0)} != 0)`;
      if (!call.e.arguments[1]) return alone;
      const both = `f_c_associated(${call.scalar(0)}, ${call.scalar(1)})`;
      const absent = call.absence(1);
      return absent === undefined ? both : `(${absent} ? ${alone} : ${both})`;
    },
  },
  c_funloc: { ...OF_OBJECT, takes: 'x', result: 'special', takesProcedures: true },
  c_loc: { ...OF_OBJECT, takes: 'x', result: 'special', takesProcedures: true, takesWide: true },
  c_sizeof: { ...BYTES_OF, since: 2008 },
  digits: {
    ...NUMBER,
    of: TWO_OF_ANY_SIGN,
    fold: (e) => integer(e, binaryDigits(e.arguments[0]!.type) ?? realLimit(e)?.digits),
  },
  epsilon: {
    ...LIMIT,
    of: REAL,
    fold: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -23 : 2 ** -52, e)),
  },
  extends_type_of: { ...TYPES_OF_TWO, takes: 'a mold' },
  huge: { ...LIMIT, of: TWO_OF_ANY_SIGN, fold: foldHuge },
  is_contiguous: {
    ...WHETHER,
    takes: 'array',
    since: 2008,
    ranks: { array: 'array' },
    takesProcedures: true,
  },
  kind: {
    ...NUMBER,
    takesProcedures: true,
    takesWide: true,
    fold: (e) => {
      const t = e.arguments[0]!.type;
      return t.kind > 0 ? integer(e, t.kind) : undefined;
    },
  },
  lbound: { ...BOUND, rank: ([, dim]) => (dim ? 0 : 1), fold: foldBound },
  len: {
    ...INQUIRY,
    ...signature('string kind?', 'integer', CHARACTERS),
    takesWide: true,
    fold: (e) => {
      const bytes = lengthOf(e.arguments[0]!);
      return integer(e, bytes === undefined ? undefined : bytes / e.arguments[0]!.type.kind);
    },
  },
  loc: {
    ...OF_OBJECT,
    ...signature('x', 'int4'),
    since: 'GNU',
    takesProcedures: true,
    takesWide: true,
    misfit: addresslessFault,
  },
  maxexponent: { ...NUMBER, of: REAL, fold: (e) => integer(e, realLimit(e)?.maxExponent) },
  minexponent: { ...NUMBER, of: REAL, fold: (e) => integer(e, realLimit(e)?.minExponent) },
  new_line: {
    ...INQUIRY,
    ...signature('a', 'character'),
    since: 2003,
    types: { a: 'character' },
    takesWide: true,
    fold: (e) =>
      e.arguments[0] && isWide(e.arguments[0].type)
        ? wideConstant('\n', e.at)
        : constant('\n', { at: e.at, type: { base: 'character', kind: 1, length: integerConstant(1) } }),
  },
  null: {
    form: 'transformational',
    ...signature('mold?', 'special'),
    takesProcedures: true,
    make: ([mold], { at }) => ({ k: 'null', at, type: mold?.type ?? VOID, rank: mold?.rank ?? 0 }),
  },
  precision: { ...NUMBER, of: REAL_OR_COMPLEX, fold: (e) => integer(e, realLimit(e)?.precision) },
  present: { ...WHETHER, takes: 'a', takesProcedures: true },
  radix: { ...NUMBER, of: TWO_NUMBERS, fold: (e) => integer(e, 2) },
  range: {
    ...NUMBER,
    of: { bases: ['integer', 'real', 'complex', 'unsigned'], count: 1 },
    fold: (e) => integer(e, decimalRange(e.arguments[0]!.type) ?? realLimit(e)?.range),
  },
  rank: {
    ...INQUIRY,
    ...signature('a', 'small'),
    since: 2018,
    takesWide: true,
    fold: (e) => (e.arguments[0]!.rank < 0 ? undefined : integer(e, e.arguments[0]!.rank)),
  },
  same_type_as: { ...TYPES_OF_TWO, takes: 'a b' },
  shape: {
    ...INQUIRY,
    ...signature('source kind?', 'integer'),
    takesWide: true,
    rank: () => 1,
    fold: foldShape,
  },
  size: { ...BOUND, fold: foldSize },
  sizeof: { ...BYTES_OF, since: 'GNU' },
  storage_size: {
    ...INQUIRY,
    ...signature('a kind?', 'integer'),
    since: 2008,
    takesWide: true,
    misfit: sizelessFault,
    fold: (e) => {
      const t = e.arguments[0]!.type;
      if (t.base === 'character') {
        const length = constantLength(t);
        return integer(e, length === undefined ? undefined : length * 8);
      }
      return integer(e, STORAGE[t.base]?.(t));
    },
  },
  tiny: {
    ...LIMIT,
    of: REAL,
    fold: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -126 : 2 ** -1022, e)),
  },
  ubound: { ...BOUND, rank: ([, dim]) => (dim ? 0 : 1), fold: foldBound },
};

function realLimit(e: IntrinsicNode): (typeof REAL_LIMITS)[number] | undefined {
  const type = e.arguments[0]!.type;
  return type.base === 'real' || type.base === 'complex' ? REAL_LIMITS[type.kind] : undefined;
}

function foldHuge(e: IntrinsicNode): MaybeTyped {
  const { kind } = e.type;
  const digits = binaryDigits(e.type);
  if (digits !== undefined) return constant((1n << BigInt(digits)) - 1n, e);
  if (kind > 8) return undefined;
  return constant(kind === 4 ? 3.4028234663852886e38 : Number.MAX_VALUE, e);
}

function binaryDigits({ base, kind }: Type): number | undefined {
  return base === 'unsigned' ? kind * 8 : base === 'integer' ? kind * 8 - 1 : undefined;
}

function decimalRange(type: Type): number | undefined {
  const digits = binaryDigits(type);
  return digits && Math.floor(digits * Math.log10(2));
}

// The bounds in the declaration of a variable or component that is neither allocatable nor a pointer.
function declaredBounds(e: Typed): readonly Dimension[] | undefined {
  if (e.k !== 'variable' && e.k !== 'component') return undefined;
  const { allocatable, pointer } = e.k === 'variable' ? e.sym : e.component;
  if (allocatable || pointer) return undefined;
  return e.k === 'variable' ? dimensionsOf(e.sym) : e.component.dims;
}

function shapeOf(e: Typed): number[] | undefined {
  const dims = declaredBounds(e);
  return e.k === 'const-array' ? e.shape : dims && constantShape(dims);
}

function foldSize(e: IntrinsicNode): MaybeTyped {
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

function foldBound(e: IntrinsicNode): MaybeTyped {
  const array = e.arguments[0]!;
  const dim = maybeInteger(e.arguments[1]);
  const dims = declaredBounds(array);
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

// The bounds of a substring determine its length, regardless of its characters.
function lengthOf(e: Typed): number | undefined {
  if (e.k !== 'substring') return constantLength(e.type);
  const low = e.low ? maybeInteger(e.low) : 1;
  const high = e.high ? maybeInteger(e.high) : lengthOf(e.base);
  return low === undefined || high === undefined ? undefined : Math.max(0, high - low + 1);
}

const STORAGE: Record<string, (t: Type) => number> = {
  integer: (t) => t.kind * 8,
  unsigned: (t) => t.kind * 8,
  real: (t) => t.kind * 8,
  logical: (t) => t.kind * 8,
  complex: (t) => t.kind * 16,
};

function foldShape(e: IntrinsicNode): MaybeTyped {
  const array = e.arguments[0]!;
  const shape = array.rank === 0 ? [] : shapeOf(array);
  if (!shape) return undefined;
  const items = shape.map((n) => integer(e, n)!);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [shape.length], items };
}

function sizelessFault([first]: Arguments): string | undefined {
  return first?.k === 'null' ? 'NULL() has no size and cannot be an argument' : undefined;
}

function extensibleFault(args: Arguments): string | undefined {
  const wrong = args.find((a) => a && !/^(class|class-star|derived)$/.test(a.type.base));
  return wrong && `${describeType(wrong.type)} cannot be extended and cannot be an argument`;
}

function addresslessFault([first]: Arguments): string | undefined {
  return first?.k === 'null' ? 'NULL() has no address and cannot be an argument' : undefined;
}
