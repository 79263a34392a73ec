// Operators and conversions on typed expressions: result types, promotion, user operators.

import { refuseAssumedSize } from '../intrinsics/check-intrinsic.ts';
import { foldConstant } from '../intrinsics/fold.ts';
import { intrinsicFunction } from '../intrinsics/intrinsics.ts';
import { constantShape } from '../program/resolve.ts';
import {
  type Base,
  describeType,
  maybeInteger,
  type Scope,
  type Subscript,
  type Type,
  type Typed,
} from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import { analyseOperatorCall } from './analyse-generic.ts';

const NUMERIC: Base[] = ['integer', 'real', 'complex'];

/** Whether a type is integer, real or complex. */
export function isNumeric(type: Type): boolean {
  return NUMERIC.includes(type.base);
}

/** Whether two types are one, kinds included; lengths of characters do not count. */
export function sameType(a: Type, b: Type): boolean {
  return a.base === b.base && a.kind === b.kind && a.derived === b.derived;
}

/** A value as another type, converted where the types differ. */
export function coerce(e: Typed, type: Type, at: Position): Typed {
  if (type.base === 'character' && e.type.base === 'character') return coerceCharacter(e, type);
  if (sameType(e.type, type)) return e;
  if (e.type.base === 'boz' || e.type.base === 'hollerith') return convert(e, type);
  const numeric = isNumeric(e.type) && isNumeric(type);
  const logical = e.type.base === 'logical' && type.base === 'logical';
  // Integers and logicals mix in old programs.
  const legacy =
    (e.type.base === 'logical' && type.base === 'integer') ||
    (e.type.base === 'integer' && type.base === 'logical');
  if (numeric || logical || legacy) return convert(e, type);
  if (isCompatibleDerived(e.type, type) || e.k === 'null') return e;
  throw new FortranError(at, `Can not convert ${describeType(e.type)} to ${describeType(type)}.`);
}

function isCompatibleDerived(from: Type, to: Type): boolean {
  if (to.base === 'class-star') return true;
  if (!to.derived || !from.derived) return false;
  for (let t: typeof from.derived | undefined = from.derived; t; t = t.parent)
    if (t === to.derived) return true;
  return to.derived.name === from.derived.name && to.derived.sequence && from.derived.sequence;
}

function coerceCharacter(e: Typed, type: Type): Typed {
  if (typeof type.length !== 'object' || type.length.k !== 'const') return e;
  if (e.k === 'const' || e.k === 'const-array')
    return foldConstant({ k: 'convert', at: e.at, type, rank: e.rank, operand: e });
  return e;
}

function convert(operand: Typed, type: Type): Typed {
  return foldConstant({ k: 'convert', at: operand.at, type, rank: operand.rank, operand });
}

/** The type of `a op b` for numbers: the higher base, and the kind of that base. */
export function promote(a: Type, b: Type): Type {
  const base = NUMERIC[Math.max(NUMERIC.indexOf(a.base), NUMERIC.indexOf(b.base))]!;
  const kinds = [a, b].filter((t) => t.base !== 'integer' || base === 'integer').map((t) => t.kind);
  return { base, kind: Math.max(...kinds) };
}

function operandRank(a: Typed, b: Typed, at: Position): number {
  if (a.rank > 0 && b.rank > 0 && a.rank !== b.rank) {
    throw new FortranError(at, `The operands do not conform: their ranks are ${a.rank} and ${b.rank}.`);
  }
  const left = constantShapeOf(a);
  const right = constantShapeOf(b);
  if (left && right && left.some((n, i) => n !== right[i])) {
    throw new FortranError(
      at,
      `The operands do not conform: their shapes are (${left.join(', ')}) and (${right.join(', ')}).`,
    );
  }
  return Math.max(a.rank, b.rank);
}

