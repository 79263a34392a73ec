// Rules for an actual argument beyond its type and rank: it must be allocatable or a pointer if its dummy is, and it
// must be large enough. If an array element is passed for several elements, its array must be contiguous.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { constantCharacters, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { lengthParameterFault } from '../../program/constants/length-parameters.ts';
import { dimensionsOf, shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, isPointer, rootSymbol } from '../../program/symbols/designator.ts';
import type { Procedure, Sym, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';

/** Reason why a procedure cannot be called: the program does not contain the submodule with its body. */
export function bodyFault(procedure: Procedure): string | undefined {
  const { name, place, scope, unit, hasBody } = procedure;
  const isModule = place === 'module' && unit?.heading?.prefix.words.has('module');
  return isModule && !hasBody && !procedure.declared && !scope.parent?.children.includes(procedure)
    ? `The procedure "${name}" has no body: the submodule that defines it is not in the program.`
    : undefined;
}

/** Reason why an actual argument of the right type and rank does not fit its dummy, or undefined if it fits. */
export function placeFault(dummy: Sym, value: Typed, procedure: Procedure): string | undefined {
  const what = `The argument "${dummy.name}" of "${procedure.name}"`;
  if (value.k === 'null') return undefined;
  const unlike = lengthParameterFault(typeOf(dummy), value.type);
  if (unlike) return `${what} has a different type: ${unlike}.`;
  const shape = shapeKindOf(dummy);
  if (dummy.allocatable && !isAllocatable(value))
    return `${what} is ALLOCATABLE: the actual argument must be an allocatable variable.`;
  const isCoarray = rootSymbol(value)?.written.codimensions !== undefined;
  if (dummy.allocatable && dummy.intent === 'out' && !dummy.written.codimensions && isCoarray)
    return `${what} is deallocated on entry and is not a coarray: a coarray cannot be passed to it.`;
  if (dummy.written.codimensions && !isCoarray && !hasCodimensions(value))
    return `${what} is a coarray: the actual argument must be a coarray too.`;
  if (dummy.pointer && !isPointerValue(value) && !(dummy.intent === 'in' && mayBeTarget(value)))
    return `${what} is a POINTER: the actual argument must be a pointer${dummy.intent === 'in' ? ' or a target' : ''}.`;
  const given =
    dummy.pointer && dummy.intent === 'in' ? isPointerValue(value) : dummy.pointer || dummy.allocatable;
  if (given && typeOf(dummy).base === 'class') {
    if (value.type.base !== 'class')
      return `${what} is polymorphic: the actual argument must be polymorphic too.`;
    if (value.type.derived !== typeOf(dummy).derived)
      return `${what} is a polymorphic pointer or allocatable: the declared types must be the same.`;
  }
  if (shape === 'assumed-rank' && dummy.intent === 'out' && typeOf(dummy).derived && hasUnknownSize(value))
    return `${what} is initialised on entry: the size of the actual argument must be known.`;
  if (shape !== 'explicit' && shape !== 'assumed-size' && shape !== 'assumed-rank') {
    const symbol = value.k === 'variable' ? value.sym : undefined;
    if (shape && symbol && shapeKindOf(symbol) === 'assumed-size')
      return `${what} takes its shape from the actual argument, but "${symbol.name}" has assumed size.`;
    return undefined;
  }
  return hasKnownInterface(procedure)
    ? (sequenceFault(what, value) ?? sizeFault(what, dummy, value))
    : undefined;
}

function hasCodimensions(value: Typed): boolean {
  if (value.k === 'component') return value.component.codims !== undefined || hasCodimensions(value.base);
  return (value.k === 'element' || value.k === 'section') && hasCodimensions(value.base);
}

function hasUnknownSize(value: Typed): boolean {
  return value.k === 'variable' && shapeKindOf(value.sym) === 'assumed-size';
}

// Old programs often pass mismatched arguments to external procedures that have no known interface.
function hasKnownInterface(procedure: Procedure): boolean {
  return procedure.place === 'module' || procedure.place === 'internal' || procedure.place === 'interface';
}

function isPointerValue(value: Typed): boolean {
  const selector = value.k === 'variable' ? value.sym.association : undefined;
  return isPointer(value) || (selector !== undefined && isPointerValue(selector));
}

function mayBeTarget(value: Typed): boolean {
  const root = rootSymbol(value);
  return (
    isDesignator(value) && (root?.has('target') === true || root?.pointer === true || value.k === 'component')
  );
}

// Rejects an element that is passed for a whole array if the elements after it may not be adjacent in memory.
function sequenceFault(what: string, value: Typed): string | undefined {
  if (value.k !== 'element' || value.type.base === 'character') return undefined;
  const { base } = value;
  if (value.type.base === 'class' || value.type.base === 'class-star')
    return `${what} is an array: a polymorphic element cannot be passed to it.`;
  const loose =
    isPointer(base) ||
    (base.k === 'variable' && shapeKindOf(base.sym) === 'assumed-shape' && !base.sym.has('contiguous'));
  const contiguous = base.k === 'variable' && base.sym.has('contiguous');
  return loose && !contiguous
    ? `${what} is an array: an element of a pointer array or assumed-shape array cannot be passed to it.`
    : undefined;
}

function sizeFault(what: string, dummy: Sym, value: Typed): string | undefined {
  const dims = dimensionsOf(dummy);
  const shape = dims && constantShape(dims);
  if (!shape || shapeKindOf(dummy) !== 'explicit') return undefined;
  const character = typeOf(dummy).base === 'character';
  const wanted =
    shape.reduce((a, b) => a * b, 1) * (character ? (constantCharacters(typeOf(dummy)) ?? Number.NaN) : 1);
  const given = sizeOf(value, character);
  return given !== undefined && given < wanted
    ? `${what} has ${wanted} ${character ? 'characters' : 'elements'}, but only ${given} are given.`
    : undefined;
}

// Number of elements or characters from the start of a value to its end, if known.
function sizeOf(value: Typed, character: boolean): number | undefined {
  const length = character ? constantCharacters(value.type) : 1;
  if (length === undefined) return undefined;
  if (value.rank > 0) {
    const count = countOf(value);
    return count === undefined ? undefined : count * length;
  }
  if (value.k !== 'element' || value.base.k !== 'variable') return undefined;
  const { sym } = value.base;
  if (sym.allocatable || sym.pointer || shapeKindOf(sym) !== 'explicit') return undefined;
  const dims = dimensionsOf(sym)!;
  const shape = constantShape(dims);
  if (!shape) return undefined;
  let before = 0;
  let step = 1;
  for (const [i, subscript] of value.subscripts.entries()) {
    const index = maybeInteger(subscript);
    if (index === undefined) return undefined;
    before += (index - maybeInteger(dims[i]!.low)!) * step;
    step *= shape[i]!;
  }
  return (step - before) * length;
}

function countOf(value: Typed): number | undefined {
  const shape = constantShapeOf(value);
  if (shape) return shape.reduce((a, b) => a * b, 1);
  if (value.k === 'intrinsic' && value.name === 'reshape' && value.arguments[1]?.k === 'const-array')
    return value.arguments[1].items.reduce((n, item) => n * (maybeInteger(item) ?? Number.NaN), 1);
  if (value.k !== 'section' || value.base.k !== 'variable') return undefined;
  const { sym } = value.base;
  const dims = sym.allocatable || sym.pointer ? undefined : dimensionsOf(sym);
  let count = 1;
  for (const [i, s] of value.subscripts.entries()) {
    if (s.k === 'index') continue;
    if (s.k === 'vector') {
      count *= countOf(s.value) ?? Number.NaN;
      continue;
    }
    const low = s.low ? maybeInteger(s.low) : maybeInteger(dims?.[i]?.low);
    const high = s.high ? maybeInteger(s.high) : maybeInteger(dims?.[i]?.high);
    const step = s.step ? maybeInteger(s.step) : 1;
    if (low === undefined || high === undefined || !step || step < 0) return undefined;
    count *= Math.max(0, Math.floor((high - low + step) / step));
  }
  return Number.isNaN(count) ? undefined : count;
}

/** Throws if a call uses an abstract interface. */
export function refuseAbstract(symbol: Sym, at: Position): void {
  if (symbol.has('abstract') && !symbol.dummy && !symbol.pointer)
    refuse(at, `"${symbol.name}" is an abstract interface and cannot be called.`);
}

/** True if a designator uses a vector subscript to select elements. */
export function hasVectorSubscript(e: Typed): boolean {
  if (e.k === 'section' && e.subscripts.some((s) => s.k === 'vector')) return true;
  return 'base' in e && hasVectorSubscript(e.base);
}
