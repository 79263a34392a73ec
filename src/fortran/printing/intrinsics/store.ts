// Stores the results of an intrinsic subroutine.

import { cType } from '../../program/c/c-types.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { maybeAbsence } from '../designators/absent.ts';
import type { Emitter } from '../writer/emitter.ts';
import { lvalue } from '../writer/expressions.ts';

/** Stores a C value in a numeric variable if it is present; `guard` is C before the assignment. */
export function store(em: Emitter, target: Typed | undefined, c: string, guard = ''): void {
  if (!target) return;
  const value = target.type.base === 'logical' ? c : `(${cType(target.type)})${c}`;
  em.line(`${guard}${lvalue(em, target)} = ${value};`);
}

/** C text that guards a statement against an absent variable. */
export function ifPresent(em: Emitter, e: Typed): string {
  const absent = maybeAbsence(em, e);
  return absent === undefined ? '' : `if (!(${absent})) `;
}
