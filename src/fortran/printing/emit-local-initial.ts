// The values that -finit-local-zero, -finit-integer=, -finit-real=, -finit-logical= and -finit-character= give to local
// variables that have none: not to those of modules, COMMON and EQUIVALENCE, nor to structures and what is allocated.

import { stringConstant } from '../program/character-bytes.ts';
import { fitValue, rankOf, typeOf } from '../program/resolve.ts';
import {
  type ConstantValue,
  constantLength,
  INTEGER,
  intrinsicNode,
  type Sym,
  type Typed,
} from '../program/semantics.ts';
import { isWide } from '../program/wide-characters.ts';
import { assign } from './emit-assign.ts';
import { lengthOfSymbol } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';

/** Gives a static variable its initial value, for whoever prints it. */
export function setStaticInitial(symbol: Sym): void {
  if (!lacksInitial(symbol)) return;
  const value = maybeInitialConstant(symbol);
  if (!value) return;
  symbol.initial = fitValue(symbol.scope.program, value, typeOf(symbol), undefined);
  symbol.initialState = 'done';
}

/** Prints the assignment that gives a variable its initial value at each call. */
export function assignLocalInitial(em: Emitter, symbol: Sym): void {
  if (!lacksInitial(symbol)) return;
  const value = maybeInitialConstant(symbol) ?? maybeFilling(em, symbol);
  if (value)
    assign(
      em,
      { k: 'variable', at: symbol.at, type: typeOf(symbol), rank: rankOf(symbol), sym: symbol },
      value,
    );
}

function lacksInitial(symbol: Sym): boolean {
  return !(
    symbol.scope.k === 'module' ||
    symbol.allocatable ||
    symbol.pointer ||
    symbol.cray ||
    symbol.initialSource ||
    symbol.dataInitialised
  );
}

function maybeInitialConstant(symbol: Sym): Typed | undefined {
  const type = typeOf(symbol);
  const { integer, real, logical, character } = symbol.scope.program.options.initialValues;
  const { at } = symbol;
  const make = (value: ConstantValue | undefined): Typed | undefined =>
    value === undefined ? undefined : { k: 'const', at, rank: 0, type, value };
  switch (type.base) {
    case 'integer':
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

// Characters whose number is known only while the program runs.
function maybeFilling(em: Emitter, symbol: Sym): Typed | undefined {
  const type = typeOf(symbol);
  const { character } = symbol.scope.program.options.initialValues;
  if (type.base !== 'character' || character === undefined || isWide(type)) return undefined;
  const { at } = symbol;
  const one = stringConstant(String.fromCharCode(character), at);
  const length: Typed = {
    k: 'raw',
    at,
    rank: 0,
    type: INTEGER,
    c: lengthOfSymbol(em, symbol),
    lvalue: false,
  };
  return intrinsicNode('repeat', [one, length], { at, type: { base: 'character', kind: 1 } });
}
