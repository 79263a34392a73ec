// Decides which objects may be assigned, read into, or passed to a dummy argument that is assigned.

import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { note } from './change-symbol.ts';
import { isDesignator, isPointer, rootSymbol, throughPointer } from './designator.ts';
import type { Scope, Sym, Typed } from './semantics.ts';

/** Reason why a designator in a scope cannot be assigned, or undefined if it can. */
export function definitionFault(scope: Scope, target: Typed): string | undefined {
  if (target.k === 'call' && isPointer(target)) return undefined;
  const root = rootSymbol(target);
  if (root?.k === 'constant') return `"${root.name}" is a named constant (PARAMETER) and cannot be assigned.`;
  if (target.k === 'component' && target.component.isLength)
    return `"${target.component.name}" is a type parameter and cannot be assigned.`;
  if (!isDesignator(target)) return 'This is not a variable and cannot be assigned.';
  if (root && isOutside(scope, root))
    return `"${root.name}" is not a variable of "${scope.host.procedure!.name}", which is PURE or ELEMENTAL, and cannot be assigned there.`;
  if (!root) return undefined;
  if (scope.host.procedure?.pure && root.dummy && root.intent === 'in')
    return `"${root.name}" has INTENT(IN), and its targets cannot be assigned in a PURE procedure.`;
  if (root.pointer || throughPointer(target)) return undefined;
  const selector = root.association && selectorFault(scope, root, root.association);
  if (selector) return selector;
  if (target.k === 'variable' && scope.host.loopVariables.has(root))
    return `"${root.name}" is the variable of a loop and cannot be assigned in the loop.`;
  if (root.intent === 'in') return `"${root.name}" has INTENT(IN) and cannot be assigned.`;
  if (root.has('protected') && !scope.isWithin(root.scope))
    return `"${root.name}" is PROTECTED and can be assigned only in its module.`;
  return undefined;
}

// Assigning to the name in an ASSOCIATE or SELECT TYPE changes the selector.
function selectorFault(scope: Scope, { name }: Sym, selector: Typed): string | undefined {
  if (!isDesignator(selector) && !isPointer(selector))
    return `"${name}" is an expression and cannot be assigned.`;
  if (selector.k === 'section' && selector.subscripts.some((s) => s.k === 'vector'))
    return `"${name}" is an array section with a vector subscript and cannot be assigned.`;
  return isDesignator(selector) ? definitionFault(scope, selector) : undefined;
}

/** Throws if a designator cannot be assigned; otherwise records that the variable is assigned. */
export function checkDefinable(scope: Scope, target: Typed, at: Position): void {
  throwFault(at, definitionFault(scope, target));
  const root = rootSymbol(target);
  if (root) note(root, 'assigned');
}

/** Throws if a pointer in a PURE procedure could reach data that the procedure must not change. */
export function refuseReach(scope: Scope, value: Typed, at: Position): void {
  const { procedure } = scope.host;
  const root = procedure?.pure ? rootSymbol(value) : undefined;
  if (!procedure || !root || value.k === 'null' || value.k === 'call') return;
  const isGiven = root.dummy && root.intent === 'in';
  const isOutside = root.scope.host !== scope.host || root.storage.common !== undefined;
  if (isGiven || (isOutside && !root.association))
    refuse(at, `"${procedure.name}" is PURE and cannot make a pointer to "${root.name}".`);
}

// A PURE procedure may change only its own variables and its arguments.
function isOutside(scope: Scope, symbol: Sym): boolean {
  if (!scope.host.procedure?.pure || symbol.association) return false;
  return symbol.scope.host !== scope.host || symbol.storage.common !== undefined;
}
