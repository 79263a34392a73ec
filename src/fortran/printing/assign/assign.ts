// Assignment in C: scalars, characters, structures, and allocation on assignment. Array assignment is in
// expressions/assign-array.ts, pointer assignment in assign/pointer.ts.

import { layoutNode, objectNode } from '../../program/c/c-arrays.ts';
import { cType, ofCharacters, stringLiteral } from '../../program/c/c-text.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import { canBeTaken, isFinalised, needsCopy } from '../../program/symbols/needs-copy.ts';
import type { DerivedType, Type, Typed } from '../../program/symbols/semantics.ts';
import { characterPlace, pointerCell } from '../designators/designator.ts';
import { declaredLength } from '../designators/storage.ts';
import type { Emitter } from '../writer/emitter.ts';
import {
  arrayValue,
  assignToArray,
  callValue,
  chars,
  copyOf,
  keepingLengths,
  lvalue,
  scalar,
} from '../writer/expressions.ts';
import { mayOverlap } from '../writer/overlap.ts';
import { declaredTable, isPolymorphic, typeTable } from '../writer/type-parts.ts';
import { assignsByProcedures } from './assigned-components.ts';

/**
 * Prints `target = value` for values of any shape. The types are equal, and the caller has already handled user-defined
 * assignment.
 */
export function assign(em: Emitter, target: Typed, value: Typed): void {
  const scalarTo = isAllocatable(target) ? assignToAllocatable : assignScalar;
  const print = (): void => (target.rank === 0 ? scalarTo : assignToArray)(em, target, value);
  if (em.assigning) keepingLengths(em, target, value, print);
  else print();
}

/** Prints the assignment of one element or scalar. */
export function assignScalar(em: Emitter, target: Typed, value: Typed): void {
  if (target.type.base === 'character') {
    const t = target.k === 'raw' ? { p: target.c, n: target.n ?? '1' } : characterPlace(em, target);
    const isHollerith = value.type.base === 'hollerith';
    const v = isHollerith ? { p: scalarHollerith(value), n: String(value.type.kind) } : chars(em, value);
    if (t.n === '1' && v.n === '1') em.line(`*(${t.p}) = *(${v.p});`);
    else em.line(`${ofCharacters('f_assign', target.type)}(${t.p}, ${t.n}, ${v.p}, ${v.n});`);
    return;
  }
  if ((target.type.base === 'derived' || target.type.base === 'class') && !target.type.derived!.opaque) {
    assignStructure(em, target, value);
    return;
  }
  const right = scalar(em, value);
  em.line(`${lvalue(em, target)} = ${right};`);
}

/** Prints the assignment of an array element for an assignment statement in the program. */
export function assignElement(em: Emitter, target: Typed, value: Typed): void {
  const own = em.with({ assigning: true });
  keepingLengths(own, target, value, () => assignScalar(own, target, value));
}

function scalarHollerith(value: Typed): string {
  return value.k === 'const' ? stringLiteral(String(value.value)).p : '""';
}

// An extensible object keeps its dynamic type when a value is assigned to it; only its components change.
function assignStructure(em: Emitter, target: Typed, value: Typed): void {
  const type = target.type.derived!;
  const exact =
    target.type.base === 'derived' && value.type.base === 'derived' && value.type.derived === type;
  if (target.k === 'raw' && target.fresh) {
    copyStructure(em, target, value);
    if (type.extensible && (!exact || isParentPart(value)))
      em.line(`*(const ftype **)&${target.c} = ${declaredTable(target.type)};`);
    return;
  }
  if (!type.extensible || (exact && !isParentPart(target) && !isParentPart(value))) {
    copyStructure(em, target, value);
    return;
  }
  const address = em.temporary(`${type.cName} *`, `&${lvalue(em, target)}`);
  const table = em.temporary('const ftype *', `f_table(${address})`);
  copyStructure(em, objectNode(target, `(*${address})`), value);
  em.line(`*(const ftype **)${address} = ${table};`);
}

/** True if a designator is the parent part of an object, in which case the part's table is that of the whole object. */
export function isParentPart(e: Typed): boolean {
  return e.k === 'component' && e.component.parentComponent === true;
}

function copyStructure(em: Emitter, target: Typed, value: Typed): void {
  const type = target.type.derived!;
  // If a function returns a pointer, the target of the pointer is copied rather than moved.
  const fresh = (value.k === 'call' && !isPointer(value)) || value.k === 'structure';
  if (assignsByProcedures(em, type) && !(target.k === 'raw' && target.fresh)) {
    assignByComponents(em, target, value, fresh);
    return;
  }
  if (!needsCopy(type)) {
    const left = lvalue(em, target);
    const right = structureValue(em, value, target.type);
    em.line(`${left} = ${right};`);
    return;
  }
  const isNew = (target.k === 'raw' && target.fresh) || (em.isNew && beginsWithoutEnd(type));
  const taken = value.type.derived === type && canBeTaken(value);
  const c = type.cName;
  const takenValue = (): string => scalar(em.with({ taken: value }), value);
  const source = (): string => em.temporaryPointer(c, structureValue(em, value, target.type));
  if (isNew && taken) {
    const copy = em.temporary(c, takenValue());
    em.line(`${lvalue(em, target)} = ${copy};`);
    return;
  }
  if (isNew) {
    const from = source();
    em.line(`${c}_copy(&${lvalue(em, target)}, ${from});`);
    return;
  }
  // The old parts are freed only after the new ones have been copied, because the value may lie within the target.
  const copy = em.printer.fresh();
  em.line(taken ? `${c} ${copy} = ${takenValue()};` : `${c} ${copy}; ${c}_copy(&${copy}, ${source()});`);
  const left = em.temporary(`${c} *`, `&${lvalue(em, target)}`);
  em.line(`${c}_free(${left}); *${left} = ${copy};`);
}

