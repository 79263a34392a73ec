import type { Position } from '../../source/diagnostics.ts';
import type { Procedure, Scope } from './semantics.ts';

/** A procedure that is known only from its use. */
export function implicitProcedure(
  scope: Scope,
  name: string,
  at: Position,
  place: Procedure['place'],
): Procedure {
  return {
    name,
    at,
    isFunction: false,
    dummies: [],
    implicitInterface: true,
    elemental: false,
    pure: false,
    recursive: false,
    bindC: false,
    scope,
    cName: `${name}_`,
    place,
    entries: [],
    alternateReturns: false,
  };
}
