// Arguments of intrinsic procedures that -std= rejects: types, kinds and arguments that only a later standard allows.

import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { isAllocatable } from '../../program/symbols/designator.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';

type Arguments = readonly (Typed | undefined)[];

const OF_COMPLEX_SINCE_2008 = /^(tan|asin|acos|atan|sinh|cosh|tanh|asinh|acosh|atanh)$/;
const TAKES_BOZ_SINCE_2003 = /^(int|real|dble|cmplx)$/;

/** Throws if the -std= standard does not allow a call to an intrinsic function, given by its generic name. */
export function checkLaterFunction(scope: Scope, name: string, args: Arguments, at: Position): void {
  if (scope.program.options.standard === 'gnu') return;
  const [first, second, third] = args;
  if (OF_COMPLEX_SINCE_2008.test(name) && first?.type.base === 'complex')
    refuseLater(scope, 2008, `"${name}" of a complex number`, at);
  if (/^(min|max)(val|loc)?$/.test(name) && first?.type.base === 'character')
    refuseLater(scope, 2003, `"${name}" of characters`, at);
  if (TAKES_BOZ_SINCE_2003.test(name) && args.some((a) => a?.type.base === 'boz'))
    refuseLater(scope, 2003, `a BOZ constant as an argument of "${name}"`, at);
  if (name === 'selected_real_kind' && (third || !(first || second)))
    refuseLater(scope, 2008, `"${name}" ${third ? 'with RADIX' : 'with neither P nor R'}`, at);
  if (name === 'c_loc' && first) checkAddress(scope, first, at);
  if (name === 'c_funloc' && first?.k === 'procedure' && !first.procedure.bindC)
    refuseLater(scope, 'TS 29113', 'C_FUNLOC of a procedure without BIND(C)', at);
}

// Arrays that are not allocatable and have neither explicit nor assumed size may have gaps.
function checkAddress(scope: Scope, e: Typed, at: Position): void {
  const { derived } = e.type;
  if (e.rank === 0) return;
  if (derived && !derived.opaque && !derived.bind)
    refuseLater(scope, 'TS 29113', 'C_LOC of an array of a type without BIND(C)', at);
  const shape = e.k === 'variable' ? shapeKindOf(e.sym) : undefined;
  if (e.k === 'variable' && !isAllocatable(e) && shape !== 'explicit' && shape !== 'assumed-size')
    refuseLater(scope, 2008, 'C_LOC of a pointer array or an assumed-shape array', at);
}

/** Does the same for a subroutine. */
export function checkLaterSubroutine(scope: Scope, name: string, args: Arguments, at: Position): void {
  const { integer, real } = scope.kinds;
  if (name === 'system_clock')
    for (const a of args)
      if (a && a.type.kind !== (a.type.base === 'real' ? real.kind : integer.kind))
        refuseLater(scope, 2003, 'SYSTEM_CLOCK with an argument that is not of the default kind', at);
}
