// Checks the declarations in a complete scope for conflicting bounds and attributes, variables that cannot be
// polymorphic, and interoperable entities that do not exist in C.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { constantLength, describeType, maybeInteger } from '../../program/constants/constants.ts';
import { givenLengths } from '../../program/constants/length-parameters.ts';
import {
  componentInitial,
  dimensionsOf,
  rankOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import type {
  Component,
  DerivedType,
  Procedure,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { DimensionSpec } from '../../syntax/tree/syntax-tree.ts';

type Report = (at: Position, message: string) => void;

/** Reports errors in a scope's declarations. */
export function checkScope(scope: Scope): void {
  const { diagnostics } = scope.program;
  const report: Report = (at, message) => diagnostics.error(at, message);
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope || symbol.association) continue;
    diagnostics.attempt(() => checkSymbol(scope, symbol, report));
  }
  for (const type of scope.program.types)
    if (type.scope === scope && type.defined) diagnostics.attempt(() => checkType(type, report));
  if (scope.procedure) diagnostics.attempt(() => checkInteroperableResult(scope.procedure!, report));
}

function checkSymbol(scope: Scope, symbol: Sym, report: Report): void {
  const variable =
    symbol.k === 'variable' ||
    (symbol.k === 'unknown' && (symbol.written.declared || symbol.written.initial !== undefined));
  const fault = declarationFault(symbol) ?? (variable ? variableFault(scope, symbol) : undefined);
  if (fault) report(symbol.at, fault);
  const { procedure } = symbol;
  if (symbol.k === 'procedure' && procedure?.place === 'interface')
    checkInteroperableResult(procedure, report);
}

function declarationFault(symbol: Sym): string | undefined {
  const held = symbol.allocatable || symbol.pointer;
  const bounds =
    symbol.k === 'constant' ? undefined : boundsFault(symbol.name, symbol.written.dimensions, held);
  if (bounds) return bounds;
  const codims = symbol.written.codimensions;
  if (symbol.allocatable && codims?.some((d) => d.low ?? d.high))
    return `"${symbol.name}" is ALLOCATABLE: its cobounds must be deferred, as in [:].`;
  if (codims && !symbol.allocatable && codims.at(-1)!.high !== '*')
    return `The last upper cobound of "${symbol.name}" must be "*", as in [*].`;
  if (symbol.allocatable && symbol.written.initial)
    return `"${symbol.name}" is ALLOCATABLE and cannot be initialised.`;
  if (symbol.has('contiguous') && !mayBeContiguous(symbol))
    return `"${symbol.name}" is CONTIGUOUS, which is only for array pointers and assumed-shape dummy arguments.`;
  if (symbol.dummy && symbol.optional && symbol.has('value') && symbol.scope.procedure?.bindC)
    return `"${symbol.name}" cannot be both OPTIONAL and VALUE in a BIND(C) procedure.`;
  if (symbol.has('automatic') && (symbol.has('save') || symbol.written.initial))
    return `"${symbol.name}" is AUTOMATIC and cannot have SAVE or an initial value.`;
  const { type } = symbol.written;
  const polymorphic = type?.k === 'class-star' || (type?.k === 'derived' && type.polymorphic);
  if (polymorphic && symbol.k === 'constant')
    return `"${symbol.name}" is polymorphic and cannot be a constant.`;
  if (polymorphic && !symbol.dummy && !held && symbol.k !== 'procedure')
    return `"${symbol.name}" is polymorphic: it must be a dummy argument, a pointer or allocatable.`;
  if (polymorphic && symbol.intent === 'out' && symbol.scope.procedure?.pure)
    return `"${symbol.name}" is polymorphic and cannot have INTENT(OUT) in a PURE procedure.`;
  return undefined;
}

function boundsFault(name: string, spec: DimensionSpec | undefined, held: boolean): string | undefined {
  if (!spec || spec === 'assumed-rank') return undefined;
  if (held && spec.some((bound) => bound.high !== undefined))
    return `"${name}" is a pointer or allocatable: its bounds must be deferred, as in (:).`;
  if (spec.slice(0, -1).some((bound) => bound.high === '*'))
    return `Only the last dimension of "${name}" can have the upper bound "*".`;
  return undefined;
}

