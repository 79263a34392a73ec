// Executable statements as the analysis produces them: every name, type and conversion is resolved, so the printing
// phase finds no further errors. This file contains only data.

import type { Position } from '../../source/diagnostics.ts';
import type { MaybeTyped, Node, Procedure, Scope, Sym, Type, Typed } from '../symbols/semantics.ts';
import type { LoopRange } from './loop-range.ts';
import type { TypedIo } from './typed-io.ts';

/** A construct that CYCLE and EXIT can refer to. */
export interface Construct {
  readonly name: string | undefined;
  readonly isLoop: boolean;
  /** for a construct that no branch may leave: its name in messages */
  readonly closed?: string | undefined;
}

export type CallNode = Node<'call'>;
export type IntrinsicCall = Node<'intrinsic'>;

/** The bounds that a pointer assignment specifies: none, lower bounds only, or all bounds. */
export interface PointerBounds {
  lower: Typed[];
  upper?: Typed[];
}

/** The values that a CASE matches: a single value, or a range that may be open at one end. */
export type TypedCaseRange =
  | { readonly single: Typed }
  | { readonly low: MaybeTyped; readonly high: MaybeTyped };

export interface TypedBranch {
  readonly at: Position;
  /** Absent for ELSE. */
  readonly condition: MaybeTyped;
  readonly body: Body;
}

export interface TypedCase {
  /** Absent for CASE DEFAULT. */
  readonly ranges: readonly TypedCaseRange[] | undefined;
  readonly body: Body;
}

export type LoopHead =
  | ({ readonly k: 'counted'; readonly variable: Typed } & LoopRange)
  | { readonly k: 'while'; readonly condition: Typed }
  | { readonly k: 'forever' };

/** STAT= and ERRMSG= of ALLOCATE and DEALLOCATE. */
export interface AllocationStatus {
  readonly stat: MaybeTyped;
  readonly errmsg: MaybeTyped;
}

/** The bounds of a new dimension; if the lower bound is absent, it is 1. */
export interface NewBounds {
  readonly low: MaybeTyped;
  readonly high: Typed;
}

/** Bounds of a codimension; the last upper bound is left open. */
export interface Cobound {
  readonly low: MaybeTyped;
  readonly high: MaybeTyped;
}

export interface Allocation {
  readonly object: Typed;
  /** The object's name in messages. */
  readonly name: string;
  /** For an array: undefined if the object takes over the bounds of the value. */
  readonly bounds: readonly NewBounds[] | undefined;
  /** for a coarray */
  readonly cobounds: readonly Cobound[] | undefined;
}

export interface AssociateName {
  readonly symbol: Sym;
  readonly value: Typed;
}

/** A branch of SELECT TYPE. */
export interface TypeGuard extends OwnScope {
  readonly guard: 'type' | 'class' | 'default';
  readonly type: Type | undefined;
  /** The name that the selector has inside the branch. */
  readonly symbol: Sym;
}

/** A branch of SELECT RANK; `*` is for assumed-size arrays, and `any` for all ranks that have no branch. */
export interface RankCase extends OwnScope {
  readonly rank: number | '*' | 'any';
  readonly symbol: Sym;
}

/** A FORALL or DO CONCURRENT loop over one index. */
export interface IndexLoop extends LoopRange {
  readonly variable: Sym;
  readonly type: Type;
}

/** The common parts of FORALL and DO CONCURRENT. */
interface IndexedBody extends OwnScope {
  readonly loops: readonly IndexLoop[];
  readonly mask: MaybeTyped;
}

export interface WhereBranch {
  readonly at: Position;
  /** Undefined for all elements that no earlier branch selects. */
  readonly mask: MaybeTyped;
  readonly body: readonly (TypedAssignment | TypedOf<'where'>)[];
}

/** Values that DATA stores before the program starts. */
export type DataStore =
  | { readonly k: 'scalar' | 'pointer' | 'whole'; readonly target: Typed; readonly value: Typed }
  | {
      readonly k: 'elements';
      readonly target: Typed;
      readonly shape: readonly number[];
      readonly values: readonly Typed[];
    };

/** A list of variables and values in a DATA statement. */
export interface TypedData {
  /** Structures whose other components are first given the initial values of their types. */
  readonly structures: readonly Sym[];
  readonly stores: readonly DataStore[];
}

