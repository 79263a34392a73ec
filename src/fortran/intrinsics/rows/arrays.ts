// Functions that create arrays from other arrays: by reshaping, by selecting elements, or by reinterpreting bytes.
import {
  type ArrayValue,
  compactLayout,
  elementLvalue,
  type Layout,
  layoutValue,
} from '../../program/c/c-arrays.ts';
import { multiply, sizeProduct, sizeSum } from '../../program/c/c-text.ts';
import { constantLength, intrinsicNode, maybeInteger } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { constant, constantNode, MAX_CONSTANT_ITEMS } from '../../program/constants/fold-operation.ts';
import { type Constant, wrapTo } from '../../program/constants/fold-scalar.ts';
import type { IntrinsicNode, MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { inserted, without } from '../row-kinds/chosen-dimension.ts';
import type { ShapeOf } from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import type { WholeCall, WholeRow } from '../row-kinds/whole-row.ts';

const ARRAY = { form: 'transformational', result: 'same' } as const;

export const OF_ARRAYS: Readonly<Record<string, WholeRow>> = {
  pack: {
    ...ARRAY,
    takes: 'array mask vector?',
    ranks: { array: 'array', vector: 1 },
    alike: ['vector'],
    takesWide: true,
    misfit: ([, mask, vector], shapeOf) => vector && countFault(vector, mask, shapeOf),
    rank: () => 1,
    fold: foldPack,
    array: pack,
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
    array: reshape,
  },
  spread: {
    ...ARRAY,
    takes: 'source dim ncopies',
    ranks: { ncopies: 0 },
    takesWide: true,
    rank: ([source]) => source!.rank + 1,
    array: spread,
  },
  transfer: {
    form: 'transformational',
    result: 'special',
    takes: 'source mold size?',
    ranks: { size: 0 },
    takesWide: true,
    misfit: ([source, mold, size], shapeOf) =>
      size?.k === 'variable' && size.sym.optional
        ? 'SIZE cannot be an OPTIONAL argument'
        : moldFault(source!, mold!, shapeOf),
    make: ([source, mold, size], { at, kinds }) => {
      const bytes = source!.type.base === 'boz' ? coerce(source!, kinds.integer, at) : source!;
      const rank = size || mold!.rank > 0 ? 1 : 0;
      return intrinsicNode('transfer', [bytes, mold, size], { at, type: mold!.type, rank });
    },
    fold: foldTransfer,
  },
  transpose: {
    ...ARRAY,
    takes: 'matrix',
    ranks: { matrix: 2 },
    takesWide: true,
    rank: () => 2,
    array: (call) => {
      const a = call.array(0);
      return { type: call.e.type, shape: [a.shape[1]!, a.shape[0]!], at: ([i, j]) => a.at([j!, i!]) };
    },
  },
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
    array: unpack,
  },
};

// Compares the size of a vector with the number of elements that a constant mask selects.
function countFault(vector: Typed, mask: MaybeTyped, shapeOf: ShapeOf): string | undefined {
  const size = shapeOf(vector)?.[0];
  const node = constantNode(mask);
  if (size === undefined || node?.k !== 'const-array') return undefined;
  const wanted = node.items.filter((item) => item.k === 'const' && item.value === true).length;
  return size < wanted ? `VECTOR has ${size} elements, but MASK selects ${wanted}` : undefined;
}

function fieldFault(mask: Typed, field: Typed, shapeOf: ShapeOf): string | undefined {
  if (field.rank === 0) return undefined;
  const [a, b] = [shapeOf(mask), shapeOf(field)];
  const differs = a && b && (a.length !== b.length || a.some((n, i) => n !== b[i]));
  return differs ? 'FIELD must have the same shape as MASK' : undefined;
}

function moldFault(source: Typed, mold: Typed, shapeOf: ShapeOf): string | undefined {
  if (mold.type.base === 'class-star') return 'MOLD cannot be CLASS(*)';
  if (mold.type.base === 'hollerith') return 'MOLD cannot be a Hollerith constant';
  const isEmpty =
    constantLength(mold.type) === 0 ||
    (mold.type.derived?.components.length === 0 && !mold.type.derived.opaque);
  const isSourceEmpty =
    constantLength(source.type) === 0 ||
    shapeOf(source)?.includes(0) ||
    source.type.derived?.components.length === 0;
  return mold.rank > 0 && isEmpty && mold.type.base !== 'class' && !isSourceEmpty
    ? 'MOLD is an array of zero-size elements'
    : undefined;
}

