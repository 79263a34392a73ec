// ALLOCATE in C.

import { layoutNode, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType, sizeLiteral } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import { needsCopy, needsInit } from '../../program/symbols/needs-copy.ts';
import type { MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import type {
  Allocation,
  AllocationStatus,
  NewBounds,
  TypedOf,
} from '../../program/walking/typed-statements.ts';
import { hoist, withResultInMemory } from '../arrays/array.ts';
import { anyValue, assign } from '../assign/assign.ts';
import { assignPointer } from '../assign/pointer.ts';
import { addressOfValue, copyElements, elementSizeOf, moldTable, tableOf } from '../assign/polymorphic.ts';
import { sizeObject } from '../assign/sized-parts.ts';
import { checkHeldLengths } from '../declarations/length-checks.ts';
import { declaredLengths } from '../designators/declared-lengths.ts';
import { characterPlace, descriptorCell, pointerCell } from '../designators/designator.ts';
import { recordCobounds } from '../designators/images.ts';
import { layoutOf } from '../designators/section.ts';
import { declaredLength, integerText } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, characterLength, fixedLoops, lvalue, materialise } from '../writer/expressions.ts';
import { integer } from '../writer/parts-of-designators.ts';
import { isPolymorphic, typeTable } from '../writer/type-parts.ts';

export function emitAllocate(em: Emitter, s: TypedOf<'allocate'>): void {
  const given: Given = {
    type: s.type,
    source: s.source && computeOnce(em, s.source),
    mold: s.mold && computeOnce(em, s.mold),
  };
  if (given.mold && isPolymorphic(given.mold.type)) em.line(`f_check_mold(${moldTable(em, given.mold)});`);
  openStatus(em, s.status);
  for (const [i, item] of s.objects.entries()) {
    const allocate = (): void => allocateItem(em, item, given, s.status);
    if (i === 0) allocate();
    else unlessRefused(em, s.status, allocate);
  }
  closeStatus(em, s.status);
}

/** The type, SOURCE= and MOLD= that ALLOCATE specifies for its objects, with their values in memory. */
type Given = Pick<TypedOf<'allocate'>, 'type' | 'source' | 'mold'>;

// Computes a value only once, even if it is assigned to several objects.
function computeOnce(em: Emitter, source: Typed): Typed {
  if (source.k === 'null' || isDesignator(source) || source.k === 'procedure') return source;
  if (isPolymorphic(source.type)) return withResultInMemory(em, source);
  if (source.rank > 0)
    return source.k === 'const-array' ? source : layoutNode(materialise(em, source), source.at);
  if (source.type.base === 'character') return hoist(em, source);
  if (source.k !== 'call') return source;
  const address = em.temporary(`${cType(source.type)} *`, `&${lvalue(em, source)}`);
  return objectNode(source, `(*${address})`);
}

function openStatus(em: Emitter, { stat }: AllocationStatus): void {
  em.line(stat ? 'f_allocation_begin();' : `f_allocation_place = ${placeOf(em.statementAt)};`);
}

function closeStatus(em: Emitter, { stat, errmsg }: AllocationStatus): void {
  if (!stat) return;
  em.line(`${lvalue(em, stat)} = f_allocation_end();`);
  if (errmsg) {
    const m = characterPlace(em, errmsg);
    em.line(`f_allocation_message(${m.p}, ${m.n});`);
  }
}

// With STAT=, execution continues after a failed allocation, and the object remains unchanged.
function unlessRefused(em: Emitter, { stat }: AllocationStatus, print: () => void): void {
  if (!stat) print();
  else addGuarded(em, '!f_allocation_status()', print);
}

// Adds statements under a condition, unless there are none.
function addGuarded(em: Emitter, condition: string, print: () => void): void {
  const block = em.capture(print);
  if (block.nodes.length > 0) em.choose([{ test: condition, body: block }]);
}

function allocateItem(
  em: Emitter,
  item: Allocation,
  { type, source: value, mold }: Given,
  status: AllocationStatus,
): void {
  const { object, name, bounds } = item;
  const source = value ?? mold;
  const made: Made = { object, bounds, type, source, name, isPointer: isPointer(object) ? 1 : 0 };
  if (object.rank > 0) allocateArray(em, made);
  else if (mold && object.type.base === 'class-star') allocateLike(em, made, mold);
  else allocateScalar(em, made);
  unlessRefused(em, status, () => {
    if (value) fillFromSource(em.with({ isNew: true }), object, value);
    if (type || source) checkHeldLengths(em, object);
  });
  if (item.cobounds) recordCobounds(em, object, item.cobounds);
}