function mayBeContiguous(symbol: Sym): boolean {
  if (symbol.written.dimensions === 'assumed-rank') return true;
  if (!symbol.written.dimensions) return false;
  return symbol.pointer || (symbol.dummy && shapeKindOf(symbol) === 'assumed-shape');
}

function variableFault(scope: Scope, symbol: Sym): string | undefined {
  const shape = shapeKindOf(symbol);
  if (shape === 'assumed-size' && givenLengths(typeOf(symbol)).some((n) => n !== undefined))
    return `"${symbol.name}" has assumed size: the length parameters of its type must be "*".`;
  const lengths = typeOf(symbol).lengths ?? [];
  if (lengths.includes('*') && !symbol.dummy)
    return `The type parameters of "${symbol.name}" must be given; "*" is only for dummy arguments.`;
  if (symbol.dummy || symbol.result || symbol.storage.cray) return bindFault(scope, symbol);
  if (shape === 'assumed-size')
    return `"${symbol.name}" must be a dummy argument to have the upper bound "*".`;
  const length = typeOf(symbol).length;
  if (length === '*')
    return `The length of "${symbol.name}" must be given; "*" is only for dummy arguments and constants.`;
  const fixed = scope.k === 'module' || scope.k === 'program' || symbol.has('save') || symbol.written.initial;
  if (fixed && givenLengths(typeOf(symbol)).some((n) => n && dependsOnVariable(n)))
    return `The type parameters of "${symbol.name}" must be constant, because the variable has static storage.`;
  if (fixed && !symbol.allocatable && !symbol.pointer) {
    if (typeof length === 'object' && dependsOnVariable(length))
      return `The length of "${symbol.name}" must be constant, because the variable has static storage.`;
    for (const { low, high } of (shape === 'explicit' && dimensionsOf(symbol)) || [])
      if (dependsOnVariable(low) || (high && dependsOnVariable(high)))
        return `The bounds of "${symbol.name}" must be constant, because the variable has static storage.`;
  }
  return bindFault(scope, symbol);
}

// True if a value is known only at run time. The results of inquiries about a variable are known earlier.
function dependsOnVariable(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.k !== 'constant' && e.sym.scope.k !== 'construct';
  if (e.k === 'call' || (e.k === 'intrinsic' && e.name === 'command_argument_count')) return true;
  if (e.k === 'intrinsic' ? intrinsicFunction(e.name)?.form === 'inquiry' : !COMPUTED.has(e.k)) return false;
  return partsOfNode(e).some((part) => part !== undefined && dependsOnVariable(part));
}

const COMPUTED: ReadonlySet<Typed['k']> = new Set(['binary', 'unary', 'convert', 'paren', 'component']);

function bindFault(scope: Scope, symbol: Sym): string | undefined {
  if (!symbol.has('bind')) return undefined;
  if (scope.k !== 'module')
    return `"${symbol.name}" cannot have BIND(C): only module variables and COMMON blocks can.`;
  const type = typeOf(symbol);
  if (type.base === 'character' && constantLength(type) !== 1)
    return `"${symbol.name}" has BIND(C): its characters must have length 1.`;
  return undefined;
}

