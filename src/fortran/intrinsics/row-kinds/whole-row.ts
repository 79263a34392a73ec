// Row of an intrinsic function that takes its arguments as a whole: an inquiry, or a transformational function. It has
// everything that the front end knows about the function, except C for facts that only printing knows: places of
// objects, and their types at run time. Rows are in files of rows/.

import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import type { IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { ChosenDimension } from './chosen-dimension.ts';
import type {
  AnyOf,
  CallPrinting,
  CharactersC,
  IntrinsicSince,
  Restrictions,
  ResultRule,
} from './elemental-row.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

/** A function that is not elemental: a row without printing, constant or another node does not compile. */
export type WholeRow = WholeParts &
  AnyOf<Pick<Required<WholeParts>, 'c' | 'array' | 'reduce' | 'characters' | 'fold' | 'make' | 'elsewhere'>>;

interface WholeParts extends Restrictions {
  /** the names of its arguments in order; optional ones end in `?` */
  readonly takes: string;
  readonly result: ResultRule;
  readonly form: 'inquiry' | 'transformational';
  /** the first standard that has it, when some do not */
  readonly since?: IntrinsicSince;
  /** the rank of its result; a scalar when absent */
  readonly rank?: (args: Arguments, at: Position) => number;
  /** the node that a call really is; undefined for the usual node */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => Typed | undefined;
  /** the constant result of a call; undefined if the program computes it */
  readonly fold?: (e: IntrinsicNode) => Typed | undefined;
  /**
   * IEEE flags in the C of reals, of kinds 4 and 8: raised, or missing, so that programs that read flags cannot call
   * it. Absent for a function without flags.
   */
  readonly flags?: 'raised' | 'missing';
  /** another call may return another value, so it is never folded */
  readonly isVariable?: true;
  /** it changes something, and cannot be called where all calls must be PURE */
  readonly isImpure?: true;
  /** the C of a call with a scalar result */
  readonly c?: (call: WholeCall) => string;
  /** the array result of a call; values that must be computed once are printed now */
  readonly array?: (call: WholeCall) => ArrayValue;
  /** the steps of its reduction over all elements or along DIM, where MASK is true */
  readonly reduce?: (call: WholeCall) => Reduction;
  /**
   * the room with the rest, by the name of the function: printing/ makes C about places of objects, or their types at
   * run time; analysis/ makes other nodes
   */
  readonly elsewhere?: 'printing' | 'analysis';
  /** address and length of the characters that it returns */
  readonly characters?: (call: CallPrinting) => CharactersC;
}

/** Steps of a reduction over elements. */
export interface Reduction {
  /** C of its value for no elements */
  readonly initial: string;
  /** a C statement that adds an element; `so` names the current value */
  readonly step: (so: string, element: string) => string;
  /** C of the result, when it differs from the last value */
  readonly finish?: (so: string) => string;
  /** its state with its value: a declaration with its start */
  readonly state?: string;
}

/** An element or another scalar as a node that is printed already. */
export type ArrayElement = ReturnType<ArrayValue['at']>;

/** Printing that a row may use: the function around a call. Arguments are given by their positions. */
export interface WholeCall extends CallPrinting {
  /** the program checks bounds and shapes */
  readonly checksBounds: boolean;
  /** the number by which messages name the line */
  readonly placeInSource: string;
  /** an argument whose elements are computed on request */
  array(argument: number): ArrayValue;
  /** an argument in memory */
  inMemory(argument: number): Layout;
  /** the same, with elements that follow each other without gaps */
  inOrder(argument: number): Layout;
  /** a scalar argument that is computed once, now */
  hoisted(argument: number): Typed;
  /** an element, by its number, of an argument with elements in order */
  inOrderAt(layout: Layout, n: string): ArrayElement;
  /** a scalar that is printed */
  printed(e: Typed): ArrayElement;
  /** the C of the call that an argument is, with other arguments */
  called(argument: number, values: readonly string[]): string;
  /** the C of a scalar or an element */
  value(element: Typed): string;
  /** the dimension that the DIM argument selects; the first if it is absent */
  dimension(argument: number, rank: number): ChosenDimension;
  /** memory for an array of the type of the call, which lasts as long as the statement */
  room(shape: readonly string[], length: string): Layout;
  /** the length of character elements, 1 for others */
  lengthOf(value: ArrayValue): string;
  /** prints that an element gets a value */
  assign(to: Typed, value: Typed): void;
  /** prints loops over a shape, the first index innermost */
  loops(shape: readonly string[], body: (indices: readonly string[]) => void): void;
  /** a C variable with an extent, which may be named more than once */
  fixed(c: string): string;
  /** a name that nothing else has */
  fresh(prefix: string): string;
  /** the program reads IEEE flags */
  readonly raisesFlags: boolean;
  /** C that adds or multiplies reals and raises flags; undefined if no flags are read */
  step(op: '+' | '*', so: string, x: string): string | undefined;
  /** prints the check that the shape of an argument is the wanted shape, where bounds are checked */
  checkConformance(argument: number, given: readonly string[], wanted: readonly string[]): void;
  /** the same for extents of a named object, such as `argument B in MATMUL` */
  checkExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** the same, with or without checked bounds */
  requireExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** prints the check that the named object has at least as many elements, where bounds are checked */
  checkSize(what: string, given: string, wanted: string): void;
}
