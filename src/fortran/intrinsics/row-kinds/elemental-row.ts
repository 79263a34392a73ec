// Row of an elemental intrinsic function: everything that the front end knows about the function. Rows are in files of
// rows/.

import type { Constant } from '../../program/constants/fold-scalar.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { ConstantValue, IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

/** Rule for the type of the result. */
export type ResultRule =
  | 'same' // type of the first argument
  | 'promote' // common type of the numeric arguments
  | 'magnitude' // real of the first argument's kind
  | 'integer' // INTEGER of KIND=, default 4
  | 'small' // INTEGER of default kind, a number that fits in kind 4
  | 'int4'
  | 'int8'
  | 'logical'
  | 'character'
  | 'real4'
  | 'double' // DOUBLE PRECISION
  | 'special';

/** The standard that brought an intrinsic procedure, or 'GNU' when only GNU Fortran has it. */
export type IntrinsicSince = 2003 | 2008 | 2018 | 2023 | 'GNU';

/** The extents of an array when they are known before the program runs. */
export type ShapeOf = (e: Typed) => readonly number[] | undefined;

/** Rules for the arguments of a function; arguments that no rule names may be anything. */
export interface Restrictions {
  /** the types of its first arguments, and their count; any types when absent */
  readonly of?: Wanted;
  /** the type of an argument, when its name alone does not give it */
  readonly types?: Readonly<Record<string, Base>>;
  /** the rank that an argument must have */
  readonly ranks?: Readonly<Record<string, number | 'array'>>;
  /** arguments that must be of the type of the first one */
  readonly alike?: readonly string[];
  /** procedures can be arguments of it */
  readonly takesProcedures?: true;
  /** characters of kind 4 can be arguments of it */
  readonly takesWide?: true;
  /** another fault in the written arguments, without the name of the function; undefined if there is none */
  readonly misfit?: (args: Arguments, shapeOf: ShapeOf) => string | undefined;
}

/** An elemental intrinsic function: a row without printing or another node does not compile. */
export type ElementalRow = ElementalParts &
  AnyOf<Pick<Required<ElementalParts>, 'c' | 'make' | 'ofCharacters' | 'characters'>>;

/** At least some of the properties. */
export type AnyOf<T> = { [K in keyof T]: Pick<T, K> }[keyof T];

interface ElementalParts extends Restrictions {
  /** the names of its arguments in order; optional ones end in `?`, a last `...` repeats */
  readonly takes: string;
  readonly result: ResultRule;
  /** the first standard that has it, when some do not */
  readonly since?: IntrinsicSince;
  /** another fault in arguments of these types, once they are converted: a whole sentence, or nothing */
  readonly fault?: (args: Arguments, name: string) => string | undefined;
  /** the node that a call really is, such as a conversion; undefined for the usual node */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => Typed | undefined;
  /** the value for constant arguments; undefined if the program computes it */
  readonly fold?: Fold;
  /** the C of a call for one element, which gets the C of its arguments; none if a call always is another node */
  readonly c?: ElementalC;
  /** the same where the first argument has characters, which the function requests from the call */
  readonly ofCharacters?: (call: CallPrinting) => string;
  /** address and length of the characters that it returns */
  readonly characters?: (call: CallPrinting) => CharactersC;
  /**
   * IEEE flags that the run-time library raises. `raised`: the flags of all arguments; `pole`: a pole's flag, too;
   * `exact`: only the flag of an invalid argument, as the result is exact; `missing`: none, so that programs that read
   * flags cannot call it for reals. Absent for a function without flags
   */
  readonly flags?: 'raised' | 'pole' | 'exact' | 'missing';
}

export interface Wanted {
  readonly bases: readonly Base[];
  readonly count: number;
}

export type Fold = (values: Constant[], type: IntrinsicNode['type']) => ConstantValue | undefined;
export type ElementalC = (call: CallPrinting, ...args: string[]) => string;

/** C of characters: their address and how many they are. */
export interface CharactersC {
  readonly p: string;
  readonly n: string;
}

/** Printing that a row may use: the function around a call. */
export interface CallPrinting {
  readonly e: IntrinsicNode;
  /** zeros have signs (no: -fno-sign-zero) */
  readonly hasSignedZero: boolean;
  /** the C value of an argument, or the C for an argument that is left out or absent */
  scalar(argument: number, otherwise?: string): string;
  /** the characters of an argument */
  chars(argument: number): CharactersC;
  /** the same for an argument that the function stores into */
  place(argument: number): CharactersC;
  /** C that is true while an optional argument is absent; undefined for an argument with a value */
  absence(argument: number): string | undefined;
  /** a C variable with a value, which is named */
  temporary(cType: string, c: string): string;
  /** the same, unless the value is a name or a number and may be named more than once */
  once(cType: string, c: string): string;
  /** memory for characters that lasts as long as the statement: a C variable that points to it */
  memory(c: string): string;
  /** prints the check that two lengths are the same, where bounds are checked */
  checkLengths(first: string, second: string): void;
  /** a C statement before the statement around the call */
  line(c: string): void;
}

export const REAL: Wanted = { bases: ['real'], count: 1 };
export const TWO_REALS: Wanted = { bases: ['real'], count: 2 };
export const REAL_OR_COMPLEX: Wanted = { bases: ['real', 'complex'], count: 1 };
export const TWO_NUMBERS: Wanted = { bases: ['integer', 'real'], count: 2 };
export const INTEGER: Wanted = { bases: ['integer'], count: 1 };
export const TWO_INTEGERS: Wanted = { bases: ['integer'], count: 2 };
export const CHARACTERS: Wanted = { bases: ['character'], count: 1 };
