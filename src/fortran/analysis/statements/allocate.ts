// ALLOCATE, DEALLOCATE and NULLIFY: checks their objects, and the bounds, lengths and values of those objects.

import { constantLength, describeType } from '../../program/constants/constants.ts';
import { isCompatibleDerived } from '../../program/constants/conversions.ts';
import { analyseScalarInteger, resolveType } from '../../program/declarations/resolve.ts';
import { checkDefinable } from '../../program/symbols/definable.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { MaybeTyped, Scope, Type, Typed } from '../../program/symbols/semantics.ts';
import type {
  Allocation,
  AllocationStatus,
  Cobound,
  NewBounds,
  TypedOf,
} from '../../program/walking/typed-statements.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Argument, Control, Expression, Reference } from '../../syntax/tree/syntax-tree.ts';
import { pointerFault } from '../checks/require-scalar.ts';
import { requireDefaultCharacters } from '../checks/wide.ts';
import { analyse } from '../expressions/expression.ts';
import { coarrayOf } from '../expressions/images.ts';
import { analyseReference } from '../expressions/reference.ts';
import type { Of, Place } from './statement-place.ts';

/** The type, SOURCE= and MOLD= that ALLOCATE specifies for its objects. */
type Given = Pick<TypedOf<'allocate'>, 'type' | 'source' | 'mold'>;

export function analyseAllocate({ scope }: Place, s: Of<'allocate'>): TypedOf<'allocate'> {
  const { stat, errmsg, source, mold } = analyseControls(scope, s.controls);
  const type = s.type ? resolveType(scope, s.type) : undefined;
  checkDistinct(s.items);
  checkOutside(s.items, s.controls);
  if (type && (source ?? mold)) refuse(s.at, 'A type in ALLOCATE cannot be combined with SOURCE= or MOLD=.');
  const given = { type, source, mold };
  const objects = s.items.map((item) => analyseObject(scope, item, given));
  return { k: 'allocate', at: s.at, ...given, status: { stat, errmsg }, objects };
}

export function analyseDeallocate({ scope }: Place, s: Of<'deallocate'>): TypedOf<'deallocate'> {
  const { stat, errmsg } = analyseControls(scope, s.controls, ['stat', 'errmsg']);
  checkDistinct(s.items);
  checkOutside(s.items, s.controls);
  const objects = s.items.map((item) => {
    const object = analyseReference(scope, item);
    throwFault(item.at, changeableFault(scope, object, item.at));
    if (object.k === 'call' || (!isAllocatable(object) && !isPointer(object)))
      refuse(item.at, 'Only pointers and allocatable variables can be deallocated.');
    return { object, name: item.parts.at(-1)!.name };
  });
  return { k: 'deallocate', at: s.at, status: { stat, errmsg }, objects };
}

export function analyseNullify({ scope }: Place, s: Of<'nullify'>): TypedOf<'nullify'> {
  const pointers = s.items.map((item) => {
    const pointer = analyseReference(scope, item);
    if (pointer.k === 'call') refuse(item.at, 'A function result cannot be nullified: it is not a variable.');
    throwFault(pointer.at, pointerFault(pointer));
    throwFault(item.at, changeableFault(scope, pointer, item.at));
    return pointer;
  });
  return { k: 'nullify', at: s.at, pointers };
}

// Analyses a statement's STAT=, ERRMSG=, and SOURCE= or MOLD=.
function analyseControls(
  scope: Scope,
  controls: readonly Control[],
  allowed = ['stat', 'errmsg', 'source', 'mold'],
): AllocationStatus & Omit<Given, 'type'> {
  const result: Record<string, Typed> = {};
  for (const c of controls) {
    if (!c.keyword || !allowed.includes(c.keyword))
      refuse(c.at, `This statement does not accept the specifier "${c.keyword ?? ''}".`);
    if (result[c.keyword]) refuse(c.at, `${c.keyword.toUpperCase()}= is given twice.`);
    result[c.keyword] = analyse(scope, c.value);
  }
  const { stat, errmsg, source, mold } = result;
  if (stat && (stat.type.base !== 'integer' || stat.rank > 0))
    refuse(stat.at, 'STAT= needs a scalar integer variable.');
  requireDefaultCharacters(errmsg, errmsg?.at ?? 0, 'ERRMSG=');
  if (errmsg && (errmsg.type.base !== 'character' || errmsg.rank > 0))
    refuse(errmsg.at, 'ERRMSG= needs a scalar character variable.');
  for (const variable of [stat, errmsg]) if (variable) checkDefinable(scope, variable, variable.at);
  const nothing = [source, mold].find((value) => value?.k === 'null');
  if (nothing) refuse(nothing.at, 'NULL() has no value and cannot be SOURCE= or MOLD=.');
  if (source && mold) refuse(mold.at, 'SOURCE= and MOLD= are mutually exclusive.');
  return { stat, errmsg, source, mold };
}

