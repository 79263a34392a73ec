import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { areMixable, coerce, convert, isNumeric, promote } from '../../program/constants/conversions.ts';
// Operators and conversions on typed expressions: result types, promotion, user-defined operators.

import { assumedSizeFault } from '../../intrinsics/checks/intrinsic.ts';
import { foldConstant } from '../../intrinsics/folding/fold.ts';
import { describeType, integerConstant, intrinsicNode } from '../../program/constants/constants.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { MaybeTyped, Scope, Type, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { analyseOperatorCall } from './generic.ts';

function operandRank(a: Typed, b: Typed, at: Position): number {
  if (a.rank > 0 && b.rank > 0 && a.rank !== b.rank)
    refuse(at, `The operands do not conform: their ranks are ${a.rank} and ${b.rank}.`);
  const left = constantShapeOf(a);
  const right = constantShapeOf(b);
  if (left && right && left.some((n, i) => n !== right[i])) {
    refuse(
      at,
      `The operands do not conform: their shapes are (${left.join(', ')}) and (${right.join(', ')}).`,
    );
  }
  return Math.max(a.rank, b.rank);
}

// Gives a BOZ or Hollerith constant the type of the other operand, unless that operand has no type either.
function settleBoz(e: Typed, other: Typed): Typed {
  if (e.type.base === 'hollerith' && (other.type.base === 'character' || other.type.base === 'hollerith'))
    return asCharacters(e);
  if (e.type.base === 'hollerith')
    return convert(e, isNumeric(other.type) ? other.type : { base: 'integer', kind: 4 });
  if (e.type.base !== 'boz') return e;
  return convert(
    e,
    other.type.base === 'boz' || !isNumeric(other.type) ? { base: 'integer', kind: 8 } : other.type,
  );
}

function asCharacters(e: Typed): Typed {
  const length = integerConstant(e.type.kind, e.at);
  return { ...e, type: { base: 'character', kind: 1, length } } as Typed;
}

const BITWISE: Readonly<Record<string, string>> = {
  '.and.': 'iand',
  '.or.': 'ior',
  '.neqv.': 'ieor',
  '.eqv.': 'ieor',
};

// -fdec: logical operators work on the bits of integers. If only one operand is an integer, the other is converted to
// an integer.
function maybeBitwise(scope: Scope, op: string, left: Typed, right: Typed, at: Position): MaybeTyped {
  const name = BITWISE[op];
  const bases = [left.type.base, right.type.base];
  if (!scope.program.options.dec || name === undefined || !bases.includes('integer')) return undefined;
  if (!bases.every((base) => base === 'integer' || base === 'logical')) return undefined;
  const type: Type = { base: 'integer', kind: Math.max(left.type.kind, right.type.kind) };
  const args = [coerce(left, type, at), coerce(right, type, at)];
  const bits = foldConstant(intrinsicNode(name, args, { at, type, rank: operandRank(left, right, at) }));
  return op === '.eqv.' ? complementOf(bits, at) : bits;
}

function complementOf(e: Typed, at: Position): Typed {
  return foldConstant(intrinsicNode('not', [e], { at, type: e.type, rank: e.rank }));
}

// GNU Fortran treats .XOR. as .NEQV.: for integers with -fdec, and for logicals if there is no -std=.
function isExclusiveOr(scope: Scope, left: Typed, right: Typed): boolean {
  const { dec, standard } = scope.program.options;
  if (dec) return true;
  const areLogical = left.type.base === 'logical' && right.type.base === 'logical';
  return areLogical && standard === 'gnu' && !lookup(scope, 'operator(.xor.)');
}

/** Builds `left op right` as either an intrinsic or a defined operation. */
export function makeBinary(scope: Scope, written: string, left: Typed, right: Typed, at: Position): Typed {
  const op = written === '.xor.' && isExclusiveOr(scope, left, right) ? '.neqv.' : written;
  throwFault(left.at, assumedSizeFault(left));
  throwFault(right.at, assumedSizeFault(right));
  // If the operands have different ranks, the operator may be one that the program defines.
  const own =
    left.rank !== right.rank && left.rank > 0 && right.rank > 0
      ? analyseOperatorCall(scope, op, [left, right], at)
      : undefined;
  if (own) return own;
  refuseHollerith(scope, op, [left, right], at);
  const bitwise = maybeBitwise(scope, op, left, right, at);
  if (bitwise) return bitwise;
  const intrinsic = maybeBinary(scope, op, settleBoz(left, right), settleBoz(right, left), at);
  if (intrinsic?.k === 'binary' && !scope.program.options.rangeCheck) intrinsic.wraps = true;
  if (intrinsic) {
    const value = foldConstant(intrinsic);
    if (scope.program.options.rangeCheck) refuseOverflow(value, [left, right]);
    return value;
  }
  const call = analyseOperatorCall(scope, op, [left, right], at);
  if (call) return call;
  const shown = op.replace(/\./g, '').toUpperCase();
  refuse(
    at,
    `The operator ${shown} is not defined for ${describeType(left.type)} and ${describeType(right.type)}.`,
  );
}

