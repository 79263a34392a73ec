// DATA statements as C that runs once before the unit: lists of values and implied loops, unrolled.
import { analyse } from '../analysis/analyse-expression.ts';
import { analyseReference } from '../analysis/analyse-reference.ts';
import { checkDataTarget, checkDataValue } from '../analysis/check-data.ts';
import { constantShapeOf } from '../intrinsics/constant-shape.ts';
import { substitute } from '../intrinsics/fold.ts';
import { coerce } from '../program/conversions.ts';
import { guarded } from '../program/declare.ts';
import { isDesignator, isPointer } from '../program/designator.ts';
import { lookup } from '../program/names.ts';
import { typeOf } from '../program/resolve.ts';
import { constantLength, maybeInteger, type Scope, type Sym, type Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { DataValue, Expression, SpecificationStatement } from '../syntax/syntax-tree.ts';
import { layoutValue } from './emit-array.ts';
import { assign, assignScalar } from './emit-assign.ts';
import { assignPointer } from './emit-assign-pointer.ts';
import { initialiseStructures, startup } from './emit-data.ts';
import { characterPlace } from './emit-designator.ts';
import { layoutOf } from './emit-section.ts';
import { needsInit } from './emit-types.ts';
import type { Emitter } from './emitter.ts';

/** Marks the variables that DATA initialises: they keep their values. */
export function markData(scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const s of statements) {
    if (s.k !== 'data') continue;
    for (const set of s.sets) for (const target of set.targets) markTarget(scope, target);
  }
}

function markTarget(scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) markTarget(scope, item);
  else if (e.k === 'ref') {
    const symbol = lookup(scope, e.parts[0]!.name);
    if (symbol) symbol.dataInitialised = true;
    else {
      guarded(scope, () =>
        analyseReference(scope, { k: 'ref', at: e.at, parts: [{ ...e.parts[0]!, lists: [] }] }),
      );
      const made = lookup(scope, e.parts[0]!.name);
      if (made) made.dataInitialised = true;
    }
  }
}

/** Prints the DATA statements of a scope. */
export function printData(em: Emitter, scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const s of statements) {
    if (s.k !== 'data') continue;
    for (const set of s.sets) guarded(scope, () => printDataSet(em, scope, set, s.at));
  }
  for (const symbol of scope.symbols.values()) {
    if (symbol.initialData && symbol.scope === scope) {
      const target: Expression = {
        k: 'ref',
        at: symbol.at,
        parts: [{ name: symbol.name, at: symbol.at, lists: [] }],
      };
      guarded(scope, () =>
        printDataSet(em, scope, { targets: [target], values: symbol.initialData! }, symbol.at),
      );
    }
  }
}

function printDataSet(
  em: Emitter,
  scope: Scope,
  set: { targets: Expression[]; values: DataValue[] },
  at: Position,
): void {
  for (const target of set.targets) initialiseBefore(em, scope, target);
  const print = (init: Emitter): void => {
    const values = new ValueList(scope, set.values);
    for (const target of set.targets) printDataTarget(init, scope, target, values);
    if (values.left > 0) throw new FortranError(at, `DATA has ${values.left} more value(s) than variables.`);
  };
  // What a type gives its components comes first.
  startup(em, scope, print, em.printer.dataInitialisers);
}

// What DATA gives to single components comes after the initial values of the others.
function initialiseBefore(em: Emitter, scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) initialiseBefore(em, scope, item);
  if (e.k !== 'ref' || e.parts.length < 2) return;
  const symbol = lookup(scope, e.parts[0]!.name);
  const type = symbol && typeOf(symbol);
  if (!symbol || symbol.defaultsPrinted || type?.base !== 'derived' || type.derived!.opaque) return;
  if (symbol.pointer || symbol.allocatable || symbol.equivalence || !needsInit(type.derived!)) return;
  symbol.defaultsPrinted = true;
  startup(em, scope, (init) => initialiseStructures(init, symbol));
}

