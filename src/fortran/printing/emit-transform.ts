// Transformational intrinsics that give arrays: MATMUL, TRANSPOSE, RESHAPE, SPREAD, PACK, CSHIFT, TRANSFER and so on.

import type { ArrayValue, Layout } from '../program/c-arrays.ts';
import { elementLvalue, layoutValue } from '../program/c-arrays.ts';
import { multiply } from '../program/c-text.ts';
import { cType, suffix } from '../program/c-types.ts';
import type { Typed } from '../program/semantics.ts';
import { isWide, WIDE_BLANK } from '../program/wide-characters.ts';
import { unprintable } from '../source/unprintable.ts';
import { maybeAbsence } from './emit-absent.ts';
import {
  compactLayout,
  hoist,
  isArrayValue,
  lengthOfValue,
  roomForArray,
  temporaryArray,
} from './emit-array.ts';
import { assignScalar } from './emit-assign.ts';
import { maybeRankArray } from './emit-assumed-rank.ts';
import { checkConformance, checkExtents, checkSize, placeOf, printExtentCheck } from './emit-check.ts';
import { type ChosenDimension, changed, chooseDimension, inserted, pick, without } from './emit-dimension.ts';
import { boundsOf, boundText } from './emit-inquiry.ts';
import { isReduction, reduceArray } from './emit-reduce.ts';
import { bareType, contiguousLayout, fillFromBytes, sourceBytes } from './emit-representation.ts';
import type { Emitter } from './emitter.ts';
import { arrayValue, characterLength, materialise, scalar } from './expressions.ts';
import { loops } from './raw-values.ts';
import { elementBytes, isPolymorphic } from './type-parts.ts';

type Call = Extract<Typed, { k: 'intrinsic' }>;

/** The array that an intrinsic function gives. */
export function transformArray(em: Emitter, e: Call): ArrayValue {
  if (isReduction(e.name)) return reduceArray(em, e);
  const ofAnyRank = maybeRankArray(em, e);
  if (ofAnyRank) return ofAnyRank;
  const printer = PRINTERS[e.name];
  if (!printer) unprintable(e.at, `the intrinsic function "${e.name}" of arrays`);
  return printer(em, e);
}

const PRINTERS: Record<string, (em: Emitter, e: Call) => ArrayValue> = {
  matmul,
  transpose: (em, e) => {
    const a = arrayValue(em, e.arguments[0]!);
    return { type: e.type, shape: [a.shape[1]!, a.shape[0]!], at: ([i, j]) => a.at([j!, i!]) };
  },
  spread,
  reshape,
  pack,
  unpack,
  cshift,
  eoshift,
  transfer,
  shape: (em, e) =>
    integers(
      em,
      e,
      boundsOf(em, e.arguments[0]!).map((d) => d.extent),
    ),
  lbound: (em, e) =>
    integers(
      em,
      e,
      boundsOf(em, e.arguments[0]!).map((d) => boundText(false, d)),
    ),
  ubound: (em, e) =>
    integers(
      em,
      e,
      boundsOf(em, e.arguments[0]!).map((d) => boundText(true, d)),
    ),
  size: (em, e) =>
    integers(
      em,
      e,
      boundsOf(em, e.arguments[0]!).map((d) => d.extent),
    ),
};

function integers(em: Emitter, e: Call, values: readonly string[]): ArrayValue {
  const name = em.printer.fresh();
  em.line(`${cType(e.type)} ${name}[${Math.max(1, values.length)}] = {${values.join(', ') || '0'}};`);
  return layoutValue(compactLayout(e.type, name, [String(values.length)], '1'));
}

