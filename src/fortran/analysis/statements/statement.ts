// Turns executable statements from trees into typed statements by passing each to its analysis. A faulty statement is
// reported and skipped, so that a single pass finds all errors in a program.

import type { TypedStatement } from '../../program/walking/typed-statements.ts';
import { FortranError } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { checkTyped } from '../checks/typed.ts';
import { checkDirective } from '../openmp/openmp.ts';
import { analyseAllocate, analyseDeallocate, analyseNullify } from './allocate.ts';
import { analyseAssignment, analysePointerAssignment } from './assignment.ts';
import { analyseCallStatement } from './call-statement.ts';
import {
  analyseAssociate,
  analyseBlock,
  analyseConcurrent,
  analyseSelectRank,
  analyseSelectType,
} from './construct.ts';
import {
  analyseArithmeticIf,
  analyseAssignedGoto,
  analyseAssignLabel,
  analyseComputedGoto,
  analyseDo,
  analyseExit,
  analyseIf,
  analyseReturn,
  analyseStop,
} from './control.ts';
import { analyseForall, analyseWhere } from './forall.ts';
import { analyseIo } from './io.ts';
import { analyseOpenMp } from './openmp.ts';
import { analyseSelectCase } from './select-case.ts';
import type { Of, Place } from './statement-place.ts';

/** Typed statements of a body, without faulty statements. */
export function analyseStatements(place: Place, statements: readonly Statement[]): TypedStatement[] {
  return statements.flatMap((s) => {
    try {
      const typed = analyseStatement(place, s);
      checkTyped(place.scope, typed);
      return [s.label === undefined ? typed : { ...typed, label: s.label }];
    } catch (fault) {
      place.scope.program.diagnostics.report(fault);
      return [];
    }
  });
}

// Side effects that a PURE procedure may not have.
function checkPure(place: Place, s: Statement): void {
  const { procedure } = place.scope.host;
  if (!procedure?.pure) return;
  if (s.k === 'stop' && !s.error)
    throw new FortranError(
      s.at,
      `STOP cannot be in "${procedure.name}", which is PURE or ELEMENTAL; ERROR STOP can.`,
    );
  const internal =
    s.k === 'io' && (s.verb === 'read' || s.verb === 'write') && s.controls[0]?.value.k === 'ref';
  if (s.k === 'io' && !internal)
    throw new FortranError(
      s.at,
      `${s.verb.toUpperCase()} cannot be in "${procedure.name}", which is PURE or ELEMENTAL; it is allowed in an IMPURE ELEMENTAL procedure.`,
    );
}

function analyseStatement(place: Place, s: Statement): TypedStatement {
  checkPure(place, s);
  switch (s.k) {
    case 'assignment':
      return analyseAssignment(place, s);
    case 'pointer-assignment':
      return analysePointerAssignment(place, s);
    case 'call':
      return analyseCall(place, s);
    case 'if':
      return analyseIf(place, s);
    case 'arithmetic-if':
      return analyseArithmeticIf(place, s);
    case 'do':
      return analyseDo(place, s);
    case 'cycle':
    case 'exit':
      return analyseExit(place, s);
    case 'goto':
      return { k: 'goto', at: s.at, to: s.to };
    case 'computed-goto':
      return analyseComputedGoto(place, s);
    case 'assigned-goto':
      return analyseAssignedGoto(place, s);
    case 'assign-label':
      return analyseAssignLabel(place, s);
    case 'continue':
    case 'data': // its stored values are known before any statement is executed
      return { k: 'continue', at: s.at };
    case 'format':
      return { k: 'format', at: s.at };
    case 'directive':
      checkDirective(place.scope, s);
      return { k: 'continue', at: s.at };
    case 'stop':
      return analyseStop(place, s);
    case 'return':
      return analyseReturn(place, s);
    case 'select-case':
      return analyseSelectCase(place, s);
    case 'associate':
      return analyseAssociate(place, s);
    case 'select-type':
      return analyseSelectType(place, s);
    case 'select-rank':
      return analyseSelectRank(place, s);
    case 'block':
      return analyseBlock(place, s);
    case 'do-concurrent':
      return analyseConcurrent(place, s);
    case 'where':
      return analyseWhere(place, s);
    case 'forall':
      return analyseForall(place, s);
    case 'allocate':
      return analyseAllocate(place, s);
    case 'deallocate':
      return analyseDeallocate(place, s);
    case 'nullify':
      return analyseNullify(place, s);
    case 'entry':
      return analyseEntry(place, s);
    case 'openmp':
      return analyseOpenMp(place, s);
    case 'io':
      return analyseIo(place, s);
    default:
      throw new FortranError(s.at, 'A declaration cannot appear among executable statements.');
  }
}

function analyseCall({ scope }: Place, s: Of<'call'>): TypedStatement {
  const call = analyseCallStatement(scope, s.target);
  if (call.k === 'intrinsic') return { k: 'intrinsic-call', at: s.at, call };
  if (call.k !== 'call') throw new FortranError(s.at, 'This cannot be called.');
  return { k: 'call', at: s.at, call };
}

function analyseEntry({ scope, constructs }: Place, s: Of<'entry'>): TypedStatement {
  if (constructs.length > 0) throw new FortranError(s.at, 'ENTRY cannot be in a construct.');
  if (!scope.host.procedure) throw new FortranError(s.at, 'ENTRY is for subroutines and functions.');
  const entry = scope.host.procedure?.entries.find((e) => e.name === s.heading.name);
  return entry ? { k: 'entry', at: s.at, entry } : { k: 'continue', at: s.at };
}