interface Made {
  object: Typed;
  isPointer: 0 | 1;
  bounds: readonly NewBounds[] | undefined;
  type: Type | undefined;
  source: MaybeTyped;
  name: string;
}

function allocateArray(em: Emitter, a: Made): void {
  const { object } = a;
  const cell = descriptorCell(em, object);
  const dims = a.bounds ? a.bounds.map((b) => boundPair(em, b)) : sourceBounds(em, a.source!);
  const size = elementSize(em, a);
  const table = dynamicTable(em, a);
  const lows = em.printer.fresh('X');
  const highs = em.printer.fresh('X');
  em.line(
    `const int32_t ${lows}[] = {${dims.map((d) => d.low).join(', ')}}, ${highs}[] = {${dims.map((d) => d.high).join(', ')}};`,
  );
  em.line(
    `if (f_allocate(&${cell}, ${dims.length}, ${lows}, ${highs}, ${size}, ${table}, ${a.isPointer}, "${a.name}")) {`,
  );
  const made = a.type?.derived ?? object.type.derived;
  const lengths = newLengths(em, object, a.type);
  if (isPolymorphic(object.type) && !a.type && a.source) em.line(`f_initialise(&${cell});`);
  else if (made && !made.opaque && needsInit(made)) {
    if (isPolymorphic(object.type)) em.line(`f_initialise(&${cell});`);
    else {
      const layout = layoutOf(em, object);
      fixedLoops(em, layoutValue(layout).shape, (i) => {
        const { c } = layoutValue(layout).at(i);
        em.line(`${made.cName}_init(&${c});`);
        sizeObject(em, a.type ?? object.type, c, lengths);
      });
    }
  }
  em.line('}');
}

// The lengths of a new object according to its declaration; undefined if ALLOCATE specifies a type.
function newLengths(em: Emitter, object: Typed, type: Type | undefined): string[] | undefined {
  const declared = type ? [] : declaredLengths(em, object);
  const known = declared.filter((n) => n !== undefined);
  return known.length > 0 && known.length === declared.length ? known : undefined;
}

function boundPair(em: Emitter, { low, high }: NewBounds): { low: string; high: string } {
  return { low: low ? integer(em, low) : '1', high: sizeLiteral(integerText(em, high)) };
}

function sourceBounds(em: Emitter, source: Typed): { low: string; high: string }[] {
  const value = arrayValue(em, source);
  const own = source.k === 'variable' || source.k === 'component';
  return value.shape.map((n, i) => {
    const low = own && value.layout ? value.layout.dims[i]!.low : '1';
    return { low, high: low === '1' ? n : `(${low} + ${n} - 1)` };
  });
}

function elementSize(em: Emitter, made: Made): string {
  const { object, type, source } = made;
  if (object.type.base === 'character' || type?.base === 'character') return newLength(em, made);
  if (type) return `(int32_t)sizeof(${cType(type)})`;
  if (source && object.type.base !== 'derived') {
    if (source.type.base === 'class') return `${moldTable(em, source)}->size`;
    if (source.type.base === 'class-star') return elementSizeOf(em, source);
    if (source.type.base === 'character') return characterLength(em, source);
    return `(int32_t)sizeof(${cType(source.type)})`;
  }
  return `(int32_t)sizeof(${cType(object.type)})`;
}

function newLength(em: Emitter, { object, type, source }: Made): string {
  if (type && typeof type.length === 'object') return em.once('int32_t', integerText(em, type.length));
  const own = constantLength(object.type);
  if (own !== undefined) return String(own);
  if (typeof object.type.length === 'object') return em.once('int32_t', declaredLength(em, object));
  // The length of an assumed-length dummy is that of the caller's variable.
  if (object.type.length === '*') return em.once('int32_t', characterLength(em, object));
  return em.once('int32_t', characterLength(em, source!));
}

function dynamicTable(em: Emitter, { object, type, source }: Made): string {
  if (!type && source && isPolymorphic(object.type)) return moldTable(em, source);
  return typeTable(type ?? object.type, '');
}

