// Rules for the two sides of a pointer assignment, and for the bounds on its left side.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { constantCharacters, describeType, maybeInteger } from '../../program/constants/constants.ts';
import { lengthParameterFault } from '../../program/constants/length-parameters.ts';
import { analyseScalarInteger, componentProcedure, shapeKindOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { isDesignator, isPointer, rootSymbol, throughPointer } from '../../program/symbols/designator.ts';
import type { Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import type { PointerBounds } from '../../program/walking/typed-statements.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Argument } from '../../syntax/tree/syntax-tree.ts';
import { hasVectorSubscript } from '../calls/call-rules.ts';
import { interfaceFault } from '../calls/interfaces.ts';

/** Analyses the bounds of `p(2:) => x` or `p(1:n, 1:m) => x`. */
export function analyseBounds(
  scope: Scope,
  ranges: readonly NonNullable<Argument['range']>[],
  at: Position,
): PointerBounds {
  if (ranges.some(({ step }) => step)) refuse(at, 'The bounds of a pointer cannot have a stride.');
  const lower = ranges.flatMap(({ low }) => (low ? [analyseScalarInteger(scope, low)] : []));
  const upper = ranges.flatMap(({ high }) => (high ? [analyseScalarInteger(scope, high)] : []));
  if (lower.length < ranges.length || (upper.length > 0 && upper.length < ranges.length))
    refuse(
      at,
      'Expected a lower bound for each dimension, as in "p(2:) => x", or both bounds for each, as in "p(1:n) => x".',
    );
  return upper.length > 0 ? { lower, upper } : { lower };
}

// Expressions that a procedure pointer can point to. A call qualifies if it returns a procedure pointer.
const PROCEDURES: ReadonlySet<Typed['k']> = new Set(['procedure', 'call', 'null']);

/** Throws if a pointer cannot point to the value in an assignment or in ASSOCIATED. */
export function checkPointerTarget(
  pointer: Typed,
  value: Typed,
  at: Position,
  bounds: PointerBounds = { lower: [] },
): void {
  if (pointer.type.base === 'procedure') checkProcedureTarget(pointer, value, at);
  else if (value.k === 'null') throwFault(at, nullFault(pointer, value, bounds));
  else checkTarget({ ...pointer, contiguous: isContiguousPointer(pointer) }, value, at, bounds);
}

/** Properties of a pointer variable or component that its target must match. */
export interface DataPointer extends Pick<Typed, 'type' | 'rank'> {
  readonly contiguous?: boolean | undefined;
}

/** Throws if a procedure pointer cannot point to the given procedure. */
export function checkProcedureTarget(pointer: Typed, value: Typed, at: Position): void {
  const wanted =
    pointer.k === 'procedure'
      ? pointer.procedure
      : pointer.k === 'component'
        ? componentProcedure(pointer.component)
        : undefined;
  if (value.type.base !== 'procedure' && !PROCEDURES.has(value.k))
    refuse(at, 'A procedure pointer needs a procedure as its target.');
  if (!wanted || value.k !== 'procedure') return;
  const fault = interfaceFault(wanted, value.procedure);
  if (fault) refuse(at, `The procedure pointer cannot point to "${value.procedure.name}": ${fault}.`);
}

// NULL() as a target, with or without a mold.
function nullFault(pointer: Typed, value: Typed, { lower }: PointerBounds): string | undefined {
  if (lower.length > 0) return 'NULL has no bounds.';
  const { base } = value.type;
  if (base === 'void' || pointer.type.base === 'class-star' || pointer.type.derived) return undefined;
  if (base !== pointer.type.base || value.type.kind !== pointer.type.kind)
    return `The pointer and its target have different types: ${describeType(pointer.type)} and ${describeType(value.type)}.`;
  if (value.rank !== pointer.rank)
    return `The pointer and its target have different ranks: ${pointer.rank} and ${value.rank}.`;
  return undefined;
}

/** Reason why the pointer cannot be changed or cannot point to the target, or undefined if it can. */
export function associationFault(scope: Scope, pointer: Typed, value: Typed): string | undefined {
  const root = rootSymbol(pointer);
  const target = value.k === 'null' ? undefined : rootSymbol(value);
  if (root) {
    const behind = pointer.k === 'component' && (root.pointer || throughPointer(pointer.base));
    if (!behind && isProtected(scope, root))
      return `"${root.name}" is PROTECTED: only its own module can change its target.`;
    if (!behind && root.intent === 'in')
      return `"${root.name}" has INTENT(IN), so its target cannot be changed.`;
  }
  if (target && !target.pointer && !throughPointer(value) && isProtected(scope, target))
    return `"${target.name}" is PROTECTED and cannot be the target of a pointer here.`;
  return undefined;
}

function isProtected(scope: Scope, symbol: Sym): boolean {
  return symbol.has('protected') && !scope.isWithin(symbol.scope);
}

/** Throws if a data pointer cannot point to the value. */
export function checkTarget(
  pointer: DataPointer,
  value: Typed,
  at: Position,
  bounds: PointerBounds = { lower: [] },
): void {
  if (!isDesignator(value) && value.k !== 'call')
    refuse(at, 'This is not a target: it is neither a variable nor a function that returns a pointer.');
  if (value.k === 'call' && value.type.base !== 'procedure' && !isPointer(value))
    refuse(at, `"${value.target.procedure.name}" does not return a pointer: its result cannot be a target.`);
  const root = rootSymbol(value);
  const open =
    root &&
    (root.pointer ||
      root.has('target') ||
      root.association ||
      throughPointer(value) ||
      root.resolved.type?.base === 'class' ||
      root.resolved.type?.base === 'class-star');
  if (root && !open) refuse(at, `"${root.name}" has neither the TARGET nor the POINTER attribute.`);
  const [own, given] = [constantCharacters(pointer.type), constantCharacters(value.type)];
  if (own !== undefined && given !== undefined && own !== given)
    refuse(at, `The pointer and its target have different lengths: ${own} and ${given}.`);
  const unlike = lengthParameterFault(pointer.type, value.type);
  if (unlike) refuse(at, `The pointer and its target have different types: ${unlike}.`);
  if (pointer.contiguous && isSurelyStrided(value))
    refuse(at, 'The pointer is CONTIGUOUS, but this target is not contiguous.');
  if (hasVectorSubscript(value))
    refuse(value.at, 'A pointer cannot point to an array section with a vector subscript.');
  checkRanks(pointer, value, at, bounds);
  const [a, b] = [pointer.type, value.type];
  const bases =
    a.base === 'class' ||
    a.base === 'class-star' ||
    a.base === b.base ||
    (a.base === 'derived' && (b.base === 'class' || b.base === 'class-star'));
  if (!bases || (!a.derived && a.base !== 'class-star' && a.kind !== b.kind)) {
    refuse(at, `The pointer and its target have different types: ${describeType(a)} and ${describeType(b)}.`);
  }
}

function checkRanks(pointer: DataPointer, value: Typed, at: Position, { lower, upper }: PointerBounds): void {
  if (lower.length > 0 && lower.length !== pointer.rank)
    refuse(at, `Bounds of ${lower.length} dimension(s) are given, but the pointer has rank ${pointer.rank}.`);
  if (!upper) {
    if (pointer.rank !== value.rank)
      refuse(at, `The pointer and its target have different ranks: ${pointer.rank} and ${value.rank}.`);
    return;
  }
  const scope = rootSymbol(value)?.scope;
  if (value.rank !== 1 && scope)
    refuseLater(scope, 2008, 'a target whose rank is not 1 for a pointer with new bounds', at);
  if (value.rank !== 1 && !isSimplyContiguous(value))
    refuse(at, 'The target of a pointer with new bounds must have rank 1 or be contiguous.');
  const room = sizeOf(constantShapeOf(value));
  const wanted = sizeOf(upper.map((high, i) => extentOf(lower[i]!, high)));
  if (room !== undefined && wanted !== undefined && wanted > room)
    refuse(at, `The pointer has ${wanted} elements, but its target has only ${room}.`);
}

function extentOf(low: Typed, high: Typed): number | undefined {
  const [from, to] = [maybeInteger(low), maybeInteger(high)];
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from + 1);
}

function sizeOf(shape: readonly (number | undefined)[] | undefined): number | undefined {
  return shape?.reduce((size, n) => (size === undefined || n === undefined ? undefined : size * n), 1);
}

function isContiguousPointer(e: Typed): boolean {
  if (e.k === 'component') return e.component.contiguous === true;
  return e.k === 'variable' && e.sym.has('contiguous');
}

// True if an array is known to have gaps between its elements. A section has gaps if it has a step, or if a dimension
// with several elements follows one that is not selected as a whole.
function isSurelyStrided(e: Typed): boolean {
  if (e.k === 'part') return e.rank > 0;
  if (e.k !== 'section') return e.k === 'component' && e.base.rank > 0;
  const whole = constantShapeOf(e.base);
  const shape = constantShapeOf(e);
  let isPart = false;
  let dim = 0;
  for (const [i, s] of e.subscripts.entries()) {
    if (s.k === 'index') isPart = true;
    else {
      const isOne = shape?.[dim] === 1;
      if (s.k === 'range' && !isOne && (isPart || (maybeInteger(s.step) ?? 1) !== 1)) return true;
      if (whole && shape && shape[dim]! < whole[i]!) isPart = true;
      dim++;
    }
  }
  return false;
}

// True if the array is simply contiguous as defined by the standard, that is, contiguous for any number of elements.
function isSimplyContiguous(e: Typed): boolean {
  switch (e.k) {
    case 'variable':
      return e.sym.has('contiguous') || !(e.sym.pointer || shapeKindOf(e.sym) === 'assumed-shape');
    case 'component':
      return e.base.rank === 0 && (!e.component.pointer || e.component.contiguous === true);
    case 'section': {
      let isWhole = true;
      for (const s of e.subscripts) {
        if (s.k === 'range' && (!isWhole || s.step)) return false;
        if (s.k !== 'range' || s.low || s.high) isWhole = false;
      }
      return isSimplyContiguous(e.base);
    }
    case 'call':
      return !isPointer(e);
    default:
      return true;
  }
}
