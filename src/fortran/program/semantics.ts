// What the analysis knows: types, symbols, scopes, procedures, and expressions with their types.
// Only data is defined here; scopes are filled by declare-*.ts, expressions made by analyse-*.ts.

import type { Position } from '../source/diagnostics.ts';
import type { Attributes, Bound, Expression, ProgramUnit, TypeSpec } from '../syntax/syntax-tree.ts';
import type { DefaultKinds, Program } from './compilation.ts';
import type { Base } from './entity-kinds.ts';
import type { TypeDefinition, TypeParameter } from './type-definition.ts';
import { NOTHING_WRITTEN, type Written } from './written.ts';

export interface Type {
  base: Base;
  /** bytes of a component: 1, 2, 4, 8, 16 */
  kind: number;
  /** of characters: the length in bytes, `*` assumed or `:` deferred; absent when only the value knows */
  length?: Typed | '*' | ':';
  derived?: DerivedType;
  /** of a type with length parameters: their values, in order */
  lengths?: (Typed | '*' | ':')[];
}

export interface DerivedType {
  name: string;
  cName: string;
  at: Position;
  parent?: DerivedType;
  abstract: boolean;
  sequence: boolean;
  /** it has BIND(C) */
  bind?: boolean;
  components: Component[];
  bindings: TypeBinding[];
  finals: Sym[];
  scope: Scope;
  /** it has a type pointer as its first member: it is extended, extends, or is used by CLASS */
  extensible: boolean;
  access?: 'public' | 'private';
  privateComponents: boolean;
  defined: boolean;
  emitted: boolean;
  /** of an intrinsic module: a C pointer, or a number of the IEEE modules */
  opaque?: 'c_ptr' | 'c_funptr' | 'number';
  /** a type with parameters: what its instances are made of */
  template?: Template;
  /** such an instance */
  instance?: Instance;
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
  initial?: Typed | undefined;
  initialResolved?: boolean;
  parentComponent?: boolean;
  /** of a component in a UNION: the numbers of the unions and maps around it, the outermost first */
  overlay?: readonly number[];
  /** a length parameter of the object */
  isLength?: boolean;
  /** allocated with the object: its bounds and length follow from length parameters */
  sizes?: Sizes;
  /** where its initial value is analysed, when that is not the scope of the type */
  scope?: Scope;
  access?: 'public' | 'private' | undefined;
}

export interface TypeBinding {
  k: 'procedure' | 'generic';
  name: string;
  at: Position;
  /** procedure: the bound procedure; none when deferred */
  target?: Sym | undefined;
  targetName: string;
  procedure?: Procedure | undefined;
  deferred: boolean;
  nopass: boolean;
  pass?: string | undefined;
  /** generic: the names of specific bindings */
  specifics: string[];
  access?: 'public' | 'private' | undefined;
}

/** Bounds of one dimension; no upper bound when assumed or deferred. */
export interface Dimension {
  low: Typed;
  high?: Typed | undefined;
}

/**
 * What a name is. It is unknown at first, and becomes something else as declarations and statements are read; change-symbol.ts
 * then puts one in the place of the other.
 */
export type Meaning =
  | { readonly k: 'unknown' | 'constant' | 'intrinsic' }
  | { readonly k: 'variable'; readonly association?: Typed | undefined }
  | ProcedureMeaning
  | GenericMeaning
  | { readonly k: 'type'; readonly derived: DerivedType }
  | { readonly k: 'namelist'; readonly members: readonly string[] }
  | StatementFunctionMeaning;

export type SymbolKind = Meaning['k'];

export interface ProcedureMeaning {
  readonly k: 'procedure';
  /** none before anybody asks (procedureOf) */
  readonly procedure?: Procedure | undefined;
  /** where its interface comes from, as long as it has not been looked up */
  readonly interfaceName?: string | undefined;
}

export interface GenericMeaning {
  readonly k: 'generic';
  readonly specifics: readonly Sym[];
  /** where this scope names its procedures */
  readonly places: ReadonlyMap<Sym, Position>;
  readonly derived?: DerivedType | undefined;
}

export interface StatementFunctionMeaning {
  readonly k: 'statement-function';
  readonly parameters: readonly string[];
  readonly body: Expression;
}

/** What follows from what is written of a name. */
export interface Resolved {
  readonly type?: Type;
  /** the bounds have been asked for: without `dims` it is a scalar, or of assumed rank */
  readonly hasDims: boolean;
  readonly dims?: Dimension[];
  readonly initial?: Typed;
}

const NOTHING_RESOLVED: Resolved = { hasDims: false };

/** What statements do with a name, as far as they have been analysed. */
export interface Noted {
  readonly used: boolean;
  readonly assigned: boolean;
  /** DATA gives it values */
  readonly inData: boolean;
}

