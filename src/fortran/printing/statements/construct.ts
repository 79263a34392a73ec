// Constructs in C that introduce names or have masks: ASSOCIATE, SELECT TYPE, BLOCK, WHERE and DO CONCURRENT.

import { guardedValue } from '../../analysis/statements/construct.ts';
import type { ArrayValue } from '../../program/c/c-arrays.ts';
import { layoutNode, layoutValue } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { LOGICAL } from '../../program/constants/constants.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { MaybeTyped, Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import type { IndexLoop, TypedAssignment, TypedOf } from '../../program/walking/typed-statements.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';
import {
  elementValue,
  hoist,
  lengthOfValue,
  materialiseValue,
  temporaryArray,
  withResultInMemory,
} from '../arrays/array.ts';
import { assignElement, assignScalar } from '../assign/assign.ts';
import { tableOf } from '../assign/polymorphic.ts';
import { printStorage } from '../declarations/data-statement.ts';
import { declareLocals } from '../declarations/local.ts';
import { pointerCell } from '../designators/designator.ts';
import { inBytes, layoutOf } from '../designators/section.ts';
import { checkHeld, nameOf } from '../designators/storage.ts';
import { newBlock } from '../writer/c-tree.ts';
import { checkConformance } from '../writer/check.ts';
import { emitLocalLoop } from '../writer/counted-loop.ts';
import type { Emitter } from '../writer/emitter.ts';
import { declaring, enclosed, heldBlock } from '../writer/enclose.ts';
import { arrayValue, callSubroutine, chars, loops, lvalue, scalar } from '../writer/expressions.ts';
import { closeConstruct, emitLoopBody, openConstruct } from '../writer/open-construct.ts';
import { mayOverlap } from '../writer/overlap.ts';
import { isPolymorphic, tableOfLayout, typeTable } from '../writer/type-parts.ts';
import { assignedValue, copyOfValue, mayChangeValue, withSides } from './assignment.ts';

// ---- ASSOCIATE and SELECT TYPE ----------------------------------------------------------------------------------------

function bindAssociate(em: Emitter, symbol: Sym, value: Typed): void {
  const c = nameOf(em, symbol);
  if (value.rank > 0) bindArray(em, c, value);
  else if (value.type.base === 'character') {
    const v = chars(em, value);
    em.line(`char *${c} = (char *)${v.p}; int32_t ${c}_N = ${v.n};`);
  } else if (value.type.base === 'class-star') {
    em.line(`fclass ${c} = ${pointerCell(em, value)};`);
  } else {
    const address = isDesignator(value)
      ? `&${lvalue(em, value)}`
      : em.temporaryPointer(cType(value.type), scalar(em, value));
    em.line(`${cType(value.type)} *${c} = (${cType(value.type)} *)${address};`);
  }
}

function bindArray(em: Emitter, c: string, value: Typed): void {
  const source = isDesignator(value)
    ? layoutOf(em, value)
    : (arrayValue(em, value).layout ?? materialiseValue(em, arrayValue(em, value)));
  checkHeld(em, source);
  // If the selector has a vector subscript, the name cannot be assigned, so a copy is enough.
  const plain = source.dims.some((d) => d.index) ? materialiseValue(em, layoutValue(source)) : source;
  const layout = inBytes(plain);
  const own = value.k === 'variable' || value.k === 'component';
  em.line(`char *${c}_B = (char *)${layout.pointer}; int32_t ${c}_N = ${layout.length};`);
  if (isPolymorphic(layout.type)) em.line(`const ftype *${c}_T = ${tableOfLayout(layout)};`);
  layout.dims.forEach((d, i) => {
    em.line(
      `int32_t ${c}_L${i + 1} = ${own ? d.low : '1'}, ${c}_E${i + 1} = ${d.extent}, ${c}_S${i + 1} = ${d.stride};`,
    );
  });
}

export function emitAssociate(outer: Emitter, s: TypedOf<'associate'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  const mark = em.printer.fresh('M');
  const block = newBlock();
  em.into(block, () => {
    for (const { symbol, value } of s.names) bindAssociate(em, symbol, value);
  });
  block.nodes.push(em.capture(() => em.with({ scope: s.scope }).statements(s.body)));
  em.add({ ...block, braces: 'always', mark: block.arena.used ? mark : undefined });
  closeConstruct(em, open);
}

