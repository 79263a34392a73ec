// Arguments that may not be there when the program runs: optional dummies, and pointers and allocatable variables that
// stand for an optional argument. Elemental procedures are told so for each element; intrinsic functions may do without.

import type { ArrayValue } from '../program/c-arrays.ts';
import { elementAddress } from '../program/c-arrays.ts';
import { isAllocatable, isPointer } from '../program/designator.ts';
import type { Typed } from '../program/semantics.ts';
import type { Sym } from '../program/symbol.ts';
import { descriptorCell } from './emit-designator.ts';
import { nameOf } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';
import { arrayValue } from './expressions.ts';

type Call = Extract<Typed, { k: 'call' }>;

/** Whether an expression is an optional dummy, which may be absent. */
export function isOptionalDummy(e: Typed): e is Typed & { k: 'variable' } {
  return e.k === 'variable' && e.sym.dummy && e.sym.optional;
}

/** The arguments of a call that the running program may leave out. */
export function absentArguments(e: Typed): Set<Typed> {
  return e.k === 'call' ? new Set(absentOf(e)) : new Set();
}

function absentOf(e: Call): Typed[] {
  return e.target.procedure.dummies.flatMap((dummy, i) => {
    const value = e.arguments[i]?.value;
    return dummy?.optional && value && mayBeAbsent(value) ? [value] : [];
  });
}

function mayBeAbsent(e: Typed): boolean {
  return e.k === 'null' || isOptionalDummy(e) || isPointer(e) || isAllocatable(e);
}

/** An array that may be absent; each element is absent when the array is. */
export function maybeAbsentArray(em: Emitter, e: Typed): ArrayValue {
  const present = em.temporary('int32_t', presenceOf(em, e));
  const value = arrayValue(em, e);
  const { layout, shape, type } = value;
  if (!layout) return value;
  return {
    type,
    shape,
    at: (indices) => {
      const c = `(${present} ? ${elementAddress(layout, indices)} : 0)`;
      const character = type.base === 'character';
      return {
        k: 'raw',
        at: e.at,
        type,
        rank: 0,
        c: character ? c : `(*${c})`,
        n: character ? layout.length : undefined,
        lvalue: true,
      };
    },
  };
}

function presenceOf(em: Emitter, e: Typed): string {
  const held = isPointer(e) || isAllocatable(e);
  const given = isOptionalDummy(e) ? nameOf(em, e.sym) : undefined;
  const tests = [given && `${given} != 0`, held && `${descriptorCell(em, e)}.base != 0`];
  return tests.filter((test) => test).join(' && ');
}

/** C of an argument; an optional dummy that is handed on to one is absent there when it is absent here. */
export function unlessAbsent(em: Emitter, dummy: Sym, actual: Typed, c: string): string {
  if (!dummy.optional || !isOptionalDummy(actual)) return c;
  const name = nameOf(em, actual.sym);
  return c === name ? c : `(${name} ? ${c} : 0)`;
}

/** C of the descriptor of an argument; what is not allocated or associated is absent for an optional dummy. */
export function unlessEmpty(em: Emitter, dummy: Sym, actual: Typed, c: string): string {
  const mayBeEmpty = actual.k !== 'call' && (isPointer(actual) || isAllocatable(actual));
  if (!dummy.optional || dummy.allocatable || dummy.pointer || !mayBeEmpty) return c;
  const given = em.temporary('fclass *', c);
  return `(${given}->p ? ${given} : (fclass *)0)`;
}

/** C that is true while an optional dummy is absent; undefined for what is always there. */
export function maybeAbsence(em: Emitter, e: Typed): string | undefined {
  if (e.k === 'convert' || e.k === 'paren') return maybeAbsence(em, e.operand);
  if (!isOptionalDummy(e)) return undefined;
  return `!${nameOf(em, e.sym)}`;
}

/** C of a scalar argument of an intrinsic function that has another value while it is absent. */
export function scalarOr(em: Emitter, e: Typed, c: string, otherwise: string): string {
  const absent = maybeAbsence(em, e);
  return absent === undefined ? c : `(${absent} ? ${otherwise} : ${c})`;
}