const NOTHING_NOTED: Noted = { used: false, assigned: false, inData: false };

/** Memory that a variable shares with others. */
export interface SharedStorage {
  readonly common?: CommonPlace;
  readonly equivalence?: EquivalencePlace;
  /** of a Cray pointee: the integer that has its address */
  readonly cray?: Sym;
}

const OWN_STORAGE: SharedStorage = {};

/** A name in a scope. */
export class Sym {
  readonly name: string;
  readonly at: Position;
  readonly scope: Scope;
  /** what kind of thing it is, and what goes with that */
  readonly meaning: Meaning;
  /** what the text says of it */
  readonly written: Written = NOTHING_WRITTEN;
  /** what it means, as far as somebody asked (resolve.ts) */
  readonly resolved: Resolved = NOTHING_RESOLVED;
  /** where a variable lies that shares its memory */
  readonly storage: SharedStorage = OWN_STORAGE;
  /** its attributes */
  readonly words: ReadonlySet<string> = new Set();
  readonly intent: 'in' | 'out' | 'inout' | undefined;
  readonly access: 'public' | 'private' | undefined;
  readonly dummy: boolean = false;
  readonly dummyOfEntry: boolean = false;
  readonly result: boolean = false;
  /** what statements do with it */
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
  /** what the name of ASSOCIATE, SELECT TYPE and other constructs stands for */
  get association(): Typed | undefined {
    return this.meaning.k === 'variable' ? this.meaning.association : undefined;
  }
  /** of a procedure: what is known of it by now */
  get procedure(): Procedure | undefined {
    return this.meaning.k === 'procedure' ? this.meaning.procedure : undefined;
  }
  /** of a generic name: its procedures */
  get specifics(): readonly Sym[] {
    return this.meaning.k === 'generic' ? this.meaning.specifics : [];
  }
  /** the derived type of this name, which a generic may share */
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
  /** its declaration gives a variable a value, so that it lives for the whole run */
  get saved(): boolean {
    return this.written.data !== undefined || (this.written.initial !== undefined && this.k !== 'constant');
  }
}

export class Scope {
  readonly program: Program;
  readonly k: 'program' | 'module' | 'procedure' | 'block' | 'interface' | 'construct' | 'type' | 'global';
  readonly parent: Scope | undefined;
  readonly name: string;
  readonly symbols = new Map<string, Sym>();
  readonly unit: ProgramUnit | undefined;
  /** the types of what has no kind */
  kinds: DefaultKinds;
  implicit: Map<string, TypeSpec> | 'none' | undefined;
  /** where its IMPLICIT NONE stands */
  implicitNoneAt: Position | undefined;
  /** IMPLICIT NONE(EXTERNAL) holds in it and in its blocks */
  declaresExternals = false;
  procedure: Procedure | undefined;
  defaultAccess: 'public' | 'private' = 'public';
  /** what PUBLIC and PRIVATE say of names, those of other modules too */
  readonly accesses = new Map<string, 'public' | 'private'>();
  /** names that two modules give to different things: they can not be used */
  readonly ambiguous = new Set<string>();
  saveAll = false;
  /** of a construct in which only PURE procedures can be called: its name in messages */
  purity: string | undefined;
  cPrefix = '';
  /** interface bodies see their host only by IMPORT */
  imports: Set<string> | 'all' | undefined;
  commons = new Map<string, Sym[]>();
  /** names that BIND(C) gives to COMMON blocks */
  readonly commonBinds = new Map<string, string>();
  /** of a program unit or procedure: the variables of the DO loops that are open where statements are analysed */
  readonly loopVariables = new Set<Sym>();
  children: Procedure[] = [];

  constructor(program: Program, k: Scope['k'], name: string, parent: Scope | undefined, unit?: ProgramUnit) {
    this.program = program;
    this.k = k;
    this.name = name;
    this.parent = parent;
    this.unit = unit;
    this.kinds = parent?.kinds ?? program.kinds;
  }

  /** The scope of the program unit or procedure around a block or construct. */
  get host(): Scope {
    let scope: Scope = this;
    while ((scope.k === 'block' || scope.k === 'construct' || scope.k === 'type') && scope.parent)
      scope = scope.parent;
    return scope;
  }
}

/** An interface, and the definition where the program has one. */
export interface Procedure {
  name: string;
  at: Position;
  isFunction: boolean;
  /** undefined: an alternate return */
  dummies: (Sym | undefined)[];
  result?: Sym | undefined;
  /** known by its use only */
  implicitInterface: boolean;
  elemental: boolean;
  pure: boolean;
  recursive: boolean;
  /** it has internal procedures, and may be entered again while it runs though it is not RECURSIVE */
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
  /** of a separate body: the interface in an ancestor */
  declared?: Procedure;
  /** of such an interface: its body has been found */
  hasBody?: boolean;
  /** an interface that only says the type of the result */
  resultType?: Type | undefined;
  attributes?: Attributes | undefined;
}

