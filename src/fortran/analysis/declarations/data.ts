// DATA statements: determines the value of each variable and unrolls implied loops.

import { inconstantPart } from '../../intrinsics/checks/constant.ts';
import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { substitute } from '../../intrinsics/folding/fold.ts';
import { LoopTurns } from '../../intrinsics/folding/loop-turns.ts';
import {
  constantLength,
  constantShape,
  maybeExactInteger,
  maybeInteger,
} from '../../program/constants/constants.ts';
import { asHollerith, coerce } from '../../program/constants/conversions.ts';
import { guarded } from '../../program/declarations/declare.ts';
import { dimensionsOf, typeOf } from '../../program/declarations/resolve.ts';
import { note } from '../../program/symbols/change-symbol.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { isAllocatable, isDesignator, isPointer, rootSymbol } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import type {
  Dimension,
  MaybeTyped,
  Node,
  Program,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import type { DataStore, TypedData } from '../../program/walking/typed-statements.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { DataValue, Expression, SpecificationStatement } from '../../syntax/tree/syntax-tree.ts';
import { outsideCommonFault } from '../checks/names.ts';
import { hasInitialParts } from '../checks/scope.ts';
import { analyse, analyseName } from '../expressions/expression.ts';
import { analyseReference } from '../expressions/reference.ts';

/** Marks the variables that DATA initialises, because they retain their values. */
export function markData(scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const s of statements) {
    if (s.k !== 'data') continue;
    for (const set of s.sets) for (const target of set.targets) markTarget(scope, target);
  }
}

function markTarget(scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) markTarget(scope, item);
  else if (e.k === 'ref') {
    const part = { ...e.parts[0]!, lists: [] };
    if (!lookup(scope, part.name)) guarded(scope, () => analyseReference(scope, { ...e, parts: [part] }));
    const symbol = lookup(scope, part.name);
    if (symbol) note(symbol, 'inData');
  }
}

/** Returns the stores for a scope's DATA statements and for declarations with values between slashes. */
export function analyseData(scope: Scope, statements: readonly SpecificationStatement[]): TypedData[] {
  const all: TypedData[] = [];
  const add = (set: { targets: Expression[]; values: DataValue[] }, at: Position): void =>
    guarded(scope, () => all.push(analyseSet(scope, set, at)));
  for (const s of statements) if (s.k === 'data') for (const set of s.sets) add(set, s.at);
  for (const symbol of scope.symbols.values()) {
    if (symbol.written.data && symbol.scope === scope) {
      const { name, at } = symbol;
      add({ targets: [{ k: 'ref', at, parts: [{ name, at, lists: [] }] }], values: symbol.written.data }, at);
    }
  }
  return all;
}

function analyseSet(
  scope: Scope,
  set: { targets: Expression[]; values: DataValue[] },
  at: Position,
): TypedData {
  const structures = set.targets.flatMap((target) => structuresOf(scope, target));
  const values = new ValueList(scope, set.values);
  const stores: DataStore[] = [];
  for (const target of set.targets) storeTarget(scope, target, values, stores);
  if (values.left > 0) refuse(at, `DATA has ${values.left} value(s) too many.`);
  return { structures, stores };
}

// Structures whose components are initialised individually by DATA.
function structuresOf(scope: Scope, e: Expression): Sym[] {
  if (e.k === 'implied-do') return e.items.flatMap((item) => structuresOf(scope, item));
  if (e.k !== 'ref' || e.parts.length < 2) return [];
  const symbol = lookup(scope, e.parts[0]!.name);
  const type = symbol && typeOf(symbol);
  if (!symbol || type?.base !== 'derived' || type.derived!.opaque) return [];
  return symbol.pointer || symbol.allocatable || symbol.storage.equivalence ? [] : [symbol];
}

/** Maximum number of values in a DATA statement that are processed individually. */
const MAX_VALUES = 1_000_000;

class ValueList {
  #taken = 0;
  readonly #items: { value: Typed; count: number }[] = [];
  #next = 0;
  readonly program: Program;
  left = 0;

  constructor(scope: Scope, values: readonly DataValue[]) {
    this.program = scope.program;
    for (const v of values) {
      const count = v.repeat ? maybeInteger(analyse(scope, v.repeat)) : 1;
      if (count === undefined || count < 0)
        refuse(v.repeat!.at, 'The repeat count in DATA must be a non-negative constant.');
      const value = analyse(scope, v.value);
      checkDataValue(value);
      this.#items.push({ value, count });
      this.left += count;
    }
  }

  take(at: Position): Typed {
    this.#taken += 1;
    if (this.#taken > MAX_VALUES) {
      refuse(at, `DATA lists more than ${MAX_VALUES} values here: assign them at run time instead.`);
    }
    return this.#takeFrom(this.#find(at), 1);
  }

  /** The value for the next `count` variables, if a single value with a repeat count covers all of them. */
  maybeTakeRun(count: number, at: Position, fits: (value: Typed) => boolean): MaybeTyped {
    if (count === 0) return undefined;
    const item = this.#find(at);
    return item.count >= count && fits(item.value) ? this.#takeFrom(item, count) : undefined;
  }

