// The data of the analysis: names, scopes, types, procedures, typed expressions, and the compilation itself. These
// types refer to each other, so they share a file. This file contains only data: program/declarations/ fills scopes,
// and analysis/expressions/ creates expressions. Names are read-only everywhere except in change-symbol.ts.

import type { DiagnosticList, Position } from '../../source/diagnostics.ts';
import type { FortranOptions } from '../../source/options.ts';
import type {
  Attributes,
  Bound,
  Expression,
  InterfaceBlock,
  ProgramUnit,
  TypeSpec,
} from '../../syntax/tree/syntax-tree.ts';
import type { Base } from './entity-kinds.ts';
import type { TypeDefinition, TypeParameter } from './type-definition.ts';
import { NOTHING_WRITTEN, type Written } from './written.ts';

export interface Type {
  base: Base;
  /** Size of a component in bytes: 1, 2, 4, 8 or 16. */
  kind: number;
  /**
   * For characters: the length in bytes, `*` if it is assumed, `:` if it is deferred; absent if only the value
   * determines it.
   */
  length?: Typed | '*' | ':';
  derived?: DerivedType;
  /** For a type with length parameters: their values in order. */
  lengths?: (Typed | '*' | ':')[] | undefined;
}

export interface DerivedType {
  name: string;
  cName: string;
  at: Position;
  parent?: DerivedType;
  abstract: boolean;
  sequence: boolean;
  /** True if the type has BIND(C). */
  bind?: boolean;
  components: Component[];
  bindings: TypeBinding[];
  finals: Sym[];
  scope: Scope;
  /**
   * True if the first member is a type pointer because the type is extended, is itself an extension, or is used with
   * CLASS.
   */
  extensible: boolean;
  access?: 'public' | 'private';
  privateComponents: boolean;
  defined: boolean;
  emitted: boolean;
  /** For an opaque type from an intrinsic module: a C pointer, or a number in the IEEE modules. */
  opaque?: 'c_ptr' | 'c_funptr' | 'number';
  /** For a type with parameters: the template for its instances. */
  template?: Template;
  /** For an instance of a type with parameters: its origin and its parameters. */
  instance?: Instance;
  /**
   * Set once the type is defined: the nesting depth of the types in it, and its number of components, including nested
   * ones.
   */
  extent?: TypeExtent;
}

export interface TypeExtent {
  readonly depth: number;
  readonly parts: number;
}

export interface Component {
  name: string;
  at: Position;
  type: Type;
  dims?: Dimension[] | undefined;
  codims?: Bound[] | undefined;
  allocatable: boolean;
  pointer: boolean;
  procedure?: Procedure | undefined;
  contiguous?: boolean;
  nopass?: boolean;
  pass?: string | undefined;
  initialSource?: Expression | undefined;
  initial?: MaybeTyped;
  initialResolved?: boolean;
  parentComponent?: boolean;
  /** For a component in a UNION: the numbers of the enclosing unions and maps, outermost first. */
  overlay?: readonly number[] | undefined;
  /** True if the component stores a length parameter of the object. */
  isLength?: boolean;
  /** For a component that is allocated with the object: its bounds and length, which depend on length parameters. */
  sizes?: Sizes;
  /** Scope of the initial value, if it differs from the scope of the type. */
  scope?: Scope | undefined;
  access?: 'public' | 'private' | undefined;
}

export interface TypeBinding {
  k: 'procedure' | 'generic';
  name: string;
  at: Position;
  /** For a procedure: the bound procedure; absent if the binding is deferred. */
  target?: Sym | undefined;
  targetName: string;
  procedure?: Procedure | undefined;
  deferred: boolean;
  isFinal: boolean;
  nopass: boolean;
  pass?: string | undefined;
  /** For a generic binding: the names of its specific bindings. */
  specifics: string[];
  access?: 'public' | 'private' | undefined;
}

/** Bounds of a dimension; the upper bound is absent if it is assumed or deferred. */
export interface Dimension {
  low: Typed;
  high?: MaybeTyped;
}

