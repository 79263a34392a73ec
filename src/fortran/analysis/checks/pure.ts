// Rules for PURE procedures: they must not have variables that outlive a call, or pointers to data that they must not
// change.
import { assumedSizeFault } from '../../intrinsics/checks/intrinsic.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import { refuseReach } from '../../program/symbols/definable.ts';
import type { Procedure, Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';
import { hasParts } from './scope.ts';

/** Reason for rejecting a local variable of a PURE procedure, or undefined if it is allowed. */
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

/** Throws if a dummy procedure of a PURE procedure is not PURE itself. */
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

/**
 * Throws if an assignment in a PURE procedure copies pointers out of data that the procedure must not change. Also
 * throws if a part is abstract.
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