// Column by column, so that the inner loop runs along memory.
function matmul(em: Emitter, e: Call): ArrayValue {
  const a = materialise(em, e.arguments[0]!);
  const b = materialise(em, e.arguments[1]!);
  const type = cType(e.type);
  const inner = em.fixed(a.dims.at(-1)!.extent);
  // Always, for a loop costs more than its check.
  printExtentCheck(em, 'argument B in MATMUL', [b.dims[0]!.extent], [inner], e.at);
  const rows = a.dims.length === 2 ? em.fixed(a.dims[0]!.extent) : undefined;
  const columns = b.dims.length === 2 ? em.fixed(b.dims[1]!.extent) : undefined;
  const shape = [rows, columns].filter((n): n is string => n !== undefined);
  const c = temporaryArray(em, e.type, shape, '1');
  const [i, j, k] = [em.printer.fresh('I'), em.printer.fresh('J'), em.printer.fresh('K')];
  const product = (x: string, y: string): string =>
    e.type.base === 'complex'
      ? `f_mul_${suffix(e.type)}(${x}, ${y})`
      : e.type.base === 'logical'
        ? `(${x} && ${y})`
        : `${x} * ${y}`;
  const into = e.type.base === 'logical' ? '|=' : '+=';
  const bAt = elementLvalue(b, columns ? [k, j] : [k]);
  const call = maybeMatmulCall(e, { a, b, c, rows, columns, inner });
  if (call && [rows, columns, inner].some((n) => n !== undefined && !/^\d+$/.test(n))) {
    em.line(call);
    return layoutValue(c);
  }
  em.line(call ? `if (!F_OPTIMISED) ${call} else {` : '{');
  em.line(`for (int32_t ${j} = 0; ${j} < ${columns ?? '1'}; ${j}++) {`);
  if (rows) {
    em.line(`${type} *restrict C_ = ${c.pointer}${columns ? ` + ${multiply(j, rows)}` : ''};`);
    em.line(`for (int32_t ${i} = 0; ${i} < ${rows}; ${i}++) C_[${i}] = 0;`);
    em.line(`for (int32_t ${k} = 0; ${k} < ${inner}; ${k}++) { const ${type} B_ = ${bAt};`);
    em.line(
      `for (int32_t ${i} = 0; ${i} < ${rows}; ${i}++) C_[${i}] ${into} ${product(elementLvalue(a, [i, k]), 'B_')}; }`,
    );
  } else {
    em.line(`${type} S_ = 0;`);
    em.line(
      `for (int32_t ${k} = 0; ${k} < ${inner}; ${k}++) S_ ${into} ${product(elementLvalue(a, [k]), bAt)};`,
    );
    em.line(`${c.pointer}[${j}] = S_;`);
  }
  em.line('} }');
  return layoutValue(c);
}

interface Product {
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
  readonly rows: string | undefined;
  readonly columns: string | undefined;
  readonly inner: string;
}

// The loops of the library are the faster ones, except where all extents are known and the program is optimised.
function maybeMatmulCall({ type }: Call, { a, b, c, rows, columns, inner }: Product): string | undefined {
  const isUsual =
    (type.base === 'integer' || type.base === 'real' || type.base === 'complex') && type.kind >= 4;
  const isAlike = [a, b].every(
    (m) => m.type.base === type.base && m.type.kind === type.kind && m.dims.every((d) => !d.index),
  );
  if (!isUsual || type.kind > 8 || !isAlike) return undefined;
  const bytes = (m: Layout, d: number): string =>
    m.unit === 'byte' ? m.dims[d]!.stride : multiply(m.dims[d]!.stride, `(int32_t)sizeof(${cType(type)})`);
  const [ofA, ofB] = [a, b].map((m) => `(const char *)(${m.pointer})`);
  const strides = [
    ...[ofA, rows ? bytes(a, 0) : '0', bytes(a, rows ? 1 : 0)],
    ...[ofB, bytes(b, 0), columns ? bytes(b, 1) : '0'],
  ];
  return `f_matmul_${suffix(type)}(${[c.pointer, ...strides, rows ?? '1', columns ?? '1', inner].join(', ')});`;
}

function spread(em: Emitter, e: Call): ArrayValue {
  const source = e.arguments[0]!;
  const dim = chooseDimension(em, e.arguments[1], source.rank + 1);
  const copies = em.fixed(`f_extent(1, ${scalar(em, e.arguments[2]!)})`);
  if (source.rank === 0) {
    const value = hoist(em, source);
    const node = toRaw(em, value);
    return { type: e.type, shape: [copies], at: () => node };
  }
  const a = arrayValue(em, source);
  const shape = inserted(dim, a.shape, copies).map((n) => em.fixed(n));
  return { type: e.type, shape, at: (i) => a.at(without(dim, i)) };
}

function toRaw(em: Emitter, e: Typed): Typed & { k: 'raw' } {
  return em.raw(e);
}

// Element number n of an array whose elements lie in order.
function nthElement(layout: Layout, n: string): Typed & { k: 'raw' } {
  const c = cType(layout.type);
  if (layout.unit === 'byte' && isPolymorphic(layout.type)) {
    const dims = [{ low: '1', extent: n, stride: elementBytes(layout, c) }];
    return layoutValue({ ...layout, dims }).at([n]);
  }
  const pointer =
    layout.unit === 'byte' && layout.type.base !== 'character'
      ? `((${c} *)(${layout.pointer}))`
      : layout.pointer;
  const flat = compactLayout(layout.type, pointer, [n], layout.length);
  return layoutValue(flat).at([n]);
}