export type ConstantValue = bigint | number | boolean | string | readonly [number, number];

interface Node {
  at: Position;
  type: Type;
  rank: number;
}

export interface ActualArgument {
  value?: Typed | undefined;
  keyword?: string | undefined;
  label?: number | undefined;
  /** written %VAL(…): goes by value */
  byValue?: boolean | undefined;
  at: Position;
}

export type Subscript =
  | { k: 'index'; value: Typed }
  | { k: 'range'; low?: Typed | undefined; high?: Typed | undefined; step?: Typed | undefined }
  | { k: 'vector'; value: Typed };

export type Typed =
  /** `wraps`: an integer of any size, as ranges are not checked; what it becomes has the bits of its type */
  | (Node & { k: 'const'; value: ConstantValue; text?: string; wraps?: boolean })
  | (Node & { k: 'const-array'; shape: number[]; items: Typed[] })
  | (Node & { k: 'variable'; sym: Sym })
  | (Node & { k: 'component'; base: Typed; component: Component })
  | (Node & { k: 'element'; base: Typed; subscripts: Typed[] })
  | (Node & { k: 'section'; base: Typed; subscripts: Subscript[] })
  | (Node & { k: 'substring'; base: Typed; low?: Typed | undefined; high?: Typed | undefined })
  | (Node & { k: 'part'; base: Typed; part: 're' | 'im' })
  | (Node & { k: 'call'; target: CallTarget; arguments: (ActualArgument | undefined)[] })
  | (Node & { k: 'intrinsic'; name: string; arguments: (Typed | undefined)[] })
  | (Node & { k: 'unary'; op: '-' | '+' | '.not.'; operand: Typed })
  | (Node & { k: 'binary'; op: string; left: Typed; right: Typed; wraps?: boolean })
  | (Node & { k: 'convert'; operand: Typed })
  | (Node & { k: 'paren'; operand: Typed })
  | (Node & { k: 'array'; items: ArrayItem[] })
  | (Node & { k: 'structure'; values: (Typed | undefined)[] })
  | (Node & { k: 'complex'; re: Typed; im: Typed })
  | (Node & { k: 'null' })
  | (Node & { k: 'procedure'; procedure: Procedure; sym?: Sym | undefined })
  | (Node & { k: 'statement-function'; sym: Sym; parameters: Sym[]; arguments: Typed[]; body: Typed })
  | (Node & { k: 'narrow'; base: Typed })
  /** printed already: the C text of a value, with `n` the length of characters; `fresh` has no value yet to be ended */
  | (Node & { k: 'raw'; c: string; n?: string | undefined; lvalue: boolean; fresh?: boolean })
  /** an array that is printed already: an ArrayValue of printing */
  | (Node & { k: 'layout'; value: object });

/** A call of an intrinsic procedure. */
export type IntrinsicNode = Extract<Typed, { k: 'intrinsic' }>;

export type ArrayItem =
  | { k: 'value'; value: Typed }
  | { k: 'loop'; variable: Sym; first: Typed; last: Typed; step?: Typed | undefined; items: ArrayItem[] };

export type CallTarget =
  | { k: 'direct'; procedure: Procedure; sym?: Sym | undefined }
  /** through a procedure pointer or a dummy procedure */
  | { k: 'pointer'; procedure: Procedure; pointer: Typed }
  /** through the table of the dynamic type */
  | { k: 'bound'; procedure: Procedure; object: Typed; binding: TypeBinding; type: DerivedType };

/** The definition of a type with parameters: its own and those of its parent, which come first. */
export interface Template {
  statement: TypeDefinition;
  parameters: TypeParameter[];
  instances: Map<string, DerivedType>;
}

/** What an instance has its kinds from, and the lengths that its objects hold. */
export interface Instance {
  of: DerivedType;
  scope: Scope;
  kinds: ReadonlyMap<string, Typed>;
  lengths: readonly LengthParameter[];
}

/** A length parameter: a component of the object, and its name in bounds and lengths of other components. */
export interface LengthParameter {
  sym: Sym;
  /** none when the parent has it */
  own?: Component | undefined;
}

/** How the bounds and the length of a component follow from length parameters. */
export interface Sizes {
  dims?: Dimension[] | undefined;
  length?: Typed | undefined;
}

export interface CommonPlace {
  readonly block: string;
  readonly offset: number;
}

export interface EquivalencePlace {
  readonly group: EquivalenceGroup;
  readonly offset: number;
}

export interface EquivalenceGroup {
  size: number;
  common?: string | undefined;
  members: Sym[];
}