function checkInteroperableResult(procedure: Procedure, report: Report): void {
  const { result } = procedure;
  if (result && resultTypeOf(procedure)?.length === '*') {
    const place =
      procedure.place === 'module'
        ? 'a module procedure'
        : procedure.place === 'internal'
          ? 'an internal function'
          : undefined;
    const why =
      place ??
      ['recursive', 'pure', 'elemental']
        .find((word) => procedure.unit?.heading?.prefix.words.has(word))
        ?.toUpperCase() ??
      (rankOf(result) > 0 ? 'an array' : result.pointer ? 'a POINTER' : undefined);
    if (why)
      report(procedure.at, `The result of "${procedure.name}" cannot have the length "*": it is ${why}.`);
  }
  if (procedure.bindC) {
    checkInteroperableCharacters(procedure, report);
    checkInteroperableDummies(procedure, report);
  }
  if (!procedure.bindC || !procedure.isFunction || !result) return;
  const type = resultTypeOf(procedure);
  if (rankOf(result) > 0)
    report(procedure.at, `"${procedure.name}" has BIND(C): its result cannot be an array.`);
  else if (type?.base === 'character' && (constantLength(type) !== 1 || result.allocatable || result.pointer))
    report(procedure.at, `"${procedure.name}" has BIND(C): its result must be a character of length 1.`);
}

// Checks for dummies and results that cannot be passed to or from C.
function checkInteroperableDummies(procedure: Procedure, report: Report): void {
  const { name, at, result } = procedure;
  for (const dummy of procedure.dummies) {
    if (!dummy) report(at, `"${name}" has BIND(C) and cannot have an alternate return.`);
    else if (dummy.k !== 'procedure') {
      const why = interoperableReason(dummy);
      if (why) report(dummy.at, `"${name}" has BIND(C), and its argument "${dummy.name}" ${why}.`);
    }
  }
  const type = procedure.isFunction ? resultTypeOf(procedure) : undefined;
  if (!result || !type || type.base === 'character') return;
  if (type.base === 'class' || type.base === 'class-star' || result.allocatable || result.pointer)
    report(at, `"${name}" has BIND(C): its result cannot be polymorphic, ALLOCATABLE or a POINTER.`);
}

function interoperableReason(dummy: Sym): string | undefined {
  if (dummy.written.codimensions) return 'is a coarray';
  if (dummy.optional && dummy.has('value')) return 'is both OPTIONAL and VALUE';
  if (dummy.pointer && dummy.has('contiguous')) return 'is a CONTIGUOUS pointer';
  const { type } = dummy.written;
  const isAssumed = type?.k === 'class-star' && type.assumed === true;
  const { base, derived, length } = typeOf(dummy);
  if ((base === 'class' || base === 'class-star') && !isAssumed && !dummy.has('c_any'))
    return 'is polymorphic';
  // A descriptor includes the length of the array's elements.
  const isPlain = !(dummy.pointer || dummy.allocatable || /-(shape|rank)$/.test(`${shapeKindOf(dummy)}`));
  if (base === 'character' && isPlain && length !== '*' && constantLength(typeOf(dummy)) !== 1)
    return 'has a length that is neither 1 nor "*"';
  if (!derived || derived.opaque) return undefined;
  if ((dummy.pointer || dummy.allocatable) && hasInitialParts(derived))
    return 'is a POINTER or ALLOCATABLE of a type with initial values';
  return derived.bind ? undefined : `is of the type "${derived.name}", which has no BIND(C)`;
}

// C receives such characters in a descriptor, which includes all extents.
function checkInteroperableCharacters(procedure: Procedure, report: Report): void {
  for (const dummy of procedure.dummies) {
    if (!dummy || dummy.k === 'procedure') continue;
    const type = typeOf(dummy);
    if (type.base !== 'character' || type.length !== '*' || rankOf(dummy) <= 0) continue;
    const dims = dimensionsOf(dummy) ?? [];
    const isOpen = dims.some((d) => d.high && [d.low, d.high].some((e) => maybeInteger(e) === undefined));
    if (isOpen && shapeKindOf(dummy) !== 'assumed-shape')
      report(
        dummy.at,
        `"${procedure.name}" has BIND(C), and "${dummy.name}" has the length "*" and bounds that are not constant, which is not supported. Declare it as ${dummy.name}(:) or ${dummy.name}(*).`,
      );
  }
}

// ---- derived types --------------------------------------------------------------------------------------------------

