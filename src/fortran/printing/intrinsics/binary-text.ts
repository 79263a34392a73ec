// C code for operators, given the C text of their operands.

import { cType, suffix } from '../../program/c/c-text.ts';
import type { Type, Typed } from '../../program/symbols/semantics.ts';

export const C_OPERATORS: Record<string, string> = {
  ...Object.fromEntries('+ - * / == < <= > >='.split(' ').map((op) => [op, op])),
  '/=': '!=',
  '.and.': '&&',
  '.or.': '||',
  '.eqv.': '==',
  '.neqv.': '!=',
};

/** C code for a binary operator on numbers or logicals. */
export function binaryText(
  op: string,
  left: string,
  right: string,
  e: { type: Type; left: Typed; right: Typed },
): string {
  const { type } = e.left;
  if (op === '**') return powerText(left, right, e);
  if (type.base === 'complex') {
    if (op === '*') return `f_mul_${suffix(type)}(${left}, ${right})`;
    if (op === '/') return `f_div_${suffix(type)}(${left}, ${right})`;
  }
  const isWhole = type.base === 'integer' || type.base === 'unsigned';
  if (isWhole && op === '/' && !/^[1-9]\d*U?$/.test(right)) return `f_div_${suffix(type)}(${left}, ${right})`;
  if (isWhole && type.kind < 4 && '+-*/'.includes(op))
    return `(${cType(type)})(${left} ${C_OPERATORS[op]} ${right})`;
  if (type.base === 'logical') return `(!!${left} ${C_OPERATORS[op]} !!${right})`;
  return `(${left} ${C_OPERATORS[op]} ${right})`;
}

function powerText(left: string, right: string, e: { type: Type; right: Typed; left: Typed }): string {
  const base = e.left.type;
  if (e.right.type.base !== 'integer' && e.right.type.base !== 'unsigned') {
    const c = base.kind === 4 ? 'f' : base.kind === 16 ? 'l' : '';
    if (base.base === 'complex')
      return `${base.kind === 16 ? 'cpowl' : `f_pow_${suffix(base)}`}(${left}, ${right})`;
    return `pow${c}(${left}, ${right})`;
  }
  if (base.base === 'real' && right === '2') return `f_square_${suffix(base)}(${left})`;
  return `f_ipow_${suffix(base)}(${left}, ${right})`;
}
