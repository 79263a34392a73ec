// Constant folding: turns all values known at compile time into constant nodes. This file handles constructors and
// parts of constants; program/constants/fold-operation.ts handles operators.

import {
  byteLength,
  constantLength,
  integerConstant,
  maybeExactInteger,
  maybeInteger,
} from '../../program/constants/constants.ts';
import {
  constant,
  constantNode,
  foldOperation,
  isConstant,
  MAX_CONSTANT_ITEMS,
  mapConstants,
  unchecked,
  withLength,
} from '../../program/constants/fold-operation.ts';
import { fitString } from '../../program/constants/fold-scalar.ts';
import { constantStructure, countsFromOne, valueOfComponent } from '../../program/constants/structure.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import type {
  ArrayItem,
  IntrinsicNode,
  MaybeTyped,
  Node,
  Sym,
  Typed,
} from '../../program/symbols/semantics.ts';
import { mapParts } from '../../program/walking/walk-typed.ts';
import { refuse } from '../../source/diagnostics.ts';
import { maybeElemental, maybeWhole } from '../rows/function-rows.ts';
import { LoopTurns } from './loop-turns.ts';
import { foldFromQuadruple } from './quadruple.ts';

const FOLDS: { readonly [K in Typed['k']]?: (e: Node<K>) => Typed } = {
  binary: foldOperator,
  convert: foldOperator,
  unary: foldOperation,
  complex: foldOperation,
  part: foldOperation,
  array: foldArray,
  element: foldElement,
  section: foldSection,
  substring: foldSubstring,
  component: foldComponent,
  intrinsic: (e) => foldIntrinsic(e) ?? foldFromQuadruple(e),
};

/** Returns the node, or a constant in its place if the value is known. */
export function foldConstant(e: Typed): Typed {
  const fold = FOLDS[e.k] as ((e: Typed) => Typed) | undefined;
  return fold?.(e) ?? e;
}

function foldOperator(e: Node<'binary' | 'convert'>): Typed {
  const folded = foldOperation(e);
  return folded === e ? foldFromQuadruple(e) : folded;
}

function foldArray(e: Node<'array'>): Typed {
  const items: Typed[] = [];
  if (!unrollItems(e.items, new Map(), items, new LoopTurns())) return e;
  let type = e.type;
  if (type.base === 'character') {
    const lengths = items.map((i) => constantLength(i.type));
    const longest = Math.max(0, ...lengths.map((n) => n ?? 0));
    const length = typeof type.length === 'object' ? (constantLength(type) ?? 0) : longest;
    type = { base: 'character', kind: type.kind, length: integerConstant(length) };
    const size = { count: items.length, kind: type.kind };
    items.forEach((item, i) => {
      if (item.k === 'const')
        items[i] = { ...item, type, value: fitString(String(item.value), length, e.at, size) };
    });
  }
  return { k: 'const-array', at: e.at, type, rank: 1, shape: [items.length], items };
}

// Unrolls implied loops over constants; returns false if any part of them is not constant.
function unrollItems(
  items: readonly ArrayItem[],
  values: Map<Sym, bigint>,
  out: Typed[],
  turns: LoopTurns,
): boolean {
  for (const item of items) {
    if (out.length > MAX_CONSTANT_ITEMS) return false;
    if (item.k === 'value') {
      const value = substitute(item.value, values);
      const node = value.k === 'structure' && isConstant(value) ? value : constantNode(value);
      if (!node) return false;
      // Adds items one by one, because a single call does not accept a hundred thousand arguments.
      for (const one of node.k === 'const-array' ? node.items : [node]) out.push(one);
      continue;
    }
    const first = maybeExactInteger(substitute(item.first, values));
    const last = maybeExactInteger(substitute(item.last, values));
    const step = item.step ? maybeExactInteger(substitute(item.step, values)) : 1n;
    if (first === undefined || last === undefined || !step) return false;
    for (const i of turns.count(first, last, step)) {
      values.set(item.variable, i);
      if (!unrollItems(item.items, values, out, turns)) return false;
    }
    if (turns.areOver) return false;
    values.delete(item.variable);
  }
  return true;
}

/** Copies an expression, replaces its variables with integers, and folds the copy. */
export function substitute(e: Typed, values: ReadonlyMap<Sym, bigint>): Typed {
  if (values.size === 0) return e;
  const sub = (x: Typed): Typed => substitute(x, values);
  switch (e.k) {
    case 'variable': {
      const value = values.get(e.sym);
      return value === undefined ? e : constant(value, e);
    }
    case 'paren':
      return sub(e.operand);
    case 'array':
      return foldConstant({ ...e, items: e.items.map((i) => substituteItem(i, values)) });
    case 'call':
    case 'part':
    case 'narrow':
      return e;
    default:
      return foldConstant(mapParts(e, sub));
  }
}

