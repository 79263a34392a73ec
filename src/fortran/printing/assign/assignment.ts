// Assignment statements in C; assign/assign.ts prints the stores themselves.

import { storageRoot } from '../../program/symbols/designator.ts';
import type { TypedAssignment, TypedOf } from '../../program/walking/typed-statements.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callSubroutine } from '../writer/expressions.ts';
import { mayOverlap } from '../writer/overlap.ts';
import { assign, copied } from './assign.ts';

export function emitAssignment(em: Emitter, s: TypedAssignment): void {
  if (s.k === 'assignment') assign(em.with({ assigning: true }), s.target, s.value);
  else callDefined(em, s);
}

// Evaluates the right side before the procedure can change the left side.
function callDefined(em: Emitter, { target, call }: TypedOf<'defined-assignment'>): void {
  const [left, right] = call.arguments;
  const given = right?.value;
  const root = storageRoot(target);
  let value = given;
  if (given && root && storageRoot(given) === root && given.rank === 0 && given.type.base === 'derived') {
    value = { k: 'paren', at: given.at, type: given.type, rank: 0, operand: given };
  } else if (given && given.rank > 0 && target.rank > 0 && mayOverlap(target, given)) {
    value = copied(em, given);
  }
  callSubroutine(em, { ...call, arguments: right ? [left, { ...right, value }] : [left] });
}
