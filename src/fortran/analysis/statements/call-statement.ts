// CALL statements: finds the procedure that the statement's name or binding denotes.

import { isIntrinsicSubroutine } from '../../intrinsics/rows/intrinsics.ts';
import { makeProcedure } from '../../program/declarations/declare.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import { note } from '../../program/symbols/change-symbol.ts';
import { declare, lookup, refuseAmbiguous } from '../../program/symbols/names.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import { FortranError } from '../../source/diagnostics.ts';
import type { Reference } from '../../syntax/tree/syntax-tree.ts';
import { analyseArguments, callProcedure } from '../calls/call.ts';
import { refuseAbstract } from '../calls/call-rules.ts';
import { analyseBoundCall, analyseGenericCall } from '../expressions/generic.ts';
import { analyseIntrinsicSubroutine } from '../expressions/intrinsic.ts';
import { analyseReference, resolveExternal } from '../expressions/reference.ts';

/** Analyses `CALL …`. */
export function analyseCallStatement(scope: Scope, target: Reference): Typed {
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
    throw new FortranError(part.at, `"${part.name}" has a type and cannot be called as a subroutine.`);
  if (callee.k === 'unknown') makeProcedure(callee);
  refuseAbstract(callee, part.at);
  if (callee.k !== 'procedure')
    throw new FortranError(part.at, `"${part.name}" is a ${callee.k} and cannot be called.`);
  const procedure = resolveExternal(callee, procedureOf(callee)!, scope);
  if (procedure.isFunction && !procedure.implicitInterface)
    throw new FortranError(part.at, `"${part.name}" is a function and cannot be called as a subroutine.`);
  return callProcedure(scope, procedure, analyseArguments(scope, list), part.at, callee);
}
