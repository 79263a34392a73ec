// Executable statements in C: passes each to its printer. Jumps are in statements/control.ts, constructs that
// introduce names in statements/construct.ts, I/O in io/io.ts, intrinsic subroutines in intrinsics/subroutine.ts.

import type { Procedure } from '../../program/symbols/semantics.ts';
import type { TypedOf, TypedStatement } from '../../program/walking/typed-statements.ts';
import { emitAssignment } from '../assign/assignment.ts';
import { assignPointer } from '../assign/pointer.ts';
import { declareDummies } from '../declarations/dummy.ts';
import { checkHeldLengths } from '../declarations/length-checks.ts';
import { setUpResult } from '../declarations/result.ts';
import { emitSelectRank } from '../designators/assumed-rank.ts';
import { callIntrinsicSubroutine } from '../intrinsics/subroutine.ts';
import { emitInputOutput } from '../io/io.ts';
import type { Emitter } from '../writer/emitter.ts';
import { enclosed, settled } from '../writer/enclose.ts';
import { callSubroutine, lvalue } from '../writer/expressions.ts';
import { gotoLabel } from '../writer/leave-blocks.ts';
import { emitAllocate } from './allocate.ts';
import { emitAssociate, emitBlock, emitConcurrent, emitSelectType, emitWhere } from './construct.ts';
import {
  emitArithmeticIf,
  emitAssignedGoto,
  emitComputedGoto,
  emitDo,
  emitExit,
  emitIf,
  emitReturn,
  emitStop,
} from './control.ts';
import { emitDeallocate, emitNullify } from './deallocate.ts';
import { emitForall } from './forall.ts';
import { emitOpenMp } from './openmp.ts';
import { emitSelectCase } from './select-case.ts';

/** Prints statements. */
export function emitStatements(em: Emitter, statements: readonly TypedStatement[]): void {
  for (const s of statements)
    em.add({
      k: 'statement',
      label: s.k === 'format' ? undefined : s.label,
      directive: em.lineDirective(s.at),
      body: em.capture(() => emitStatement(em.with({ statementAt: s.at }), s)),
    });
}

function emitStatement(em: Emitter, s: TypedStatement): void {
  switch (s.k) {
    case 'assignment':
    case 'defined-assignment':
      enclosed(em, () => emitAssignment(em, s));
      break;
    case 'pointer-assignment':
      enclosed(em, () => {
        assignPointer(em, s.pointer, s.value, s.bounds);
        checkHeldLengths(em, s.pointer);
      });
      break;
    case 'call':
      emitCall(em, s);
      break;
    case 'intrinsic-call':
      enclosed(em, () => callIntrinsicSubroutine(em, s.call));
      break;
    case 'if':
      emitIf(em, s);
      break;
    case 'arithmetic-if':
      emitArithmeticIf(em, s);
      break;
    case 'do':
      emitDo(em, s);
      break;
    case 'cycle':
    case 'exit':
      emitExit(em, s);
      break;
    case 'goto':
      em.line(gotoLabel(em, s.to));
      break;
    case 'computed-goto':
      emitComputedGoto(em, s);
      break;
    case 'assigned-goto':
      emitAssignedGoto(em, s);
      break;
    case 'assign-label':
      em.line(`${lvalue(em, s.variable)} = ${s.to};`);
      break;
    case 'continue':
    case 'format':
      break;
    case 'stop':
      enclosed(em, () => emitStop(em, s));
      break;
    case 'return':
      emitReturn(em, s);
      break;
    case 'select-case':
      emitSelectCase(em, s);
      break;
    case 'allocate':
      enclosed(em, () => emitAllocate(em, s));
      break;
    case 'deallocate':
      enclosed(em, () => emitDeallocate(em, s));
      break;
    case 'nullify':
      enclosed(em, () => emitNullify(em, s));
      break;
    case 'do-concurrent':
      emitConcurrent(em, s);
      break;
    case 'select-type':
      emitSelectType(em, s);
      break;
    case 'select-rank':
      emitSelectRank(em, s);
      break;
    case 'associate':
      emitAssociate(em, s);
      break;
    case 'block':
      emitBlock(em, s);
      break;
    case 'where':
      emitWhere(em, s);
      break;
    case 'forall':
      emitForall(em, s);
      break;
    case 'entry':
      emitEntry(em, s.entry);
      break;
    case 'openmp':
      emitOpenMp(em, s);
      break;
    case 'io':
      emitInputOutput(em, s);
  }
}

// Control that falls through from the preceding statement skips the set-up of the entry's own arguments.
function emitEntry(em: Emitter, entry: Procedure): void {
  const label = em.printer.fresh('P');
  em.line(`goto ${label};`);
  em.line(`ENTRY_${entry.name}:;`);
  declareDummies(em, entry, false);
  setUpResult(em, entry);
  em.line(`${label}:;`);
}

function emitCall(em: Emitter, { call }: TypedOf<'call'>): void {
  const labels = call.arguments.flatMap((a) => (a?.label === undefined ? [] : [a.label]));
  if (!call.target.procedure.alternateReturns && labels.length === 0) {
    enclosed(em, () => {
      callSubroutine(em, call);
    });
    return;
  }
  em.inBraces('', () => {
    const value = settled(em, 'int32_t', () => callSubroutine(em, call) ?? '0');
    for (const [i, label] of labels.entries()) em.line(`if (${value} == ${i + 1}) ${gotoLabel(em, label)}`);
  });
}
