// Array reductions: sums, extremes and their positions, and logical and bitwise reductions, either along one dimension
// or over all elements.

import { cType, suffix } from '../../program/c/c-text.ts';
import { describeType, intrinsicNode } from '../../program/constants/constants.ts';
import { areMixable, coerce, promote } from '../../program/constants/conversions.ts';
import { constant, constantNode } from '../../program/constants/fold-operation.ts';
import { roundReal, wrapTo } from '../../program/constants/fold-scalar.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { ConstantValue, IntrinsicNode, MaybeTyped } from '../../program/symbols/semantics.ts';
import { BIT_STRING, REAL, signature, type Wanted } from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import type { Reduction, WholeCall, WholeRow } from '../row-kinds/whole-row.ts';

const NUMBERS: Wanted = { bases: ['integer', 'real', 'complex', 'unsigned'], count: 1 };
const ORDERED: Wanted = { bases: ['integer', 'real', 'character', 'unsigned'], count: 1 };
const TRUTHS: Wanted = { bases: ['logical'], count: 1 };

// Only DIM preserves dimensions, so COUNT(mask, kind=8) is a scalar.
const ALONG = { form: 'transformational', rank: rankLeft } as const;
const OF_ARRAY = { ...ALONG, takes: 'array dim? mask?', result: 'same', ranks: { array: 'array' } } as const;
const OF_MASK = { ...ALONG, ...signature('mask dim?', 'same', TRUTHS), ranks: { mask: 'array' } } as const;
const OF_BITS = { ...OF_ARRAY, since: 2008, of: BIT_STRING } as const;
// Functions that return positions; their C code is in printing/intrinsics/reduce.ts.
const PLACES = {
  elsewhere: 'printing',
  form: 'transformational',
  result: 'integer',
  takesWide: true,
} as const;
const PLACE_OF_EXTREME = {
  ...PLACES,
  takes: 'array dim? mask? kind? back?',
  of: ORDERED,
  ranks: { array: 'array', back: 0 },
  rank: ([array, dim]: Arguments) => (dim ? array!.rank - 1 : 1),
} as const;

