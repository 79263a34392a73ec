// Loops of DO statements and implied DO.
import { cType, suffix } from '../../program/c/c-text.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import type { Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import type { LoopRange } from '../../program/walking/loop-range.ts';
import type { LoopHead } from '../../program/walking/typed-statements.ts';
import type { Position } from '../../source/diagnostics.ts';
import { placeOf } from './check.ts';
import type { Emitter } from './emitter.ts';
import { settled } from './enclose.ts';
import { lvalue, scalar } from './expressions.ts';

/** Prints a loop whose number of trips is computed before the first. */
export function emitCountedLoop(
  em: Emitter,
  head: Omit<LoopHead & { k: 'counted' }, 'k'>,
  at: Position,
  printBody: () => void,
): void {
  const { variable } = head;
  const { type } = variable;
  const c = cType(type);
  const value = (e: Typed): string => settled(em, c, () => scalar(em, e));
  const first = em.temporary(c, value(head.first));
  const last = em.temporary(c, value(head.last));
  const stepText = head.step ? value(head.step) : '1';
  const step = /^-?[\d.]+[fL]*$/.test(stepText.replace(/[()]/g, '')) ? stepText : em.temporary(c, stepText);
  const checked = em.program.options.checkLoops;
  if (checked && step !== '1') em.line(`if (${step} == 0) f_loop_fault(1, ${placeOf(at)});`);
  const counter = lvalue(em, variable);
  const count = printTrips(em, head, type, { first, last, step });
  em.inBraces(`for (${counter} = ${first}; ${count} > 0; ${count}--, ${counter} += ${step})`, () => {
    const before = checked ? em.temporary(c, counter) : '';
    printBody();
    if (checked) em.line(`if (${counter} != ${before}) f_loop_fault(0, ${placeOf(at)});`);
    const unit = step.replace(/[()]/g, '');
    if (checked && type.base === 'integer' && /^-?1$/.test(unit) && type.kind <= 8)
      em.line(`if (${counter} == ${lastInteger(type.kind, unit)}) f_loop_fault(2, ${placeOf(at)});`);
  });
}

/** Prints a loop over a new C variable; `printBody` prints the body with an emitter in which the variable is bound. */
export function emitLocalLoop(
  em: Emitter,
  loop: LoopRange & { variable: Sym },
  printBody: (em: Emitter) => void,
): void {
  const type = loop.variable.resolved.type!;
  const c = cType(type);
  const first = em.temporary(c, scalar(em, loop.first));
  const last = em.temporary(c, scalar(em, loop.last));
  const step = loop.step ? em.temporary(c, scalar(em, loop.step)) : '1';
  const count = printTrips(em, loop, type, { first, last, step });
  const name = em.printer.fresh('I');
  em.inBraces(`for (${c} ${name} = ${first}; ${count} > 0; ${count}--, ${name} += ${step})`, () =>
    printBody(em.bind([[loop.variable, name]])),
  );
}

// Prints the number of trips, and returns the C variable that counts them down. The count ends the loop: a comparison
// with the last value would never fail at the last integer of a kind.
function printTrips(
  em: Emitter,
  loop: LoopRange,
  type: Type,
  { first, last, step }: { first: string; last: string; step: string },
): string {
  const kind = countType(type, loop);
  const isDifference = step === '1' && type.base === 'integer' && type.kind <= 4;
  const trips = isDifference
    ? `${last} < ${first} ? 0 : (${kind})${last} - (${kind})${first} + 1`
    : `f_trips_${suffix(type)}(${first}, ${last}, ${step})`;
  const count = em.printer.fresh('N');
  em.line(`${kind} ${count} = ${trips};`);
  return count;
}

// The C type for a number of trips. Only a loop over all integers of kind 4 has too many trips for 32 bits.
function countType({ base, kind }: Type, { first, last }: LoopRange): string {
  if (base !== 'integer') return 'int64_t';
  if (kind > 8) return 'unsigned __int128';
  const isInside = (bound: Typed): boolean => Math.abs(maybeInteger(bound) ?? Infinity) < 2 ** 31 - 1;
  const isShort = kind <= 2 || (kind === 4 && (isInside(first) || isInside(last)));
  return isShort ? 'uint32_t' : 'uint64_t';
}

// The last integer of this kind, after which a loop with step 1 or -1 has no next value.
function lastInteger(kind: number, step: string): string {
  const huge = `INT${kind * 8}_MAX`;
  return step === '1' ? huge : `-${huge} - 1`;
}
