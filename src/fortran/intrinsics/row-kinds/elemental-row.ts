// A row describes an elemental intrinsic function: it contains everything that the front end needs to know about the
// function. The rows themselves are in the files in rows/.

import type { CharactersC } from '../../program/c/c-text.ts';
import type { Constant } from '../../program/constants/fold-scalar.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { ConstantValue, IntrinsicNode, MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

export type ResultRule =
  | 'same' // the type of the first argument
  | 'promote' // the common type of the numeric arguments
  | 'magnitude' // a real with the kind of the first argument
  | 'integer' // INTEGER with the kind in KIND=, by default 4
  | 'unsigned' // UNSIGNED with the kind in KIND=
  | 'small' // INTEGER of default kind, for numbers that fit in kind 4
  | 'int4'
  | 'int8'
  | 'logical'
  | 'character'
  | 'real4'
  | 'double' // DOUBLE PRECISION
  | 'special';

/** The standard that introduced an intrinsic procedure, or 'GNU' if only GNU Fortran provides it. */
export type IntrinsicSince = 2003 | 2008 | 2018 | 2023 | 'GNU';

/** The extents of an array, if they are known before the program runs. */
export type ShapeOf = (e: Typed) => readonly number[] | undefined;

/** Rules for a function's arguments. Arguments without a rule may be anything. */
export interface Restrictions {
  /** The number and types of the first arguments; if absent, any types are allowed. */
  readonly of?: Wanted;
  /** The type that each argument must have, unless its name already determines the type. */
  readonly types?: Readonly<Record<string, Base>>;
  readonly ranks?: Readonly<Record<string, number | 'array'>>;
  /** Arguments that must have the type of the first argument. */
  readonly alike?: readonly string[];
  readonly takesProcedures?: true;
  /** True if arguments may be characters of kind 4. */
  readonly takesWide?: true;
  /**
   * Message for any other error in the arguments as written, without the function's name; undefined if there is none.
   */
  readonly misfit?: (args: Arguments, shapeOf: ShapeOf) => string | undefined;
}

/** An elemental intrinsic function. A row with neither C code nor a replacement node fails to compile. */
export type ElementalRow = ElementalParts &
  AnyOf<Pick<Required<ElementalParts>, 'c' | 'make' | 'ofCharacters' | 'characters'>>;

/** A row needs at least one of these properties. */
export type AnyOf<T> = { [K in keyof T]: Pick<T, K> }[keyof T];

export interface ElementalParts extends Restrictions {
  /**
   * The names of the arguments in order. Names of optional arguments end in `?`; a final `...` means that the last
   * arguments repeat.
   */
  readonly takes: string;
  readonly result: ResultRule;
  /** The first standard that includes the function; absent if all standards do. */
  readonly since?: IntrinsicSince;
  /** Message for any other error in arguments of these types, after conversion: a complete sentence, or nothing. */
  readonly fault?: (args: Arguments, name: string) => string | undefined;
  /** The node that replaces the call, such as a conversion; undefined if the usual node is kept. */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => MaybeTyped;
  /** The value for constant arguments; undefined if it is computed only at run time. */
  readonly fold?: Fold;
  /**
   * Returns the C code for a call on one element, given the C for its arguments; absent if another node always replaces
   * the call.
   */
  readonly c?: ElementalC;
  /**
   * Returns the C code for a call whose first argument has type CHARACTER; the function reads the characters from the
   * call.
   */
  readonly ofCharacters?: (call: CallPrinting) => string;
  /** Returns the address and the length of the resulting characters. */
  readonly characters?: (call: CallPrinting) => CharactersC;
  /**
   * The IEEE flags that the run-time library raises. `raised`: the flags for all arguments; `pole`: also the flag for a
   * pole; `exact`: only the flag for an invalid argument, because the result is exact; `missing`: none, so programs
   * that read flags cannot call the function for reals. Absent if the function raises no flags.
   */
  readonly flags?: 'raised' | 'pole' | 'exact' | 'missing';
}

/** The names of a function's arguments, its result and, if they are restricted, the types of its first arguments. */
export function signature(
  takes: string,
  result: ResultRule,
  of?: Wanted,
): Pick<ElementalParts, 'takes' | 'result' | 'of'> {
  return of ? { takes, result, of } : { takes, result };
}

export interface Wanted {
  readonly bases: readonly Base[];
  readonly count: number;
}

export type Fold = (values: Constant[], type: IntrinsicNode['type']) => ConstantValue | undefined;
export type ElementalC = (call: CallPrinting, ...args: string[]) => string;

/** Printing operations that a row can use, for the C function that contains the call. */
export interface CallPrinting {
  readonly e: IntrinsicNode;
  /** True if zeros are signed (false with -fno-sign-zero). */
  readonly hasSignedZero: boolean;
  /** The C value of an argument, or `otherwise` if the argument is missing from the call or absent at run time. */
  scalar(argument: number, otherwise?: string): string;
  chars(argument: number): CharactersC;
  /** The characters of an argument that the function assigns to. */
  place(argument: number): CharactersC;
  /** C expression that is true if an optional argument is absent; undefined for an argument that always has a value */
  absence(argument: number): string | undefined;
  /** Stores a value in a new C variable and returns the variable's name. */
  temporary(cType: string, c: string): string;
  /** Returns a name or a number unchanged, because it can be repeated. Stores any other value in a C variable. */
  once(cType: string, c: string): string;
  /** Allocates memory for characters until the end of the statement; returns a C variable that points to it. */
  memory(c: string): string;
  /** Prints a check that two lengths are equal, if bounds are checked. */
  checkLengths(first: string, second: string): void;
  /** Prints a C statement that precedes the statement with the call. */
  line(c: string): void;
}

export const REAL: Wanted = { bases: ['real'], count: 1 };
export const TWO_REALS: Wanted = { bases: ['real'], count: 2 };
export const REAL_OR_COMPLEX: Wanted = { bases: ['real', 'complex'], count: 1 };
export const TWO_NUMBERS: Wanted = { bases: ['integer', 'real'], count: 2 };
export const TWO_OF_ANY_SIGN: Wanted = { bases: ['integer', 'real', 'unsigned'], count: 2 };
export const INTEGER: Wanted = { bases: ['integer'], count: 1 };
export const BIT_STRING: Wanted = { bases: ['integer', 'unsigned'], count: 1 };
export const TWO_BIT_STRINGS: Wanted = { bases: ['integer', 'unsigned'], count: 2 };
export const CHARACTERS: Wanted = { bases: ['character'], count: 1 };