export class Scope {
  readonly program: Program;
  readonly k: 'program' | 'module' | 'procedure' | 'block' | 'interface' | 'construct' | 'type' | 'global';
  readonly parent: Scope | undefined;
  /** This scope and its hosts, from the inside out. */
  readonly chain: readonly Scope[];
  readonly name: string;
  readonly symbols = new Map<string, Sym>();
  readonly unit: ProgramUnit | undefined;
  /** Default types. */
  kinds: DefaultKinds;
  implicit: Map<string, TypeSpec> | 'none' | undefined;
  implicitNoneAt: Position | undefined;
  /** IMPLICIT NONE(EXTERNAL) is in effect in this scope and in its blocks */
  declaresExternals = false;
  procedure: Procedure | undefined;
  defaultAccess: 'public' | 'private' | undefined;
  /** PUBLIC and PRIVATE attributes of names, including those of names from other modules */
  readonly accesses = new Map<string, 'public' | 'private'>();
  /** Names that two modules define as different entities and that therefore cannot be used. */
  readonly ambiguous = new Set<string>();
  saveAll = false;
  /** For a construct in which only PURE procedures may be called: its name in messages. */
  purity: string | undefined;
  cPrefix = '';
  /** names of the host that are accessible here; in an interface body, only those in IMPORT */
  imports: ReadonlySet<string> | 'all';
  commons = new Map<string, Sym[]>();
  /** Names that BIND(C) gives to COMMON blocks. */
  readonly commonBinds = new Map<string, string>();
  /** For a program unit or procedure: the variables of the DO loops that enclose the current statement. */
  readonly loopVariables = new Set<Sym>();
  children: Procedure[] = [];

  constructor(program: Program, k: Scope['k'], name: string, parent: Scope | undefined, unit?: ProgramUnit) {
    this.program = program;
    this.k = k;
    this.name = name;
    this.parent = parent;
    this.chain = [this, ...(parent?.chain ?? [])];
    this.unit = unit;
    this.kinds = parent?.kinds ?? program.kinds;
    this.imports = k === 'interface' ? new Set() : 'all';
  }

  isWithin(other: Scope): boolean {
    return this.chain.includes(other);
  }

  /** The scope of the program unit or procedure that contains a block or construct. */
  get host(): Scope {
    let scope: Scope = this;
    while ((scope.k === 'block' || scope.k === 'construct' || scope.k === 'type') && scope.parent)
      scope = scope.parent;
    return scope;
  }
}

/** An interface, along with the definition if the program contains one. */
export interface Procedure {
  name: string;
  at: Position;
  isFunction: boolean;
  /** Undefined for an argument that is an alternate return. */
  dummies: (Sym | undefined)[];
  result?: Sym | undefined;
  /** True if the procedure is known only from its use. */
  implicitInterface: boolean;
  elemental: boolean;
  pure: boolean;
  recursive: boolean;
  /** True if the procedure has internal procedures and may be re-entered even though it is not RECURSIVE. */
  reentered?: boolean;
  bindC: boolean;
  bindName?: string | undefined;
  scope: Scope;
  unit?: ProgramUnit | undefined;
  cName: string;
  place: 'external' | 'module' | 'internal' | 'interface' | 'dummy' | 'program';
  entries: Procedure[];
  entryOf?: Procedure | undefined;
  alternateReturns: boolean;
  /** For a separate body in a submodule: its interface in the ancestor. */
  declared?: Procedure;
  /** For an interface with a separate body: true once the body has been found. */
  hasBody?: boolean;
  /** For an interface that specifies only the type of the result: this type. */
  resultType?: Type | undefined;
  attributes?: Attributes | undefined;
}

export type ConstantValue = bigint | number | boolean | string | readonly [number, number];

interface NodeParts {
  at: Position;
  type: Type;
  rank: number;
}

export interface ActualArgument {
  value?: MaybeTyped;
  keyword?: string | undefined;
  label?: number | undefined;
  /** True if the argument is written as %VAL(…) and is therefore passed by value. */
  byValue?: boolean | undefined;
  at: Position;
}

export type Subscript =
  | { k: 'index'; value: Typed }
  | { k: 'range'; low?: MaybeTyped; high?: MaybeTyped; step?: MaybeTyped }
  | { k: 'vector'; value: Typed };

export type MaybeTyped = Typed | undefined;

