// ALLOCATE, DEALLOCATE, NULLIFY.

import { analyse } from '../analysis/analyse-expression.ts';
import { analyseReference } from '../analysis/analyse-reference.ts';
import { cType } from '../program/c-types.ts';
import { checkDefinable } from '../program/definable.ts';
import { describeType } from '../program/describe-type.ts';
import { isAllocatable, isDesignator, isPointer } from '../program/designator.ts';
import { analyseScalarInteger, resolveType } from '../program/resolve.ts';
import { constantLength, type Type, type Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Argument, Control, Reference, Statement } from '../syntax/syntax-tree.ts';
import { arrayValue, hoist, layoutValue, loops, materialise, withResultInMemory } from './emit-array.ts';
import { anyValue, assign } from './emit-assign.ts';
import { placeOf } from './emit-check.ts';
import { characterPlace, descriptorCell, lvalue, pointerCell } from './emit-designator.ts';
import { recordCobounds } from './emit-images.ts';
import { characterLength } from './emit-inquiry.ts';
import {
  addressOfValue,
  copyElements,
  elementSizeOf,
  isPolymorphic,
  moldTable,
  tableOf,
} from './emit-polymorphic.ts';
import { scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import { checkNewLengths, sizeObject } from './emit-sized-parts.ts';
import { declaredLength } from './emit-storage.ts';
import { needsInit, typeTable } from './emit-types.ts';
import type { Emitter } from './emitter.ts';

type Of<K extends Statement['k']> = Extract<Statement, { k: K }>;

/** STAT= and ERRMSG= of a statement, and SOURCE= or MOLD=. */
export function controlsOf(em: Emitter, controls: readonly Control[]): Record<string, Typed> {
  const result: Record<string, Typed> = {};
  for (const c of controls) {
    if (!c.keyword || !['stat', 'errmsg', 'source', 'mold'].includes(c.keyword)) {
      throw new FortranError(c.at, `There is no "${c.keyword ?? ''}" in this statement.`);
    }
    if (result[c.keyword]) throw new FortranError(c.at, `${c.keyword.toUpperCase()}= is given twice.`);
    result[c.keyword] = analyse(em.scope, c.value);
  }
  checkStatus(em, result);
  return result;
}

function checkStatus(em: Emitter, { stat, errmsg, source, mold }: Record<string, Typed>): void {
  if (stat && (stat.type.base !== 'integer' || stat.rank > 0))
    throw new FortranError(stat.at, 'STAT= takes a scalar integer variable.');
  if (errmsg && (errmsg.type.base !== 'character' || errmsg.rank > 0))
    throw new FortranError(errmsg.at, 'ERRMSG= takes a scalar character variable.');
  for (const variable of [stat, errmsg]) if (variable) checkDefinable(em.scope, variable, variable.at);
  if (source && mold) throw new FortranError(mold.at, 'SOURCE= and MOLD= exclude each other.');
}

/** Throws where STAT= or ERRMSG= would go into what the statement allocates or frees. */
export function checkOutside(items: readonly Reference[], controls: readonly Control[]): void {
  for (const { keyword, value } of controls) {
    if ((keyword !== 'stat' && keyword !== 'errmsg') || value.k !== 'ref') continue;
    const key = objectKey(value);
    if (items.some((item) => key === objectKey(item) || key.startsWith(`${objectKey(item)}%`)))
      throw new FortranError(
        value.at,
        `${keyword.toUpperCase()}= can not be a part of what the statement changes.`,
      );
  }
}

// No object may be named twice, nor together with a part of it.
export function checkDistinct(items: readonly Reference[]): void {
  const keys = items.map(objectKey);
  keys.forEach((key, i) => {
    const other = keys.findIndex(
      (k, j) => j !== i && (k === key || k.startsWith(`${key}%`) || k.startsWith(`${key}(`)),
    );
    if (other >= 0)
      throw new FortranError(
        items[i]!.at,
        'This object is named twice in the statement, or together with a part of it.',
      );
  });
}

// The object as text, without the bounds that it is allocated with.
function objectKey(item: Reference): string {
  const text = (e: unknown): string =>
    JSON.stringify(e, (key, value) => (key === 'at' ? undefined : value)) ?? '';
  return item.parts
    .map((p, i) =>
      i === item.parts.length - 1 ? p.name : p.name + p.lists.map((l) => `(${text(l)})`).join(''),
    )
    .join('%');
}

// A dummy of INTENT(IN) keeps what it is allocated with.
export function checkChangeable(em: Emitter, object: Typed, at: number): void {
  const root = object.k === 'variable' ? object.sym : undefined;
  if (root?.intent === 'in')
    throw new FortranError(
      at,
      `"${root.name}" has INTENT(IN) and can not be allocated, deallocated or nullified.`,
    );
  if (!isPointer(object)) checkDefinable(em.scope, object, at);
}

/** Prints ALLOCATE. */
export function emitAllocate(em: Emitter, s: Of<'allocate'>): void {
  const controls = controlsOf(em, s.controls);
  const type = s.type ? resolveType(em.scope, s.type) : undefined;
  checkDistinct(s.items);
  checkOutside(s.items, s.controls);
  if (type && (controls.source ?? controls.mold))
    throw new FortranError(s.at, 'A type in ALLOCATE and SOURCE= or MOLD= exclude each other.');
  const given = controls.source ?? controls.mold;
  for (const key of ['source', 'mold']) if (controls[key]) controls[key] = computeOnce(em, controls[key]);
  if (controls.mold && isPolymorphic(controls.mold.type))
    em.line(`f_check_mold(${moldTable(em, controls.mold)});`);
  openStatus(em, controls);
  for (const item of s.items) allocateItem(em, item, type, controls);
  // An allocatable result of a function ends, finalised, with the statement.
  if (given?.k === 'call' && given.type.base === 'class' && given.rank === 0 && isAllocatableResult(given))
    em.line(`f_destroy(&${lvalue(em, controls.source ?? controls.mold!)});`);
  closeStatus(em, controls);
}

function isAllocatableResult(e: Typed & { k: 'call' }): boolean {
  return e.target.procedure.result?.allocatable === true;
}

// A function is called once, however many objects take its value.
function computeOnce(em: Emitter, source: Typed): Typed {
  if (source.k === 'null' || isDesignator(source) || source.k === 'procedure') return source;
  if (isPolymorphic(source.type)) return withResultInMemory(em, source);
  if (source.rank > 0)
    return source.k === 'const-array' ? source : em.layoutNode(materialise(em, source), source.at);
  if (source.type.base === 'character') return hoist(em, source);
  if (source.k !== 'call') return source;
  const address = em.temporary(`${cType(source.type)} *`, `&${lvalue(em, source)}`);
  return { k: 'raw', at: source.at, type: source.type, rank: 0, c: `(*${address})`, lvalue: true };
}

export function openStatus(em: Emitter, controls: Record<string, Typed>): void {
  em.line(controls.stat ? 'f_allocation_begin();' : `f_allocation_place = ${placeOf(em.statementAt)};`);
}

export function closeStatus(em: Emitter, controls: Record<string, Typed>): void {
  if (!controls.stat) return;
  em.line(`${lvalue(em, controls.stat)} = f_allocation_end();`);
  if (controls.errmsg) {
    const m = characterPlace(em, controls.errmsg);
    em.line(`f_allocation_message(${m.p}, ${m.n});`);
  }
}

function splitItem(em: Emitter, item: Reference): { object: Typed; bounds: Argument[] | undefined } {
  const last = item.parts.at(-1)!;
  const parts = [...item.parts.slice(0, -1), { ...last, lists: last.lists.slice(0, -1) }];
  if (last.lists.length === 0) return { object: analyseReference(em.scope, item), bounds: undefined };
  const object = analyseReference(em.scope, { ...item, parts });
  return { object, bounds: last.lists.at(-1) };
}

function allocateItem(
  em: Emitter,
  item: Reference,
  type: Type | undefined,
  controls: Record<string, Typed>,
): void {
  const { object, bounds } = splitItem(em, item);
  if (!isAllocatable(object) && !isPointer(object)) {
    throw new FortranError(item.at, 'Only pointers and allocatable variables can be allocated.');
  }
  checkChangeable(em, object, item.at);
  if (object.rank === 0 && bounds) throw new FortranError(item.at, 'A scalar is allocated without bounds.');
  const source = controls.source ?? controls.mold;
  if (source && source.rank > 0 && source.rank !== object.rank)
    throw new FortranError(
      source.at,
      `The value of rank ${source.rank} does not fit an object of rank ${object.rank}.`,
    );
  if (object.type.base === 'class' && object.type.derived!.abstract && !type && !source)
    throw new FortranError(
      item.at,
      `${describeType(object.type)} is abstract: ALLOCATE needs a type or SOURCE=.`,
    );
  const { name } = item.parts.at(-1)!;
  checkNewLengths(object, type, controls, name);
  if (object.rank > 0) allocateArray(em, { object, bounds, type, source, name });
  else if (controls.mold && object.type.base === 'class-star') allocateLike(em, object, controls.mold, name);
  else allocateScalar(em, object, type, source, name);
  if (controls.source) fillFromSource(em, object, controls.source);
  recordCobounds(em, item, object);
}

interface ArrayAllocation {
  object: Typed;
  bounds: Argument[] | undefined;
  type: Type | undefined;
  source: Typed | undefined;
  name: string;
}

function allocateArray(em: Emitter, a: ArrayAllocation): void {
  const { object } = a;
  const cell = descriptorCell(em, object);
  const dims = a.bounds ? a.bounds.map((b) => boundPair(em, b)) : sourceBounds(em, a);
  if (dims.length !== object.rank)
    throw new FortranError(
      object.at,
      `The array "${a.name}" has rank ${object.rank}, but ${dims.length} bound(s) are given.`,
    );
  const size = elementSize(em, object, a.type, a.source);
  const table = dynamicTable(em, object, a.type, a.source);
  const lows = em.printer.fresh('X');
  const highs = em.printer.fresh('X');
  em.line(
    `const int32_t ${lows}[] = {${dims.map((d) => d.low).join(', ')}}, ${highs}[] = {${dims.map((d) => d.high).join(', ')}};`,
  );
  em.line(
    `if (f_allocate(&${cell}, ${dims.length}, ${lows}, ${highs}, ${size}, ${table}, ${isPointer(object) ? 1 : 0}, "${a.name}")) {`,
  );
  const made = a.type?.derived ?? object.type.derived;
  if (isPolymorphic(object.type) && !a.type && a.source) em.line(`f_initialise(&${cell});`);
  else if (made && !made.opaque && needsInit(made)) {
    if (object.type.base === 'class' || object.type.base === 'class-star') em.line(`f_initialise(&${cell});`);
    else {
      const layout = layoutOf(em, object);
      loops(
        em,
        layout.dims.map((d) => em.fixed(d.extent)),
        (i) => {
          const { c } = layoutValue(layout).at(i);
          em.line(`${made.cName}_init(&${c});`);
          sizeObject(em, a.type ?? object.type, c);
        },
      );
    }
  }
  em.line('}');
}

function boundPair(em: Emitter, b: Argument): { low: string; high: string } {
  if (b.range) {
    const low = b.range.low ? scalar(em, analyseScalarInteger(em.scope, b.range.low)) : '1';
    if (!b.range.high) throw new FortranError(b.at, 'ALLOCATE needs an upper bound.');
    return { low, high: scalar(em, analyseScalarInteger(em.scope, b.range.high)) };
  }
  if (!b.value) throw new FortranError(b.at, 'Expected a bound.');
  return { low: '1', high: scalar(em, analyseScalarInteger(em.scope, b.value)) };
}

function sourceBounds(em: Emitter, a: ArrayAllocation): { low: string; high: string }[] {
  if (!a.source || a.source.rank === 0)
    throw new FortranError(a.object.at, `ALLOCATE of the array "${a.name}" needs bounds.`);
  const value = arrayValue(em, a.source);
  const own = a.source.k === 'variable' || a.source.k === 'component';
  return value.shape.map((n, i) => {
    const low = own && value.layout ? value.layout.dims[i]!.low : '1';
    return { low, high: low === '1' ? n : `(${low} + ${n} - 1)` };
  });
}

function elementSize(em: Emitter, object: Typed, type: Type | undefined, source: Typed | undefined): string {
  if (object.type.base === 'character') return newLength(em, object, type, source);
  if (type)
    return type.base === 'character'
      ? newLength(em, object, type, source)
      : `(int32_t)sizeof(${cType(type)})`;
  if (source && object.type.base !== 'derived') {
    if (source.type.base === 'class') return `${moldTable(em, source)}->size`;
    if (source.type.base === 'class-star') return elementSizeOf(em, source);
    if (source.type.base === 'character') return characterLength(em, source);
    return `(int32_t)sizeof(${cType(source.type)})`;
  }
  return `(int32_t)sizeof(${cType(object.type)})`;
}

function newLength(em: Emitter, object: Typed, type: Type | undefined, source: Typed | undefined): string {
  if (type && typeof type.length === 'object') return em.once('int32_t', scalar(em, type.length));
  const own = constantLength(object.type);
  if (own !== undefined) return String(own);
  if (typeof object.type.length === 'object') return em.once('int32_t', declaredLength(em, object));
  // Of a dummy of assumed length, the variable of the caller knows the length.
  if (object.type.length === '*') return em.once('int32_t', characterLength(em, object));
  if (source?.type.base === 'character') return em.once('int32_t', characterLength(em, source));
  throw new FortranError(
    object.at,
    'ALLOCATE of a deferred-length character needs its length: ALLOCATE(CHARACTER(LEN=n) :: name).',
  );
}

function dynamicTable(em: Emitter, object: Typed, type: Type | undefined, source: Typed | undefined): string {
  if (type) return typeTable(type, '');
  if (source && (object.type.base === 'class' || object.type.base === 'class-star')) {
    return moldTable(em, source);
  }
  return typeTable(object.type, '');
}

function allocateScalar(
  em: Emitter,
  object: Typed,
  type: Type | undefined,
  source: Typed | undefined,
  name: string,
): void {
  const cell = pointerCell(em, object);
  const pointer = isPointer(object) ? 1 : 0;
  if (object.type.base === 'character') {
    em.line(`f_allocate_cell(&${cell}, ${newLength(em, object, type, source)}, ${pointer}, "${name}");`);
    return;
  }
  if (object.type.base === 'class-star') {
    allocateAny(em, cell, type, source, object, pointer, name);
    return;
  }
  const table = dynamicTable(em, object, type, source);
  const made = type?.derived ?? object.type.derived;
  const t = made && !made.opaque ? table : '0';
  const size =
    t === '0'
      ? `sizeof(${cType(type ?? object.type)})`
      : `${t === table && t.startsWith('&') ? `(${t})` : t}->size`;
  em.line(`f_allocate_scalar((void **)&${cell}, ${size}, ${t}, ${pointer}, "${name}");`);
  const whole = type ?? object.type;
  const lines = em.capture(() => sizeObject(em, whole, `(*(${cType(whole)} *)${cell})`));
  if (lines.length > 0) em.line(`if (${cell}) {`);
  for (const line of lines) em.line(line);
  if (lines.length > 0) em.line('}');
}

function allocateAny(
  em: Emitter,
  cell: string,
  type: Type | undefined,
  source: Typed | undefined,
  object: Typed,
  pointer: number,
  name: string,
): void {
  if (type) {
    const length = type.base === 'character' ? newLength(em, object, type, source) : '0';
    const size = type.base === 'character' ? length : `sizeof(${cType(type)})`;
    em.line(
      `f_allocate_scalar(&${cell}.p, ${size}, ${typeTable(type, '')}, ${pointer}, "${name}"); ${cell}.t = ${typeTable(type, '')}; ${cell}.len = ${length};`,
    );
  } else if (source) em.line(`f_assign_any(&${cell}, ${anyValue(em, source)});`);
  else throw new FortranError(object.at, 'ALLOCATE of CLASS(*) needs a type or SOURCE=.');
}

// A CLASS(*) variable of the type of another, with the value that the type gives.
function allocateLike(em: Emitter, object: Typed, mold: Typed, name: string): void {
  const cell = pointerCell(em, object);
  const table = em.temporary('const ftype *', moldTable(em, mold));
  const size = mold.type.base === 'class' ? `${table}->size` : elementSizeOf(em, mold);
  let length = '0';
  if (mold.type.base === 'character') length = characterLength(em, mold);
  if (mold.type.base === 'class-star') length = `${pointerCell(em, mold)}.len`;
  em.line(
    `f_allocate_scalar(&${cell}.p, ${size}, ${table}, ${isPointer(object) ? 1 : 0}, "${name}"); ${cell}.t = ${table}; ${cell}.len = ${length};`,
  );
}

function fillFromSource(em: Emitter, object: Typed, source: Typed): void {
  if (isPolymorphic(object.type) && object.rank > 0) {
    copyElements(em, object, source);
    return;
  }
  if (object.type.base === 'class-star') return;
  if (object.type.base === 'class') {
    const p = em.temporary('void *', addressOfValue(em, source));
    em.line(`f_copy_value(${pointerCell(em, object)}, ${p}, ${tableOf(em, source)});`);
    return;
  }
  if (isAllocatable(object) && object.rank > 0) {
    // Bounds that are allocated already stay.
    assign(
      em,
      {
        k: 'section',
        at: object.at,
        type: object.type,
        rank: object.rank,
        base: object,
        subscripts: Array.from({ length: object.rank }, () => ({ k: 'range' as const })),
      },
      source,
    );
    return;
  }
  assign(em, object, source);
}
