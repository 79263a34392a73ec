// Looking names up: local, host and use association, implicit types.

import type { DiagnosticList, Position } from '../source/diagnostics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { FortranOptions } from '../source/options.ts';
import { suggest } from '../source/spelling.ts';
import type { Expression, InterfaceBlock, TypeSpec } from '../syntax/syntax-tree.ts';
import type { CallGraph } from './call-graph.ts';
import type { DefaultKinds } from './default-kinds.ts';
import { type ActualArgument, type Procedure, type Scope, Sym, type Type, type Typed } from './semantics.ts';

/**
 * What declarations ask of the rooms above them, and of each other: kinds, lengths, bounds and initial values are
 * expressions, expressions are made of what is declared, and interfaces have declarations in them. This is the one knot
 * between rooms; compile-fortran.ts ties it.
 */
export interface Expressions {
  analyse(scope: Scope, e: Expression): Typed;
  /** The shape of an array where it is known while compiling. */
  constantShapeOf(e: Typed): number[] | undefined;
  /** The part of a value that is not constant, and why. */
  inconstantPart(e: Typed): { part: Typed; why: string } | undefined;
  /** The value of a constant or the initial value of a variable: folding asks for it. */
  initialOf(symbol: Sym): Typed | undefined;
  /** The type that a derived type with parameters is with these. */
  typeWithParameters(scope: Scope, spec: TypeSpec & { k: 'derived' }): Type;
  /** Declares what an interface block brings. */
  declareInterface(scope: Scope, block: InterfaceBlock, at: Position): void;
}

/** A typed expression from its tree: what the room of the analysis makes of it. */
export function analyse(scope: Scope, e: Expression): Typed {
  return scope.program.expressions.analyse(scope, e);
}

/** One compilation: everything that is not a scope. */
export interface Program {
  diagnostics: DiagnosticList;
  expressions: Expressions;
  options: Required<FortranOptions>;
  /** the types of what has no kind */
  kinds: DefaultKinds;
  modules: Map<string, Scope>;
  /** of all modules that the sources define, whether they are fit or not */
  moduleNames: ReadonlySet<string>;
  /** external procedures that the program defines */
  externals: Map<string, Procedure>;
  /** procedures known by their use only */
  unknowns: Map<string, Procedure>;
  /** arguments of the first call of a procedure without an interface, by its file and name */
  firstCalls: Map<string, readonly ActualArgument[]>;
  /** sizes of COMMON blocks in bytes */
  commons: Map<string, { size: number; cName: string; bind?: string | undefined }>;
  /** it reads IEEE flags, so that its arithmetic raises them */
  raisesFlags: boolean;
  /** descriptors have room for the highest rank of the language, not for the usual seven dimensions */
  hasLongDescriptors: boolean;
  counter: { next: number };
  /** who calls whom, as far as statements have been typed */
  calls: CallGraph;
  /** a procedure that may be entered again has internal procedures: a procedure that is handed on may belong to one of its calls */
  hasClosures: boolean;
  types: import('./semantics.ts').DerivedType[];
}

/** A number that no other name of this compilation has. */
export function freshNumber(program: Program): number {
  return program.counter.next++;
}

/** Finds a name in a scope or its hosts. */
export function lookup(scope: Scope, name: string): Sym | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const symbol = s.symbols.get(name);
    if (symbol) return symbol;
    if (s.k === 'interface' && s.imports !== 'all' && !s.imports?.has(name)) return undefined;
  }
  return undefined;
}

/** Throws for a name that two modules give to different things. */
export function refuseAmbiguous(scope: Scope, name: string, at: Position): void {
  let holder: Scope | undefined = scope;
  while (holder && !holder.symbols.has(name)) holder = holder.parent;
  if (!holder?.ambiguous.has(name)) return;
  const where =
    holder.symbols.get(name)?.scope === holder
      ? 'comes by USE with another meaning than it has here: leave it out with ONLY or rename it'
      : 'comes from two modules with different meanings: rename one of them';
  throw new FortranError(at, `"${name}" ${where} in USE.`);
}

/** The names that can be seen in a scope. */
export function namesIn(scope: Scope): string[] {
  const names: string[] = [];
  for (let s: Scope | undefined = scope; s; s = s.parent)
    for (const [name, symbol] of s.symbols) if (symbol.k !== 'unknown' || symbol.declared) names.push(name);
  return names;
}

/** The symbol of this very scope, made when it is not there. */
export function declare(scope: Scope, name: string, at: Position): Sym {
  let symbol = scope.symbols.get(name);
  if (!symbol) {
    symbol = new Sym(name, scope, at);
    scope.symbols.set(name, symbol);
  }
  return symbol;
}

/** The same for what is declared here; a name that comes by USE has its meaning from its module, which no other scope changes. */
export function declareOwn(scope: Scope, name: string, at: Position): Sym {
  const symbol = declare(scope, name, at);
  if (symbol.scope !== scope)
    throw new FortranError(
      at,
      `"${name}" comes by USE and can not be declared here again: what it is, its module says. For something else of that name, leave it out with ONLY or rename it in USE.`,
    );
  return symbol;
}

/** The type that a name has without declaration; fails under IMPLICIT NONE. */
export function implicitTypeSpec(scope: Scope, name: string, at: Position): TypeSpec {
  const found = maybeImplicitTypeSpec(scope, name);
  if (found) return found;
  throw new FortranError(
    at,
    ...suggest(
      `The name "${name}" has no type: IMPLICIT NONE holds and it is not declared.`,
      name,
      namesIn(scope),
    ),
  );
}

/** The implicit type of a name, or undefined under IMPLICIT NONE. */
export function maybeImplicitTypeSpec(scope: Scope, name: string): TypeSpec | undefined {
  const letter = name[0] ?? '_';
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.implicit === 'none') return undefined;
    const type = s.implicit?.get(letter);
    if (type) return type;
    if (s.k === 'interface') break;
  }
  const base = letter >= 'i' && letter <= 'n' ? 'integer' : 'real';
  return { k: 'intrinsic', at: 0, base };
}
