// Turns executable statements from trees into typed statements by passing each to the analysis for its kind. An invalid
// statement is reported and skipped, so that a single pass finds all errors in a program.

import { isIntrinsicSubroutine } from '../../intrinsics/rows/intrinsics.ts';
import { makeProcedure } from '../../program/declarations/declare.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import { note } from '../../program/symbols/change-symbol.ts';
import { declare, lookup, refuseAmbiguous } from '../../program/symbols/names.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type { TypedStatement } from '../../program/walking/typed-statements.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { ExecutableStatement, Reference, Statement } from '../../syntax/tree/syntax-tree.ts';
import { analyseArguments, callProcedure } from '../calls/call.ts';
import { refuseAbstract } from '../calls/call-rules.ts';
import { checkTyped } from '../checks/typed.ts';
import { analyseBoundCall, analyseGenericCall } from '../expressions/generic.ts';
import { analyseIntrinsicSubroutine } from '../expressions/intrinsic.ts';
import { analyseReference, resolveExternal } from '../expressions/reference.ts';
import { checkDirective } from '../openmp/openmp.ts';
import { analyseAllocate, analyseDeallocate, analyseNullify } from './allocate.ts';
import { analyseAssignment, analysePointerAssignment } from './assignment.ts';
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

/** Typed statements of a body, excluding invalid ones. */
export function analyseStatements(place: Place, statements: readonly Statement[]): TypedStatement[] {
  const { diagnostics } = place.scope.program;
  return statements.flatMap(
    (s) =>
      diagnostics.attempt(() => {
        const typed = analyseStatement(place, s);
        checkTyped(place.scope, typed);
        return [s.label === undefined ? typed : { ...typed, label: s.label }];
      }) ?? [],
  );
}

// Rejects statements with side effects in a PURE procedure.
function checkPure(place: Place, s: Statement): void {
  const { procedure } = place.scope.host;
  if (!procedure?.pure) return;
  if (s.k === 'stop' && !s.error)
    refuse(
      s.at,
      `STOP is not allowed in "${procedure.name}", which is PURE or ELEMENTAL; ERROR STOP is allowed.`,
    );
  const internal =
    s.k === 'io' && (s.verb === 'read' || s.verb === 'write') && s.controls[0]?.value.k === 'ref';
  if (s.k === 'io' && !internal)
    refuse(
      s.at,
      `${s.verb.toUpperCase()} is not allowed in "${procedure.name}", which is PURE or ELEMENTAL; it is allowed in an IMPURE ELEMENTAL procedure.`,
    );
}

type Analyse<K extends Statement['k']> = (place: Place, s: Of<K>) => TypedStatement;

/** Kinds of statements that may appear among executable statements. */
type Executable = ExecutableStatement['k'] | 'data' | 'format' | 'directive' | 'entry';

const withoutEffect = (_place: Place, { at }: Statement): TypedStatement => ({ k: 'continue', at });

const ANALYSES: { readonly [K in Executable]: Analyse<K> } = {
  assignment: analyseAssignment,
  'pointer-assignment': analysePointerAssignment,
  call: analyseCall,
  if: analyseIf,
  'arithmetic-if': analyseArithmeticIf,
  do: analyseDo,
  cycle: analyseExit,
  exit: analyseExit,
  goto: (_place, { at, to }) => ({ k: 'goto', at, to }),
  'computed-goto': analyseComputedGoto,
  'assigned-goto': analyseAssignedGoto,
  'assign-label': analyseAssignLabel,
  continue: withoutEffect,
  data: withoutEffect, // its stored values are known before any statement is executed
  format: (_place, { at }) => ({ k: 'format', at }),
  directive: (place, s) => {
    checkDirective(place.scope, s);
    return withoutEffect(place, s);
  },
  stop: analyseStop,
  return: analyseReturn,
  'select-case': analyseSelectCase,
  associate: analyseAssociate,
  'select-type': analyseSelectType,
  'select-rank': analyseSelectRank,
  block: analyseBlock,
  'do-concurrent': analyseConcurrent,
  where: analyseWhere,
  forall: analyseForall,
  allocate: analyseAllocate,
  deallocate: analyseDeallocate,
  nullify: analyseNullify,
  entry: analyseEntry,
  openmp: analyseOpenMp,
  io: analyseIo,
};

function analyseStatement(place: Place, s: Statement): TypedStatement {
  checkPure(place, s);
  const analyse =
    (ANALYSES[s.k as Executable] as Analyse<Statement['k']> | undefined) ??
    refuse(s.at, 'A declaration cannot appear among executable statements.');
  return analyse(place, s);
}

function analyseCall({ scope }: Place, s: Of<'call'>): TypedStatement {
  const call = analyseCallStatement(scope, s.target);
  if (call.k === 'intrinsic') return { k: 'intrinsic-call', at: s.at, call };
  if (call.k !== 'call') refuse(s.at, 'This cannot be called.');
  return { k: 'call', at: s.at, call };
}

function analyseEntry({ scope, constructs }: Place, s: Of<'entry'>): TypedStatement {
  if (constructs.length > 0) refuse(s.at, 'ENTRY is not allowed in a construct.');
  if (!scope.host.procedure) refuse(s.at, 'ENTRY is allowed only in subroutines and functions.');
  const entry = scope.host.procedure?.entries.find((e) => e.name === s.heading.name);
  return entry ? { k: 'entry', at: s.at, entry } : { k: 'continue', at: s.at };
}

/** Analyses `CALL …`. */
function analyseCallStatement(scope: Scope, target: Reference): Typed {
  const part = target.parts[0]!;
  if (target.parts.length > 1) {
    const base = analyseReference(scope, { ...target, parts: target.parts.slice(0, -1) });
    return analyseBoundCall(scope, base, target.parts.at(-1)!, false);
  }
  const list = part.lists[0] ?? [];
  const symbol = lookup(scope, part.name);
  refuseAmbiguous(scope, part.name, part.at);
  if (!symbol || (symbol.k === 'unknown' && !symbol.dummy && !symbol.written.declared)) {
    if (!scope.program.externals.has(part.name) && isIntrinsicSubroutine(part.name))
      return analyseIntrinsicSubroutine(scope, part.name, list, part.at);
  }
  const callee = symbol ?? declare(scope.host, part.name, part.at);
  note(callee, 'used');
  if (callee.k === 'intrinsic') return analyseIntrinsicSubroutine(scope, callee.name, list, part.at);
  if (callee.k === 'generic') return analyseGenericCall(scope, callee, list, part.at, false);
  if (callee.k === 'unknown' && callee.written.type && !callee.dummy)
    refuse(part.at, `"${part.name}" has a type and cannot be called as a subroutine.`);
  if (callee.k === 'unknown') makeProcedure(callee);
  refuseAbstract(callee, part.at);
  if (callee.k !== 'procedure') refuse(part.at, `"${part.name}" is a ${callee.k} and cannot be called.`);
  const procedure = resolveExternal(callee, procedureOf(callee)!, scope);
  if (procedure.isFunction && !procedure.implicitInterface)
    refuse(part.at, `"${part.name}" is a function and cannot be called as a subroutine.`);
  return callProcedure(scope, procedure, analyseArguments(scope, list), part.at, callee);
}