// Variables in STAT= and ERRMSG= must not be part of an object in the statement.
function checkOutside(items: readonly Reference[], controls: readonly Control[]): void {
  for (const { keyword, value } of controls) {
    if ((keyword !== 'stat' && keyword !== 'errmsg') || value.k !== 'ref') continue;
    const key = objectKey(value);
    if (items.some((item) => key === objectKey(item) || key.startsWith(`${objectKey(item)}%`)))
      refuse(
        value.at,
        `The variable in ${keyword.toUpperCase()}= cannot be a part of an object that the statement changes.`,
      );
  }
}

// No object may be listed twice, or listed together with a part of itself.
function checkDistinct(items: readonly Reference[]): void {
  const keys = items.map(objectKey);
  keys.forEach((key, i) => {
    const other = keys.findIndex(
      (k, j) => j !== i && (k === key || k.startsWith(`${key}%`) || k.startsWith(`${key}(`)),
    );
    if (other >= 0)
      refuse(items[i]!.at, 'This object appears twice in the statement, or together with a part of itself.');
  });
}

// The object as text, without the bounds that ALLOCATE specifies.
function objectKey(item: Reference): string {
  const text = (e: unknown): string =>
    JSON.stringify(e, (key, value) => (key === 'at' ? undefined : value)) ?? '';
  const keys = item.parts.map(({ name, lists }) => name + lists.map((l) => `(${text(l)})`).join(''));
  return [...keys.slice(0, -1), item.parts.at(-1)!.name].join('%');
}

// The allocation of an INTENT(IN) dummy must not change.
function changeableFault(scope: Scope, object: Typed, at: Position): string | undefined {
  const root = object.k === 'variable' ? object.sym : undefined;
  if (root?.intent === 'in')
    return `"${root.name}" has INTENT(IN) and cannot be allocated, deallocated or nullified.`;
  if (!isPointer(object) && object.type.base !== 'procedure') checkDefinable(scope, object, at);
  return undefined;
}

function splitItem(scope: Scope, item: Reference): { object: Typed; bounds: Argument[] | undefined } {
  const last = item.parts.at(-1)!;
  const parts = [...item.parts.slice(0, -1), { ...last, lists: last.lists.slice(0, -1) }];
  if (last.lists.length === 0) return { object: analyseReference(scope, item), bounds: undefined };
  const object = analyseReference(scope, { ...item, parts });
  return { object, bounds: last.lists.at(-1) };
}

// Fortran 2018, C945. A constant without a type takes the object's type.
function isCompatibleBase(object: Base, source: Base): boolean {
  if (object === 'class-star' || object === source || source === 'boz' || source === 'hollerith') return true;
  return (object === 'class' && source === 'derived') || (object === 'derived' && source === 'class');
}

// The type that the statement specifies (Fortran 2018, C934).
function isCompatibleType(object: Type, given: Type): boolean {
  if (object.derived || object.base === 'class-star') return isCompatibleDerived(given, object);
  return object.base === given.base && object.kind === given.kind;
}

