// Destroys values of a derived type: runs the final procedures of the matching rank, then destroys the components, and
// then the parent part. The functions are T_free for a scalar and, if final procedures accept arrays, T_free_array.

import { passMode } from '../../analysis/calls/pass-mode.ts';
import { constantShape } from '../../program/constants/constants.ts';
import { ASSUMED_RANK, procedureOf, rankOf } from '../../program/declarations/resolve.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Component, DerivedType, Procedure } from '../../program/symbols/semantics.ts';
import { nameOfProcedure } from '../designators/procedure.ts';
import { Emitter, type Printer } from '../writer/emitter.ts';
import { eachElement, fieldName, isPolymorphic } from '../writer/type-parts.ts';

interface Final {
  procedure: Procedure;
  rank: number;
}

function finalsOf(type: DerivedType): Final[] {
  return type.finals.flatMap((symbol) => {
    const procedure = procedureOf(symbol);
    const dummy = procedure?.dummies[0];
    return procedure && dummy ? [{ procedure, rank: rankOf(dummy) }] : [];
  });
}

/**
 * True if arrays of the type are not finalised element by element. This is the case if a final procedure of the type or
 * of a parent accepts arrays, or accepts only scalars. It is also the case if a parent has a final procedure, which
 * runs after the final procedures of all elements.
 */
export function finalisesArrays(type: DerivedType): boolean {
  if (type.opaque) return false;
  return (
    finalsOf(type).some((f) => !f.procedure.elemental) ||
    (type.finals.length > 0 && hasFinals(type.parent)) ||
    (type.parent !== undefined && finalisesArrays(type.parent))
  );
}

function hasFinals(type: DerivedType | undefined): boolean {
  return type !== undefined && (type.finals.length > 0 || hasFinals(type.parent));
}

/** The function that destroys a value: `free` for a finalised type, `drop` for a temporary, which is not finalised. */
type Ending = 'free' | 'drop';

/** C expression for the function that frees the memory of a temporary of the type. */
export function dropFunction(printer: Printer, type: DerivedType): string {
  return `${type.cName}_${isAnyFinalised(printer) ? 'drop' : 'free'}`;
}

// True if any type is finalised, because a polymorphic component may have any type.
function isAnyFinalised(printer: Printer): boolean {
  return printer.program.types.some((t) => t.finals.length > 0);
}

/** Prints T_free, T_parts and, if needed, T_free_array and T_drop. */
export function printFreeing(printer: Printer, type: DerivedType): void {
  const c = type.cName;
  if (isAnyFinalised(printer) && needsCopy(type)) printDropping(printer, type);
  const em = new Emitter(printer, type.scope);
  for (const component of type.components)
    if (!component.parentComponent) freeComponent(em, component, 'free');
  printer.prototypes.push(`static void ${c}_parts(${c} *);`);
  printer.functions.push([`static void ${c}_parts(${c} *p) {`, ...em.lines(), '(void)p;', '}']);
  const whole = new Emitter(printer, type.scope);
  const scalar = finalOfScalars(type);
  if (scalar) whole.line(callForScalar(whole, scalar, type));
  whole.line(`${c}_parts(p);`);
  if (type.parent && needsCopy(type.parent)) whole.line(`${type.parent.cName}_free((void *)p);`);
  printer.functions.push([`static void ${c}_free(${c} *p) {`, ...whole.lines(), '}']);
  if (finalisesArrays(type)) printFreeArray(printer, type);
}

function printDropping(printer: Printer, type: DerivedType): void {
  const c = type.cName;
  const em = new Emitter(printer, type.scope);
  for (const component of type.components) freeComponent(em, component, 'drop');
  printer.prototypes.push(`static void ${c}_drop(${c} *);`);
  printer.functions.push([`static void ${c}_drop(${c} *p) {`, ...em.lines(), '(void)p;', '}']);
}

