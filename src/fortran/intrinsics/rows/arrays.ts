// Functions that make arrays of others: products, shifts, other shapes, choices of elements, other views of their bytes.
import { constantLength, intrinsicNode, maybeInteger } from '../../program/constants.ts';
import { coerce } from '../../program/conversions.ts';
import { describeType } from '../../program/describe-type.ts';
import { constantNode, MAX_CONSTANT_ITEMS } from '../../program/fold-operation.ts';
import type { Constant } from '../../program/fold-scalar.ts';
import type { IntrinsicNode, Typed } from '../../program/semantics.ts';
import { FortranError, type Position } from '../../source/diagnostics.ts';
import type { ShapeOf } from '../elemental-row.ts';
import type { Arguments } from '../intrinsic-arguments.ts';
import type { WholeRow } from '../whole-row.ts';
import { otherClassFault } from './reductions.ts';

const ARRAY = { form: 'transformational', result: 'same' } as const;

export const OF_ARRAYS: Readonly<Record<string, WholeRow>> = {
  cshift: {
    ...ARRAY,
    takes: 'array shift dim?',
    ranks: { array: 'array' },
    takesWide: true,
    misfit: ([array, shift]) => lineFault(array!, { SHIFT: shift }),
    rank: ([array]) => array!.rank,
  },
  eoshift: {
    ...ARRAY,
    takes: 'array shift boundary? dim?',
    ranks: { array: 'array' },
    takesWide: true,
    misfit: ([array, shift, boundary]) =>
      lineFault(array!, { SHIFT: shift, BOUNDARY: boundary }) ?? boundaryFault(array!, boundary),
    rank: ([array]) => array!.rank,
  },
  matmul: {
    form: 'transformational',
    result: 'promote',
    takes: 'matrix_a matrix_b',
    misfit: ([a, b]) => otherClassFault([a, b]) ?? productFault(a!.rank, b!.rank),
    rank: ([a, b]) => a!.rank + b!.rank - 2,
    flags: 'missing',
  },
  pack: {
    ...ARRAY,
    takes: 'array mask vector?',
    ranks: { array: 'array', vector: 1 },
    alike: ['vector'],
    takesWide: true,
    misfit: ([, mask, vector], shapeOf) => vector && countFault(vector, mask, shapeOf),
    rank: () => 1,
    fold: foldPack,
  },
  reshape: {
    ...ARRAY,
    takes: 'source shape pad? order?',
    ranks: { source: 'array', shape: 1, pad: 'array', order: 1 },
    alike: ['pad'],
    takesWide: true,
    misfit: reshapeFault,
    rank: ([, shape], at) => reshapeRank(shape!, at),
    fold: foldReshape,
  },
  spread: {
    ...ARRAY,
    takes: 'source dim ncopies',
    ranks: { ncopies: 0 },
    takesWide: true,
    rank: ([source]) => source!.rank + 1,
  },
  transfer: {
    form: 'transformational',
    result: 'special',
    takes: 'source mold size?',
    ranks: { size: 0 },
    takesWide: true,
    misfit: ([source, mold], shapeOf) => moldFault(source!, mold!, shapeOf),
    make: ([source, mold, size], { at, kinds }) => {
      const bytes = source!.type.base === 'boz' ? coerce(source!, kinds.integer, at) : source!;
      const rank = size || mold!.rank > 0 ? 1 : 0;
      return intrinsicNode('transfer', [bytes, mold, size], { at, type: mold!.type, rank });
    },
  },
  transpose: { ...ARRAY, takes: 'matrix', ranks: { matrix: 2 }, takesWide: true, rank: () => 2 },
  unpack: {
    form: 'transformational',
    result: 'special',
    takes: 'vector mask field',
    ranks: { vector: 1, mask: 'array' },
    alike: ['field'],
    takesWide: true,
    misfit: ([vector, mask, field], shapeOf) =>
      countFault(vector!, mask, shapeOf) ?? fieldFault(mask!, field!, shapeOf),
    make: (args, { at }) => intrinsicNode('unpack', args, { at, type: args[0]!.type, rank: args[1]!.rank }),
  },
};

// SHIFT, and BOUNDARY of EOSHIFT, have an element for each line of the array, or are scalars.
function lineFault({ rank }: Typed, others: Record<string, Typed | undefined>): string | undefined {
  const wrong = Object.entries(others).find(([, e]) => e && rank > 0 && e.rank !== 0 && e.rank !== rank - 1);
  return wrong && `${wrong[0]} must be a scalar or an array of rank ${rank - 1}`;
}

function boundaryFault(array: Typed, boundary: Typed | undefined): string | undefined {
  if (!boundary) return array.type.derived ? `BOUNDARY is needed for ${describeType(array.type)}` : undefined;
  const isSame = boundary.type.base === array.type.base && boundary.type.kind === array.type.kind;
  if (!isSame && boundary.type.base !== 'boz') return 'BOUNDARY must have the type and kind of ARRAY';
  return undefined;
}