function analyseObject(scope: Scope, item: Reference, given: Given): Allocation {
  const { object, bounds } = splitItem(scope, item);
  const { type } = given;
  if (!isAllocatable(object) && !isPointer(object))
    refuse(item.at, 'Only pointers and allocatable variables can be allocated.');
  throwFault(item.at, changeableFault(scope, object, item.at));
  if (object.rank === 0 && bounds) refuse(item.at, 'A scalar must be allocated without bounds.');
  const source = given.source ?? given.mold;
  if (source && source.rank > 0 && source.rank !== object.rank)
    refuse(source.at, `The value of rank ${source.rank} does not match the object of rank ${object.rank}.`);
  const unlike = type && !isCompatibleType(object.type, type) ? type : undefined;
  const other = source && !isCompatibleBase(object.type.base, source.type.base) ? source.type : unlike;
  if (other)
    refuse(
      source?.at ?? item.at,
      `An object of ${describeType(object.type)} cannot be allocated as ${describeType(other)}.`,
    );
  if (object.type.base === 'class' && object.type.derived!.abstract && !type && !source)
    refuse(item.at, `${describeType(object.type)} is abstract: ALLOCATE needs a type or SOURCE=.`);
  const { name } = item.parts.at(-1)!;
  throwFault(object.at, newLengthsFault(object, given, name));
  const dims = bounds?.map((b) => analyseBound(scope, b));
  if (object.rank > 0) checkBounds(object, dims, source, name);
  else if (object.type.base === 'class-star' && !type && !source)
    refuse(object.at, 'ALLOCATE of CLASS(*) needs a type or SOURCE=.');
  checkLength(object, given);
  return { object, name, bounds: dims, cobounds: analyseCobounds(scope, item, object) };
}

function analyseBound(scope: Scope, b: Argument): NewBounds {
  if (b.range) {
    const low = b.range.low && analyseScalarInteger(scope, b.range.low);
    if (!b.range.high) refuse(b.at, 'ALLOCATE needs an upper bound.');
    return { low, high: analyseScalarInteger(scope, b.range.high) };
  }
  if (!b.value) refuse(b.at, 'Expected a bound.');
  return { low: undefined, high: analyseScalarInteger(scope, b.value) };
}

type Bounds = readonly NewBounds[] | undefined;

function checkBounds(object: Typed, bounds: Bounds, source: MaybeTyped, name: string): void {
  if (!bounds && (!source || source.rank === 0))
    refuse(object.at, `ALLOCATE of the array "${name}" needs bounds.`);
  if (bounds && bounds.length !== object.rank)
    refuse(
      object.at,
      `The array "${name}" has rank ${object.rank}, but ${bounds.length} bound(s) are given.`,
    );
}

// The length of deferred-length characters comes from the type or the value.
function checkLength({ at, type: own }: Typed, { type, source, mold }: Given): void {
  if (own.base !== 'character' && type?.base !== 'character') return;
  const isGiven = typeof type?.length === 'object' || (source ?? mold)?.type.base === 'character';
  const isDeclared =
    constantLength(own) !== undefined || typeof own.length === 'object' || own.length === '*';
  if (!isGiven && !isDeclared)
    refuse(
      at,
      'ALLOCATE of a deferred-length character needs its length: ALLOCATE(CHARACTER(LEN=n) :: name).',
    );
}

// The length parameters of an object come from its declaration, from ALLOCATE's type, or from the value that it
// receives.
function newLengthsFault(object: Typed, { type, source, mold }: Given, name: string): string | undefined {
  const lengths = (type ?? mold?.type ?? object.type).lengths ?? [];
  const isPolymorphicArray = object.rank > 0 && object.type.base.startsWith('class');
  if (lengths.length > 0 && (mold || isPolymorphicArray))
    return `ALLOCATE of "${name}" ${mold ? 'with MOLD=' : 'as a polymorphic array'} is not supported for a type with length parameters.`;
  if (!source && lengths.some((n) => typeof n !== 'object'))
    return `ALLOCATE of "${name}" needs the length parameters of its type, as in ALLOCATE(${describeType(object.type).replace(/^\w+\((\w+).*/, '$1')}(…) :: ${name}).`;
  return undefined;
}

function analyseCobounds(scope: Scope, item: Reference, object: Typed): readonly Cobound[] | undefined {
  const { selector, name } = item.parts.at(-1)!;
  const held = coarrayOf(object);
  // A component of a coarray is not itself a coarray.
  const codims = held?.coarray === object ? held.codims : undefined;
  if (!selector && !codims) return undefined;
  if (!selector || selector.length !== codims?.length || selector.at(-1)?.high !== '*')
    refuse(
      item.at,
      codims
        ? `ALLOCATE of the coarray "${name}" needs ${codims.length} codimension(s), the last of which must be *.`
        : `"${name}" is not a coarray and must be allocated without codimensions.`,
    );
  const bound = (e: Expression | undefined): MaybeTyped => e && analyseScalarInteger(scope, e);
  return selector.map(({ low, high }) => ({ low: bound(low), high: high === '*' ? undefined : bound(high) }));
}
