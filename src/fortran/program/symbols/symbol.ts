// A name in a scope: its meaning, its written attributes, and resolved results. It is read-only: only change-symbol.ts
// changes it.
import type { Position } from '../../source/diagnostics.ts';
import type { Expression } from '../../syntax/tree/syntax-tree.ts';
import type { DerivedType, Dimension, Procedure, Scope, Type, Typed } from './semantics.ts';
import { NOTHING_WRITTEN, type Written } from './written.ts';

/**
 * Meaning of a name. It is unknown at first, and changes as declarations and statements are read; change-symbol.ts then
 * replaces the meaning.
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
  /** none before the first use (procedureOf) */
  readonly procedure?: Procedure | undefined;
  /** source of its interface, before the look-up */
  readonly interfaceName?: string | undefined;
}

export interface GenericMeaning {
  readonly k: 'generic';
  readonly specifics: readonly Sym[];
  /** places where this scope names its procedures */
  readonly places: ReadonlyMap<Sym, Position>;
  readonly derived?: DerivedType | undefined;
}

export interface StatementFunctionMeaning {
  readonly k: 'statement-function';
  readonly parameters: readonly string[];
  readonly body: Expression;
}

/** Results of resolving the written attributes of a name. */
export interface Resolved {
  readonly type?: Type;
  /** true after the bounds were resolved: without `dims` it is a scalar, or of assumed rank */
  readonly hasDims: boolean;
  readonly dims?: Dimension[];
  readonly initial?: Typed;
}

const NOTHING_RESOLVED: Resolved = { hasDims: false };

/** Uses of a name in the statements analysed so far. */
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
  /** for a Cray pointee: the integer that has its address */
  readonly cray?: Sym;
}

const OWN_STORAGE: SharedStorage = {};

/** A name in a scope. */
export class Sym {
  readonly name: string;
  readonly at: Position;
  readonly scope: Scope;
  /** its kind, with the data of the kind */
  readonly meaning: Meaning;
  /** its attributes in the text */
  readonly written: Written = NOTHING_WRITTEN;
  /** its meaning, as far as it is resolved (resolve.ts) */
  readonly resolved: Resolved = NOTHING_RESOLVED;
  /** place of a variable that shares its memory */
  readonly storage: SharedStorage = OWN_STORAGE;
  /** its attributes */
  readonly words: ReadonlySet<string> = new Set();
  readonly intent: 'in' | 'out' | 'inout' | undefined;
  readonly access: 'public' | 'private' | undefined;
  readonly dummy: boolean = false;
  readonly dummyOfEntry: boolean = false;
  readonly result: boolean = false;
  /** its uses in statements */
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
  /** the selector of a name of ASSOCIATE, SELECT TYPE and other constructs */
  get association(): Typed | undefined {
    return this.meaning.k === 'variable' ? this.meaning.association : undefined;
  }
  /** for a procedure: its known interface */
  get procedure(): Procedure | undefined {
    return this.meaning.k === 'procedure' ? this.meaning.procedure : undefined;
  }
  /** for a generic name: its procedures */
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
