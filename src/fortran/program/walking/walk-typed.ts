// Visits typed expressions: the values in a node, or those in a statement but not in its nested statements.

import type { ActualArgument, ArrayItem, MaybeTyped, Subscript, Typed } from '../symbols/semantics.ts';
import type { IoItem, TypedIo } from './typed-io.ts';
import type { LoopHead, TypedCaseRange, TypedStatement } from './typed-statements.ts';

/** Functions that list the values in each kind of node or statement. */
type Lists<T extends { k: string }> = {
  readonly [K in T['k']]?: (node: Extract<T, { k: K }>) => readonly MaybeTyped[];
};

function listed<T extends { k: string }>(lists: Lists<T>, node: T): readonly MaybeTyped[] {
  const list = lists[node.k as T['k']] as ((node: T) => readonly MaybeTyped[]) | undefined;
  return list?.(node) ?? NOTHING;
}

const NOTHING: readonly MaybeTyped[] = [];

const PARTS: Lists<Typed> = {
  component: (e) => [e.base],
  part: (e) => [e.base],
  narrow: (e) => [e.base],
  element: (e) => [e.base, ...e.subscripts],
  section: (e) => [e.base, ...e.subscripts.flatMap(valuesOfSubscript)],
  substring: (e) => [e.base, e.low, e.high],
  call: (e) => [...valuesOfTarget(e), ...e.arguments.map((a: ActualArgument | undefined) => a?.value)],
  intrinsic: (e) => e.arguments,
  unary: (e) => [e.operand],
  convert: (e) => [e.operand],
  paren: (e) => [e.operand],
  binary: (e) => [e.left, e.right],
  array: (e) => e.items.flatMap(valuesOfItem),
  structure: (e) => e.values,
  complex: (e) => [e.re, e.im],
  'statement-function': (e) => [...e.arguments, e.body],
};

/** The operands of a node; arguments keep their positions. */
export function partsOfNode(e: Typed): readonly MaybeTyped[] {
  return listed(PARTS, e);
}

/** A copy of a node with different operands. Items in array constructors and the targets of calls are not replaced. */
export function mapParts(e: Typed, map: (part: Typed) => Typed): Typed {
  const maybe = (part: MaybeTyped): MaybeTyped => part && map(part);
  switch (e.k) {
    case 'unary':
    case 'convert':
    case 'paren':
      return { ...e, operand: map(e.operand) };
    case 'binary':
      return { ...e, left: map(e.left), right: map(e.right) };
    case 'complex':
      return { ...e, re: map(e.re), im: map(e.im) };
    case 'component':
    case 'part':
    case 'narrow':
      return { ...e, base: map(e.base) };
    case 'element':
      return { ...e, base: map(e.base), subscripts: e.subscripts.map(map) };
    case 'section':
      return { ...e, base: map(e.base), subscripts: e.subscripts.map((s) => mapSubscript(s, maybe)) };
    case 'substring':
      return { ...e, base: map(e.base), low: maybe(e.low), high: maybe(e.high) };
    case 'intrinsic':
      return { ...e, arguments: e.arguments.map(maybe) };
    case 'call':
      return { ...e, arguments: e.arguments.map((a) => (a?.value ? { ...a, value: map(a.value) } : a)) };
    case 'structure':
      return { ...e, values: e.values.map(maybe) };
    default:
      return e;
  }
}

function mapSubscript(s: Subscript, map: (part: MaybeTyped) => MaybeTyped): Subscript {
  if (s.k !== 'range') return { ...s, value: map(s.value)! };
  return { k: 'range', low: map(s.low), high: map(s.high), step: map(s.step) };
}

function valuesOfTarget({ target }: Typed & { k: 'call' }): MaybeTyped[] {
  if (target.k === 'bound') return [target.object];
  return target.k === 'pointer' ? [target.pointer] : [];
}

function valuesOfSubscript(s: Subscript): readonly MaybeTyped[] {
  return s.k === 'range' ? [s.low, s.high, s.step] : [s.value];
}

function valuesOfItem(item: ArrayItem): readonly MaybeTyped[] {
  if (item.k === 'value') return [item.value];
  return [item.first, item.last, item.step, ...item.items.flatMap(valuesOfItem)];
}

const VALUES: Lists<TypedStatement> = {
  assignment: (s) => [s.value, s.target],
  'defined-assignment': (s) => [s.call],
  call: (s) => [s.call],
  'intrinsic-call': (s) => [s.call],
  'pointer-assignment': (s) => [s.pointer, s.value, ...s.bounds.lower, ...(s.bounds.upper ?? [])],
  if: (s) => s.branches.map((b) => b.condition),
  'arithmetic-if': (s) => [s.value],
  'computed-goto': (s) => [s.value],
  return: (s) => [s.value],
  do: (s) => valuesOfHead(s.head),
  'assigned-goto': (s) => [s.variable],
  'assign-label': (s) => [s.variable],
  stop: (s) => [s.code, s.quiet],
  'select-case': (s) => [s.value, ...s.cases.flatMap((c) => c.ranges ?? []).flatMap(valuesOfRange)],
  associate: (s) => s.names.map((n) => n.value),
  'select-type': (s) => [s.selector],
  'do-concurrent': (s) => [...s.loops.flatMap((l) => [l.first, l.last, l.step]), s.mask],
  forall: (s) => [...s.loops.flatMap((l) => [l.first, l.last, l.step]), s.mask],
  where: (s) => s.branches.map((b) => b.mask),
  allocate: (s) => [
    s.source,
    s.mold,
    s.status.stat,
    s.status.errmsg,
    ...s.objects.flatMap(({ object, bounds, cobounds }) => [
      object,
      ...[...(bounds ?? []), ...(cobounds ?? [])].flatMap((b) => [b.low, b.high]),
    ]),
  ],
  deallocate: (s) => [s.status.stat, s.status.errmsg, ...s.objects.map((o) => o.object)],
  nullify: (s) => s.pointers,
  io: valuesOfIo,
};

/** The values that a statement itself computes or changes. */
export function valuesOfStatement(s: TypedStatement): readonly MaybeTyped[] {
  return listed(VALUES, s);
}

function valuesOfHead(head: LoopHead): readonly MaybeTyped[] {
  if (head.k === 'while') return [head.condition];
  return head.k === 'counted' ? [head.variable, head.first, head.last, head.step] : [];
}

function valuesOfRange(range: TypedCaseRange): readonly MaybeTyped[] {
  return 'single' in range ? [range.single] : [range.low, range.high];
}

function valuesOfIo(s: Pick<TypedIo, 'unit' | 'specifiers' | 'format' | 'items'>): MaybeTyped[] {
  const { unit, format } = s;
  return [
    unit.k === 'default' ? undefined : unit.value,
    'value' in format ? format.value : undefined,
    ...s.specifiers.values(),
    ...s.items.flatMap(valuesOfIoItem),
  ];
}

function valuesOfIoItem(item: IoItem): MaybeTyped[] {
  if (item.k === 'value') return [item.value];
  return [item.variable, item.first, item.last, item.step, ...item.items.flatMap(valuesOfIoItem)];
}

/** The first value of an array constructor, even if it is in a loop. */
export function firstValue(items: readonly ArrayItem[]): MaybeTyped {
  for (const item of items) {
    const value = item.k === 'value' ? item.value : firstValue(item.items);
    if (value) return value;
  }
  return undefined;
}