export type Typed =
  /**
   * `wraps`: a number whose range is not checked; an integer of any size, from which a conversion keeps only the bits
   * that fit the type
   */
  | (NodeParts & { k: 'const'; value: ConstantValue; text?: string; wraps?: boolean })
  | (NodeParts & { k: 'const-array'; shape: number[]; items: Typed[] })
  | (NodeParts & { k: 'variable'; sym: Sym })
  | (NodeParts & { k: 'component'; base: Typed; component: Component })
  | (NodeParts & { k: 'element'; base: Typed; subscripts: Typed[]; isChecked?: boolean })
  | (NodeParts & { k: 'section'; base: Typed; subscripts: Subscript[] })
  | (NodeParts & { k: 'substring'; base: Typed; low?: MaybeTyped; high?: MaybeTyped })
  | (NodeParts & { k: 'part'; base: Typed; part: 're' | 'im' })
  | (NodeParts & { k: 'call'; target: CallTarget; arguments: (ActualArgument | undefined)[] })
  | (NodeParts & { k: 'intrinsic'; name: string; arguments: MaybeTyped[]; wraps?: boolean })
  | (NodeParts & { k: 'unary'; op: '-' | '+' | '.not.'; operand: Typed })
  | (NodeParts & { k: 'binary'; op: string; left: Typed; right: Typed; wraps?: boolean })
  | (NodeParts & { k: 'convert'; operand: Typed })
  | (NodeParts & { k: 'paren'; operand: Typed })
  | (NodeParts & { k: 'array'; items: ArrayItem[] })
  | (NodeParts & { k: 'structure'; values: MaybeTyped[] })
  | (NodeParts & { k: 'complex'; re: Typed; im: Typed })
  | (NodeParts & { k: 'null' })
  | (NodeParts & { k: 'procedure'; procedure: Procedure; sym?: Sym | undefined })
  | (NodeParts & { k: 'statement-function'; sym: Sym; parameters: Sym[]; arguments: Typed[]; body: Typed })
  | (NodeParts & { k: 'narrow'; base: Typed })
  /**
   * A value that has already been printed: its C text and, for characters, their length in `n`. `fresh`: there is no
   * previous value to destroy.
   */
  | (NodeParts & {
      k: 'raw';
      c: string;
      n?: string | undefined;
      lvalue: boolean;
      fresh?: boolean | undefined;
      /** C expression that is true if an optional argument has no value */
      absent?: string | undefined;
    })
  /** An array that has already been printed, in the form of the printing phase's ArrayValue. */
  | (NodeParts & { k: 'layout'; value: object });

export type Node<K extends Typed['k']> = Extract<Typed, { k: K }>;

/** A function for each kind of node that the context can handle. */
export type ByKind<Context, Result> = {
  readonly [K in Typed['k']]?: (context: Context, e: Node<K>) => Result;
};

export function ofKind<Context, Result>(
  table: ByKind<Context, Result>,
  e: Typed,
): ((context: Context, e: Typed) => Result) | undefined {
  return table[e.k] as ((context: Context, e: Typed) => Result) | undefined;
}

/** A call to an intrinsic procedure. */
export type IntrinsicNode = Node<'intrinsic'>;

/** Actual arguments in the order of the dummies. */
export type Actuals = (ActualArgument | undefined)[];

export type ArrayItem =
  | { k: 'value'; value: Typed }
  | { k: 'loop'; variable: Sym; first: Typed; last: Typed; step: MaybeTyped; items: ArrayItem[] };

export type CallTarget =
  | { k: 'direct'; procedure: Procedure; sym?: Sym | undefined }
  /** A call through a procedure pointer or a dummy procedure. */
  | { k: 'pointer'; procedure: Procedure; pointer: Typed }
  /** A call through the table of the object's dynamic type. */
  | { k: 'bound'; procedure: Procedure; object: Typed; binding: TypeBinding; type: DerivedType };

/** The definition of a parameterized type. The parent's parameters come before those of the type itself. */
export interface Template {
  statement: TypeDefinition;
  parameters: TypeParameter[];
  instances: Map<string, DerivedType>;
}

/** The type and the kinds from which an instance was created, and the lengths that its objects store. */
export interface Instance {
  of: DerivedType;
  scope: Scope;
  kinds: ReadonlyMap<string, Typed>;
  lengths: readonly LengthParameter[];
}

/** A length parameter: a component of the object, and its name in the bounds and lengths of other components. */
export interface LengthParameter {
  sym: Sym;
  /** Absent if the component belongs to the parent type. */
  own?: Component | undefined;
}

/** The bounds and length of a component, which depend on length parameters. */
export interface Sizes {
  dims?: Dimension[] | undefined;
  length?: MaybeTyped;
}