/** The shape of an array expression where it is known while compiling. */
export function constantShapeOf(e: Typed): number[] | undefined {
  if (e.rank === 0) return undefined;
  if (e.k === 'const-array') return e.shape;
  if (e.k === 'unary' || e.k === 'paren' || e.k === 'convert') return constantShapeOf(e.operand);
  if (e.k === 'binary') return constantShapeOf(e.left) ?? constantShapeOf(e.right);
  if (e.k === 'substring' || e.k === 'part') return constantShapeOf(e.base);
  if (e.k === 'section') return sectionShape(e);
  if (e.k === 'component') {
    if (e.base.rank > 0) return constantShapeOf(e.base);
    const { dims, allocatable, pointer } = e.component;
    return dims && !allocatable && !pointer ? constantShape(dims) : undefined;
  }
  if (e.k === 'intrinsic') return intrinsicShape(e);
  if (e.k === 'variable' && e.sym.dims && !e.sym.allocatable && !e.sym.pointer) {
    const shape: number[] = [];
    for (const d of e.sym.dims) {
      if (d.low.k !== 'const' || d.high?.k !== 'const') return undefined;
      shape.push(Math.max(0, Number(d.high.value) - Number(d.low.value) + 1));
    }
    return shape;
  }
  return undefined;
}

// The shape that an intrinsic function gives, where its arguments tell it.
function intrinsicShape(e: Extract<Typed, { k: 'intrinsic' }>): number[] | undefined {
  const [first, second] = e.arguments;
  const shape = first && constantShapeOf(first);
  if (intrinsicFunction(e.name)?.form === 'elemental') {
    for (const a of e.arguments) {
      const own = a && constantShapeOf(a);
      if (own) return own;
    }
    return undefined;
  }
  switch (e.name) {
    case 'transpose':
      return shape?.toReversed();
    case 'cshift':
    case 'eoshift':
      return shape;
    case 'matmul': {
      const other = second && constantShapeOf(second);
      return shape && other && [...shape.slice(0, -1), ...other.slice(1)];
    }
    case 'reshape':
      return second?.k === 'const-array' ? second.items.map((n) => maybeInteger(n) ?? 0) : undefined;
    case 'maxloc':
    case 'minloc':
    case 'sum':
    case 'product':
    case 'maxval':
    case 'minval':
    case 'any':
    case 'all':
    case 'count': {
      const dim = second && maybeInteger(second);
      if (!second && e.name.endsWith('loc')) return first && [first.rank];
      return dim === undefined ? undefined : shape?.filter((_, i) => i !== dim - 1);
    }
    default:
      return undefined;
  }
}

function sectionShape(e: Extract<Typed, { k: 'section' }>): number[] | undefined {
  const shape: number[] = [];
  const { base } = e;
  const whole = constantShapeOf(base);
  const bounds =
    base.k === 'variable' ? base.sym.dims : base.k === 'component' ? base.component.dims : undefined;
  for (const [i, s] of e.subscripts.entries()) {
    if (s.k === 'index') continue;
    const low = bounds ? maybeInteger(bounds[i]?.low) : 1;
    const extent = s.k === 'vector' ? constantShapeOf(s.value)?.[0] : rangeExtent(s, low, whole?.[i]);
    if (extent === undefined) return undefined;
    shape.push(extent);
  }
  return shape;
}

function rangeExtent(
  s: Extract<Subscript, { k: 'range' }>,
  lowest: number | undefined,
  extent: number | undefined,
): number | undefined {
  const highest = lowest === undefined || extent === undefined ? undefined : lowest + extent - 1;
  const step = s.step ? maybeInteger(s.step) : 1;
  if (!step) return undefined;
  const first = s.low ? maybeInteger(s.low) : step > 0 ? lowest : highest;
  const last = s.high ? maybeInteger(s.high) : step > 0 ? highest : lowest;
  if (first === undefined || last === undefined) return undefined;
  return Math.max(0, Math.trunc((last - first + step) / step));
}

// A BOZ constant beside a typed operand takes its type.
function settleBoz(e: Typed, other: Typed): Typed {
  if (e.type.base === 'hollerith')
    return convert(e, isNumeric(other.type) ? other.type : { base: 'integer', kind: 4 });
  if (e.type.base !== 'boz') return e;
  return convert(
    e,
    other.type.base === 'boz' || !isNumeric(other.type) ? { base: 'integer', kind: 8 } : other.type,
  );
}