function allocateScalar(em: Emitter, made: Made): void {
  const { object, type, name } = made;
  const cell = pointerCell(em, object);
  if (object.type.base === 'character') {
    em.line(`f_allocate_cell(&${cell}, ${newLength(em, made)}, ${made.isPointer}, "${name}");`);
    return;
  }
  if (object.type.base === 'class-star') {
    allocateAny(em, cell, made);
    return;
  }
  const table = dynamicTable(em, made);
  const derived = type?.derived ?? object.type.derived;
  const t = derived && !derived.opaque ? table : '0';
  const size =
    t === '0'
      ? `sizeof(${cType(type ?? object.type)})`
      : `${t === table && t.startsWith('&') ? `(${t})` : t}->size`;
  em.line(`f_allocate_scalar((void **)&${cell}, ${size}, ${t}, ${made.isPointer}, "${name}");`);
  const whole = type ?? object.type;
  const lengths = newLengths(em, object, type);
  addGuarded(em, cell, () => sizeObject(em, whole, `(*(${cType(whole)} *)${cell})`, lengths));
}

function allocateAny(em: Emitter, cell: string, made: Made): void {
  const { type, source, name } = made;
  if (type) {
    const length = type.base === 'character' ? newLength(em, made) : '0';
    const size = type.base === 'character' ? length : `sizeof(${cType(type)})`;
    allocateTyped(em, cell, made, { size, table: typeTable(type, ''), length });
  } else em.line(`f_allocate_any(&${cell}, ${anyValue(em, source!)}, ${made.isPointer}, "${name}");`);
}

// Allocates a CLASS(*) variable of the given type, which has no value yet.
function allocateTyped(
  em: Emitter,
  cell: string,
  { name, isPointer }: Made,
  type: Record<string, string>,
): void {
  const { size, table, length } = type;
  const test = `f_allocate_scalar(&${cell}.p, ${size}, ${table}, ${isPointer}, "${name}")`;
  em.line(`if (${test}) { ${cell}.t = ${table}; ${cell}.len = ${length}; }`);
}

// Allocates a CLASS(*) variable with the type and initial value of MOLD=.
function allocateLike(em: Emitter, made: Made, mold: Typed): void {
  const cell = pointerCell(em, made.object);
  const table = em.temporary('const ftype *', moldTable(em, mold));
  const size = mold.type.base === 'class' ? `${table}->size` : elementSizeOf(em, mold);
  let length = '0';
  if (mold.type.base === 'character') length = characterLength(em, mold);
  if (mold.type.base === 'class-star') length = `${pointerCell(em, mold)}.len`;
  allocateTyped(em, cell, made, { size, table, length });
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
    // Assigns to a section rather than the whole array, whose bounds could otherwise change.
    const { at, type, rank } = object;
    const subscripts = Array.from({ length: rank }, () => ({ k: 'range' as const }));
    assign(em, { k: 'section', at, type, rank, base: object, subscripts }, source);
  } else assign(em, object, source);
}

export function emitDeallocate(em: Emitter, s: TypedOf<'deallocate'>): void {
  openStatus(em, s.status);
  for (const { object, name } of s.objects) deallocate(em, object, name);
  closeStatus(em, s.status);
}

function deallocate(em: Emitter, object: Typed, name: string): void {
  const inner = object.type.derived;
  const deep = inner && !inner.opaque && needsCopy(inner) && object.type.base === 'derived';
  if (object.rank > 0) {
    const cell = descriptorCell(em, object);
    const otherwise = isPolymorphic(object.type) ? `f_free_of(&${cell})` : '0';
    const release = deep ? `(ffree)${inner.cName}_free` : otherwise;
    em.line(`if (f_deallocatable(${cell}.base, "${name}")) f_free_array(&${cell}, ${release});`);
    // A CLASS(*) object without a value has no type.
    if (object.type.base === 'class-star') em.line(`if (!${cell}.base) ${cell}.type = 0;`);
    return;
  }
  const cell = pointerCell(em, object);
  const { base } = object.type;
  const address = base === 'class-star' || base === 'character' ? `${cell}.p` : cell;
  const end = base === 'class' ? `f_destroy(${cell})` : `free(${address})`;
  const steps = `{ ${deep ? `${inner.cName}_free(${cell}); ` : ''}${end}; ${address} = 0; }`;
  const freed = base === 'class-star' ? `f_end_any(&${cell});` : steps;
  em.line(`if (f_deallocatable(${address}, "${name}")) ${freed}`);
}

export function emitNullify(em: Emitter, { pointers }: TypedOf<'nullify'>): void {
  for (const pointer of pointers)
    assignPointer(em, pointer, { k: 'null', at: pointer.at, type: pointer.type, rank: pointer.rank });
}