function reshapeFault([source, shape, pad, order]: Arguments, shapeOf: ShapeOf): string | undefined {
  const wanted = integersOf(shape);
  if (!wanted) return undefined;
  if (wanted.some((n) => n < 0)) return 'SHAPE must not be negative';
  const given = source && shapeOf(source);
  const size = (n: readonly number[]): number => n.reduce((a, b) => a * b, 1);
  if (given && !pad && size(given) < size(wanted))
    return `SOURCE has only ${size(given)} elements, but ${size(wanted)} are needed`;
  const places = integersOf(order);
  if (places && [...places].sort((a, b) => a - b).some((n, i) => n !== i + 1))
    return 'ORDER must be a permutation of the dimensions';
  if (places && places.length !== wanted.length) return 'ORDER must have an element for each dimension';
  return undefined;
}

function integersOf(e: MaybeTyped): number[] | undefined {
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
  refuse(at, 'The rank of the RESHAPE result cannot be determined: SHAPE must have a constant size.');
}

function foldReshape(e: IntrinsicNode): MaybeTyped {
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

function foldPack(e: IntrinsicNode): MaybeTyped {
  const array = constantNode(e.arguments[0]);
  const mask = constantNode(e.arguments[1]);
  if (array?.k !== 'const-array' || !mask || e.arguments[2]) return undefined;
  const chosen = mask.k === 'const-array' ? mask.items : array.items.map(() => mask);
  if (chosen.length !== array.items.length || chosen.some((m) => m.k !== 'const')) return undefined;
  const items = array.items.filter((_, i) => (chosen[i] as Constant).value === true);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}

function spread(call: WholeCall): ArrayValue {
  const source = call.e.arguments[0]!;
  const dim = call.dimension(1, source.rank + 1);
  const copies = call.fixed(`f_extent(1, f_size(${call.scalar(2)}))`);
  if (source.rank === 0) {
    const node = call.printed(call.hoisted(0));
    return { type: call.e.type, shape: [copies], at: () => node };
  }
  const a = call.array(0);
  const shape = inserted(dim, a.shape, copies).map((n) => call.fixed(n));
  return { type: call.e.type, shape, at: (i) => a.at(without(dim, i)) };
}

function reshape(call: WholeCall): ArrayValue {
  const source = call.inOrder(0);
  const shapeArray = call.inMemory(1);
  const shape = Array.from({ length: call.e.rank }, (_, i) =>
    call.fixed(`f_size(${elementLvalue(shapeArray, [String(i)])})`),
  );
  const count = call.fixed(source.dims.map((d) => d.extent).reduce(multiply, '1'));
  const order = call.e.arguments[3] ? call.inMemory(3) : undefined;
  const strides = order ? orderedStrides(call, order, shape) : undefined;
  const pad = call.e.arguments[2] ? call.inOrder(2) : undefined;
  if (!pad) call.checkSize('SOURCE argument to RESHAPE', count, shape.reduce(sizeProduct, '1'));
  const padCount = pad && call.fixed(pad.dims.map((d) => d.extent).reduce(multiply, '1'));
  const padAbsence = pad && call.absence(2);
  if (padAbsence)
    call.checkSize(
      'SOURCE argument to RESHAPE',
      `${padAbsence} ? ${count} : INT32_MAX`,
      shape.reduce(sizeProduct, '1'),
    );
  return {
    type: call.e.type,
    shape,
    at: (indices) => {
      let n = '0';
      let step = '1';
      indices.forEach((i, d) => {
        const own = strides ? strides[d]! : step;
        n = n === '0' ? multiply(i, own) : `(${n} + ${multiply(i, own)})`;
        step = multiply(step, shape[d]!);
      });
      const at = call.temporary('int32_t', n);
      if (!pad) return call.inOrderAt(source, at);
      const first = call.inOrderAt(source, at);
      const rest = call.inOrderAt(pad, `((${at} - ${count}) % ${padCount})`);
      return { ...first, c: `(${at} < ${count} ? ${first.c} : ${rest.c})`, lvalue: false };
    },
  };
}

function orderedStrides(call: WholeCall, order: Layout, shape: readonly string[]): string[] {
  const names = shape.map(() => call.temporary('int32_t', '1'));
  const step = call.temporary('int32_t', '1');
  const absent = call.absence(3);
  const sizes = call.fresh('X');
  call.line(`const int32_t ${sizes}[] = {${shape.join(', ')}};`);
  const seen = call.checksBounds ? call.temporary('int32_t', '0') : undefined;
  shape.forEach((_, d) => {
    const given = `(${elementLvalue(order, [String(d)])} - 1)`;
    const which = absent === undefined ? given : call.temporary('int32_t', `${absent} ? ${d} : ${given}`);
    if (seen) call.line(`f_check_order(${which} + 1, ${shape.length}, &${seen}, ${call.placeInSource});`);
    for (const [k, name] of names.entries()) call.line(`if (${which} == ${k}) ${name} = ${step};`);
    call.line(`${step} *= ${sizes}[${which}];`);
  });
  return names;
}

function pack(call: WholeCall): ArrayValue {
  const a = call.array(0);
  const maskNode = call.e.arguments[1]!;
  const mask = maskNode.rank > 0 ? call.array(1) : undefined;
  const always = mask ? '1' : call.temporary('int32_t', call.scalar(1));
  const shape = a.shape.map((n) => call.fixed(n));
  if (mask) call.checkConformance(1, mask.shape, shape);
  const vector = call.e.arguments[2] ? call.array(2) : undefined;
  const absent = vector && call.absence(2);
  const least = absent ? call.temporary('int32_t', `${absent} ? 0 : ${vector.shape[0]}`) : vector?.shape[0];
  const length = call.lengthOf(a);
  const most = call.fixed(sizeSum(shape.reduce(sizeProduct, '1'), least ?? '0'));
  const target = call.room([most], length);
  const n = call.temporary('int32_t', '0');
  call.loops(shape, (indices) => {
    call.line(`if (${mask ? call.value(mask.at(indices)) : always}) {`);
    call.assign(layoutValue(target).at([n]), a.at(indices));
    call.line(`${n}++; }`);
  });
  if (vector) {
    call.line(`for (; ${n} < ${least}; ${n}++) {`);
    call.assign(layoutValue(target).at([n]), vector.at([n]));
    call.line('}');
  }
  return layoutValue(compactLayout(call.e.type, target.pointer, [n], length));
}

function unpack(call: WholeCall): ArrayValue {
  const vector = call.inMemory(0);
  const mask = call.array(1);
  const fields = call.e.arguments[2]!.rank > 0 ? call.array(2) : undefined;
  const field = fields ? undefined : call.hoisted(2);
  const shape = mask.shape.map((n) => call.fixed(n));
  if (fields) call.checkExtents('FIELD argument of UNPACK', fields.shape, shape);
  const target = call.room(shape, vector.length);
  const n = call.temporary('int32_t', '0');
  call.loops(shape, (indices) => {
    call.line(`if (${call.value(mask.at(indices))}) {`);
    call.checkSize('VECTOR argument to UNPACK', vector.dims[0]!.extent, `${n} + 1`);
    call.assign(layoutValue(target).at(indices), layoutValue(vector).at([n]));
    call.line(`${n}++; } else {`);
    call.assign(layoutValue(target).at(indices), field ?? fields!.at(indices));
    call.line('}');
  });
  return layoutValue(target);
}

// The bytes of an integer or real constant, reinterpreted as another type of the same size. Undefined for a NaN,
// because its bytes are not known yet.
function foldTransfer({ type, rank, arguments: [source], at }: IntrinsicNode): MaybeTyped {
  const from = constantNode(source);
  if (from?.k !== 'const' || rank > 0 || from.type.kind !== type.kind || type.kind > 8) return undefined;
  const bytes = new DataView(new ArrayBuffer(8));
  const isWhole = ({ base }: Type): boolean => base === 'integer' || base === 'unsigned';
  if (typeof from.value === 'bigint' && isWhole(from.type)) bytes.setBigInt64(0, from.value, true);
  else if (typeof from.value !== 'number' || Number.isNaN(from.value)) return undefined;
  else if (type.kind === 4) bytes.setFloat32(0, from.value, true);
  else bytes.setFloat64(0, from.value, true);
  if (isWhole(type)) return constant(wrapTo(bytes.getBigInt64(0, true), type), { at, type });
  if (type.base !== 'real') return undefined;
  const value = type.kind === 4 ? bytes.getFloat32(0, true) : bytes.getFloat64(0, true);
  return Number.isNaN(value) ? undefined : constant(value, { at, type });
}
