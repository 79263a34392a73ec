// A procedure as a value: a target, an argument, a dummy, or a name without parentheses.

import type { Node, Procedure, Sym, Type } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';

export const PROCEDURE: Type = { base: 'procedure', kind: 4 };

/** @param sym symbol of the procedure, if it is a dummy, a pointer or an intrinsic */
export function procedureNode(procedure: Procedure, at: Position, sym?: Sym): Node<'procedure'> {
  if (sym?.k !== 'intrinsic') procedure.scope.program.calls.handOn(procedure);
  return { k: 'procedure', at, type: PROCEDURE, rank: 0, procedure, sym };
}

export function isProcedureDummy(dummy: Sym): boolean {
  if (dummy.k !== 'unknown') return dummy.k === 'procedure';
  const { declared, dimensions } = dummy.written;
  return dummy.dummy && !declared && !dimensions && dummy.has('external');
}
