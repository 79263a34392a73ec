// Operands for which a program must not define operators or assignment, because the language already does.

import { areMixable, isNumeric } from '../../program/constants/conversions.ts';
import { rankOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym, Type } from '../../program/symbols/semantics.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';

/**
 * Reason why a procedure is not allowed in the interface of an operator or of assignment, or undefined if it is
 * allowed.
 */
export function operatorFault(generic: string, { name, dummies, isFunction }: Procedure): string | undefined {
  const match = /^(operator|assignment)\((.+)\)$/.exec(generic);
  if (!match) return undefined;
  const operator = match[2]!;
  const isAssignment = match[1] === 'assignment';
  if (isAssignment && (isFunction || dummies.length !== 2))
    return `"${name}" must be a subroutine with two arguments`;
  if (!isAssignment && (!isFunction || dummies.length < 1 || dummies.length > 2))
    return `"${name}" must be a function with one or two arguments`;
  if (dummies.some((d) => !d)) return `"${name}" cannot have an alternate return`;
  const operands = dummies.filter((d): d is Sym => d !== undefined);
  for (const [i, operand] of operands.entries()) {
    const fault = operandFault(operand, isAssignment && i === 0);
    if (fault) return `the argument "${operand.name}" of "${name}" ${fault}`;
  }
  const [left, right] = operands;
  const isIntrinsic = right ? isOwnPair(operator, left!, right) : isOwnSingle(operator, typeOf(left!));
  return isIntrinsic ? `"${name}" would accept the same operands as the intrinsic "${operator}"` : undefined;
}

// Fortran 2018, 15.4.3.4.2 and 15.4.3.4.3.
function operandFault(operand: Sym, isAssigned: boolean): string | undefined {
  if (isProcedureDummy(operand)) return 'is a procedure';
  if (operand.optional) return 'cannot be OPTIONAL';
  if (isAssigned)
    return operand.intent === 'out' || operand.intent === 'inout'
      ? undefined
      : 'must have INTENT(OUT) or INTENT(INOUT)';
  return operand.intent === 'in' || operand.has('value') ? undefined : 'must have INTENT(IN)';
}

function isOwnSingle(operator: string, type: Type): boolean {
  return operator === '.not.' ? type.base === 'logical' : /^[+-]$/.test(operator) && isNumeric(type);
}

// True if the language already defines the operation, which is the case if the operands have the same rank or one of
// them is a scalar. With `=`, only the right side may be a scalar.
function isOwnPair(operator: string, left: Sym, right: Sym): boolean {
  const [a, b] = [typeOf(left), typeOf(right)];
  const [own, other] = [rankOf(left), rankOf(right)];
  if (own < 0 || other < 0) return false;
  if (own !== other && other !== 0 && (own !== 0 || operator === '=')) return false;
  const numbers = areMixable(a, b);
  const characters = a.base === 'character' && b.base === 'character';
  const logicals = a.base === 'logical' && b.base === 'logical';
  if (operator === '=') return numbers || characters || logicals;
  if (/^([+\-*/]|\*\*)$/.test(operator)) return numbers;
  if (operator === '==' || operator === '/=') return numbers || characters;
  if (/^[<>]=?$/.test(operator))
    return characters || (numbers && a.base !== 'complex' && b.base !== 'complex');
  if (operator === '//') return characters;
  return /^\.(and|or|eqv|neqv)\.$/.test(operator) && logicals;
}
