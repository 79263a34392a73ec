// The address of a scalar, used to pass or identify it.

import { travelsByValue } from '../../analysis/calls/pass-mode.ts';
import { cType, stringLiteral } from '../../program/c/c-text.ts';
import { rankOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import type { Sym, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callValue, lvalue, scalar } from '../writer/expressions.ts';
import { givenCharacters, pointerCell } from './designator.ts';
import { nameOf } from './storage.ts';

// Blanks that follow a Hollerith constant passed as an argument, because the callee may read whole numbers from it.
const HOLLERITH_FILL = ' '.repeat(8);

/** The address of a scalar. The value of an expression is first stored in a temporary. */
export function referenceTo(em: Emitter, actual: Typed): string {
  if (actual.type.base === 'character') return givenCharacters(em, actual).p;
  if (actual.type.base === 'hollerith' && actual.k === 'const')
    return `(void *)${stringLiteral(String(actual.value) + HOLLERITH_FILL).p}`;
  if (actual.k === 'call' && (isPointer(actual) || actual.target.procedure.result?.allocatable))
    return actual.type.base === 'class-star' ? `${callValue(em, actual)}.p` : callValue(em, actual);
  if (actual.k === 'variable' && actual.sym.k !== 'constant' && isPlainReference(em, actual.sym))
    return nameOf(em, actual.sym);
  if ((isPointer(actual) || isAllocatable(actual)) && actual.k !== 'narrow')
    return actual.type.base === 'class-star' ? `${pointerCell(em, actual)}.p` : pointerCell(em, actual);
  if (isDesignator(actual) || (actual.k === 'variable' && actual.type.base === 'derived'))
    return `&${lvalue(em, actual)}`;
  return `&${em.temporary(cType(actual.type), scalar(em, actual))}`;
}

// A dummy that is already a pointer in C, and may be absent, is passed on unchanged.
function isPlainReference(em: Emitter, symbol: Sym): boolean {
  return (
    symbol.dummy &&
    !travelsByValue(symbol) &&
    !symbol.allocatable &&
    !symbol.pointer &&
    rankOf(symbol) === 0 &&
    !em.bindings.has(symbol) &&
    symbol.resolved.type?.base !== 'class-star'
  );
}
