// SELECT TYPE guards: no two guards may have the same type.

import { describeType } from '../../program/constants/constants.ts';
import { isCompatibleDerived } from '../../program/constants/conversions.ts';
import type { Type } from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';

/** A guard: TYPE IS or CLASS IS with a type, or CLASS DEFAULT without one. */
export interface Guard {
  readonly at: Position;
  readonly guard: 'type' | 'class' | 'default';
  readonly type: Type | undefined;
}

/** @throws FortranError at the second of two identical guards, and at a guard that the selector can never match */
export function checkGuards(guards: readonly Guard[], selector: Type): void {
  for (const guard of guards)
    throwFault(guard.at, guard.type && guardFault(guard.guard, guard.type, selector));
  for (const [i, one] of guards.entries())
    if (guards.slice(0, i).some((other) => areSame(one, other)))
      refuse(one.at, `${describeGuard(one)} appears twice in this SELECT TYPE.`);
}

function guardFault(guard: Guard['guard'], type: Type, selector: Type): string | undefined {
  if (guard === 'class' && !type.derived) return `CLASS IS needs an extensible type.`;
  if (type.base === 'character' && type.length !== '*') return 'The character length must be "*" here.';
  if (type.lengths?.some((n) => n !== '*'))
    return `The length parameters of TYPE(${type.derived!.name}) must be "*" here.`;
  return isCompatibleDerived(type, selector)
    ? undefined
    : `A selector of type ${describeType(selector)} can never have the type ${describeType(type)}.`;
}

function areSame(a: Guard, b: Guard): boolean {
  if (a.guard !== b.guard || !a.type || !b.type) return a.guard === b.guard;
  return a.type.base === b.type.base && a.type.kind === b.type.kind && a.type.derived === b.type.derived;
}

function describeGuard({ guard, type }: Guard): string {
  return type ? `${guard.toUpperCase()} IS (${type.derived?.name ?? describeType(type)})` : 'CLASS DEFAULT';
}