/** Values of one DATA statement that are looked at one by one. */
const MAX_VALUES = 1_000_000;

class ValueList {
  #taken = 0;
  readonly #items: { value: Typed; count: number }[] = [];
  #next = 0;
  left = 0;

  constructor(scope: Scope, values: readonly DataValue[]) {
    for (const v of values) {
      const count = v.repeat ? (maybeInteger(analyse(scope, v.repeat)) ?? 0) : 1;
      const value = analyse(scope, v.value);
      checkDataValue(value);
      this.#items.push({ value, count });
      this.left += count;
    }
  }

  take(at: Position): Typed {
    this.#taken += 1;
    if (this.#taken > MAX_VALUES) {
      throw new FortranError(
        at,
        `DATA gives more than ${MAX_VALUES} values here: assign them while the program runs.`,
      );
    }
    return this.#takeFrom(this.#find(at), 1);
  }

  /** The value of the next so many variables, where one value with a repeat count is meant for all of them. */
  maybeTakeRun(count: number, at: Position, fits: (value: Typed) => boolean): Typed | undefined {
    if (count === 0) return undefined;
    const item = this.#find(at);
    return item.count >= count && fits(item.value) ? this.#takeFrom(item, count) : undefined;
  }

  #find(at: Position): { value: Typed; count: number } {
    while (this.#items[this.#next]?.count === 0) this.#next++;
    const item = this.#items[this.#next];
    if (!item) throw new FortranError(at, 'DATA has fewer values than variables.');
    return item;
  }

  #takeFrom(item: { value: Typed; count: number }, count: number): Typed {
    item.count -= count;
    this.left -= count;
    return item.value;
  }
}

function printDataTarget(em: Emitter, scope: Scope, e: Expression, values: ValueList): void {
  if (e.k === 'implied-do') {
    printDataLoop(em, scope, e, values, new Map());
    return;
  }
  const target = analyse(scope, e);
  if (!isDesignator(target)) throw new FortranError(e.at, 'DATA can initialise only variables.');
  refuseTargets(target);
  checkDataTarget(scope, target, e.at);
  if (target.rank === 0) storeDatum(em, target, values.take(e.at));
  else storeArray(em, target, values, e.at);
}

// Before the program starts a pointer points nowhere: DATA can set the pointer, but not what is behind it.
function refuseTargets(target: Typed): void {
  for (let e = innerOf(target); e; e = innerOf(e))
    if (isPointer(e))
      throw new FortranError(
        target.at,
        'DATA can not initialise what a pointer points to, only the pointer itself.',
      );
}

function innerOf(e: Typed): Typed | undefined {
  return 'base' in e ? e.base : undefined;
}

function storeDatum(em: Emitter, target: Typed, value: Typed): void {
  if (target.k === 'substring') blankOnce(em, target.base);
  if (
    (target.k === 'variable' && target.sym.pointer) ||
    (target.k === 'component' && target.component.pointer)
  ) {
    if (value.k !== 'null' && !isDesignator(value))
      throw new FortranError(value.at, 'DATA can give a pointer NULL() or a target, but no value.');
    assignPointer(em, target, value);
    return;
  }
  if (value.type.base === 'hollerith' && target.type.base !== 'character') {
    em.line('{');
    assignScalar(em, target, { k: 'convert', at: value.at, type: target.type, rank: 0, operand: value });
    em.line('}');
    return;
  }
  // Old programs put characters into numbers, as Hollerith constants do.
  if (value.type.base === 'character' && target.type.base !== 'character') {
    storeDatum(em, target, {
      ...value,
      type: { base: 'hollerith', kind: constantLength(value.type) ?? 1 },
    } as Typed);
    return;
  }
  em.line('{');
  assignScalar(
    em,
    target,
    value.type.base === 'hollerith'
      ? ({ ...value, type: { base: 'character', kind: 1 } } as Typed)
      : coerce(value, target.type, value.at),
  );
  em.line('}');
}

