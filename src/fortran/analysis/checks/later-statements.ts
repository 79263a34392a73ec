// Rejects statements that -std= and other flags forbid, once their types are known.

import { maybeInteger } from '../../program/constants/constants.ts';
import { isNumeric } from '../../program/constants/conversions.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { rootSymbol } from '../../program/symbols/designator.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';

/** Throws if an assignment is not allowed under the -std= standard or -fno-realloc-lhs. */
export function checkLaterAssignment(scope: Scope, target: Typed, value: Typed, at: Position): void {
  if (target.k === 'call')
    refuseLater(scope, 2008, "an assignment to the target of a function's pointer result", at);
  if (target.type.base === 'class' || target.type.base === 'class-star') {
    refuseLater(scope, 2008, 'an assignment to a polymorphic variable', at);
    if (!scope.program.options.reallocate)
      refuse(at, 'An assignment to a polymorphic variable needs -frealloc-lhs.');
    if (rootSymbol(target)?.written.codimensions) refuse(at, 'A polymorphic coarray cannot be assigned.');
  }
  const [a, b] = [target.type, value.type];
  if ((a.base === 'logical' && isNumeric(b)) || (isNumeric(a) && b.base === 'logical'))
    refuseLater(scope, 'GNU', 'a conversion between numbers and LOGICAL', at);
}

const MOST_DIGITS = 5;

/** The fault in a STOP code that is not constant or is too large. */
export function stopCodeFault(scope: Scope, code: Typed, at: Position): string | undefined {
  const { standard } = scope.program.options;
  if (code.k !== 'const') refuseLater(scope, 2018, 'a STOP code that is not constant', at);
  const n = maybeInteger(code);
  if (standard !== 'f95' || n === undefined) return undefined;
  if (n < 0 || String(n).length > MOST_DIGITS)
    return `The STOP code must be a non-negative number of at most ${MOST_DIGITS} digits, not ${n}.`;
  return undefined;
}