/**
 * True if the first assignment to a new value must not free anything: the type is finalised, and the value is still
 * empty.
 */
export function beginsWithoutEnd(type: DerivedType): boolean {
  return isFinalised(type) && !type.instance?.lengths.length;
}

// Copies the value first if it may lie within the target.
function assignByComponents(em: Emitter, target: Typed, value: Typed, fresh: boolean): void {
  const { cName } = target.type.derived!;
  const left = em.temporary(`${cName} *`, `&${lvalue(em, target)}`);
  const apart = fresh || (value.k !== 'raw' && !mayOverlap(target, value));
  if (apart && isDesignator(value) && value.type.derived === target.type.derived) {
    em.line(`${cName}_assign(${left}, &${lvalue(em, value)});`);
    return;
  }
  const source = em.temporaryPointer(cName, structureValue(em, value, target.type));
  if (apart) {
    em.line(`${cName}_assign(${left}, ${source});`);
    return;
  }
  const copy = em.printer.fresh();
  em.line(
    `${cName} ${copy}; ${cName}_copy(&${copy}, ${source}); ${cName}_assign(${left}, &${copy}); ${cName}_parts(&${copy});`,
  );
}

// The value converted to the target's type. If the value's own type is an extension, only the part that it shares with
// the target is used.
function structureValue(em: Emitter, value: Typed, type: Type): string {
  const own = value.type.derived;
  if (own === type.derived || !own) return scalar(em, value);
  return `(*(${cType(type)} *)&${lvalue(em, value)})`;
}

// ---- allocation on assignment -------------------------------------------------------------------------------------

function assignToAllocatable(em: Emitter, target: Typed, value: Typed): void {
  const { type } = target;
  const cell = pointerCell(em, target);
  if (type.base === 'character') {
    const v = chars(em, value);
    const given = `(&${cell}, ${v.p}, ${v.n}`;
    if (type.length === ':') em.line(`f_assign_cell${given});`);
    else em.line(`${ofCharacters('f_assign_fixed', type)}${given}, ${declaredLength(em, target)});`);
    return;
  }
  if (isPolymorphic(type)) {
    assignToPolymorphic(em, target, value, cell);
    return;
  }
  const derived = type.base === 'derived';
  const isSame = value.type.base === 'derived' && value.type.derived === type.derived;
  if (derived && isSame && isFinalised(type.derived!)) {
    assignFinalised(em, target, value, cell);
    return;
  }
  const right = derived ? undefined : em.temporary(cType(type), scalar(em, value));
  const c = cType(type);
  em.line(`if (!${cell}) { ${cell} = (${c} *)f_new(sizeof(${c}));${derived ? ` ${c}_init(${cell});` : ''} }`);
  if (right !== undefined) em.line(`*${cell} = ${right};`);
  else assignStructure(em, target, value);
}

// Newly allocated memory contains no old value to finalise. Procedures that assign components are called for new memory
// as well.
function assignFinalised(em: Emitter, target: Typed, value: Typed, cell: string): void {
  const { cName } = target.type.derived!;
  const fresh = !assignsByProcedures(em, target.type.derived!);
  const held = objectNode(target, `(*${em.temporaryPointer(cName, scalar(em, value))})`);
  const begin = em.capture(() => {
    em.line(`${cell} = (${cName} *)f_new(sizeof(${cName})); ${cName}_init(${cell});`);
    assignStructure(em, { ...objectNode(target, `(*${cell})`), fresh }, held);
  });
  const replace = em.capture(() => assignStructure(em, target, held));
  em.choose([{ test: `!${cell}`, body: begin }, { body: replace }]);
}

function assignToPolymorphic(em: Emitter, target: Typed, value: Typed, cell: string): void {
  if (value.type.base === 'class-star' || target.type.base === 'class-star') {
    em.line(`f_assign_any(&${cell}, ${anyValue(em, value)});`);
    return;
  }
  const result = value.k === 'call' ? value.target.procedure.result : undefined;
  const isHeld = value.k === 'call' && !isDesignator(value) && (result?.allocatable || result?.pointer);
  const p = em.temporary('void *', isHeld ? callValue(em, value) : `&${lvalue(em, value)}`);
  const made = `(${cType(target.type)} *)f_clone(${p}, ${typeTable(value.type, p)})`;
  em.line(`{ void *old = ${cell}; ${cell} = ${made}; f_destroy(old); }`);
}

/** A value of any type, as an fclass. */
export function anyValue(em: Emitter, e: Typed): string {
  if (e.type.base === 'class-star') return pointerCell(em, e);
  if (e.type.base === 'character') {
    const v = chars(em, e);
    return `((fclass){(void *)(${v.p}), ${v.n}, ${typeTable(e.type, '')}})`;
  }
  const p = em.once('void *', `(void *)&${lvalue(em, e)}`);
  return `((fclass){${p}, 0, ${typeTable(e.type, p)}})`;
}

// ---- arrays -------------------------------------------------------------------------------------------------------

/** Copies the elements of an array expression to a temporary at this point. */
export function copied(em: Emitter, e: Typed): Typed {
  return layoutNode(copyOf(em, arrayValue(em, e)), e.at);
}