  #find(at: Position): { value: Typed; count: number } {
    while (this.#items[this.#next]?.count === 0) this.#next++;
    const item = this.#items[this.#next] ?? refuse(at, 'DATA has fewer values than variables.');
    return item;
  }

  #takeFrom(item: { value: Typed; count: number }, count: number): Typed {
    item.count -= count;
    this.left -= count;
    return item.value;
  }
}

function storeTarget(scope: Scope, e: Expression, values: ValueList, stores: DataStore[]): void {
  if (e.k === 'implied-do') {
    storeLoop(scope, e, { values, stores, outer: new Map(), turns: new LoopTurns() });
    return;
  }
  const target = analyse(scope, e);
  if (!isDesignator(target)) refuse(e.at, 'DATA can initialise only variables.');
  refuseTargets(target);
  throwFault(e.at, dataTargetFault(scope, target, e.at));
  const isOne = target.rank === 0 || isPointer(target);
  stores.push(isOne ? scalarStore(target, values, e.at) : arrayStore(target, values, e.at));
}

// Before the program starts, a pointer has no target, so DATA can initialise the pointer but not its target.
function refuseTargets(target: Typed): void {
  for (let e: Typed = target; 'base' in e; ) {
    e = e.base;
    if (isPointer(e)) refuse(target.at, 'DATA initialises pointers, not their targets.');
  }
}

function scalarStore(target: Typed, values: ValueList, at: Position): DataStore {
  const value = values.take(at);
  const symbol =
    target.k === 'variable' ? target.sym : target.k === 'component' ? target.component : undefined;
  if (!symbol?.pointer) return { k: 'scalar', target, value: datum(values.program, target.type, value) };
  if (value.k !== 'null' && !isDesignator(value))
    refuse(value.at, 'DATA can initialise a pointer with NULL() or a target, but not with a value.');
  return { k: 'pointer', target, value };
}

// Converts a value for a variable of the given type.
function datum(program: Program, type: Type, written: Typed): Typed {
  throwFault(written.at, datumFault(written));
  const value = asHollerith(program, written, type);
  const { base } = value.type;
  if (base === 'hollerith' && type.base === 'character')
    return { ...value, type: { base: 'character', kind: 1 } } as Typed;
  if (base === 'hollerith') return { k: 'convert', at: value.at, type, rank: 0, operand: value };
  return coerce(value, type, value.at);
}

function datumFault(value: Typed): string | undefined {
  if (value.k === 'null') return 'DATA can initialise only pointers with NULL().';
  if (value.rank > 0) return 'A value in DATA must be a scalar: list the elements of an array one by one.';
  const found = isDesignator(value) ? inconstantPart(value) : undefined;
  if (found) return `A value in DATA must be constant: ${found.why}`;
  return undefined;
}

function arrayStore(target: Typed, values: ValueList, at: Position): DataStore {
  const shape = constantShapeOf(target) ?? refuse(at, 'The size of an array in DATA must be constant.');
  const count = shape.reduce((n, extent) => n * extent, 1);
  const adapt = (written: Typed): Typed => {
    throwFault(written.at, datumFault(written));
    const value = asHollerith(values.program, written, target.type);
    const isRaw = value.type.base === 'hollerith' || target.type.base === 'derived';
    return isRaw ? value : coerce(value, target.type, value.at);
  };
  const isPlain = (value: Typed): boolean => {
    const fitted = adapt(value);
    return fitted.k === 'const' && fitted.type.base === target.type.base && typeof fitted.value !== 'object';
  };
  const run = values.maybeTakeRun(count, at, isPlain);
  if (run) return { k: 'whole', target, value: adapt(run) };
  const items: Typed[] = [];
  for (let i = 0; i < count; i++) items.push(adapt(values.take(at)));
  const [first] = items;
  const constant = items.every((i) => i.k === 'const' && i.type.base === target.type.base);
  if (first && constant && items.every((i) => isSame(i, first))) return { k: 'whole', target, value: first };
  if (constant && items.length > 4) {
    const { type } = items[0]!;
    return { k: 'whole', target, value: { k: 'const-array', at, type, rank: target.rank, shape, items } };
  }
  return {
    k: 'elements',
    target,
    shape,
    values: items.map((item) => datum(values.program, target.type, item)),
  };
}

function isSame(a: Typed, b: Typed): boolean {
  return (
    a === b || (a.k === 'const' && b.k === 'const' && a.value === b.value && typeof a.value !== 'object')
  );
}

/** An implied DO that is being unrolled: its values, their targets, and the variables of the enclosing loops. */
interface Unrolling {
  readonly values: ValueList;
  readonly stores: DataStore[];
  readonly outer: ReadonlyMap<Sym, bigint>;
  readonly turns: LoopTurns;
}

