// Loops of DO statements and implied DO.
import { cType, suffix } from '../../program/c/c-text.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
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
  const count = em.printer.fresh('N');
  const kind = type.base === 'integer' ? (type.kind === 8 ? 'uint64_t' : 'uint32_t') : 'int64_t';
  const trips =
    step === '1' && type.base === 'integer' && type.kind <= 8
      ? `${last} < ${first} ? 0 : (${kind})${last} - (${kind})${first} + 1`
      : `f_trips_${suffix(type)}(${first}, ${last}, ${step})`;
  em.line(`${kind} ${count} = ${trips};`);
  em.inBraces(`for (${counter} = ${first}; ${count} > 0; ${count}--, ${counter} += ${step})`, () => {
    const before = checked ? em.temporary(c, counter) : '';
    printBody();
    if (checked) em.line(`if (${counter} != ${before}) f_loop_fault(0, ${placeOf(at)});`);
    const unit = step.replace(/[()]/g, '');
    if (checked && type.base === 'integer' && /^-?1$/.test(unit) && type.kind <= 8)
      em.line(`if (${counter} == ${lastInteger(type.kind, unit)}) f_loop_fault(2, ${placeOf(at)});`);
  });
}

// The last integer of this kind, after which a loop with step 1 or -1 has no next value.
function lastInteger(kind: number, step: string): string {
  const huge = `INT${kind * 8}_MAX`;
  return step === '1' ? huge : `-${huge} - 1`;
}