export const REDUCTIONS: Readonly<Record<string, WholeRow>> = {
  all: {
    ...OF_MASK,
    fold: (e) => foldReduction(e, (a, b) => a === true && b === true),
    reduce: () => ({ initial: '1', step: (so, x) => `if (!${x}) ${so} = 0;` }),
  },
  any: {
    ...OF_MASK,
    fold: (e) => foldReduction(e, (a, b) => a === true || b === true),
    reduce: () => ({ initial: '0', step: (so, x) => `if (${x}) ${so} = 1;` }),
  },
  count: {
    ...OF_MASK,
    ...signature('mask dim? kind?', 'integer'),
    reduce: () => ({ initial: '0', step: (so, x) => `${so} += !!${x};` }),
  },
  dot_product: {
    form: 'transformational',
    ...signature('vector_a vector_b', 'promote'),
    ranks: { vector_a: 1, vector_b: 1 },
    misfit: (args, shapeOf) =>
      otherClassFault(args) ?? lengthFault(shapeOf(args[0]!)?.[0], shapeOf(args[1]!)?.[0]),
    flags: 'raised',
    make: (args, { at }) =>
      args[0]!.type.base === 'logical'
        ? intrinsicNode('dot_product', args, { at, type: args[0]!.type })
        : undefined,
    c: dotProduct,
  },
  findloc: {
    ...PLACES,
    since: 2008,
    takes: 'array value dim? mask? kind? back?',
    ranks: { array: 'array', value: 0, back: 0 },
    misfit: otherClassFault,
    rank: ([array, , dim]) => (dim ? array!.rank - 1 : 1),
    // FINDLOC compares like `==`, so no element of an integer array equals 1.5.
    make: (args) => {
      const [array, value] = args;
      if (array && value && areMixable(array.type, value.type)) {
        const common = promote(array.type, value.type);
        args[0] = coerce(array, common, array.at);
        args[1] = coerce(value, common, value.at);
      }
      return undefined;
    },
  },
  iall: { ...OF_BITS, reduce: () => ({ initial: '-1', step: (so, x) => `${so} &= ${x};` }) },
  iany: { ...OF_BITS, reduce: () => ({ initial: '0', step: (so, x) => `${so} |= ${x};` }) },
  iparity: { ...OF_BITS, reduce: () => ({ initial: '0', step: (so, x) => `${so} ^= ${x};` }) },
  maxloc: PLACE_OF_EXTREME,
  maxval: {
    ...OF_ARRAY,
    of: ORDERED,
    takesWide: true,
    fold: (e) => foldReduction(e, (a, b) => (a > b ? a : b)),
    reduce: (call) => extreme(call, 'max'),
  },
  minloc: PLACE_OF_EXTREME,
  minval: {
    ...OF_ARRAY,
    of: ORDERED,
    takesWide: true,
    fold: (e) => foldReduction(e, (a, b) => (a < b ? a : b)),
    reduce: (call) => extreme(call, 'min'),
  },
  norm2: {
    ...ALONG,
    ...signature('x dim?', 'same', REAL),
    since: 2008,
    ranks: { x: 'array' },
    flags: 'missing',
    reduce: (call) => {
      const state = call.fresh('NORM');
      const s = suffix(call.e.type);
      return {
        initial: '0',
        state: `f_norm_${s} ${state} = {0, 1, 0};`,
        step: (_so, x) => `f_norm2_${s}(&${state}, ${x});`,
        finish: () => `__ux_fortran_norm2_of_${s}(&${state})`,
      };
    },
  },
  parity: { ...OF_MASK, since: 2008, reduce: () => ({ initial: '0', step: (so, x) => `${so} ^= !!${x};` }) },
  product: {
    ...OF_ARRAY,
    reduce: (call) => {
      const { type } = call.e;
      return {
        initial: '1',
        step: (so, x) =>
          type.base === 'complex'
            ? `${so} = f_mul_${suffix(type)}(${so}, ${x});`
            : accumulated(call, '*', so, x),
      };
    },
    ...foldedNumbers(
      (a, b) => a * b,
      (x, y) => x * y,
    ),
  },
  reduce: {
    ...OF_ARRAY,
    takes: 'array operation dim? mask? identity? ordered?',
    rank: ([array, , dim]) => rankLeft([array, dim]),
    since: 2018,
    ranks: { array: 'array', identity: 0, ordered: 0 },
    types: { ordered: 'logical' },
    alike: ['identity'],
    // OPERATION appears here as a call whose arguments are replaced during printing.
    reduce: reduceByCalls,
  },
  sum: {
    ...OF_ARRAY,
    reduce: (call) => ({ initial: '0', step: (so, x) => accumulated(call, '+', so, x) }),
    ...foldedNumbers(
      (a, b) => a + b,
      (x, y) => x + y,
    ),
  },
};

function accumulated(call: WholeCall, op: '+' | '*', so: string, x: string): string {
  const flagged = call.step(op, so, x);
  return flagged ? `${so} = ${flagged};` : `${so} ${op}= ${x};`;
}

// IDENTITY is the result when there are no elements. Otherwise the reduction starts with the first element, because
// IDENTITY need not be a neutral element.
function reduceByCalls(call: WholeCall): Reduction {
  const c = cType(call.e.type);
  const found = call.fresh('FOUND');
  const absent = call.e.arguments[4] ? (call.absence(4) ?? '0') : '1';
  const empty = `(${c}){0}`;
  const identity = absent === '1' ? empty : call.temporary(c, call.scalar(4, empty));
  return {
    initial: identity,
    state: `int32_t ${found} = 0;`,
    step: (so, x) => {
      const value = call.temporary(c, x);
      call.line(`if (!${found}) { ${so} = ${value}; ${found} = 1; } else {`);
      call.line(`${so} = ${call.called(1, [so, value])};`);
      return '}';
    },
    finish: (so) => {
      call.line(`if (!${found} && ${absent}) f_fault("REDUCE of no elements needs IDENTITY");`);
      return so;
    },
  };
}

