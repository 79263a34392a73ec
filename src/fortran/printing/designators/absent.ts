// Arguments that may be absent at run time: optional dummies, and pointers and allocatable variables passed to an
// optional argument (Fortran 2018, 15.5.2.12). An elemental procedure treats an absent argument as absent for each
// element; an intrinsic procedure may not need the argument.

import { maybeRow } from '../../intrinsics/rows/function-rows.ts';
import { maybeSubroutine } from '../../intrinsics/rows/subroutine-rows.ts';
import type { ArrayValue } from '../../program/c/c-arrays.ts';
import { elementAddress, layoutNode, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { IntrinsicNode, Node, Sym, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { rawOf } from '../writer/expressions.ts';
import { heldAddress } from './designator.ts';
import { fixLayout, layoutOf } from './section.ts';
import { nameOf } from './storage.ts';

type Call = Node<'call'>;

/** True for an optional dummy, which may be absent. */
export function isOptionalDummy(e: Typed): e is Node<'variable'> {
  return e.k === 'variable' && e.sym.dummy && e.sym.optional;
}

/** The arguments of a call that may be absent at run time. */
export function absentArguments(e: Typed): Set<Typed> {
  if (e.k === 'call') return new Set(absentOf(e));
  if (e.k === 'complex') return new Set(mayBeAbsent(bare(e.im)) ? [e.im] : []);
  if (e.k !== 'intrinsic') return new Set();
  return new Set(e.arguments.filter((a, i) => a && isOptional(e, i) && mayBeAbsent(bare(a))) as Typed[]);
}

function bare(e: Typed): Typed {
  return e.k === 'convert' || e.k === 'paren' ? bare(e.operand) : e;
}

/** True if the intrinsic procedure's row marks an argument as optional. */
export function isOptional(e: IntrinsicNode, argument: number): boolean {
  const row = maybeRow(e.name) ?? maybeSubroutine(e.name.replace('call ', ''));
  const names = row?.takes.split(' ') ?? [];
  const name = names[argument] ?? names.at(-1);
  return name === '...' || (argument < names.length && name!.includes('?'));
}

function absentOf(e: Call): Typed[] {
  return e.target.procedure.dummies.flatMap((dummy, i) => {
    const value = e.arguments[i]?.value;
    return dummy?.optional && value && mayBeAbsent(value) ? [value] : [];
  });
}

function mayBeAbsent(e: Typed): boolean {
  if (e.k === 'call') return false;
  return e.k === 'null' || isOptionalDummy(e) || isPointer(e) || isAllocatable(e);
}

/** An array that may be absent; if it is, each element is absent. */
export function maybeAbsentArray(em: Emitter, e: Typed): ArrayValue {
  if (e.k === 'convert' || e.k === 'paren') {
    const { shape, at } = maybeAbsentArray(em, e.operand);
    return {
      type: e.type,
      shape,
      at: (indices) => {
        const operand = at(indices);
        return { ...rawOf(em, { ...e, rank: 0, operand }), absent: operand.absent };
      },
    };
  }
  const present = em.temporary('int32_t', presenceOf(em, e));
  const layout = fixLayout(em, layoutOf(em, e));
  const { shape, type } = layoutValue(layout);
  return {
    type,
    shape,
    at: (indices) => {
      const c = `(${present} ? ${elementAddress(layout, indices)} : 0)`;
      const character = type.base === 'character';
      const node = character ? objectNode(e, c, layout.length) : objectNode(e, `(*${c})`);
      return { ...node, type, absent: `!${present}` };
    },
  };
}

function presenceOf(em: Emitter, e: Typed): string {
  const held = isPointer(e) || isAllocatable(e);
  const given = isOptionalDummy(e) ? nameOf(em, e.sym) : undefined;
  const tests = [given && `${given} != 0`, held && `${heldAddress(em, e)} != 0`];
  return tests.filter((test) => test).join(' && ') || '0';
}

/** Prepares an argument of an intrinsic function for printing. An optional argument may have no memory. */
export function argumentOf(em: Emitter, call: IntrinsicNode, argument: number): Typed {
  const e = call.arguments[argument]!;
  if (e.rank === 0) return e;
  if (!isOptional(call, argument) || !(isPointer(e) || isAllocatable(e)) || e.k === 'call') return e;
  return layoutNode(fixLayout(em, layoutOf(em, e)), e.at);
}

/** C expression for an argument; an absent optional dummy is passed on as absent. */
export function unlessAbsent(em: Emitter, dummy: Sym, actual: Typed, c: string): string {
  if (!dummy.optional || !isOptionalDummy(actual)) return c;
  const name = nameOf(em, actual.sym);
  return c === name ? c : `(${name} ? ${c} : 0)`;
}

/**
 * C expression for an argument's descriptor. An object that is not allocated or associated counts as absent if the
 * dummy is optional.
 */
export function unlessEmpty(em: Emitter, dummy: Sym, actual: Typed, c: string): string {
  const mayBeEmpty = actual.k !== 'call' && (isPointer(actual) || isAllocatable(actual));
  if (!dummy.optional || dummy.allocatable || dummy.pointer || !mayBeEmpty) return c;
  const given = em.temporary('fclass *', c);
  return `(${given}->p ? ${given} : (fclass *)0)`;
}

/**
 * C expression that is true if an optional argument of an intrinsic procedure is absent; undefined for an argument that
 * always has a value.
 */
export function maybeAbsence(em: Emitter, e: Typed): string | undefined {
  if (e.k === 'convert' || e.k === 'paren') return maybeAbsence(em, e.operand);
  if (e.k === 'raw') return e.absent;
  if (!mayBeAbsent(e)) return undefined;
  return isOptionalDummy(e) && !isPointer(e) && !isAllocatable(e)
    ? `!${nameOf(em, e.sym)}`
    : `!(${presenceOf(em, e)})`;
}

/**
 * C expression for a scalar argument of an intrinsic function, with a fallback value in case the argument is absent.
 */
export function scalarOr(em: Emitter, e: Typed, c: string, otherwise: string): string {
  const absent = maybeAbsence(em, e);
  return absent === undefined ? c : `(${absent} ? ${otherwise} : ${c})`;
}