function printFreeArray(printer: Printer, type: DerivedType): void {
  const c = type.cName;
  const em = new Emitter(printer, type.scope);
  const finals = finalsOf(type);
  // An assumed-rank dummy may be a scalar.
  em.line(`if (d->rank == 0) { ${c}_free(d->base); return; }`);
  em.inBraces('switch (d->rank)', () => {
    for (const { procedure, rank } of finals.filter((f) => f.rank > 0))
      em.line(`case ${rank}: ${callForArray(em, procedure)} break;`);
    em.line(`default: ${callForOtherRanks(em, type)} break;`);
  });
  em.line(`f_for_each(d, (ffree)${c}_parts);`);
  if (type.parent && needsCopy(type.parent)) {
    const p = type.parent.cName;
    em.line(
      `fdesc parent = *d; parent.type = &${p}_type; parent.elem = sizeof(${p}); f_end_elements(&parent, (ffree)${p}_free);`,
    );
  }
  printer.prototypes.push(`static void ${c}_free_array(const fdesc *d);`);
  printer.functions.push([`static void ${c}_free_array(const fdesc *d) {`, ...em.lines(), '}']);
}

/** The final procedure for a scalar: the procedure for scalars, otherwise that for any rank (Fortran 2018, 7.5.6.2). */
function finalOfScalars(type: DerivedType): Final | undefined {
  const finals = finalsOf(type);
  return finals.find((f) => f.rank === 0) ?? finals.find((f) => f.rank === ASSUMED_RANK);
}

function callForScalar(em: Emitter, { procedure, rank }: Final, { cName: c }: DerivedType): string {
  const name = nameOfProcedure(em, procedure);
  if (rank === 0) return `${name}(p);`;
  return `{ fdesc d = {p, sizeof(${c}), &${c}_type}; ${name}(&d); }`;
}

/** The call for arrays whose rank no final procedure accepts. */
function callForOtherRanks(em: Emitter, type: DerivedType): string {
  const finals = finalsOf(type);
  const elemental = finals.find((f) => f.rank === 0 && f.procedure.elemental);
  if (elemental) return `f_for_each(d, (ffree)${nameOfProcedure(em, elemental.procedure)});`;
  const any = finals.find((f) => f.rank === ASSUMED_RANK);
  return any ? `${nameOfProcedure(em, any.procedure)}((fdesc *)d);` : '';
}

// The elements must be contiguous if the dummy has an explicit shape or assumed size.
function callForArray(em: Emitter, procedure: Procedure): string {
  const name = nameOfProcedure(em, procedure);
  if (passMode(procedure.dummies[0]!) === 'descriptor') return `${name}((fdesc *)d);`;
  return `{ fmark m = f_mark(); void *p = f_pack(d); ${name}(p); f_unpack(d, p); f_release(m); }`;
}

// The C name of the function that frees an array element; 0 if a plain free is enough.
function freeFunction(type: DerivedType | undefined, end: Ending): string {
  return type && !type.opaque && needsCopy(type) ? `(ffree)${type.cName}_${end}` : '0';
}

function freeComponent(em: Emitter, component: Component, end: Ending): void {
  const { type } = component;
  const inner = type.derived;
  const deep = inner && needsCopy(inner);
  const field = `p->${fieldName(component)}`;
  if (component.allocatable) {
    if (component.dims) {
      const release = type.base === 'derived' ? freeFunction(inner, end) : '0';
      em.line(`f_free_array(&${field}, ${isPolymorphic(type) ? `f_${end}_of(&${field})` : release});`);
    } else if (type.base === 'class')
      em.line(`${end === 'drop' ? 'f_drop' : 'f_destroy'}(${field}); ${field} = 0;`);
    else if (type.base === 'class-star')
      em.line(`${end === 'drop' ? 'f_drop_any' : 'f_end_any'}(&${field});`);
    else if (type.base === 'character') em.line(`free(${field}.p); ${field}.p = 0;`);
    else {
      const parts = deep ? `${inner.cName}_${end}(${field}); ` : '';
      em.line(`if (${field}) { ${parts}free(${field}); ${field} = 0; }`);
    }
  } else if (!component.pointer && deep && type.base === 'derived') {
    if (end === 'free' && component.dims && finalisesArrays(inner)) freeFixedArray(em, component, field);
    else eachElement(em, component, (element) => em.line(`${inner.cName}_${end}(&${element});`));
  }
}

function freeFixedArray(em: Emitter, component: Component, field: string): void {
  const { cName } = component.type.derived!;
  const bounds: string[] = [];
  let stride = `(int32_t)sizeof(${cName})`;
  for (const n of constantShape(component.dims!)!) {
    bounds.push(`{1, ${n}, ${stride}}`);
    stride += ` * ${n}`;
  }
  em.line(
    `{ fdesc d = {${field}, sizeof(${cName}), &${cName}_type, ${bounds.length}, {${bounds.join(', ')}}}; ${cName}_free_array(&d); }`,
  );
}