/** Makes `left op right`, by the language's own meaning or a user's. */
export function makeBinary(scope: Scope, op: string, left: Typed, right: Typed, at: Position): Typed {
  refuseAssumedSize(left);
  refuseAssumedSize(right);
  // Operands of different ranks leave the operator to the program.
  const own =
    left.rank !== right.rank && left.rank > 0 && right.rank > 0
      ? analyseOperatorCall(scope, op, [left, right], at)
      : undefined;
  if (own) return own;
  const intrinsic = maybeBinary(scope, op, settleBoz(left, right), settleBoz(right, left), at);
  if (intrinsic?.k === 'binary' && !scope.program.options.rangeCheck) intrinsic.wraps = true;
  if (intrinsic) return foldConstant(intrinsic);
  const call = analyseOperatorCall(scope, op, [left, right], at);
  if (call) return call;
  const shown = op.replace(/\./g, '').toUpperCase();
  throw new FortranError(
    at,
    `The operator ${shown} is not defined for ${describeType(left.type)} and ${describeType(right.type)}.`,
  );
}

function maybeBinary(scope: Scope, op: string, left: Typed, right: Typed, at: Position): Typed | undefined {
  const { logical } = scope.kinds;
  const a = left.type;
  const b = right.type;
  const rank = (): number => operandRank(left, right, at);
  switch (op) {
    case '+':
    case '-':
    case '*':
    case '/': {
      if (!isNumeric(a) || !isNumeric(b)) return undefined;
      const type = promote(a, b);
      return {
        k: 'binary',
        at,
        op,
        type,
        rank: rank(),
        left: coerce(left, type, at),
        right: coerce(right, type, at),
      };
    }
    case '**':
      return isNumeric(a) && isNumeric(b) ? makePower(left, right, rank(), at) : undefined;
    case '==':
    case '/=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      if (a.base === 'character' && b.base === 'character')
        return { k: 'binary', at, op, type: logical, rank: rank(), left, right };
      if (a.derived?.opaque && a.derived === b.derived && (op === '==' || op === '/=')) {
        return { k: 'binary', at, op, type: logical, rank: rank(), left, right };
      }
      if (!isNumeric(a) || !isNumeric(b)) return undefined;
      if ((a.base === 'complex' || b.base === 'complex') && op !== '==' && op !== '/=') return undefined;
      const type = promote(a, b);
      return {
        k: 'binary',
        at,
        op,
        type: logical,
        rank: rank(),
        left: coerce(left, type, at),
        right: coerce(right, type, at),
      };
    }
    case '.and.':
    case '.or.':
    case '.eqv.':
    case '.neqv.': {
      if (a.base !== 'logical' || b.base !== 'logical') return undefined;
      return {
        k: 'binary',
        at,
        op,
        type: { base: 'logical', kind: Math.max(a.kind, b.kind) },
        rank: rank(),
        left,
        right,
      };
    }
    case '//':
      if (a.base !== 'character' || b.base !== 'character') return undefined;
      return { k: 'binary', at, op, type: { base: 'character', kind: 1 }, rank: rank(), left, right };
    default:
      return undefined;
  }
}

function makePower(left: Typed, right: Typed, rank: number, at: Position): Typed {
  // An integer exponent stays one: x**2 is x*x, not a call of pow.
  if (right.type.base === 'integer') {
    const type = left.type.base === 'integer' ? promote(left.type, right.type) : left.type;
    const exponent = left.type.base === 'integer' ? coerce(right, type, at) : right;
    return { k: 'binary', at, op: '**', type, rank, left: coerce(left, type, at), right: exponent };
  }
  const type = promote(left.type, right.type);
  return {
    k: 'binary',
    at,
    op: '**',
    type,
    rank,
    left: coerce(left, type, at),
    right: coerce(right, type, at),
  };
}

/** Makes `op operand`. */
export function makeUnary(scope: Scope, op: string, operand: Typed, at: Position): Typed {
  if ((op === '-' || op === '+') && isNumeric(operand.type)) {
    return foldConstant({ k: 'unary', at, op, type: operand.type, rank: operand.rank, operand });
  }
  if (op === '.not.' && operand.type.base === 'logical') {
    return foldConstant({ k: 'unary', at, op, type: operand.type, rank: operand.rank, operand });
  }
  const call = analyseOperatorCall(scope, op, [operand], at);
  if (call) return call;
  throw new FortranError(
    at,
    `The operator ${op.replace(/\./g, '').toUpperCase()} is not defined for ${describeType(operand.type)}.`,
  );
}
