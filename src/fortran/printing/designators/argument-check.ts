// Checks arguments. An object that is neither allocated nor associated fits only a dummy that is allocatable or a
// pointer or, since Fortran 2008, optional. The messages are gfortran's.

import { objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { Node, Sym, Typed } from '../../program/symbols/semantics.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callValue, lvalue } from '../writer/expressions.ts';
import { returnsPointer } from '../writer/parts-of-designators.ts';
import { isOptionalDummy } from './absent.ts';
import { descriptorCell, pointerCell } from './designator.ts';
import { cellOfProcedure } from './procedure.ts';
import { isStringCell, nameOf } from './storage.ts';

/** Kinds of arguments for f_check_argument in the library. */
const ALLOCATABLE = 0;
const POINTER = 1;
const PROCEDURE_POINTER = 2;
const OF_INTRINSIC = 3;
const MAY_BE_ABSENT = 4;

/**
 * Prints a check that an actual argument is present; `dummy` is undefined if there is no interface. Returns the
 * argument. The result of a call is stored in a variable, so that the call is executed only once.
 */
export function checkArgument(em: Emitter, actual: Typed, dummy?: Sym): Typed {
  if (takesNothing(em, dummy)) return actual;
  if (actual.k === 'procedure' || actual.type.base === 'procedure') {
    if (!dummy?.pointer) checkProcedure(em, actual);
    return actual;
  }
  const isAllocation = isAllocatable(actual);
  if (isAllocation ? dummy?.allocatable : dummy?.pointer || !isPointer(actual)) return actual;
  if (actual.k === 'call') return checkResult(em, actual);
  const base = maybeBase(em, actual);
  if (!base) return actual;
  const kind = isAllocation ? ALLOCATABLE : POINTER;
  const name = actual.k === 'component' ? actual.component.name : nameOfVariable(actual);
  if (isOptionalDummy(actual))
    print(em, `${nameOf(em, actual.sym)} ? ${base} : 0`, name, kind + MAY_BE_ABSENT, actual);
  else print(em, base, name, kind, actual);
  return actual;
}

/**
 * C code that checks the array in an inquiry such as SIZE. It ends in a comma, followed by the inquiry's value. Empty
 * if no check is needed.
 */
export function arrayCheck(em: Emitter, e: Typed): string {
  const isAllocation = isAllocatable(e);
  if (e.rank <= 0 || e.k === 'call') return '';
  if (!isAllocation && !isPointer(e)) return '';
  const base = maybeBase(em, e);
  const name = e.k === 'component' ? e.component.name : nameOfVariable(e);
  return base ? `${callOf(base, name, OF_INTRINSIC + (isAllocation ? 0 : MAY_BE_ABSENT), e)}, ` : '';
}

// True if the dummy need not receive an object: since Fortran 2008, an optional dummy is absent if its argument is not
// allocated or associated.
function takesNothing(em: Emitter, dummy: Sym | undefined): boolean {
  const { standard } = em.program.options;
  return dummy?.optional === true && standard !== 'f95' && standard !== 'f2003';
}

function nameOfVariable(e: Typed): string {
  if (e.k === 'narrow') return nameOfVariable(e.base);
  return e.k === 'variable' ? e.sym.name : '';
}

// The address, which is null if the object is not allocated or associated; undefined if the address is not known.
function maybeBase(em: Emitter, e: Typed): string | undefined {
  if (e.k !== 'variable' && e.k !== 'component' && e.k !== 'narrow') return undefined;
  if (e.rank < 0 || (e.k === 'variable' && e.sym.storage.common)) return undefined;
  if (e.rank > 0) return `${descriptorCell(em, e)}.base`;
  const cell = pointerCell(em, e);
  const holder = e.k === 'component' ? e.component : { allocatable: true, pointer: false };
  const isCell = e.type.base === 'class-star' || isStringCell(e.type, holder, 0);
  return isCell || e.k === 'narrow' ? (isCell ? `${cell}.p` : undefined) : cell;
}

function checkProcedure(em: Emitter, actual: Typed): void {
  if (actual.k === 'procedure' && actual.sym?.pointer && !actual.sym.dummy)
    print(em, cellOfProcedure(em, actual.sym), actual.sym.name, PROCEDURE_POINTER, actual);
  else if (actual.k === 'component')
    print(em, lvalue(em, actual), actual.component.name, PROCEDURE_POINTER, actual);
}

function checkResult(em: Emitter, call: Node<'call'>): Typed {
  const { base } = call.type;
  if (call.rank !== 0 || !returnsPointer(call) || base === 'class-star' || base === 'character') return call;
  const target = em.temporary(`${cType(call.type)} *`, callValue(em, call));
  const kind = call.target.procedure.result!.allocatable ? ALLOCATABLE : POINTER;
  print(em, target, call.target.procedure.name, kind, call);
  return objectNode(call, `(*${target})`);
}

function print(em: Emitter, base: string, name: string, kind: number, { at }: Typed): void {
  em.line(`${callOf(base, name, kind, { at })};`);
}

function callOf(base: string, name: string, kind: number, { at }: { at: number }): string {
  return `f_check_argument((const void *)(${base}), "${name}", ${kind}, ${placeOf(at)})`;
}
