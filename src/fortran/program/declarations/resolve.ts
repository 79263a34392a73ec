// Resolves a symbol on first use: its type, its bounds, its value, its interface.

import { type Position, refuse } from '../../source/diagnostics.ts';
import type { CharLength, DimensionSpec, Expression, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import { constantShape, integerConstant, maybeInteger, spreadConstant } from '../constants/constants.ts';
import { asHollerith, coerce } from '../constants/conversions.ts';
import { writtenRealKind } from '../constants/default-kinds.ts';
import { bytesOfCharacters } from '../constants/wide-characters.ts';
import { arrangeValues } from '../symbols/arrange-values.ts';
import { addWords, becomeProcedure, setResolved } from '../symbols/change-symbol.ts';
import { checkExtension } from '../symbols/check-standard.ts';
import { kindOf, type ShapeKind } from '../symbols/entity-kinds.ts';
import { implicitProcedure } from '../symbols/implicit-procedure.ts';
import { implicitTypeSpec, lookup, maybeImplicitTypeSpec } from '../symbols/names.ts';
import { procedureComponents } from '../symbols/procedure-components.ts';
import { checkRank } from '../symbols/ranks.ts';
import type {
  Component,
  Dimension,
  MaybeTyped,
  Node,
  Procedure,
  Program,
  Scope,
  Sym,
  Type,
  Typed,
} from '../symbols/semantics.ts';
import { specificOf } from '../symbols/specific-names.ts';

export function resolveInteger(scope: Scope, e: Expression): number {
  const value =
    maybeInteger(scope.program.expressions.analyse(scope, e)) ??
    refuse(e.at, 'Expected a constant integer expression.');
  return value;
}

/** The reason for rejecting UNSIGNED. */
export const NO_UNSIGNED = 'UNSIGNED is an extension of GNU Fortran: add -funsigned to FFLAGS.';

/** The type that a type specification denotes. */
export function resolveType(scope: Scope, spec: TypeSpec, length?: CharLength): Type {
  switch (spec.k) {
    case 'intrinsic': {
      if (spec.base === 'unsigned' && !scope.program.options.unsigned) refuse(spec.at, NO_UNSIGNED);
      if (!spec.kind && spec.bytes === undefined) return defaultType(scope, spec.base);
      if (spec.bytes !== undefined) checkExtension(scope, 'star-kind', spec.at);
      let kind = 4;
      if (spec.kind) kind = resolveInteger(scope, spec.kind);
      else if (spec.bytes !== undefined) kind = spec.base === 'complex' ? spec.bytes / 2 : spec.bytes;
      kind = kindOf(spec.base, kind, spec.at);
      const isReal = spec.base === 'real' || spec.base === 'complex';
      return { base: spec.base, kind: isReal ? writtenRealKind(scope.kinds, kind) : kind };
    }
    case 'double':
      if (spec.complex) checkExtension(scope, 'double-complex', spec.at);
      return { base: spec.complex ? 'complex' : 'real', kind: scope.kinds.double.kind };
    case 'character': {
      const kind = spec.kind ? kindOf('character', resolveInteger(scope, spec.kind), spec.at) : 1;
      const characters = resolveLength(scope, length ?? spec.length, spec.at);
      return {
        base: 'character',
        kind,
        length: typeof characters === 'object' ? bytesOfCharacters(characters, kind) : characters,
      };
    }
    case 'derived': {
      const type = scope.program.expressions.typeWithParameters(scope, spec);
      if (!spec.polymorphic) return type;
      if (type.derived!.sequence)
        refuse(
          spec.at,
          `CLASS(${spec.name.toUpperCase()}) needs an extensible type, but this type has SEQUENCE or BIND(C).`,
        );
      type.derived!.extensible = true;
      return { ...type, base: 'class' };
    }
    case 'class-star':
      return { base: 'class-star', kind: 0 };
  }
}

function defaultType({ kinds }: Scope, base: (TypeSpec & { k: 'intrinsic' })['base']): Type {
  if (base === 'unsigned') return { base, kind: kinds.integer.kind };
  return base === 'complex' ? { base, kind: kinds.real.kind } : kinds[base];
}

const MAX_LENGTH = 2_147_483_647;

function resolveLength(scope: Scope, length: CharLength | undefined, at: Position): Typed | '*' | ':' {
  if (length === undefined) return integerConstant(1, at);
  if (length === '*' || length === ':') return length;
  const value = analyseScalarInteger(scope, length);
  const n = maybeInteger(value);
  if (n !== undefined && n > MAX_LENGTH)
    refuse(value.at, `A length of ${n} characters exceeds the maximum of ${MAX_LENGTH}.`);
  return n !== undefined && n < 0 ? integerConstant(0, at) : value;
}

/** The type of a symbol, which is either declared or implicit. */
export function typeOf(symbol: Sym): Type {
  if (symbol.resolved.type) return symbol.resolved.type;
  if (symbol.written.type === undefined && symbol.association) {
    setResolved(symbol, { type: symbol.association.type });
    return symbol.association.type;
  }
  const spec = symbol.written.type ?? implicitTypeSpec(symbol.scope, symbol.name, symbol.at);
  const { types } = symbol.scope.program.pending;
  if (types.has(symbol)) refuse(symbol.at, `The type of "${symbol.name}" depends on itself.`);
  types.add(symbol);
  let type: Type;
  try {
    type = resolveType(symbol.scope, spec, symbol.written.length);
    setResolved(symbol, { type });
  } finally {
    types.delete(symbol);
  }
  if (type.base === 'derived' && type.derived?.abstract) {
    const { name } = type.derived;
    refuse(
      spec.at,
      `The type "${name}" is ABSTRACT and cannot have objects; declare CLASS(${name.toUpperCase()}) for its extensions.`,
    );
  }
  return type;
}

/** The type of a symbol, or undefined if it has none. */
export function maybeTypeOf(symbol: Sym): Type | undefined {
  if (symbol.resolved.type || symbol.written.type || symbol.association) return typeOf(symbol);
  return maybeImplicitTypeSpec(symbol.scope, symbol.name) ? typeOf(symbol) : undefined;
}

/** The bounds of an array symbol; undefined for a scalar. */
export function dimensionsOf(symbol: Sym): Dimension[] | undefined {
  if (!symbol.resolved.hasDims) {
    setResolved(symbol, { hasDims: true });
    if (symbol.written.dimensions) {
      if (symbol.written.dimensions === 'assumed-rank') {
        if (!symbol.dummy)
          refuse(symbol.at, `"${symbol.name}" must be a dummy argument to have assumed rank, "(..)".`);
        return undefined;
      }
      setResolved(symbol, { dims: resolveDimensions(symbol.scope, symbol.written.dimensions, symbol.at) });
    }
  }
  return symbol.resolved.dims;
}

/** Bounds as typed expressions. */
export function resolveDimensions(scope: Scope, spec: DimensionSpec, at: Position): Dimension[] {
  if (spec === 'assumed-rank') refuse(at, 'Only a dummy argument can have assumed rank, "(..)".');
  checkRank(scope.program, spec.length, at);
  return spec.map((bound) => {
    const low = bound.low ? fitBound(analyseScalarInteger(scope, bound.low)) : integerConstant(1, at);
    if (bound.high === undefined || bound.high === '*') return { low };
    return { low, high: fitBound(analyseScalarInteger(scope, bound.high)) };
  });
}

/** At run time, subscripts have 32 bits, like addresses. */
function fitBound(bound: Typed): Typed {
  const n = maybeInteger(bound) ?? 0;
  if (n === Math.max(-(2 ** 31), Math.min(n, 2 ** 31 - 1))) return bound;
  refuse(bound.at, `The bound ${n} does not fit in 32 bits, the limit for bounds here.`);
}

/** The kind of bounds that an array symbol has; undefined for a scalar. */
export function shapeKindOf(symbol: Sym): ShapeKind | undefined {
  const spec = symbol.written.dimensions;
  if (!spec) return symbol.resolved.dims ? 'explicit' : undefined;
  if (spec === 'assumed-rank') return 'assumed-rank';
  if (symbol.allocatable || symbol.pointer) return 'deferred';
  const last = spec.at(-1);
  if (last?.high === '*') return symbol.k === 'constant' ? 'implied' : 'assumed-size';
  if (last && last.high === undefined)
    return symbol.dummy || symbol.association ? 'assumed-shape' : 'deferred';
  return 'explicit';
}

/** Stands for the rank of an assumed-rank variable, whose actual rank is known only at run time. */
export const ASSUMED_RANK = -1;

export function isAssumedRank(symbol: Sym): boolean {
  return symbol.written.dimensions === 'assumed-rank';
}

export function rankOf(symbol: Sym): number {
  if (isAssumedRank(symbol)) return ASSUMED_RANK;
  const dims = dimensionsOf(symbol);
  return dims ? dims.length : (symbol.association?.rank ?? 0);
}

export function variableNode(sym: Sym): Node<'variable'> {
  return { k: 'variable', at: sym.at, type: typeOf(sym), rank: rankOf(sym), sym };
}

/** Throws if an initial value is written with `=` instead of `=>`, or the other way round. */
export function checkInitialMark(
  { name, at, pointer }: Pick<Component, 'name' | 'at' | 'pointer'>,
  isTarget: boolean,
): void {
  if (isTarget && !pointer) refuse(at, `"${name}" is not a POINTER: its initial value comes after "=".`);
  if (!isTarget && pointer) refuse(at, `"${name}" is a POINTER: its initial target comes after "=>".`);
}

/** The initial value of a variable or the value of a constant, converted to its type. */
export function initialOf(symbol: Sym): MaybeTyped {
  if (symbol.resolved.initial || !symbol.written.initial) return symbol.resolved.initial;
  const { values } = symbol.scope.program.pending;
  if (values.has(symbol)) refuse(symbol.at, `The value of "${symbol.name}" depends on itself.`);
  values.add(symbol);
  try {
    const value = symbol.scope.program.expressions.analyse(symbol.scope, symbol.written.initial);
    const dims =
      symbol.written.dimensions && shapeKindOf(symbol) !== 'implied' ? dimensionsOf(symbol) : undefined;
    const isPointer = symbol.pointer || symbol.k === 'procedure';
    if (!isPointer) checkConstant(symbol.scope, symbol.name, value);
    setResolved(symbol, { initial: isPointer ? value : fitInitial(symbol, value, dims) });
  } finally {
    // Discards a failed attempt, so that the next attempt reports the same error.
    values.delete(symbol);
  }
  return symbol.resolved.initial;
}

function checkConstant({ program }: Scope, name: string, value: Typed): void {
  const found = program.expressions.inconstantPart(value);
  if (found) refuse(found.part.at, `The initial value of "${name}" must be constant: ${found.why}`);
}

function fitInitial(symbol: Sym, value: Typed, dims: Dimension[] | undefined): Typed {
  const type = typeOf(symbol);
  if (symbol.k === 'constant' && shapeKindOf(symbol) === 'implied') implyShape(symbol, value);
  if (type.base === 'character' && type.length === '*')
    setResolved(symbol, { type: { ...type, length: lengthOfConstant(value) } });
  return fitValue(symbol.scope.program, value, typeOf(symbol), dims ?? symbol.resolved.dims);
}

function implyShape(symbol: Sym, value: Typed): void {
  const shape =
    symbol.scope.program.expressions.constantShapeOf(value) ??
    refuse(symbol.at, `The shape of "${symbol.name}" cannot be determined from its value.`);
  setResolved(symbol, {
    dims: dimensionsOf(symbol)!.map((d, i) => ({
      low: d.low,
      high: integerConstant((maybeInteger(d.low) ?? 1) + (shape[i] ?? 1) - 1, symbol.at),
    })),
  });
}

function lengthOfConstant(value: Typed): Typed {
  const length = value.type.length;
  if (typeof length === 'object') return length;
  refuse(value.at, 'The length of this constant is not known.');
}

/** A value that is converted to a type and, if it is a scalar, spread over a shape. */
export function fitValue(program: Program, value: Typed, type: Type, dims: Dimension[] | undefined): Typed {
  const { expressions } = program;
  const fitted = coerce(asHollerith(program, value, type), type, value.at);
  if (!dims && fitted.rank > 0) refuse(value.at, 'The initial value of a scalar cannot be an array.');
  if (!dims) return fitted;
  const shape = constantShape(dims);
  if (fitted.rank > 0) {
    const given = expressions.constantShapeOf(fitted);
    if (shape && given && (shape.length !== given.length || shape.some((n, i) => n !== given[i])))
      refuse(
        value.at,
        `The shape of the initial value, (${given.join(', ')}), differs from that of the array, (${shape.join(', ')}).`,
      );
    return fitted;
  }
  return (shape && spreadConstant(fitted, shape)) ?? fitted;
}

/** The default initial value of a component. */
export function componentInitial(component: Component, scope: Scope): MaybeTyped {
  if (!component.initialResolved) {
    component.initialResolved = true;
    if (component.initialSource) {
      const list = scope.program.expressions.analyse(component.scope ?? scope, component.initialSource);
      const value = arrangeValues(component, list, component.dims && constantShape(component.dims));
      const isPointer = component.pointer || component.type.base === 'procedure';
      if (!isPointer) checkConstant(scope, component.name, value);
      component.initial = isPointer
        ? value
        : fitValue(scope.program, value, component.type, component.sizes?.dims ?? component.dims);
    }
  }
  return component.initial;
}

/** The interface of a procedure symbol: the one in its definition, or the one named in its declaration. */
export function procedureOf(symbol: Sym): Procedure {
  const { meaning } = symbol;
  if (meaning.k === 'procedure' && meaning.interfaceName !== undefined) {
    const name = meaning.interfaceName;
    becomeProcedure(symbol, { interfaceName: undefined });
    addWords(symbol, ['interface']);
    // The name of an interface body is visible inside the body itself.
    const { scope } = symbol;
    const target =
      lookup(scope, name) ?? (scope.procedure?.name === name ? scope.parent?.symbols.get(name) : undefined);
    const named = target?.k === 'generic' ? target.specifics.find((s) => s.name === name) : target;
    const base = named?.k === 'procedure' ? procedureOf(named) : intrinsicInterface(symbol, target);
    if (!base) refuse(symbol.at, `"${name}" is not an interface.`);
    const isHeld = symbol.dummy || symbol.pointer;
    becomeProcedure(symbol, {
      procedure: isHeld
        ? { ...base, place: 'dummy' }
        : {
            ...base,
            name: symbol.name,
            cName: base.bindC ? symbol.name : `${symbol.name}_`,
            bindName: undefined,
            place: 'interface',
          },
    });
  }
  const procedure = symbol.procedure ?? dummyProcedure(symbol);
  if (symbol.k === 'procedure' && !symbol.procedure) becomeProcedure(symbol, { procedure });
  if (symbol.written.type && procedure.implicitInterface && !procedure.resultType) {
    procedure.resultType = typeOf(symbol);
    procedure.isFunction = true;
  }
  return procedure;
}

// The interface of an intrinsic function, which its specific name determines.
function intrinsicInterface(symbol: Sym, target: Sym | undefined): Procedure | undefined {
  if (target?.k !== 'intrinsic') return undefined;
  const specific = specificOf(target.name);
  const { kinds } = symbol.scope;
  const integer =
    specific?.result === 'integer' || /^(iabs|isign|idim|mod|len|index|ichar)$/.test(target.name);
  const real = /^d[a-z]/.test(target.name) ? kinds.double : kinds.real;
  const resultType = integer ? kinds.integer : real;
  return { ...dummyProcedure(symbol), isFunction: true, resultType };
}

function dummyProcedure({ scope, name, at, dummy, pointer }: Sym): Procedure {
  return implicitProcedure(scope, name, at, dummy || pointer ? 'dummy' : 'external');
}

export function componentProcedure(component: Component): Procedure {
  if (component.procedure) return component.procedure;
  const source = procedureComponents.get(component)!;
  const { part, scope } = source;
  const target = part.procedureInterface ? lookup(scope, part.procedureInterface) : undefined;
  if (part.procedureInterface && target?.k !== 'procedure')
    refuse(source.at, `"${part.procedureInterface}" is not an interface.`);
  const base = target ? procedureOf(target)! : undefined;
  if (base) component.procedure = base;
  else {
    component.procedure = {
      ...implicitProcedure(scope, component.name, component.at, 'dummy'),
      isFunction: part.type !== undefined,
      cName: '',
    };
    if (part.type) component.procedure.resultType = resolveType(scope, part.type);
  }
  return component.procedure;
}

export function resultTypeOf(procedure: Procedure): Type | undefined {
  // A function's result may be a procedure pointer.
  if (procedure.result?.k === 'procedure') return { base: 'procedure', kind: 4 };
  if (procedure.result) return typeOf(procedure.result);
  return procedure.resultType;
}

export function analyseScalarInteger(scope: Scope, e: Expression): Typed {
  const value = scope.program.expressions.analyse(scope, e);
  if (value.type.base === 'boz') return coerce(value, scope.kinds.integer, e.at);
  if (value.type.base !== 'integer' || value.rank !== 0) refuse(e.at, 'Expected an integer scalar.');
  return value;
}