function substituteItem(item: ArrayItem, values: ReadonlyMap<Sym, bigint>): ArrayItem {
  if (item.k === 'value') return { k: 'value', value: substitute(item.value, values) };
  return {
    ...item,
    first: substitute(item.first, values),
    last: substitute(item.last, values),
    step: item.step && substitute(item.step, values),
    items: item.items.map((i) => substituteItem(i, values)),
  };
}

function foldElement(e: Node<'element'>): Typed {
  const base = constantNode(e.base);
  if (base?.k !== 'const-array') return e;
  const lows = lowBounds(e.base, base.shape.length);
  let index = 0;
  let stride = 1;
  for (let d = 0; d < base.shape.length; d++) {
    const i = maybeInteger(e.subscripts[d]);
    if (i === undefined || lows[d] === undefined) return e;
    const offset = i - lows[d]!;
    if (offset < 0 || offset >= base.shape[d]!)
      refuse(e.at, `The subscript ${i} of dimension ${d + 1} is out of bounds.`);
    index += offset * stride;
    stride *= base.shape[d]!;
  }
  return base.items[index] ?? e;
}

function lowBounds(e: Typed, rank: number): (number | undefined)[] {
  if (e.k === 'variable' && e.sym.resolved.dims) return e.sym.resolved.dims.map((d) => maybeInteger(d.low));
  if (e.k === 'component' && e.base.rank === 0 && e.component.dims)
    return e.component.dims.map((d) => maybeInteger(d.low));
  return new Array(rank).fill(1);
}

function foldSection(e: Node<'section'>): Typed {
  const base = constantNode(e.base);
  if (base?.k !== 'const-array' || base.shape.length !== 1) return e;
  const [s] = e.subscripts;
  const low = lowBounds(e.base, 1)[0];
  if (low === undefined || s?.k !== 'range') return e;
  const first = s.low ? maybeInteger(s.low) : low;
  const last = s.high ? maybeInteger(s.high) : low + base.shape[0]! - 1;
  const step = s.step ? maybeInteger(s.step) : 1;
  if (first === undefined || last === undefined || !step) return e;
  const items: Typed[] = [];
  for (let i = first; step > 0 ? i <= last : i >= last; i += step) {
    const item = base.items[i - low] ?? refuse(e.at, `The subscript ${i} of this section is out of bounds.`);
    items.push(item);
  }
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}

function foldSubstring(e: Node<'substring'>): Typed {
  const low = e.low ? maybeInteger(e.low) : 1;
  if (e.base.k === 'const' && typeof e.base.value === 'string' && low !== undefined) {
    const text = e.base.value;
    const high = e.high ? maybeInteger(e.high) : byteLength(text);
    if (high !== undefined && byteLength(text) === text.length) {
      if (high >= low && (low < 1 || high > text.length)) refuse(e.at, 'The substring is out of bounds.');
      return withLength(constant(high < low ? '' : text.slice(low - 1, high), e));
    }
  }
  const high = maybeInteger(e.high);
  if (low !== undefined && high !== undefined) {
    return { ...e, type: { ...e.type, length: integerConstant(Math.max(0, high - low + 1)) } };
  }
  return e;
}

// Does not fold an array component with lower bounds other than 1, because the subscripts of a constant array start at
// 1.
function foldComponent(e: Node<'component'>): Typed {
  const base = constantStructure(e.base);
  if (base?.k === 'structure') {
    if (e.base.rank > 0) return e;
    const value = valueOfComponent(base, e.component);
    return value && isConstant(value) && countsFromOne(e.component) ? value : e;
  }
  if (base?.k === 'const-array' && !e.component.dims) {
    const items = base.items.map((s) => (s.k === 'structure' ? valueOfComponent(s, e.component) : undefined));
    if (items.every((i) => i?.k === 'const'))
      return { ...base, at: e.at, type: e.type, items: items as Typed[] };
  }
  return e;
}

const FOLDS_WIDE: ReadonlySet<string> = new Set(['ichar', 'iachar']);

/** The constant result of a call to an intrinsic function, or undefined if there is none. */
function foldIntrinsic(e: IntrinsicNode): MaybeTyped {
  const whole = maybeWhole(e.name);
  if (whole) return unchecked(whole.fold?.(e), e);
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const fold = maybeElemental(e.name)?.fold;
  if (fold && args.some((a) => isWide(a.type)) && !FOLDS_WIDE.has(e.name)) return undefined;
  if (fold) return mapConstants(e, args, (values) => fold(values, e.type));
  return undefined;
}
