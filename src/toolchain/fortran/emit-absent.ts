// Actual arguments that may not be there when the program runs: optional dummies, and pointers and allocatable
// variables that stand for an optional argument. An elemental procedure must be told so for each element.
import { type ArrayValue, arrayValue } from './emit-array.ts';
import { descriptorCell, isAllocatable, isPointer } from './emit-designator.ts';
import { elementAddress, nameOf } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';
import type { Typed } from './semantics.ts';

type Call = Extract<Typed, { k: 'call' }>;

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
  if (e.k === 'null') return true;
  return (e.k === 'variable' && e.sym.dummy && e.sym.optional) || isPointer(e) || isAllocatable(e);
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
  const given = e.k === 'variable' && e.sym.dummy && e.sym.optional ? nameOf(em, e.sym) : undefined;
  const tests = [given && `${given} != 0`, held && `${descriptorCell(em, e)}.base != 0`];
  return tests.filter((test) => test).join(' && ');
}