function reshape(em: Emitter, e: Call): ArrayValue {
  const source = contiguousLayout(em, e.arguments[0]!);
  const shapeArray = materialise(em, e.arguments[1]!);
  const shape = Array.from({ length: e.rank }, (_, i) => em.fixed(elementLvalue(shapeArray, [String(i)])));
  const count = em.fixed(source.dims.map((d) => d.extent).reduce(multiply, '1'));
  const order = e.arguments[3] ? materialise(em, e.arguments[3]) : undefined;
  const strides = order ? orderedStrides(em, order, shape) : undefined;
  const pad = e.arguments[2] ? contiguousLayout(em, e.arguments[2]) : undefined;
  if (!pad) checkSize(em, 'SOURCE argument to RESHAPE', count, shape.reduce(multiply, '1'), e.at);
  const padCount = pad && em.fixed(pad.dims.map((d) => d.extent).reduce(multiply, '1'));
  return {
    type: e.type,
    shape,
    at: (indices) => {
      let n = '0';
      let step = '1';
      indices.forEach((i, d) => {
        const own = strides ? strides[d]! : step;
        n = n === '0' ? multiply(i, own) : `(${n} + ${multiply(i, own)})`;
        step = multiply(step, shape[d]!);
      });
      const at = em.temporary('int32_t', n);
      if (!pad) return nthElement(source, at);
      const first = nthElement(source, at);
      const rest = nthElement(pad, `((${at} - ${count}) % ${padCount})`);
      return { ...first, c: `(${at} < ${count} ? ${first.c} : ${rest.c})`, lvalue: false };
    },
  };
}

function orderedStrides(em: Emitter, order: Layout, shape: readonly string[]): string[] {
  const names = shape.map(() => em.temporary('int32_t', '1'));
  const step = em.temporary('int32_t', '1');
  const sizes = em.printer.fresh('X');
  em.line(`const int32_t ${sizes}[] = {${shape.join(', ')}};`);
  const seen = em.program.options.checkBounds ? em.temporary('int32_t', '0') : undefined;
  shape.forEach((_, d) => {
    const which = `(${elementLvalue(order, [String(d)])} - 1)`;
    if (seen) em.line(`f_check_order(${which} + 1, ${shape.length}, &${seen}, ${placeOf(em.statementAt)});`);
    for (const [k, name] of names.entries()) em.line(`if (${which} == ${k}) ${name} = ${step};`);
    em.line(`${step} *= ${sizes}[${which}];`);
  });
  return names;
}

function pack(em: Emitter, e: Call): ArrayValue {
  const a = arrayValue(em, e.arguments[0]!);
  const maskNode = e.arguments[1]!;
  const mask = maskNode.rank > 0 ? arrayValue(em, maskNode) : undefined;
  const always = mask ? '1' : em.temporary('int32_t', scalar(em, maskNode));
  const shape = a.shape.map((n) => em.fixed(n));
  if (mask) checkConformance(em, { e: maskNode, shape: mask.shape }, shape, e.at);
  const vector = e.arguments[2] ? arrayValue(em, e.arguments[2]) : undefined;
  const length = lengthOfValue(em, a);
  const most = em.fixed([shape.reduce(multiply, '1'), vector?.shape[0]].filter(Boolean).join(' + '));
  const target = temporaryArray(em, e.type, [most], length);
  const n = em.temporary('int32_t', '0');
  loops(em, shape, (indices) => {
    em.line(`if (${mask ? scalar(em, mask.at(indices)) : always}) {`);
    assignScalar(em, layoutValue(target).at([n]), a.at(indices));
    em.line(`${n}++; }`);
  });
  if (vector) {
    em.line(`for (; ${n} < ${vector.shape[0]}; ${n}++) {`);
    assignScalar(em, layoutValue(target).at([n]), vector.at([n]));
    em.line('}');
  }
  return layoutValue(compactLayout(e.type, target.pointer, [n], length));
}

function unpack(em: Emitter, e: Call): ArrayValue {
  const vector = materialise(em, e.arguments[0]!);
  const mask = arrayValue(em, e.arguments[1]!);
  const fieldNode = e.arguments[2]!;
  const field = fieldNode.rank > 0 ? arrayValue(em, fieldNode) : hoist(em, fieldNode);
  const shape = mask.shape.map((n) => em.fixed(n));
  if (isArrayValue(field)) checkExtents(em, 'FIELD argument of UNPACK', field.shape, shape, e.at);
  const target = temporaryArray(em, e.type, shape, vector.length);
  const n = em.temporary('int32_t', '0');
  loops(em, shape, (indices) => {
    em.line(`if (${scalar(em, mask.at(indices))}) {`);
    checkSize(em, 'VECTOR argument to UNPACK', vector.dims[0]!.extent, `${n} + 1`, e.at);
    assignScalar(em, layoutValue(target).at(indices), layoutValue(vector).at([n]));
    em.line(`${n}++; } else {`);
    assignScalar(em, layoutValue(target).at(indices), isArrayValue(field) ? field.at(indices) : field);
    em.line('}');
  });
  return layoutValue(target);
}