export function emitSelectType(outer: Emitter, s: TypedOf<'select-type'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  // The memory of a function's result is kept until the end of the construct.
  let value = s.selector;
  const block = heldBlock(em, () => {
    value = withResultInMemory(em, s.selector);
  });
  block.nodes.push(em.capture(() => printCases(em, s, value)));
  em.add({ ...block, braces: 'always' });
  closeConstruct(em, open);
}

function printCases(em: Emitter, { cases }: TypedOf<'select-type'>, value: Typed): void {
  const table = em.temporary('const ftype *', tableOf(em, value));
  cases.forEach(({ guard, type, symbol, scope, body }, i) => {
    const test = guardTest(guard, type, table);
    em.line(`${i === 0 ? '' : '} else '}${test === '' ? '{' : `if (${test}) {`}`);
    bindAssociate(em, symbol, guardedValue(value, guard, type));
    em.with({ scope }).statements(body);
  });
  if (cases.length > 0) em.line('}');
}

function guardTest(guard: string, type: Type | undefined, table: string): string {
  if (!type || guard === 'default') return '';
  if (guard === 'class') return `f_extends(${table}, ${typeTable(type, '')})`;
  return `${table} == ${typeTable(type, '')}`;
}

// ---- BLOCK ------------------------------------------------------------------------------------------------------------

/** Prints a BLOCK with its own declarations. */
export function emitBlock(outer: Emitter, s: TypedOf<'block'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  printStorage(em, s.scope, s.data);
  const mark = em.printer.fresh('LEAVE');
  const inner = em.with({ scope: s.scope, blocks: [...em.blocks, mark], cleanups: [] });
  const body = inner.capture(() => inner.statements(s.body));
  em.inBraces('', () => {
    declaring(inner, () => declareLocals(inner, s.scope));
    em.add({ k: 'leaving', mark, body, cleanups: inner.cleanups });
    for (const line of inner.cleanups) em.line(line);
  });
  closeConstruct(em, open);
}

// ---- WHERE ------------------------------------------------------------------------------------------------------------

/** Prints WHERE, with ELSEWHERE and nested WHERE. */
export function emitWhere(em: Emitter, s: TypedOf<'where'>, outer?: Typed): void {
  enclosed(em, () => {
    em.arena.used = true;
    let pending = outer;
    s.branches.forEach(({ mask, body }, i) => {
      const control = mask ? controlMask(em, mask, pending) : pending!;
      if (mask && i < s.branches.length - 1) pending = remainingMask(em, control, pending);
      for (const inner of body) emitMasked(em, inner, control);
    });
  });
}

/** The pending elements that a mask selects, as a mask in memory. */
export function controlMask(em: Emitter, mask: Typed, pending: MaybeTyped): Typed {
  const value = arrayValue(em, mask);
  const shape = value.shape.map((n) => em.fixed(n));
  const target = temporaryArray(em, LOGICAL, shape, '1');
  const before = pending && arrayValue(em, pending);
  loops(em, shape, (indices) => {
    const own = scalar(em, value.at(indices));
    const test = before ? `${scalar(em, before.at(indices))} && ${own}` : `${own} != 0`;
    em.line(`${lvalue(em, layoutValue(target).at(indices))} = ${test};`);
  });
  return layoutNode(target, mask.at);
}

/** The elements that remain after a WHERE branch. */
export function remainingMask(em: Emitter, control: Typed, pending: MaybeTyped): Typed {
  const taken = arrayValue(em, control);
  const before = pending && arrayValue(em, pending);
  const target = temporaryArray(em, LOGICAL, taken.shape, '1');
  loops(em, taken.shape, (indices) => {
    const own = scalar(em, taken.at(indices));
    const rest = before ? `${scalar(em, before.at(indices))} && ` : '';
    em.line(`${lvalue(em, layoutValue(target).at(indices))} = ${rest}!${own};`);
  });
  return layoutNode(target, control.at);
}

/** Prints a statement inside WHERE for the elements that a mask selects. */
export function emitMasked(em: Emitter, s: TypedAssignment | TypedOf<'where'>, control: Typed): void {
  if (s.k === 'where') {
    emitWhere(em, s, control);
    return;
  }
  enclosed(em, () => {
    const mask = arrayValue(em, control);
    if (s.k === 'defined-assignment') {
      maskedCall(em, s, mask);
      return;
    }
    const { target, value } = s;
    const layout = layoutOf(em, target);
    let source = value.rank > 0 ? arrayValue(em, value) : undefined;
    checkConformance(em, { e: target, shape: layout.dims.map((d) => d.extent) }, mask.shape, s.at);
    // A scalar value is computed once if it needs a call; otherwise it is computed only where the mask is true.
    const constantSource = source ? undefined : callsProcedure(value) ? hoist(em, value) : value;
    if (source && mayOverlap(target, value)) source = maskedCopy(em, source, mask);
    loops(em, mask.shape, (indices) => {
      em.under(scalar(em, mask.at(indices)), () => {
        const one = source ? source.at(indices) : constantSource!;
        assignElement(em, layoutValue(layout).at(indices), one);
      });
    });
  });
}

function callsProcedure(e: Typed): boolean {
  if (e.k === 'intrinsic') return e.arguments.some((a) => a && (a.rank > 0 || callsProcedure(a)));
  const isOperation = e.k === 'binary' || e.k === 'unary' || e.k === 'convert' || e.k === 'paren';
  if (isOperation) return partsOfNode(e).some((part) => callsProcedure(part!));
  return e.k !== 'const' && e.k !== 'variable';
}

/** Computes values only where the mask is true, because the computation may be invalid elsewhere. */
export function maskedCopy(em: Emitter, value: ArrayValue, mask: ArrayValue): ArrayValue {
  const copy = temporaryArray(em, value.type, value.shape, lengthOfValue(em, value));
  loops(em, mask.shape, (indices) => {
    em.under(scalar(em, mask.at(indices)), () =>
      assignScalar(em, layoutValue(copy).at(indices), value.at(indices)),
    );
  });
  return layoutValue(copy);
}

function maskedCall(em: Emitter, s: TypedOf<'defined-assignment'>, mask: ArrayValue): void {
  const target = arrayValue(em, s.target);
  const given = assignedValue(s);
  const value = mayChangeValue(s) ? maskedCopyOf(em, given, mask) : given;
  const values = value.rank > 0 ? arrayValue(em, value) : undefined;
  loops(em, mask.shape, (indices) => {
    em.under(scalar(em, mask.at(indices)), () => {
      const one = values ? elementValue(values, indices) : value;
      const { call } = withSides(s, elementValue(target, indices), one);
      callSubroutine(em, { ...call, rank: 0 });
    });
  });
}

/** A copy of a value; if the dynamic type of its elements is known, only of the elements that the mask selects. */
export function maskedCopyOf(em: Emitter, value: Typed, mask: ArrayValue): Typed {
  if (value.rank === 0 || isPolymorphic(value.type)) return copyOfValue(em, value);
  return layoutNode(maskedCopy(em, arrayValue(em, value), mask).layout!, value.at);
}

// ---- DO CONCURRENT -------------------------------------------------------------------------------------------

/** Prints loops over index variables; `body` prints the body with an emitter in which these variables are bound. */
export function indexLoops(
  em: Emitter,
  [loop, ...rest]: readonly IndexLoop[],
  body: (em: Emitter) => void,
): void {
  if (!loop) {
    body(em);
    return;
  }
  emitLocalLoop(em, loop, (within) => indexLoops(within, rest, body));
}

/** Prints DO CONCURRENT as nested loops. */
export function emitConcurrent(outer: Emitter, s: TypedOf<'do-concurrent'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  em.inBraces('', () =>
    indexLoops(em, s.loops, (within) => {
      const inner = within.with({ scope: s.scope });
      if (s.mask) inner.line(`if (!${scalar(inner, s.mask)}) continue;`);
      emitLoopBody(inner, open, () => inner.statements(s.body));
    }),
  );
  closeConstruct(em, open);
}