const COMPARISONS = new Set(['==', '/=', '<', '<=', '>', '>=']);

// Rejects comparisons with a Hollerith constant, which GNU Fortran performs only with -fdec.
function refuseHollerith(scope: Scope, op: string, operands: readonly Typed[], at: Position): void {
  if (scope.program.options.dec || !COMPARISONS.has(op)) return;
  if (operands.some((e) => e.type.base === 'hollerith'))
    refuse(at, 'A Hollerith constant can be compared only with -fdec.');
}

// If the constants are finite, the result must be finite as well.
function refuseOverflow(value: Typed, operands: readonly Typed[]): void {
  const isFiniteConstant = (e: Typed): boolean => e.k === 'const' && Number.isFinite(Number(e.value));
  if (
    value.k === 'const' &&
    value.type.base === 'real' &&
    !isFiniteConstant(value) &&
    operands.every(isFiniteConstant)
  )
    refuse(value.at, 'This constant is too large for its kind.');
}

function maybeBinary(scope: Scope, op: string, left: Typed, right: Typed, at: Position): MaybeTyped {
  const { logical } = scope.kinds;
  const a = left.type;
  const b = right.type;
  const operation = (type: Type, operands?: Type): Typed => {
    const rank = operandRank(left, right, at);
    if (!operands) return { k: 'binary', at, op, type, rank, left, right };
    return {
      k: 'binary',
      at,
      op,
      type,
      rank,
      left: coerce(left, operands, at),
      right: coerce(right, operands, at),
    };
  };
  const areCharacters = a.base === 'character' && b.base === 'character';
  const areNumbers = areMixable(a, b);
  if (op === '**') return areNumbers ? makePower(left, right, operandRank(left, right, at), at) : undefined;
  if ('+-*/'.includes(op) && op.length === 1) {
    const type = areNumbers && promote(a, b);
    return type ? operation(type, type) : undefined;
  }
  if (op === '//')
    return areCharacters && a.kind === b.kind ? operation({ base: 'character', kind: a.kind }) : undefined;
  if (COMPARISONS.has(op)) {
    const isEquality = op === '==' || op === '/=';
    if (areCharacters) return a.kind === b.kind ? operation(logical) : undefined;
    if (a.derived?.opaque && a.derived === b.derived && isEquality) return operation(logical);
    if (!areNumbers || ((a.base === 'complex' || b.base === 'complex') && !isEquality)) return undefined;
    return operation(logical, promote(a, b));
  }
  const areLogical = a.base === 'logical' && b.base === 'logical';
  if (!areLogical || BITWISE[op] === undefined) return undefined;
  return operation({ base: 'logical', kind: Math.max(a.kind, b.kind) });
}

function makePower(left: Typed, right: Typed, rank: number, at: Position): Typed {
  // An integer exponent remains an integer: x**2 is x*x, not a call to pow.
  if (right.type.base === 'integer') {
    const type = left.type.base === 'integer' ? promote(left.type, right.type) : left.type;
    const exponent = left.type.base === 'integer' ? coerce(right, type, at) : right;
    return { k: 'binary', at, op: '**', type, rank, left: coerce(left, type, at), right: exponent };
  }
  const type = promote(left.type, right.type);
  const [base, power] = [coerce(left, type, at), coerce(right, type, at)];
  return { k: 'binary', at, op: '**', type, rank, left: base, right: power };
}

/** Builds `op operand`. */
export function makeUnary(scope: Scope, op: string, operand: Typed, at: Position): Typed {
  const { type, rank } = operand;
  const isIntrinsic =
    op === '.not.' ? type.base === 'logical' : (op === '-' || op === '+') && isNumeric(type);
  if (isIntrinsic)
    return foldConstant({ k: 'unary', at, op: op as '-' | '+' | '.not.', type, rank, operand });
  if (op === '.not.' && operand.type.base === 'integer' && scope.program.options.dec)
    return complementOf(operand, at);
  const call = analyseOperatorCall(scope, op, [operand], at);
  if (call) return call;
  refuse(
    at,
    `The operator ${op.replace(/\./g, '').toUpperCase()} is not defined for ${describeType(operand.type)}.`,
  );
}