/**
 * The meaning of a name. It is unknown at first; as declarations and statements are read, change-symbol.ts replaces it.
 */
export type Meaning =
  | { readonly k: 'unknown' | 'constant' | 'intrinsic' }
  | { readonly k: 'variable'; readonly association?: MaybeTyped }
  | ProcedureMeaning
  | GenericMeaning
  | { readonly k: 'type'; readonly derived: DerivedType }
  | { readonly k: 'namelist'; readonly members: readonly string[] }
  | StatementFunctionMeaning;

export type SymbolKind = Meaning['k'];

export interface ProcedureMeaning {
  readonly k: 'procedure';
  /** Undefined until the first use (procedureOf). */
  readonly procedure?: Procedure | undefined;
  /** Location of the interface, until it has been looked up. */
  readonly interfaceName?: string | undefined;
}

export interface GenericMeaning {
  readonly k: 'generic';
  readonly specifics: readonly Sym[];
  /** Positions at which this scope names the procedures. */
  readonly places: ReadonlyMap<Sym, Position>;
  readonly derived?: DerivedType | undefined;
}

export interface StatementFunctionMeaning {
  readonly k: 'statement-function';
  readonly parameters: readonly string[];
  readonly body: Expression;
}

/** The results of resolving the written attributes of a name. */
export interface Resolved {
  readonly type?: Type;
  /** True once the bounds are resolved. If `dims` is still absent, the name is a scalar or of assumed rank. */
  readonly hasDims: boolean;
  readonly dims?: Dimension[] | undefined;
  readonly initial?: Typed;
}

const NOTHING_RESOLVED: Resolved = { hasDims: false };

/** Uses of a name by the statements analysed so far. */
export interface Noted {
  readonly used: boolean;
  readonly assigned: boolean;
  readonly inData: boolean;
}

const NOTHING_NOTED: Noted = { used: false, assigned: false, inData: false };

/** The memory that a variable shares with others. */
export interface SharedStorage {
  readonly common?: CommonPlace;
  readonly equivalence?: EquivalencePlace;
  /** For a Cray pointee: the integer variable that holds its address. */
  readonly cray?: Sym;
}

const OWN_STORAGE: SharedStorage = {};

/** A name in a scope. */
export class Sym {
  readonly name: string;
  readonly at: Position;
  readonly scope: Scope;
  /** The name's kind, and the data that belong to this kind. */
  readonly meaning: Meaning;
  /** The attributes that the source gives to the name. */
  readonly written: Written = NOTHING_WRITTEN;
  /** The name's meaning, as far as it has been resolved (resolve.ts). */
  readonly resolved: Resolved = NOTHING_RESOLVED;
  /** The location of a variable that shares its memory with others. */
  readonly storage: SharedStorage = OWN_STORAGE;
  /** The name's attributes. */
  readonly words: ReadonlySet<string> = new Set();
  readonly intent: 'in' | 'out' | 'inout' | undefined;
  readonly access: 'public' | 'private' | undefined;
  readonly dummy: boolean = false;
  readonly dummyOfEntry: boolean = false;
  readonly result: boolean = false;
  /** Uses of the name by statements. */
  readonly noted: Noted = NOTHING_NOTED;
  readonly bindName: string | undefined;

  constructor(name: string, scope: Scope, at: Position, meaning: Meaning = { k: 'unknown' }) {
    this.name = name;
    this.scope = scope;
    this.at = at;
    this.meaning = meaning;
  }

  get k(): SymbolKind {
    return this.meaning.k;
  }
  /** The selector that the name in an ASSOCIATE, SELECT TYPE or similar construct refers to. */
  get association(): MaybeTyped {
    return this.meaning.k === 'variable' ? this.meaning.association : undefined;
  }
  /** For a procedure: its known interface. */
  get procedure(): Procedure | undefined {
    return this.meaning.k === 'procedure' ? this.meaning.procedure : undefined;
  }
  /** For a generic name: its procedures. */
  get specifics(): readonly Sym[] {
    return this.meaning.k === 'generic' ? this.meaning.specifics : [];
  }
  /** The derived type of this name; a generic may have the same name. */
  get derived(): DerivedType | undefined {
    return this.meaning.k === 'type' || this.meaning.k === 'generic' ? this.meaning.derived : undefined;
  }
  has(word: string): boolean {
    return this.words.has(word);
  }
  get allocatable(): boolean {
    return this.words.has('allocatable');
  }
  get pointer(): boolean {
    return this.words.has('pointer');
  }
  get optional(): boolean {
    return this.words.has('optional');
  }
  /** True if the declaration initialises the variable, which therefore exists for the whole run. */
  get saved(): boolean {
    return this.written.data !== undefined || (this.written.initial !== undefined && this.k !== 'constant');
  }
}

