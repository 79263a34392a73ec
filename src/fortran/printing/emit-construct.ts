// Constructs with names of their own or with masks: ASSOCIATE, SELECT TYPE, BLOCK, WHERE, FORALL, DO CONCURRENT.

import { analyse } from '../analysis/analyse-expression.ts';
import { maybeDefinedAssignment } from '../analysis/analyse-generic.ts';
import { checkGuards, type Guard } from '../analysis/check-guards.ts';
import { cType } from '../program/c-types.ts';
import { coerce } from '../program/conversions.ts';
import { declareAll } from '../program/declare.ts';
import { isDesignator } from '../program/designator.ts';
import { declare } from '../program/names.ts';
import { resolveType } from '../program/resolve.ts';
import { constantLength, LOGICAL, Scope, type Sym, type Type, type Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { LoopControl, Statement } from '../syntax/syntax-tree.ts';
import { suffix } from './c-text.ts';
import {
  type ArrayValue,
  arrayValue,
  hoist,
  layoutValue,
  lengthOfValue,
  loops,
  materialiseValue,
  temporaryArray,
  withResultInMemory,
} from './emit-array.ts';
import { assignElement, assignScalar } from './emit-assign.ts';
import { callSubroutine } from './emit-call.ts';
import { checkConformance } from './emit-check.ts';
import { closeConstruct, emitLoopBody, openConstruct } from './emit-control.ts';
import { lvalue, pointerCell } from './emit-designator.ts';
import { declareLocals } from './emit-local.ts';
import { isPolymorphic, tableOf, tableOfLayout } from './emit-polymorphic.ts';
import { prepareScope } from './emit-prepare.ts';
import { chars, scalar } from './emit-scalar.ts';
import { inBytes, layoutOf } from './emit-section.ts';
import { emitTrees, enclosed } from './emit-statement.ts';
import { nameOf } from './emit-storage.ts';
import { typeTable } from './emit-types.ts';
import type { Emitter } from './emitter.ts';
import { mayOverlap } from './overlap.ts';

type Of<K extends Statement['k']> = Extract<Statement, { k: K }>;

/** A scope of names that hold in a construct. */
export function childScope(em: Emitter, k: 'construct' | 'block'): Scope {
  const scope = new Scope(em.program, k, '', em.scope);
  scope.cPrefix = em.scope.host.cPrefix;
  return scope;
}

/** Prints with the names of a scope. */
export function within(em: Emitter, scope: Scope, print: () => void): void {
  const outer = em.scope;
  em.scope = scope;
  try {
    print();
  } finally {
    em.scope = outer;
  }
}

// ---- ASSOCIATE and SELECT TYPE ----------------------------------------------------------------------------------------

/** Binds a name to a value: C variables that point to it. */
function bindAssociate(em: Emitter, scope: Scope, name: string, value: Typed): Sym {
  if (value.k === 'null') throw new FortranError(value.at, 'An associate name can not stand for NULL().');
  const symbol = declare(scope, name, value.at);
  symbol.k = 'variable';
  symbol.association = value;
  symbol.type = associatedType(value);
  symbol.cName = '';
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
  return symbol;
}

function associatedType(value: Typed): Type {
  if (value.type.base !== 'character' || constantLength(value.type) !== undefined) return value.type;
  return { base: 'character', kind: 1, length: '*' };
}

function bindArray(em: Emitter, c: string, value: Typed): void {
  const source = isDesignator(value)
    ? layoutOf(em, value)
    : (arrayValue(em, value).layout ?? materialiseValue(em, arrayValue(em, value)));
  // With a vector subscript the name can not be assigned, so a copy will do.
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

/** Prints ASSOCIATE. */
export function emitAssociate(em: Emitter, s: Of<'associate'>): void {
  const open = openConstruct(em, { name: s.name, isLoop: false });
  const scope = childScope(em, 'construct');
  const mark = em.printer.fresh('M');
  const before = em.arena;
  em.arena = false;
  const lines = em.capture(() => {
    for (const item of s.items) bindAssociate(em, scope, item.name, analyse(em.scope, item.value));
  });
  em.line(em.arena ? `{ fmark ${mark} = f_mark();` : '{');
  for (const line of lines) em.line(line);
  within(em, scope, () => emitTrees(em, s.body));
  em.line(em.arena ? `f_release(${mark}); }` : '}');
  em.arena = before;
  closeConstruct(em, open);
}

/** Prints SELECT TYPE. */
export function emitSelectType(em: Emitter, s: Of<'select-type'>): void {
  const open = openConstruct(em, { name: s.name, isLoop: false });
  const selector = analyse(em.scope, s.value);
  if (selector.type.base !== 'class' && selector.type.base !== 'class-star') {
    throw new FortranError(s.at, 'The selector of SELECT TYPE must be polymorphic.');
  }
  const name =
    s.associate ?? (s.value.k === 'ref' && s.value.parts.length === 1 ? s.value.parts[0]!.name : undefined);
  if (name === undefined)
    throw new FortranError(s.at, 'SELECT TYPE needs a name for this selector: (name => selector).');
  // The memory of a function's result is kept until the construct ends.
  const outer = em.arena;
  em.arena = false;
  let value = selector;
  const prepared = em.capture(() => {
    value = withResultInMemory(em, selector);
  });
  const mark = em.arena ? em.printer.fresh('M') : undefined;
  em.arena = outer;
  em.line(mark ? `{ fmark ${mark} = f_mark();` : '{');
  em.out.push(...prepared);
  const table = em.temporary('const ftype *', selectorTable(em, value));
  const typed = s.cases.map((c) => ({ ...c, type: c.type && resolveType(em.scope, c.type) }));
  checkGuards(typed, selector.type);
  const guards = [...typed].sort(
    (a, b) =>
      Number(a.guard !== 'type') - Number(b.guard !== 'type') ||
      Number(a.guard === 'default') - Number(b.guard === 'default'),
  );
  // CLASS IS chooses the nearest type, so deeper extensions are asked first.
  const ordered = guards.sort((a, b) => guardRank(b) - guardRank(a));
  ordered.forEach((c, i) => {
    const { type } = c;
    const test = guardTest(c.guard, type, table);
    em.line(`${i === 0 ? '' : '} else '}${test === '' ? (i === 0 ? '{' : '{') : `if (${test}) {`}`);
    const scope = childScope(em, 'construct');
    bindAssociate(em, scope, name, guardedValue(value, c.guard, type));
    within(em, scope, () => emitTrees(em, c.body));
  });
  if (ordered.length > 0) em.line('}');
  em.line(mark ? `f_release(${mark}); }` : '}');
  closeConstruct(em, open);
}

function guardRank(c: Guard): number {
  if (c.guard === 'default') return -1;
  if (c.guard === 'type' || !c.type) return 1000;
  let depth = 0;
  for (let t = c.type.derived; t; t = t.parent) depth++;
  return depth;
}

function selectorTable(em: Emitter, value: Typed): string {
  return tableOf(em, value);
}

function guardTest(guard: string, type: Type | undefined, table: string): string {
  if (!type || guard === 'default') return '';
  if (guard === 'class') return `f_extends(${table}, ${typeTable(type, '')})`;
  if (type.derived) return `${table} == ${typeTable(type, '')}`;
  return `${table} == ${type.base === 'character' ? '&f_type_character' : `&f_type_${suffix(type)}`}`;
}

function guardedValue(value: Typed, guard: string, type: Type | undefined): Typed {
  if (!type || guard === 'default') return value;
  const own: Type = guard === 'class' ? { ...type, base: 'class' } : type;
  return { k: 'narrow', at: value.at, type: own, rank: value.rank, base: value };
}

// ---- BLOCK ------------------------------------------------------------------------------------------------------------

/** Prints BLOCK with its own declarations. */
export function emitBlock(em: Emitter, s: Of<'block'>): void {
  const open = openConstruct(em, { name: s.name, isLoop: false });
  const scope = childScope(em, 'block');
  declareAll(scope, s.specifications);
  prepareScope(em, scope, s.specifications, s.body);
  const outerCleanups = em.cleanups.splice(0);
  let body: string[] = [];
  within(em, scope, () => {
    body = em.capture(() => emitTrees(em, s.body));
    em.line('{');
    declareLocals(em, scope);
  });
  for (const line of body) em.line(line);
  for (const line of em.cleanups) em.line(line);
  em.cleanups.length = 0;
  em.cleanups.push(...outerCleanups);
  em.line('}');
  closeConstruct(em, open);
}

// ---- WHERE ------------------------------------------------------------------------------------------------------------

/** Prints WHERE, with ELSEWHERE and nested WHERE. */
export function emitWhere(em: Emitter, s: Of<'where'>, outer?: Typed): void {
  enclosed(em, () => {
    em.arena = true;
    let pending = outer;
    s.branches.forEach((branch, i) => {
      const mask = branch.mask ? analyse(em.scope, branch.mask) : undefined;
      if (mask && (mask.type.base !== 'logical' || mask.rank === 0))
        throw new FortranError(branch.at, 'The mask of WHERE must be a logical array.');
      const control = mask ? controlMask(em, mask, pending) : pending;
      if (!control) throw new FortranError(branch.at, 'WHERE needs a mask.');
      if (mask && i < s.branches.length - 1) pending = remainingMask(em, control, pending);
      for (const inner of branch.body) emitMasked(em, inner, control);
    });
  });
}

/** The elements that a mask takes of those that are left, in memory. */
export function controlMask(em: Emitter, mask: Typed, pending: Typed | undefined): Typed {
  const value = arrayValue(em, mask);
  const shape = value.shape.map((n) => em.fixed(n));
  const target = temporaryArray(em, LOGICAL, shape, '1');
  const before = pending && arrayValue(em, pending);
  loops(em, shape, (indices) => {
    const own = scalar(em, value.at(indices));
    const test = before ? `${scalar(em, before.at(indices))} && ${own}` : `${own} != 0`;
    em.line(`${lvalue(em, layoutValue(target).at(indices))} = ${test};`);
  });
  return em.layoutNode(target, mask.at);
}

/** The elements that are left when a branch has taken its own. */
export function remainingMask(em: Emitter, control: Typed, pending: Typed | undefined): Typed {
  const taken = arrayValue(em, control);
  const before = pending && arrayValue(em, pending);
  const target = temporaryArray(em, LOGICAL, taken.shape, '1');
  loops(em, taken.shape, (indices) => {
    const own = scalar(em, taken.at(indices));
    em.line(
      `${lvalue(em, layoutValue(target).at(indices))} = ${before ? `${scalar(em, before.at(indices))} && ` : ''}!${own};`,
    );
  });
  return em.layoutNode(target, control.at);
}

/** Prints a statement of WHERE, for the elements that a mask admits. */
export function emitMasked(em: Emitter, s: Statement, control: Typed): void {
  if (s.k === 'where') {
    emitWhere(em, s, control);
    return;
  }
  if (s.k !== 'assignment') throw new FortranError(s.at, 'Only assignments can stand in WHERE.');
  enclosed(em, () => {
    const target = analyse(em.scope, s.target);
    const given = analyse(em.scope, s.value);
    const mask = arrayValue(em, control);
    const defined = target.type.derived ? maybeDefinedAssignment(em.scope, target, given, s.at) : undefined;
    if (defined?.k === 'call') {
      maskedCall(em, defined, mask);
      return;
    }
    const value = coerce(given, target.type, s.at);
    const layout = layoutOf(em, target);
    let source = value.rank > 0 ? arrayValue(em, value) : undefined;
    checkConformance(em, { e: target, shape: layout.dims.map((d) => d.extent) }, mask.shape, s.at);
    // A scalar value is computed once when that needs a call, else only where the mask admits it.
    const constantSource = source ? undefined : callsProcedure(value) ? hoist(em, value) : value;
    if (source && mayOverlap(target, value)) {
      source = maskedCopy(em, source, mask);
    }
    loops(em, mask.shape, (indices) => {
      em.line(`if (${scalar(em, mask.at(indices))}) {`);
      const one = source ? source.at(indices) : constantSource!;
      assignElement(em, layoutValue(layout).at(indices), one);
      em.line('}');
    });
  });
}

function callsProcedure(e: Typed): boolean {
  switch (e.k) {
    case 'call':
      return true;
    case 'binary':
      return callsProcedure(e.left) || callsProcedure(e.right);
    case 'unary':
    case 'convert':
    case 'paren':
      return callsProcedure(e.operand);
    case 'intrinsic':
      return e.arguments.some((a) => a && (a.rank > 0 || callsProcedure(a)));
    default:
      return e.k !== 'const' && e.k !== 'variable';
  }
}

/** Values where the mask admits them: elsewhere they may not be computable. */
export function maskedCopy(em: Emitter, value: ArrayValue, mask: ArrayValue): ArrayValue {
  const copy = temporaryArray(em, value.type, value.shape, lengthOfValue(em, value));
  loops(em, mask.shape, (indices) => {
    em.line(`if (${scalar(em, mask.at(indices))}) {`);
    assignScalar(em, layoutValue(copy).at(indices), value.at(indices));
    em.line('}');
  });
  return layoutValue(copy);
}

function maskedCall(
  em: Emitter,
  call: Extract<Typed, { k: 'call' }>,
  mask: ReturnType<typeof arrayValue>,
): void {
  const values = call.arguments.map((a) =>
    a?.value && a.value.rank > 0 ? arrayValue(em, a.value) : undefined,
  );
  loops(em, mask.shape, (indices) => {
    em.line(`if (${scalar(em, mask.at(indices))}) {`);
    const list = call.arguments.map((a, i) => (a && values[i] ? { ...a, value: values[i]!.at(indices) } : a));
    callSubroutine(em, { ...call, rank: 0, arguments: list });
    em.line('}');
  });
}

// ---- DO CONCURRENT -------------------------------------------------------------------------------------------

/** Opens the loops over index variables of their own; answers how many C braces are open. */
export function openLoops(em: Emitter, scope: Scope, header: readonly LoopControl[]): number {
  const outer = em.scope;
  header.forEach((loop) => {
    // Bounds may name the variables of loops around this one, but not its own.
    const bounds = new Scope(em.program, 'construct', '', outer);
    for (const [name, symbol] of scope.symbols) bounds.symbols.set(name, symbol);
    const variable = declare(scope, loop.variable, loop.at);
    variable.k = 'variable';
    if (loop.type) variable.type = resolveType(outer, loop.type);
    else
      variable.type = analyse(outer, {
        k: 'ref',
        at: loop.at,
        parts: [{ name: loop.variable, at: loop.at, lists: [] }],
      }).type;
    const type = cType(variable.type);
    const value = (e: import('../syntax/syntax-tree.ts').Expression): string =>
      em.temporary(type, scalar(em, coerce(analyse(bounds, e), variable.type!, e.at)));
    const first = value(loop.first);
    const last = value(loop.last);
    const step = loop.step ? value(loop.step) : '1';
    const name = em.printer.fresh('I');
    variable.cName = name;
    em.bindings.set(variable, name);
    em.line(
      `for (${type} ${name} = ${first}; ${step === '1' ? `${name} <= ${last}` : `${step} > 0 ? ${name} <= ${last} : ${name} >= ${last}`}; ${name} += ${step}) {`,
    );
  });
  return header.length;
}

/** Prints DO CONCURRENT as nested loops. */
export function emitConcurrent(em: Emitter, s: Of<'do-concurrent'>): void {
  const open = openConstruct(em, { name: s.name, isLoop: true });
  const scope = childScope(em, 'construct');
  scope.purity = 'DO CONCURRENT';
  em.line('{');
  const depth = openLoops(em, scope, s.loops);
  within(em, scope, () => {
    if (s.mask) {
      const mask = analyse(em.scope, s.mask);
      em.line(`if (!${scalar(em, mask)}) continue;`);
    }
    emitLoopBody(em, open, () => emitTrees(em, s.body));
  });
  em.line('}'.repeat(depth + 1));
  closeConstruct(em, open);
}
