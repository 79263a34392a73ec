// Operations that are linear in a value, and operations that leave it unchanged.

import { BINARY_OPERATIONS, SINGLE_PRECISION } from '../core/operations.ts';

export const ADD = BINARY_OPERATIONS.indexOf('add');
export const SUBTRACT = BINARY_OPERATIONS.indexOf('sub');
export const MULTIPLY = BINARY_OPERATIONS.indexOf('mul');
export const DIVIDE = BINARY_OPERATIONS.indexOf('div');

/** Operations for which the moments of the result follow from those of the operands. */
export type LinearOperation = 'add' | 'sub' | 'mul' | 'div';
export const LINEAR: readonly (LinearOperation | undefined)[] = BINARY_OPERATIONS.map((name) =>
  (['add', 'sub', 'mul', 'div'] as const).find((linear) => linear === name),
);

/** True for ×1 and ÷1. Records are immutable, so the result is the operand itself. */
export function isIdentity(operation: number, plainIsLeft: boolean, plain: number): boolean {
  if (plain !== 1) return false;
  const base = operation & ~SINGLE_PRECISION;
  return base === MULTIPLY || (base === DIVIDE && !plainIsLeft);
}