// One of two factors is a matrix, and the other a matrix or a vector.
function productFault(a: number, b: number): string | undefined {
  const isFit = [a, b].every((rank) => rank === 1 || rank === 2) && (a === 2 || b === 2);
  return isFit ? undefined : 'The arguments must be two matrices, or a matrix and a vector,';
}

// How many elements a constant mask picks.
function countFault(vector: Typed, mask: Typed | undefined, shapeOf: ShapeOf): string | undefined {
  const size = shapeOf(vector)?.[0];
  const node = constantNode(mask);
  if (size === undefined || node?.k !== 'const-array') return undefined;
  const wanted = node.items.filter((item) => item.k === 'const' && item.value === true).length;
  return size < wanted ? `VECTOR has ${size} elements, but MASK picks ${wanted},` : undefined;
}

function fieldFault(mask: Typed, field: Typed, shapeOf: ShapeOf): string | undefined {
  if (field.rank === 0) return undefined;
  const [a, b] = [shapeOf(mask), shapeOf(field)];
  const differs = a && b && (a.length !== b.length || a.some((n, i) => n !== b[i]));
  return differs ? 'FIELD must have the shape of MASK' : undefined;
}

function moldFault(source: Typed, mold: Typed, shapeOf: ShapeOf): string | undefined {
  if (mold.type.base === 'hollerith') return 'MOLD can not be a Hollerith constant';
  const isEmpty =
    constantLength(mold.type) === 0 ||
    (mold.type.derived?.components.length === 0 && !mold.type.derived.opaque);
  const isSourceEmpty =
    constantLength(source.type) === 0 ||
    shapeOf(source)?.includes(0) ||
    source.type.derived?.components.length === 0;
  return mold.rank > 0 && isEmpty && mold.type.base !== 'class' && !isSourceEmpty
    ? 'MOLD is an array of elements without size'
    : undefined;
}

function reshapeFault([source, shape, pad, order]: Arguments, shapeOf: ShapeOf): string | undefined {
  const wanted = integersOf(shape);
  if (!wanted) return undefined;
  if (wanted.some((n) => n < 0)) return 'SHAPE must not be negative';
  const given = source && shapeOf(source);
  const size = (n: readonly number[]): number => n.reduce((a, b) => a * b, 1);
  if (given && !pad && size(given) < size(wanted))
    return `SOURCE has ${size(given)} elements, which are not enough for ${size(wanted)},`;
  const places = integersOf(order);
  if (places && [...places].sort((a, b) => a - b).some((n, i) => n !== i + 1))
    return 'ORDER must be a permutation of the dimensions';
  if (places && places.length !== wanted.length) return 'ORDER must have an element for each dimension';
  return undefined;
}

function integersOf(e: Typed | undefined): number[] | undefined {
  const node = constantNode(e);
  if (node?.k !== 'const-array') return undefined;
  const values = node.items.map((item) => maybeInteger(item));
  return values.every((n) => n !== undefined) ? (values as number[]) : undefined;
}

function reshapeRank(shape: Typed, at: Position): number {
  if (shape.k === 'const-array') return shape.items.length;
  if (shape.k === 'array') {
    const items = shape.items.flatMap((i) => (i.k === 'value' ? [i.value] : []));
    if (items.length === shape.items.length)
      return items.reduce((sum, item) => sum + (item.rank === 0 ? 1 : reshapeRank(item, at)), 0);
  }
  if (shape.k === 'intrinsic' && shape.name === 'shape') return shape.arguments[0]!.rank;
  const dims =
    shape.k === 'variable'
      ? shape.sym.resolved.dims
      : shape.k === 'component'
        ? shape.component.dims
        : undefined;
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

function foldReshape(e: IntrinsicNode): Typed | undefined {
  const source = constantNode(e.arguments[0]);
  const shape = constantNode(e.arguments[1]);
  if (source?.k !== 'const-array' || shape?.k !== 'const-array' || e.arguments[3]) return undefined;
  const sizes = shape.items.map((i) => maybeInteger(i) ?? 0);
  const size = sizes.reduce((a, b) => a * b, 1);
  if (size > MAX_CONSTANT_ITEMS) return undefined;
  const pad = constantNode(e.arguments[2]);
  const items = source.items.slice(0, size);
  while (items.length < size) {
    if (pad?.k !== 'const-array' || pad.items.length === 0) return undefined;
    items.push(pad.items[(items.length - source.items.length) % pad.items.length]!);
  }
  return { k: 'const-array', at: e.at, type: e.type, rank: sizes.length, shape: sizes, items };
}

function foldPack(e: IntrinsicNode): Typed | undefined {
  const array = constantNode(e.arguments[0]);
  const mask = constantNode(e.arguments[1]);
  if (array?.k !== 'const-array' || !mask || e.arguments[2]) return undefined;
  const chosen = mask.k === 'const-array' ? mask.items : array.items.map(() => mask);
  if (chosen.length !== array.items.length || chosen.some((m) => m.k !== 'const')) return undefined;
  const items = array.items.filter((_, i) => (chosen[i] as Constant).value === true);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}