function storeLoop(scope: Scope, e: Extract<Expression, { k: 'implied-do' }>, to: Unrolling): void {
  const { loop } = e;
  const bound = (x: Expression): bigint => {
    const n =
      maybeExactInteger(substitute(analyse(scope, x), to.outer)) ??
      refuse(x.at, 'The bounds of an implied DO in DATA must be constant.');
    return n;
  };
  const { variable: name, at } = loop;
  if (!lookup(scope, name)) analyseName(scope, name, at);
  const variable = lookup(scope, name)!;
  const step = loop.step ? bound(loop.step) : 1n;
  if (step === 0n) refuse(at, 'The step of an implied DO in DATA cannot be 0.');
  const first = bound(loop.first);
  const last = bound(loop.last);
  const inner = new Map(to.outer);
  for (const i of to.turns.count(first, last, step)) {
    inner.set(variable, i);
    for (const item of e.items) {
      if (item.k === 'implied-do') storeLoop(scope, item, { ...to, outer: inner });
      else storeLoopItem(scope, item, { ...to, outer: inner });
    }
  }
  if (to.turns.areOver) refuse(at, 'The implied DO loops have too many iterations.');
}

function storeLoopItem(scope: Scope, item: Expression, { values, stores, outer }: Unrolling): void {
  const target = substitute(analyse(scope, item), outer);
  throwFault(item.at, dataTargetFault(scope, target, item.at));
  stores.push(target.rank > 0 ? arrayStore(target, values, item.at) : scalarStore(target, values, item.at));
}

/** Reason why DATA cannot initialise a target, or undefined if it can. */
function dataTargetFault(scope: Scope, target: Typed, at: Position): string | undefined {
  const root = rootSymbol(target);
  const outside = root && scope.unit?.k === 'block-data' ? outsideCommonFault(root) : undefined;
  if (outside) return outside;
  if (root && root.scope !== scope)
    return `"${root.name}" belongs to another scope: DATA can initialise only variables of its own scope.`;
  if (root && (root.dummy || root.result))
    return `"${root.name}" is ${root.dummy ? 'a dummy argument' : 'the result of a function'}: DATA cannot initialise it.`;
  if (root && dependsOnRun(root))
    return `"${root.name}" has bounds or a length that are not constant: DATA cannot initialise it.`;
  const { derived } = target.type;
  const isInitial = derived && !derived.opaque && hasInitialParts(derived);
  if (root && target.k !== 'component' && isInitial && !root.pointer)
    return `"${root.name}" already has initial values from its type: DATA cannot replace them.`;
  if (root?.storage.common && scope.unit?.k !== 'block-data')
    refuseLater(scope, 'GNU', `DATA for a variable in COMMON outside BLOCK DATA ("${root.name}")`, at);
  if (target.k === 'variable' && root?.written.initial) return `"${root.name}" already has an initial value.`;
  for (let e: MaybeTyped = target; e; e = 'base' in e ? e.base : undefined) {
    const fault = stepFault(e);
    if (fault) return fault;
  }
  return undefined;
}

// True if a symbol is an automatic object, which exists only while its procedure runs.
function dependsOnRun(symbol: Sym): boolean {
  if (symbol.pointer || symbol.allocatable) return false;
  const type = typeOf(symbol);
  const dims = dimensionsOf(symbol);
  return (
    (type.base === 'character' && constantLength(type) === undefined) ||
    (dims !== undefined && constantShape(dims) === undefined)
  );
}

function stepFault(e: Typed): string | undefined {
  if (e.k === 'part') return 'DATA cannot initialise only one part of a complex number.';
  if ((e.k === 'component' || e.k === 'variable') && isAllocatable(e))
    return 'DATA cannot initialise an ALLOCATABLE object.';
  if (e.k === 'element') return elementFault(e);
  return e.k === 'substring' ? substringFault(e) : undefined;
}

function elementFault({ base, subscripts }: Node<'element'>): string | undefined {
  const dims: readonly Dimension[] | undefined =
    base.k === 'variable' ? dimensionsOf(base.sym) : base.k === 'component' ? base.component.dims : undefined;
  for (const [i, subscript] of subscripts.entries()) {
    const n = maybeInteger(subscript);
    const [low, high] = [maybeInteger(dims?.[i]?.low), maybeInteger(dims?.[i]?.high)];
    if (n !== undefined && ((low !== undefined && n < low) || (high !== undefined && n > high)))
      return `The subscript ${n} in DATA is outside the array.`;
  }
  return undefined;
}

function substringFault({ base, low, high }: Node<'substring'>): string | undefined {
  const length = constantLength(base.type);
  const first = low ? maybeInteger(low) : 1;
  const last = high ? maybeInteger(high) : length;
  if (first === undefined || last === undefined || last < first) return undefined;
  return first < 1 || (length !== undefined && last > length)
    ? `The substring ${first}:${last} in DATA is outside the character variable.`
    : undefined;
}

/** Throws if a value is unknown before the program runs. A pointer's target may be a SAVE variable. */
function checkDataValue(value: Typed): void {
  if (value.k === 'null' || value.type.base === 'procedure') return;
  if (isDesignator(value) && rootSymbol(value)?.has('target')) return;
  const found = inconstantPart(value);
  if (found) refuse(found.part.at, `A value in DATA must be constant: ${found.why}`);
}
