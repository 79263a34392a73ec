// Row of an intrinsic function that is not elemental: an inquiry or a transformational function. It contains all facts
// about the function that the front end needs. C that depends on the locations of objects, or on their types at run
// time, is elsewhere. Rows are in the files in rows/.

import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import type { CharactersC } from '../../program/c/c-text.ts';
import type { IntrinsicNode, MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { ChosenDimension } from './chosen-dimension.ts';
import type { AnyOf, CallPrinting, IntrinsicSince, Restrictions, ResultRule } from './elemental-row.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

/** A function that is not elemental. A row that has no C, constant or replacement node does not compile. */
export type WholeRow = WholeParts &
  AnyOf<Pick<Required<WholeParts>, 'c' | 'array' | 'reduce' | 'characters' | 'fold' | 'make' | 'elsewhere'>>;

interface WholeParts extends Restrictions {
  /** the names of its arguments in order; optional arguments end in `?` */
  readonly takes: string;
  readonly result: ResultRule;
  readonly form: 'inquiry' | 'transformational';
  /** the first standard that has it, unless all do */
  readonly since?: IntrinsicSince;
  /** the rank of its result; a scalar if absent */
  readonly rank?: (args: Arguments, at: Position) => number;
  /** the node that replaces the call; undefined for the usual node */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => MaybeTyped;
  /** the constant result of a call; undefined if it is computed at run time */
  readonly fold?: (e: IntrinsicNode) => MaybeTyped;
  /**
   * IEEE flags in the C for reals of kinds 4 and 8: `raised`, or `missing` if programs that read flags cannot call it.
   * Absent for a function without flags.
   */
  readonly flags?: 'raised' | 'missing';
  /** repeated calls may return different values, so it is never folded */
  readonly isVariable?: true;
  /** it has side effects, and cannot be called in contexts that require PURE procedures */
  readonly isImpure?: true;
  /** the C of a call with a scalar result */
  readonly c?: (call: WholeCall) => string;
  /** the array result of a call; code for values to be computed only once is printed immediately */
  readonly array?: (call: WholeCall) => ArrayValue;
  /** the steps of its reduction over all elements or along DIM, where MASK is true */
  readonly reduce?: (call: WholeCall) => Reduction;
  /**
   * the phase that handles the rest, keyed by function name: printing/ generates C that depends on locations of objects
   * or their types at run time; analysis/ creates other nodes
   */
  readonly elsewhere?: 'printing' | 'analysis';
  /** address and length of the characters returned */
  readonly characters?: (call: CallPrinting) => CharactersC;
}

/** Steps of a reduction over elements. */
export interface Reduction {
  /** C for the result if there are no elements */
  readonly initial: string;
  /** a C statement that adds an element; `so` is the current value */
  readonly step: (so: string, element: string) => string;
  /** C for the result, if it differs from the last value */
  readonly finish?: (so: string) => string;
  /** extra state besides the value: a declaration with its initial value */
  readonly state?: string;
}

/** An element or another scalar as a node that has already been printed. */
export type ArrayElement = ReturnType<ArrayValue['at']>;

/**
 * Printing operations available to a row, for the C function that contains the call. Arguments are given by position.
 */
export interface WholeCall extends CallPrinting {
  /** the program checks bounds and shapes */
  readonly checksBounds: boolean;
  /** the number that identifies the line in messages */
  readonly placeInSource: string;
  /** an argument whose elements are computed on request */
  array(argument: number): ArrayValue;
  /** an argument in memory */
  inMemory(argument: number): Layout;
  /** an argument in memory with contiguous elements */
  inOrder(argument: number): Layout;
  /** a scalar argument, computed once, at this point */
  hoisted(argument: number): Typed;
  /** an element of an argument with contiguous elements, by number */
  inOrderAt(layout: Layout, n: string): ArrayElement;
  /** a scalar that has been printed */
  printed(e: Typed): ArrayElement;
  /** the C for a call to a procedure argument, with other arguments */
  called(argument: number, values: readonly string[]): string;
  /** the C for a scalar or an element */
  value(element: Typed): string;
  /** the dimension selected by the DIM argument; the first if DIM is absent */
  dimension(argument: number, rank: number): ChosenDimension;
  /** memory for an array of the call's type, which lasts until the statement ends */
  room(shape: readonly string[], length: string): Layout;
  /** the length of character elements; 1 for other types */
  lengthOf(value: ArrayValue): string;
  /** prints code that assigns a value to an element */
  assign(to: Typed, value: Typed): void;
  /** prints loops over a shape, with the first index innermost */
  loops(shape: readonly string[], body: (indices: readonly string[]) => void): void;
  /** a C variable that contains an extent, so that it can be repeated */
  fixed(c: string): string;
  /** a unique name */
  fresh(prefix: string): string;
  /** the program reads IEEE flags */
  readonly raisesFlags: boolean;
  /** C that adds or multiplies reals and raises flags; undefined if flags are not read */
  step(op: '+' | '*', so: string, x: string): string | undefined;
  /** if bounds are checked, prints the check that an argument has the expected shape */
  checkConformance(argument: number, given: readonly string[], wanted: readonly string[]): void;
  /**
   * if bounds are checked, prints the check of a named object's extents; the name is, for example, `argument B in
   * MATMUL`
   */
  checkExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** prints the check of a named object's extents, whether or not bounds are checked */
  requireExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** if bounds are checked, prints the check that the named object has at least that many elements */
  checkSize(what: string, given: string, wanted: string): void;
}