/** An OpenMP reduction by a single thread. */
export interface TypedSum {
  /** Sets the variable to the operator's neutral element. */
  readonly start: TypedOf<'assignment'>;
  /** Combines the variable's previous value, which replaces the left operand, with the result. */
  readonly end: TypedOf<'assignment'> & { readonly value: Node<'binary'> };
}

type Body = readonly TypedStatement[];

/** A construct that has a name or may be a loop. */
interface Constructed<K extends string> {
  readonly k: K;
  readonly construct: Construct;
}

/** A body that declares names. */
interface OwnScope {
  readonly scope: Scope;
  readonly body: Body;
}

export type TypedStatement = { readonly at: Position; readonly label?: number | undefined } & (
  | { readonly k: 'call'; readonly call: CallNode }
  /** An assignment of a value that has the target's type. */
  | { readonly k: 'assignment'; readonly target: Typed; readonly value: Typed }
  | { readonly k: 'defined-assignment'; readonly target: Typed; readonly call: CallNode }
  | {
      readonly k: 'pointer-assignment';
      readonly pointer: Typed;
      readonly value: Typed;
      readonly bounds: PointerBounds;
    }
  | { readonly k: 'intrinsic-call'; readonly call: IntrinsicCall }
  | { readonly k: 'if'; readonly construct: Construct; readonly branches: readonly TypedBranch[] }
  | { readonly k: 'arithmetic-if'; readonly value: Typed; readonly labels: readonly [number, number, number] }
  | (Constructed<'do'> & { readonly head: LoopHead; readonly body: Body })
  | { readonly k: 'cycle' | 'exit'; readonly construct: Construct }
  | { readonly k: 'goto'; readonly to: number }
  | { readonly k: 'computed-goto'; readonly value: Typed; readonly labels: readonly number[] }
  | { readonly k: 'assigned-goto'; readonly variable: Typed; readonly labels: readonly number[] }
  | { readonly k: 'assign-label'; readonly variable: Typed; readonly to: number }
  /** A statement that has no effect but may have a label. */
  | { readonly k: 'continue' }
  /** A FORMAT, whose label must not be the target of a jump. */
  | { readonly k: 'format' }
  | {
      readonly k: 'stop';
      readonly how: 'stop' | 'error' | 'pause';
      readonly code: MaybeTyped;
      readonly quiet: MaybeTyped;
    }
  | { readonly k: 'return'; readonly value: MaybeTyped }
  | (Constructed<'select-case'> & { readonly value: Typed; readonly cases: readonly TypedCase[] })
  | (Constructed<'associate'> & { readonly names: readonly AssociateName[] } & OwnScope)
  /** Cases in the order in which they are tested. */
  | (Constructed<'select-type'> & { readonly selector: Typed; readonly cases: readonly TypeGuard[] })
  | (Constructed<'select-rank'> & {
      readonly selector: Node<'variable'>;
      readonly cases: readonly RankCase[];
    })
  | (Constructed<'block'> & { readonly data: readonly TypedData[] } & OwnScope)
  | (Constructed<'do-concurrent'> & IndexedBody)
  | { readonly k: 'where'; readonly branches: readonly WhereBranch[] }
  | ({ readonly k: 'forall' } & IndexedBody)
  | {
      readonly k: 'allocate';
      readonly type: Type | undefined;
      readonly source: MaybeTyped;
      readonly mold: MaybeTyped;
      readonly status: AllocationStatus;
      readonly objects: readonly Allocation[];
    }
  | {
      readonly k: 'deallocate';
      readonly status: AllocationStatus;
      readonly objects: readonly Pick<Allocation, 'object' | 'name'>[];
    }
  | { readonly k: 'nullify'; readonly pointers: readonly Typed[] }
  | {
      readonly k: 'openmp';
      /** The values that the region saves and restores, and its reductions. */
      readonly own: { readonly kept: readonly Typed[]; readonly sums: readonly TypedSum[] } | undefined;
      readonly body: Body;
    }
  | Omit<TypedIo, 'at' | 'label'>
  | { readonly k: 'entry'; readonly entry: Procedure }
);

export type TypedOf<K extends TypedStatement['k']> = Extract<TypedStatement, { k: K }>;

export type TypedAssignment = TypedOf<'assignment' | 'defined-assignment'>;

/** A program unit or procedure, without its declarations. */
export interface TypedBody {
  readonly data: readonly TypedData[];
  readonly statements: Body;
}
