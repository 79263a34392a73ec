// Visits typed expressions: the values in a node, or those in a statement without its nested statements.

import type { ActualArgument, ArrayItem, Subscript, Typed } from '../symbols/semantics.ts';
import type { IoItem, TypedIo } from './typed-io.ts';
import type { LoopHead, TypedCaseRange, TypedStatement } from './typed-statements.ts';

type Maybe = Typed | undefined;

const NOTHING: readonly Maybe[] = [];

/** The operands of a node; arguments keep their positions. */
export function partsOfNode(e: Typed): readonly Maybe[] {
  switch (e.k) {
    case 'component':
    case 'part':
    case 'narrow':
      return [e.base];
    case 'element':
      return [e.base, ...e.subscripts];
    case 'section':
      return [e.base, ...e.subscripts.flatMap(valuesOfSubscript)];
    case 'substring':
      return [e.base, e.low, e.high];
    case 'call':
      return [...valuesOfTarget(e), ...e.arguments.map((a: ActualArgument | undefined) => a?.value)];
    case 'intrinsic':
      return e.arguments;
    case 'unary':
    case 'convert':
    case 'paren':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'array':
      return e.items.flatMap(valuesOfItem);
    case 'structure':
      return e.values;
    case 'complex':
      return [e.re, e.im];
    case 'statement-function':
      return [...e.arguments, e.body];
    default:
      return NOTHING;
  }
}

function valuesOfTarget({ target }: Typed & { k: 'call' }): Maybe[] {
  if (target.k === 'bound') return [target.object];
  return target.k === 'pointer' ? [target.pointer] : [];
}

function valuesOfSubscript(s: Subscript): readonly Maybe[] {
  return s.k === 'range' ? [s.low, s.high, s.step] : [s.value];
}

function valuesOfItem(item: ArrayItem): readonly Maybe[] {
  if (item.k === 'value') return [item.value];
  return [item.first, item.last, item.step, ...item.items.flatMap(valuesOfItem)];
}

/** The values that a statement itself computes or changes. */
export function valuesOfStatement(s: TypedStatement): readonly Maybe[] {
  switch (s.k) {
    case 'assignment':
      return [s.value, s.target];
    case 'defined-assignment':
    case 'call':
    case 'intrinsic-call':
      return [s.call];
    case 'pointer-assignment':
      return [s.pointer, s.value, ...s.bounds.lower, ...(s.bounds.upper ?? [])];
    case 'if':
      return s.branches.map((b) => b.condition);
    case 'arithmetic-if':
    case 'computed-goto':
    case 'return':
      return [s.value];
    case 'do':
      return valuesOfHead(s.head);
    case 'assigned-goto':
    case 'assign-label':
      return [s.variable];
    case 'stop':
      return [s.code, s.quiet];
    case 'select-case':
      return [s.value, ...s.cases.flatMap((c) => c.ranges ?? []).flatMap(valuesOfRange)];
    case 'associate':
      return s.names.map((n) => n.value);
    case 'select-type':
      return [s.selector];
    case 'do-concurrent':
    case 'forall':
      return [...s.loops.flatMap((l) => [l.first, l.last, l.step]), s.mask];
    case 'where':
      return s.branches.map((b) => b.mask);
    case 'allocate':
      return [
        ...[s.source, s.mold, s.status.stat, s.status.errmsg],
        ...s.objects.flatMap(({ object, bounds, cobounds }) => [
          object,
          ...[...(bounds ?? []), ...(cobounds ?? [])].flatMap((b) => [b.low, b.high]),
        ]),
      ];
    case 'deallocate':
      return [s.status.stat, s.status.errmsg, ...s.objects.map((o) => o.object)];
    case 'nullify':
      return s.pointers;
    case 'io':
      return valuesOfIo(s);
    default:
      return [];
  }
}

function valuesOfHead(head: LoopHead): readonly Maybe[] {
  if (head.k === 'while') return [head.condition];
  return head.k === 'counted' ? [head.variable, head.first, head.last, head.step] : [];
}

function valuesOfRange(range: TypedCaseRange): readonly Maybe[] {
  return 'single' in range ? [range.single] : [range.low, range.high];
}

function valuesOfIo(s: Pick<TypedIo, 'unit' | 'specifiers' | 'format' | 'items'>): Maybe[] {
  const { unit, format } = s;
  return [
    unit.k === 'default' ? undefined : unit.value,
    'value' in format ? format.value : undefined,
    ...s.specifiers.values(),
    ...s.items.flatMap(valuesOfIoItem),
  ];
}

function valuesOfIoItem(item: IoItem): Maybe[] {
  if (item.k === 'value') return [item.value];
  return [item.variable, item.first, item.last, item.step, ...item.items.flatMap(valuesOfIoItem)];
}

/** The first value of an array constructor, also within its loops. */
export function firstValue(items: readonly ArrayItem[]): Typed | undefined {
  for (const item of items) {
    const value = item.k === 'value' ? item.value : firstValue(item.items);
    if (value) return value;
  }
  return undefined;
}
