// The shape of an array expression, if it is known at compile time.

import { constantShape, maybeExactInteger, maybeInteger } from '../../program/constants/constants.ts';
import { MAX_CONSTANT_ITEMS } from '../../program/constants/fold-operation.ts';
import type { ArrayItem, Node, Subscript, Sym, Typed } from '../../program/symbols/semantics.ts';
import { intrinsicFunction } from '../rows/intrinsics.ts';
import { substitute } from './fold.ts';
import { LoopTurns } from './loop-turns.ts';

/** The shape of an array expression, or undefined if it is not known at compile time. */
export function constantShapeOf(e: Typed): number[] | undefined {
  if (e.rank === 0) return undefined;
  if (e.k === 'const-array') return e.shape;
  if (e.k === 'unary' || e.k === 'paren' || e.k === 'convert') return constantShapeOf(e.operand);
  if (e.k === 'binary') return constantShapeOf(e.left) ?? constantShapeOf(e.right);
  if (e.k === 'substring' || e.k === 'part') return constantShapeOf(e.base);
  if (e.k === 'section') return sectionShape(e);
  if (e.k === 'array') {
    const count = countItems(e.items, new Map(), new LoopTurns());
    return count === undefined ? undefined : [count];
  }
  if (e.k === 'component') {
    if (e.base.rank > 0) return constantShapeOf(e.base);
    const { dims, allocatable, pointer } = e.component;
    return dims && !allocatable && !pointer ? constantShape(dims) : undefined;
  }
  if (e.k === 'intrinsic') return intrinsicShape(e);
  if (e.k !== 'variable' || !e.sym.resolved.dims || e.sym.allocatable || e.sym.pointer) return undefined;
  const shape: number[] = [];
  for (const d of e.sym.resolved.dims) {
    if (d.low.k !== 'const' || d.high?.k !== 'const') return undefined;
    shape.push(Math.max(0, Number(d.high.value) - Number(d.low.value) + 1));
  }
  return shape;
}

// Counts the values of a constructor whose loops have constant bounds. The bounds may depend on enclosing loops.
function countItems(
  items: readonly ArrayItem[],
  values: Map<Sym, bigint>,
  turns: LoopTurns,
): number | undefined {
  let count = 0;
  for (const item of items) {
    if (item.k === 'value') {
      const shape = item.value.rank === 0 ? [] : constantShapeOf(item.value);
      if (!shape) return undefined;
      count += shape.reduce((a, b) => a * b, 1);
      continue;
    }
    const first = maybeExactInteger(substitute(item.first, values));
    const last = maybeExactInteger(substitute(item.last, values));
    const step = item.step ? maybeExactInteger(substitute(item.step, values)) : 1n;
    if (first === undefined || last === undefined || !step) return undefined;
    if (Number(last - first) / Number(step) > MAX_CONSTANT_ITEMS) return undefined;
    for (const i of turns.count(first, last, step)) {
      values.set(item.variable, i);
      const each = countItems(item.items, values, turns);
      if (each === undefined) return undefined;
      count += each;
    }
    if (turns.areOver) return undefined;
    values.delete(item.variable);
  }
  return count;
}

const REDUCTIONS = /^(maxloc|minloc|sum|product|maxval|minval|any|all|count)$/;

// The shape of an intrinsic function's result, if its arguments determine the shape.
function intrinsicShape(e: Node<'intrinsic'>): number[] | undefined {
  const [first, second] = e.arguments;
  const shape = first && constantShapeOf(first);
  if (intrinsicFunction(e.name)?.form === 'elemental') {
    for (const a of e.arguments) {
      const own = a && constantShapeOf(a);
      if (own) return own;
    }
    return undefined;
  }
  switch (e.name) {
    case 'transpose':
      return shape?.toReversed();
    case 'cshift':
    case 'eoshift':
      return shape;
    case 'pack':
      return e.arguments[2] && constantShapeOf(e.arguments[2]);
    case 'unpack':
      return second && constantShapeOf(second);
    case 'spread': {
      const [dim, copies] = [maybeInteger(second), maybeInteger(e.arguments[2])];
      if (!first || dim === undefined || copies === undefined) return undefined;
      return (first.rank === 0 ? [] : shape)?.toSpliced(dim - 1, 0, Math.max(0, copies));
    }
    case 'matmul': {
      const other = second && constantShapeOf(second);
      return shape && other && [...shape.slice(0, -1), ...other.slice(1)];
    }
    case 'reshape':
      return second?.k === 'const-array' ? second.items.map((n) => maybeInteger(n) ?? 0) : undefined;
    default: {
      if (!REDUCTIONS.test(e.name)) return undefined;
      const dim = second && maybeInteger(second);
      if (!second && e.name.endsWith('loc')) return first && [first.rank];
      return dim === undefined ? undefined : shape?.filter((_, i) => i !== dim - 1);
    }
  }
}

function sectionShape(e: Node<'section'>): number[] | undefined {
  const shape: number[] = [];
  const { base } = e;
  const whole = constantShapeOf(base);
  const bounds =
    base.k === 'variable' ? base.sym.resolved.dims : base.k === 'component' ? base.component.dims : undefined;
  for (const [i, s] of e.subscripts.entries()) {
    if (s.k === 'index') continue;
    const low = bounds ? maybeInteger(bounds[i]?.low) : 1;
    const extent = s.k === 'vector' ? constantShapeOf(s.value)?.[0] : rangeExtent(s, low, whole?.[i]);
    if (extent === undefined) return undefined;
    shape.push(extent);
  }
  return shape;
}

function rangeExtent(
  s: Extract<Subscript, { k: 'range' }>,
  lowest: number | undefined,
  extent: number | undefined,
): number | undefined {
  const highest = lowest === undefined || extent === undefined ? undefined : lowest + extent - 1;
  const step = s.step ? maybeInteger(s.step) : 1;
  if (!step) return undefined;
  const first = s.low ? maybeInteger(s.low) : lowest;
  const last = s.high ? maybeInteger(s.high) : highest;
  if (first === undefined || last === undefined) return undefined;
  return Math.max(0, Math.trunc((last - first + step) / step));
}
