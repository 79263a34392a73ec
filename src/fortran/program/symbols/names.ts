// Name look-up: local names, host and use association, implicit types.

import type { Position } from '../../source/diagnostics.ts';
import { refuse, refuseWord } from '../../source/diagnostics.ts';
import type { Expression, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import { type Program, type Scope, Sym, type Typed } from './semantics.ts';

/** Turns a syntax tree into a typed expression by calling the analysis phase. */
export function analyse(scope: Scope, e: Expression): Typed {
  return scope.program.expressions.analyse(scope, e);
}

/** A number that is unique within this compilation. */
export function freshNumber(program: Program): number {
  return program.counter.next++;
}

/** Finds a name in a scope or its hosts. */
export function lookup(scope: Scope, name: string): Sym | undefined {
  for (const s of scope.chain) {
    const symbol = s.symbols.get(name);
    if (symbol) return symbol;
    if (s.imports !== 'all' && !s.imports.has(name)) return undefined;
  }
  return undefined;
}

/** The symbol for a name in the nearest scope that has one, whatever the scopes import. */
export function nearest(scope: Scope, name: string): Sym | undefined {
  return scope.chain.find((s) => s.symbols.has(name))?.symbols.get(name);
}

/** Throws if two modules define a name as different entities. */
export function refuseAmbiguous(scope: Scope, name: string, at: Position): void {
  const holder = scope.chain.find((s) => s.symbols.has(name));
  if (!holder?.ambiguous.has(name)) return;
  const where =
    holder.symbols.get(name)?.scope === holder
      ? 'is imported by USE with a different meaning than it has here: exclude it with ONLY or rename it'
      : 'is imported from two modules with different meanings: rename one of them';
  refuse(at, `"${name}" ${where} in USE.`);
}

export function namesIn(scope: Scope): string[] {
  const symbols = scope.chain.flatMap((s) => [...s.symbols]);
  return symbols.flatMap(([name, symbol]) =>
    symbol.k !== 'unknown' || symbol.written.declared ? [name] : [],
  );
}

/** The symbol for a name in this scope; it is created if it does not exist. */
export function declare(scope: Scope, name: string, at: Position): Sym {
  let symbol = scope.symbols.get(name);
  if (!symbol) {
    symbol = new Sym(name, scope, at);
    scope.symbols.set(name, symbol);
  }
  return symbol;
}

/**
 * The symbol for a name in this scope. Throws if the name comes from USE, because no other scope may change its
 * meaning.
 */
export function declareOwn(scope: Scope, name: string, at: Position): Sym {
  const symbol = declare(scope, name, at);
  if (symbol.scope !== scope)
    refuse(
      at,
      `"${name}" is imported by USE and cannot be declared again here: its module defines it. To use the name for another object, exclude it with ONLY or rename it in USE.`,
    );
  return symbol;
}

/** The type of an undeclared name. Throws if IMPLICIT NONE is in effect. */
export function implicitTypeSpec(scope: Scope, name: string, at: Position): TypeSpec {
  const found = maybeImplicitTypeSpec(scope, name);
  if (found) return found;
  refuseWord(
    at,
    `The name "${name}" has no type: IMPLICIT NONE is in effect and it is not declared.`,
    name,
    namesIn(scope),
  );
}

/** The implicit type of a name, or undefined if IMPLICIT NONE is in effect. */
export function maybeImplicitTypeSpec(scope: Scope, name: string): TypeSpec | undefined {
  const letter = name[0] ?? '_';
  for (const s of scope.chain) {
    if (s.implicit === 'none') return undefined;
    const type = s.implicit?.get(letter);
    if (type) return type;
    if (s.k === 'interface') break;
  }
  const base = letter >= 'i' && letter <= 'n' ? 'integer' : 'real';
  return { k: 'intrinsic', at: 0, base };
}