// A NaN is used only until another value is found. When there are no elements, MAXVAL of reals is -HUGE, not -infinity.
function extreme(call: WholeCall, which: 'max' | 'min'): Reduction {
  const { type } = call.e;
  const value = `${cType(type)} X_ =`;
  if (type.base !== 'real')
    return {
      initial: `F_${which === 'max' ? 'LEAST' : 'MOST'}_${suffix(type).toUpperCase()}`,
      step: (so, x) => `{ ${value} ${x}; if (X_ ${which === 'max' ? '>' : '<'} ${so}) ${so} = X_; }`,
    };
  const found = call.fresh('FOUND');
  const choose = `f_${which}_${suffix(type)}`;
  return {
    initial: `${which === 'max' ? '-' : ''}F_HUGE_R${type.kind}`,
    state: `int32_t ${found} = 0;`,
    step: (so, x) =>
      `{ ${value} ${x}; if (!${found}) { ${so} = X_; ${found} = 1; } else ${so} = ${choose}(${so}, X_); }`,
  };
}

function dotProduct(call: WholeCall): string {
  const { type } = call.e;
  const a = call.array(0);
  const b = call.array(1);
  call.checkConformance(0, a.shape, b.shape);
  const so = call.temporary(cType(type), '0');
  const shape = a.shape.map((n) => call.fixed(n));
  call.loops(shape, (indices) => {
    const [x, y] = [call.value(a.at(indices)), call.value(b.at(indices))];
    if (type.base === 'logical') call.line(`if (${x} && ${y}) ${so} = 1;`);
    else if (type.base === 'complex')
      call.line(`${so} += f_mul_${suffix(type)}(f_conjg_${suffix(type)}(${x}), ${y});`);
    else call.line(accumulated(call, '+', so, call.step('*', x, y) ?? `${x} * ${y}`));
  });
  return so;
}

function rankLeft([array, dim]: Arguments): number {
  return dim ? array!.rank - 1 : 0;
}

/** Error message for two arguments that cannot be compared with, or multiplied by, each other. */
export function otherClassFault([a, b]: Arguments): string | undefined {
  const isLikeKind = a?.type.base !== 'character' || a.type.kind === b?.type.kind;
  if (!a || !b || (classOf(a.type.base) === classOf(b.type.base) && isLikeKind)) return undefined;
  return `arguments of type ${describeType(a.type)} and ${describeType(b.type)} cannot be combined`;
}

/** Error message for two extents that are known to differ but must be equal. */
export function lengthFault(one: number | undefined, other: number | undefined): string | undefined {
  if (one === undefined || other === undefined || one === other) return undefined;
  return `The extents ${one} and ${other} of the arguments differ`;
}

function classOf(base: Base): string {
  return base === 'integer' || base === 'real' || base === 'complex' ? 'number' : base;
}

function foldReduction(
  e: IntrinsicNode,
  combine: (a: ConstantValue, b: ConstantValue) => ConstantValue | undefined,
): MaybeTyped {
  const array = constantNode(e.arguments[0]);
  if (
    array?.k !== 'const-array' ||
    isWide(array.type) ||
    e.arguments[1] ||
    e.arguments[2] ||
    array.items.length === 0
  )
    return undefined;
  let value: ConstantValue | undefined;
  for (const item of array.items) {
    if (item.k !== 'const') return undefined;
    value = value === undefined ? item.value : combine(value, item.value);
    if (value === undefined) return undefined;
  }
  return constant(value!, e);
}

/** Parts that the rows for SUM and PRODUCT share: the accepted types, IEEE flags and constant folding. */
function foldedNumbers(
  ofIntegers: (a: bigint, b: bigint) => bigint,
  ofReals: (x: number, y: number) => number,
): Pick<WholeRow, 'of' | 'flags' | 'fold'> {
  return {
    of: NUMBERS,
    flags: 'raised',
    fold: (e) =>
      foldReduction(e, (a, b) => {
        if (typeof a === 'bigint' && typeof b === 'bigint') return wrapTo(ofIntegers(a, b), e.type);
        if (typeof a !== 'number' || typeof b !== 'number' || e.type.kind > 8) return undefined;
        return roundReal(ofReals(a, b), e.type.kind);
      }),
  };
}
