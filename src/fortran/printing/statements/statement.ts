// Executable statements in C: passes each statement to its printer. Jumps are in statements/control.ts, constructs that
// introduce names in statements/construct.ts, I/O in io/io.ts, intrinsic subroutines in intrinsics/subroutine.ts.

import type { TypedOf, TypedStatement } from '../../program/walking/typed-statements.ts';
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
import { gotoLabel } from '../writer/open-construct.ts';
import { emitAllocate, emitDeallocate, emitNullify } from './allocate.ts';
import { emitAssignment } from './assignment.ts';
import { emitAssociate, emitBlock, emitConcurrent, emitSelectType, emitWhere } from './construct.ts';
import {
  emitArithmeticIf,
  emitAssignedGoto,
  emitComputedGoto,
  emitDo,
  emitExit,
  emitIf,
  emitReturn,
  emitSelectCase,
  emitStop,
} from './control.ts';
import { emitForall } from './forall.ts';
import { emitOpenMp } from './openmp.ts';

export function emitStatements(em: Emitter, statements: readonly TypedStatement[]): void {
  for (const s of statements)
    em.add({
      k: 'statement',
      label: s.k === 'format' ? undefined : s.label,
      directive: em.lineDirective(s.at),
      body: em.capture(() => emitStatement(em.with({ statementAt: s.at }), s)),
    });
}

type Emit<K extends TypedStatement['k']> = (em: Emitter, s: TypedOf<K>) => void;

// Wraps a printer for statements that need braces for their temporaries.
function enclosing<S>(emit: (em: Emitter, s: S) => void): (em: Emitter, s: S) => void {
  return (em, s) => enclosed(em, () => emit(em, s));
}

const PRINTERS: { readonly [K in TypedStatement['k']]: Emit<K> } = {
  assignment: enclosing(emitAssignment),
  'defined-assignment': enclosing(emitAssignment),
  'pointer-assignment': enclosing((em, s) => {
    assignPointer(em, s.pointer, s.value, s.bounds);
    checkHeldLengths(em, s.pointer);
  }),
  call: emitCall,
  'intrinsic-call': enclosing((em, s) => callIntrinsicSubroutine(em, s.call)),
  if: emitIf,
  'arithmetic-if': emitArithmeticIf,
  do: emitDo,
  cycle: emitExit,
  exit: emitExit,
  goto: (em, s) => em.line(gotoLabel(em, s.to)),
  'computed-goto': emitComputedGoto,
  'assigned-goto': emitAssignedGoto,
  'assign-label': (em, s) => em.line(`${lvalue(em, s.variable)} = ${s.to};`),
  continue: () => {},
  format: () => {},
  stop: enclosing(emitStop),
  return: emitReturn,
  'select-case': emitSelectCase,
  allocate: enclosing(emitAllocate),
  deallocate: enclosing(emitDeallocate),
  nullify: enclosing(emitNullify),
  'do-concurrent': emitConcurrent,
  'select-type': emitSelectType,
  'select-rank': emitSelectRank,
  associate: emitAssociate,
  block: emitBlock,
  where: emitWhere,
  forall: emitForall,
  entry: emitEntry,
  openmp: emitOpenMp,
  io: emitInputOutput,
};

function emitStatement(em: Emitter, s: TypedStatement): void {
  (PRINTERS[s.k] as Emit<TypedStatement['k']>)(em, s);
}

// If control falls through from the preceding statement, the set-up of the entry's own arguments is skipped.
function emitEntry(em: Emitter, { entry }: TypedOf<'entry'>): void {
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
    enclosed(em, () => void callSubroutine(em, call));
    return;
  }
  em.inBraces('', () => {
    const value = settled(em, 'int32_t', () => callSubroutine(em, call) ?? '0');
    for (const [i, label] of labels.entries()) em.line(`if (${value} == ${i + 1}) ${gotoLabel(em, label)}`);
  });
}