interface CommonPlace {
  readonly block: string;
  readonly offset: number;
}

interface EquivalencePlace {
  readonly group: EquivalenceGroup;
  readonly offset: number;
}

export interface EquivalenceGroup {
  size: number;
  common?: string | undefined;
  members: Sym[];
}

/** The types of declarations, constants and intrinsic functions that specify no kind. */
export interface DefaultKinds {
  readonly integer: Type;
  readonly logical: Type;
  readonly real: Type;
  readonly double: Type;
  /** The kinds that replace the written kinds of reals. */
  readonly writtenReals: ReadonlyMap<number, number>;
}
/**
 * Services that declarations need from later phases and from each other. Kinds, lengths, bounds and initial values are
 * expressions, expressions use declarations, and interfaces contain declarations. This is the only cycle between
 * phases; compile-fortran.ts connects it.
 */
export interface Expressions {
  analyse(scope: Scope, e: Expression): Typed;
  /** The shape of an array, if it is known at compile time. */
  constantShapeOf(e: Typed): number[] | undefined;
  /** The part of a value that is not constant, with the reason. */
  inconstantPart(e: Typed): { part: Typed; why: string } | undefined;
  /** The value of a constant or the initial value of a variable, which is needed for folding. */
  initialOf(symbol: Sym): MaybeTyped;
  typeWithParameters(scope: Scope, spec: TypeSpec & { k: 'derived' }): Type;
  declareInterface(scope: Scope, block: InterfaceBlock, at: Position): void;
}

/** Callers and callees, keyed by C name (call-graph.ts). */
export interface CallGraph {
  /** Records a call in a scope. */
  note(scope: Scope, e: Typed & { k: 'call' }): void;
  /** Records that the address of a procedure is taken. */
  handOn(procedure: Procedure): void;
  add(from: string, to: string): void;
  /**
   * True if a call to a procedure can lead to another call to the same procedure; `defined` lists the procedures whose
   * calls have been recorded.
   */
  isReentered(cName: string, defined: ReadonlySet<string>): boolean;
}

/** Names whose types, bounds or values are currently being resolved. */
interface Pending {
  readonly types: Set<Sym>;
  readonly values: Set<Sym>;
  /** Statement functions that are currently being expanded. */
  readonly bodies: Set<Sym>;
  /** Number of nested type instantiations in progress. */
  instances: number;
  /** Number of statement function bodies expanded inside other bodies so far. */
  innerBodies: number;
}

/** One compilation: all state that does not belong to a scope. */
export interface Program {
  diagnostics: DiagnosticList;
  expressions: Expressions;
  options: Required<FortranOptions>;
  kinds: DefaultKinds;
  modules: Map<string, Scope>;
  /** Names of all modules that the sources define, whether valid or not. */
  moduleNames: ReadonlySet<string>;
  mainName: string | undefined;
  /** external procedures that the program defines */
  externals: Map<string, Procedure>;
  /** arguments of the first call to each procedure without an interface, by file and name */
  firstCalls: Map<string, readonly ActualArgument[]>;
  /** Sizes of COMMON blocks in bytes. */
  commons: Map<string, { size: number; cName: string; bind?: string | undefined }>;
  /** True if the program reads IEEE flags, which means that its arithmetic must raise them. */
  raisesFlags: boolean;
  /** True if descriptors have space for the maximum rank in the language instead of the usual seven dimensions. */
  hasLongDescriptors: boolean;
  counter: { next: number };
  /** Results that are being computed; a request for one of them would be circular. */
  pending: Pending;
  /** Callers and callees in the statements analysed so far. */
  calls: CallGraph;
  /**
   * True if a procedure with internal procedures may be re-entered. A procedure argument may then belong to a
   * particular call.
   */
  hasClosures: boolean;
  /**
   * True if a CHARACTER(*) dummy function is called. Procedures that are passed as arguments then record the lengths of
   * their results.
   */
  asksForLengths: boolean;
  types: DerivedType[];
}