// The shift of the place: a scalar, or an element of an array of shifts.
function shiftAt(
  em: Emitter,
  e: Typed,
  dim: ChosenDimension,
  place: { of: string; shape: readonly string[] },
): (indices: readonly string[]) => string {
  if (e.rank === 0) {
    const value = em.temporary('int32_t', `(int32_t)${scalar(em, e)}`);
    return () => value;
  }
  const a = arrayValue(em, e);
  checkExtents(em, `SHIFT argument of ${place.of}`, a.shape, without(dim, place.shape), e.at);
  return (indices) => `(int32_t)${scalar(em, a.at(without(dim, indices)))}`;
}

function cshift(em: Emitter, e: Call): ArrayValue {
  const a = layoutValue(materialise(em, e.arguments[0]!));
  const dim = chooseDimension(em, e.arguments[2], a.shape.length);
  const shift = shiftAt(em, e.arguments[1]!, dim, { of: 'CSHIFT', shape: a.shape });
  const n = em.fixed(pick(dim, a.shape));
  return {
    type: e.type,
    shape: a.shape,
    at: (indices) => a.at(changed(dim, indices, (i) => `f_modulo_i4(${i} + ${shift(indices)}, ${n})`)),
  };
}

function eoshift(em: Emitter, e: Call): ArrayValue {
  const a = layoutValue(materialise(em, e.arguments[0]!));
  const dim = chooseDimension(em, e.arguments[3], a.shape.length);
  const shift = shiftAt(em, e.arguments[1]!, dim, { of: 'EOSHIFT', shape: a.shape });
  const boundary = e.arguments[2];
  const absent = boundary && maybeAbsence(em, boundary);
  const edges = boundary && boundary.rank > 0 ? arrayValue(em, boundary) : undefined;
  if (edges) checkExtents(em, 'BOUNDARY argument of EOSHIFT', edges.shape, without(dim, a.shape), e.at);
  const edge = boundary && !edges && !absent ? hoist(em, boundary) : boundary;
  const n = em.fixed(pick(dim, a.shape));
  const length = lengthOfValue(em, a);
  const target = temporaryArray(em, e.type, a.shape, length);
  loops(
    em,
    a.shape.map((x) => em.fixed(x)),
    (indices) => {
      const place = em.temporary('int32_t', `${pick(dim, indices)} + ${shift(indices)}`);
      const goal = layoutValue(target).at(indices);
      em.line(`if (${place} >= 0 && ${place} < ${n}) {`);
      assignScalar(em, goal, a.at(changed(dim, indices, () => place)));
      em.line('} else {');
      if (absent) em.line(`if (${absent}) {`);
      if (!edge || absent) assignScalar(em, goal, zeroOf(e));
      if (absent) em.line('} else {');
      if (edges) assignScalar(em, goal, edges.at(without(dim, indices)));
      else if (edge) assignScalar(em, goal, edge);
      em.line(absent ? '}}' : '}');
    },
  );
  return layoutValue(target);
}

function zeroOf(e: Call): Typed {
  const { type } = e;
  const value =
    type.base === 'character'
      ? isWide(type)
        ? WIDE_BLANK
        : ' '
      : type.base === 'logical'
        ? false
        : type.base === 'integer'
          ? 0n
          : type.base === 'complex'
            ? ([0, 0] as const)
            : 0;
  return { k: 'const', at: e.at, type, rank: 0, value };
}

function transfer(em: Emitter, e: Call): ArrayValue {
  const source = sourceBytes(em, e.arguments[0]!);
  const character = e.type.base === 'character';
  const length = character ? em.fixed(characterLength(em, e.arguments[1]!)) : '1';
  const size = character ? length : `(int32_t)sizeof(${bareType(e.type)})`;
  const n = e.arguments[2]
    ? em.fixed(`(int32_t)${scalar(em, e.arguments[2])}`)
    : em.fixed(`(${source.n} + ${size} - 1) / (${size} + !${size})`);
  const target = roomForArray(em, e.type, [n], length);
  if (character)
    em.line(`memcpy(${target.pointer}, ${source.p}, f_least(${source.n}, ${multiply(n, size)}));`);
  else fillFromBytes(em, e.type, target.pointer, n, source);
  return layoutValue(target);
}