// What DATA leaves of a character variable is blank.
function blankOnce(em: Emitter, e: Typed): void {
  if (e.k !== 'variable' || e.rank > 0 || em.printer.blanked.has(e.sym)) return;
  em.printer.blanked.add(e.sym);
  const place = characterPlace(em, e);
  em.line(`memset(${place.p}, ' ', ${place.n});`);
}

function storeArray(em: Emitter, target: Typed, values: ValueList, at: Position): void {
  const layout = layoutOf(em, target);
  const shape = constantShapeOf(target) ?? layout.dims.map((d) => Number(d.extent));
  const count = shape.reduce((n, extent) => n * extent, 1);
  if (!Number.isInteger(count)) throw new FortranError(at, 'The size of an array in DATA must be constant.');
  const adapt = (value: Typed): Typed =>
    value.type.base === 'hollerith' ||
    target.type.base === 'derived' ||
    (value.type.base === 'character' && target.type.base !== 'character')
      ? value
      : coerce(value, target.type, value.at);
  const isPlain = (value: Typed): boolean => {
    const fitted = adapt(value);
    return fitted.k === 'const' && fitted.type.base === target.type.base && typeof fitted.value !== 'object';
  };
  const run = values.maybeTakeRun(count, at, isPlain);
  if (run) {
    assign(em, target, adapt(run));
    return;
  }
  const items: Typed[] = [];
  for (let i = 0; i < count; i++) items.push(adapt(values.take(at)));
  const same =
    items.length > 0 &&
    items.every(
      (i) =>
        i === items[0] ||
        (i.k === 'const' &&
          items[0]!.k === 'const' &&
          i.value === items[0]!.value &&
          typeof i.value !== 'object'),
    );
  const constant = items.every((i) => i.k === 'const' && i.type.base === target.type.base);
  if (same && constant) assign(em, target, items[0]!);
  else if (constant && items.length > 4) {
    assign(em, target, {
      k: 'const-array',
      at,
      type: items[0]!.type,
      rank: target.rank,
      shape,
      items,
    });
  } else {
    for (const [n, item] of items.entries()) storeDatum(em, layoutValue(layout).at(unravel(n, shape)), item);
  }
}

function unravel(n: number, shape: readonly number[]): string[] {
  let rest = n;
  return shape.map((size) => {
    const i = rest % size;
    rest = Math.floor(rest / size);
    return String(i);
  });
}

function printDataLoop(
  em: Emitter,
  scope: Scope,
  e: Extract<Expression, { k: 'implied-do' }>,
  values: ValueList,
  outer: ReadonlyMap<Sym, bigint>,
): void {
  const { loop } = e;
  const bound = (x: Expression): number => {
    const n = maybeInteger(substitute(analyse(scope, x), outer));
    if (n === undefined)
      throw new FortranError(x.at, 'The bounds of an implied DO in DATA must be constant.');
    return n;
  };
  let variable = lookup(scope, loop.variable);
  if (!variable) {
    analyseReference(scope, {
      k: 'ref',
      at: loop.at,
      parts: [{ name: loop.variable, at: loop.at, lists: [] }],
    });
    variable = lookup(scope, loop.variable)!;
  }
  const step = loop.step ? bound(loop.step) : 1;
  const first = bound(loop.first);
  const last = bound(loop.last);
  const inner = new Map(outer);
  for (let i = first; step > 0 ? i <= last : i >= last; i += step) {
    inner.set(variable, BigInt(i));
    for (const item of e.items) {
      if (item.k === 'implied-do') printDataLoop(em, scope, item, values, inner);
      else storeLoopItem(em, scope, item, values, inner);
    }
  }
}

function storeLoopItem(
  em: Emitter,
  scope: Scope,
  item: Expression,
  values: ValueList,
  inner: ReadonlyMap<Sym, bigint>,
): void {
  const target = substitute(analyse(scope, item), inner);
  checkDataTarget(scope, target, item.at);
  if (target.rank > 0) storeArray(em, target, values, item.at);
  else storeDatum(em, target, values.take(item.at));
}
