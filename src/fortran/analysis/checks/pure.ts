// Rules for PURE procedures: no variables that outlive a call, and no pointers to data that the procedures must not
// change.
import { assumedSizeFault } from '../../intrinsics/checks/intrinsic.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import { rootSymbol } from '../../program/symbols/designator.ts';
import type { Procedure, Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { isProcedureDummy } from '../calls/procedure-dummies.ts';
import { hasParts } from './scope.ts';

/** Reason to reject a local variable of a PURE procedure, or undefined. */
export function lastingFault(scope: Scope, symbol: Sym): string | undefined {
  const { procedure } = scope;
  if (!procedure?.pure || symbol.k === 'constant' || symbol.k === 'procedure') return undefined;
  const why = symbol.has('volatile')
    ? 'cannot be VOLATILE'
    : symbol.has('save') || symbol.written.initial || symbol.written.data
      ? 'cannot have SAVE or an initial value'
      : undefined;
  return why && `"${symbol.name}" ${why}: "${procedure.name}" is PURE or ELEMENTAL.`;
}

/** Throws if a PURE procedure has a dummy procedure that is not PURE. */
export function checkPureDummies(procedure: Procedure): void {
  for (const dummy of procedure.dummies) {
    if (!dummy || !isProcedureDummy(dummy)) continue;
    const given = dummy.k === 'procedure' ? procedureOf(dummy) : undefined;
    if (given && !given.implicitInterface && !given.pure)
      refuse(
        dummy.at,
        `The procedure "${dummy.name}" must be PURE because it is an argument of "${procedure.name}", which is PURE.`,
      );
  }
}

/** Throws if a pointer in a PURE procedure would point to data that the procedure must not change. */
export function refuseReach(scope: Scope, value: Typed, at: Position): void {
  const { procedure } = scope.host;
  const root = procedure?.pure ? rootSymbol(value) : undefined;
  if (!procedure || !root || value.k === 'null' || value.k === 'call') return;
  const isGiven = root.dummy && root.intent === 'in';
  const isOutside = root.scope.host !== scope.host || root.storage.common !== undefined;
  if (isGiven || (isOutside && !root.association))
    refuse(at, `"${procedure.name}" is PURE and cannot make a pointer to "${root.name}".`);
}

/**
 * Throws if an assignment in a PURE procedure copies pointers out of data that the procedure must not change. Also
 * throws for abstract parts.
 */
export function checkAssignedTypes(scope: Scope, target: Typed, value: Typed, at: Position): void {
  throwFault(target.at, assumedSizeFault(target));
  throwFault(value.at, assumedSizeFault(value));
  for (const side of [target, value])
    if (side.type.base === 'derived' && side.type.derived?.abstract)
      refuse(at, `This part has the type "${side.type.derived.name}", which is ABSTRACT.`);
  const { derived } = value.type;
  const isPart = value.k === 'variable' || value.k === 'component' || value.k === 'element';
  if (isPart && derived && !derived.opaque && hasParts(derived, (c) => c.pointer))
    refuseReach(scope, value, at);
}