function checkType(type: DerivedType, report: Report): void {
  const names = new Set<string>();
  for (const component of type.components) {
    if (component.parentComponent) continue;
    if (names.has(component.name))
      report(component.at, `The component "${component.name}" is declared twice.`);
    names.add(component.name);
    const fault = componentFault(type, component);
    if (fault) report(component.at, fault);
    else componentInitial(component, type.scope);
  }
}

function componentFault(type: DerivedType, component: Component): string | undefined {
  const { name } = component;
  const held = component.allocatable || component.pointer;
  const polymorphic = component.type.base === 'class' || component.type.base === 'class-star';
  if (component.allocatable && component.pointer)
    return `The component "${name}" cannot have both POINTER and ALLOCATABLE.`;
  if (component.type.base === 'procedure' && !component.pointer)
    return `The component "${name}" is a procedure and must be a POINTER.`;
  if (component.codims?.some((d) => d.high !== undefined))
    return `The component "${name}" is ALLOCATABLE: its cobounds must be deferred, as in [:].`;
  if (type.sequence && !type.bind && component.type.derived && !component.type.derived.sequence)
    return `The type of the component "${name}" must have SEQUENCE because "${type.name}" has it.`;
  if (component.dims) {
    if (held && component.dims.some((d) => d.high !== undefined))
      return `"${name}" is a pointer or allocatable: its bounds must be deferred, as in (:).`;
    if (!held && component.dims.some((d) => d.high === undefined))
      return `The bounds of the component "${name}" must be given, unless it is a pointer or allocatable.`;
  }
  if (component.contiguous && !(component.pointer && component.dims))
    return `The component "${name}" is CONTIGUOUS, which is only for array pointers.`;
  if (component.allocatable && component.initialSource && !component.sizes)
    return `"${name}" is ALLOCATABLE and cannot be initialised.`;
  if (polymorphic && !held)
    return `The component "${name}" is polymorphic: it must be a pointer or allocatable.`;
  if (polymorphic && type.sequence)
    return `The component "${name}" cannot be polymorphic in a type with SEQUENCE or BIND.`;
  return type.bind ? interoperableFault(component) : undefined;
}

function interoperableFault(component: Component): string | undefined {
  const { name, type } = component;
  if (component.pointer || component.allocatable)
    return `"${name}" is a component of a BIND(C) type and cannot be a pointer or allocatable.`;
  if (type.base === 'character' && constantLength(type) !== 1)
    return `"${name}" is a component of a BIND(C) type: its characters must have length 1.`;
  if (type.base === 'derived' && !type.derived!.opaque && !type.derived!.bind)
    return `"${name}" is a component of a BIND(C) type, but ${describeType(type)} does not have BIND(C).`;
  return undefined;
}

/** Reason why a type is not allowed in COMMON, or undefined if it is allowed. */
export function commonTypeFault(type: Type): string | undefined {
  const { derived } = type;
  if (type.base !== 'derived' || !derived || derived.opaque) return undefined;
  if (!derived.sequence)
    return `${describeType(type)} has neither SEQUENCE nor BIND(C), so it is not allowed in COMMON.`;
  if (hasParts(derived, (c) => c.allocatable))
    return `${describeType(type)} has allocatable components, so it is not allowed in COMMON.`;
  if (hasInitialParts(derived))
    return `${describeType(type)} has components with initial values, so it is not allowed in COMMON.`;
  return undefined;
}

/** True if any component of a type, or of its components' types, passes the test. */
export function hasParts(
  type: DerivedType,
  test: (component: Component) => boolean,
  seen = new Set<DerivedType>(),
): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return type.components.some((c) => {
    const inner = c.type.base === 'derived' && !c.pointer ? c.type.derived : undefined;
    return test(c) || (inner !== undefined && !inner.opaque && hasParts(inner, test, seen));
  });
}

/** True if a type has parts with initial values, either directly or in its components. */
export function hasInitialParts(type: DerivedType): boolean {
  return hasParts(type, (c) => c.initialSource !== undefined);
}

/** True if a type has allocatable parts, either directly or in its components. */
export function hasAllocatableParts(type: DerivedType): boolean {
  return hasParts(type, (c) => c.allocatable);
}
