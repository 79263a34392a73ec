// Initial values that -finit-local-zero, -finit-integer=, -finit-real=, -finit-logical= and -finit-character= give to
// local variables without initial values of their own. These flags do not apply to module variables, variables in
// COMMON and EQUIVALENCE, or allocated objects; with -finit-derived, they also apply to components of structures.

import { valueNode } from '../../program/c/c-arrays.ts';
import { constantLength, INTEGER, intrinsicNode, stringConstant } from '../../program/constants/constants.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { fitValue, typeOf, variableNode } from '../../program/declarations/resolve.ts';
import type { ConstantValue, DerivedType, MaybeTyped, Sym, Type } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { InitialValues } from '../../source/options.ts';
import { assign } from '../assign/assign.ts';
import { eachElementOf } from '../assign/sized-parts.ts';
import { lengthOfSymbol } from '../designators/storage.ts';
import type { Emitter } from '../writer/emitter.ts';
import { componentNode } from '../writer/type-parts.ts';

/** The initial value that the options specify for a static variable without a value. */
export function maybeStaticInitial(symbol: Sym): MaybeTyped {
  const value = lacksInitial(symbol) ? maybeInitialConstant(symbol) : undefined;
  return value && fitValue(symbol.scope.program, value, typeOf(symbol), undefined);
}

/** Prints the assignment that initialises a variable in each call. */
export function assignLocalInitial(em: Emitter, symbol: Sym): void {
  if (!lacksInitial(symbol)) return;
  const value = maybeInitialConstant(symbol) ?? maybeFilling(em, symbol);
  if (value) assign(em, variableNode(symbol), value);
  else assignPartsInitial(em, symbol);
}

/** Prints code that initialises the components of a structure, or of an array of structures. */
export function assignPartsInitial(em: Emitter, symbol: Sym): void {
  const type = typeOf(symbol);
  if (!symbol.scope.program.options.initialValues.derived || type.base !== 'derived') return;
  if (type.derived && !type.derived.opaque && lacksInitial(symbol))
    eachElementOf(em, variableNode(symbol), (c) => assignParts(em, type.derived!, c));
}

function assignParts(em: Emitter, type: DerivedType, object: string): void {
  for (const component of type.components) {
    const { allocatable, pointer, sizes, isLength, initialSource, overlay } = component;
    // A union has only the explicit initial value of one of its members, as in gfortran.
    if (allocatable || pointer || sizes || isLength || initialSource || overlay) continue;
    const node = componentNode(type, object, component);
    const inner = component.type.base === 'derived' ? component.type.derived : undefined;
    if (inner && !inner.opaque) eachElementOf(em, node, (c) => assignParts(em, inner, c));
    const value = maybeConstantOf(em.program.options.initialValues, component.type, component.at);
    if (value) assign(em, node, value);
  }
}

function lacksInitial(symbol: Sym): boolean {
  return !(
    symbol.scope.k === 'module' ||
    symbol.allocatable ||
    symbol.pointer ||
    symbol.storage.cray ||
    symbol.written.initial ||
    symbol.noted.inData
  );
}

function maybeInitialConstant(symbol: Sym): MaybeTyped {
  return maybeConstantOf(symbol.scope.program.options.initialValues, typeOf(symbol), symbol.at);
}

function maybeConstantOf(values: InitialValues, type: Type, at: Position): MaybeTyped {
  const { integer, real, logical, character } = values;
  const make = (value: ConstantValue | undefined): MaybeTyped =>
    value === undefined ? undefined : { k: 'const', at, rank: 0, type, value };
  switch (type.base) {
    case 'integer':
    case 'unsigned':
      return make(integer);
    case 'real':
      return make(real);
    case 'complex':
      return make(real === undefined ? undefined : [real, real]);
    case 'logical':
      return make(logical);
    case 'character': {
      const length = constantLength(type);
      if (character === undefined || length === undefined || isWide(type)) return undefined;
      return stringConstant(String.fromCharCode(character).repeat(length), at);
    }
    default:
      return undefined;
  }
}

// The fill for characters whose length is known only at run time.
function maybeFilling(em: Emitter, symbol: Sym): MaybeTyped {
  const type = typeOf(symbol);
  const { character } = symbol.scope.program.options.initialValues;
  if (type.base !== 'character' || character === undefined || isWide(type)) return undefined;
  const { at } = symbol;
  const one = stringConstant(String.fromCharCode(character), at);
  const length = valueNode({ at, type: INTEGER }, lengthOfSymbol(em, symbol));
  return intrinsicNode('repeat', [one, length], { at, type: { base: 'character', kind: 1 } });
}
