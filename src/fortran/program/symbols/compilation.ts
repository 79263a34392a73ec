// Shared state of all scopes of one compilation.

import type { DiagnosticList, Position } from '../../source/diagnostics.ts';
import type { FortranOptions } from '../../source/options.ts';
import type { Expression, InterfaceBlock, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import type { ActualArgument, DerivedType, Procedure, Scope, Type, Typed } from './semantics.ts';
import type { Sym } from './symbol.ts';

/** The types of declarations, constants and intrinsic functions without a written kind. */
export interface DefaultKinds {
  readonly integer: Type;
  readonly logical: Type;
  readonly real: Type;
  /** DOUBLE PRECISION's type */
  readonly double: Type;
  /** replacements of written kinds of reals */
  readonly writtenReals: ReadonlyMap<number, number>;
}
/**
 * Services that declarations need from the rooms above them, and from each other. Kinds, lengths, bounds and initial
 * values are expressions; expressions use declarations; interfaces contain declarations. This is the one cycle between
 * rooms; compile-fortran.ts connects it.
 */
export interface Expressions {
  analyse(scope: Scope, e: Expression): Typed;
  /** The shape of an array when it is known at compile time. */
  constantShapeOf(e: Typed): number[] | undefined;
  /** The part of a value that is not constant, and why. */
  inconstantPart(e: Typed): { part: Typed; why: string } | undefined;
  /** The value of a constant or the initial value of a variable: folding needs it. */
  initialOf(symbol: Sym): Typed | undefined;
  /** The instance of a derived type with these parameters. */
  typeWithParameters(scope: Scope, spec: TypeSpec & { k: 'derived' }): Type;
  /** Declares the names of an interface block. */
  declareInterface(scope: Scope, block: InterfaceBlock, at: Position): void;
}

/** Callers and callees, by names of C (call-graph.ts). */
export interface CallGraph {
  /** Notes a call in a scope. */
  note(scope: Scope, e: Typed & { k: 'call' }): void;
  /** Notes that the address of a procedure is taken. */
  handOn(procedure: Procedure): void;
  add(from: string, to: string): void;
  /** True when a call of a procedure can lead to another call of it; `defined` are the procedures with noted calls. */
  isReentered(cName: string, defined: ReadonlySet<string>): boolean;
}

/** Names whose types, bounds or values are being resolved. */
interface Pending {
  readonly types: Set<Sym>;
  readonly values: Set<Sym>;
  /** statement functions whose body is replacing a reference */
  readonly bodies: Set<Sym>;
  /** Types that are being made of their parameters, one inside the other. */
  instances: number;
  /** Bodies of statement functions inside others, so far. */
  innerBodies: number;
}

/** One compilation: all state outside of scopes. */
export interface Program {
  diagnostics: DiagnosticList;
  expressions: Expressions;
  options: Required<FortranOptions>;
  /** default types */
  kinds: DefaultKinds;
  modules: Map<string, Scope>;
  /** names of all modules that the sources define, right or wrong */
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
  /** results in progress: a request for one of them depends on itself */
  pending: Pending;
  /** callers and callees, as far as statements have been typed */
  calls: CallGraph;
  /**
   * a procedure that may be entered again has internal procedures: a procedure argument may belong to one of its calls
   */
  hasClosures: boolean;
  /** a dummy function of CHARACTER(*) is called: procedures as arguments note the lengths of their results */
  asksForLengths: boolean;
  types: DerivedType[];
}
