// A row describes an intrinsic function that is not elemental, that is, an inquiry or a transformational function. It
// contains everything that the front end needs to know about the function. C code that depends on the locations of
// objects, or on their types at run time, is elsewhere. The rows themselves are in the files in rows/.

import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import type { CharactersC } from '../../program/c/c-text.ts';
import type { IntrinsicNode, MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { ChosenDimension } from './chosen-dimension.ts';
import type { AnyOf, CallPrinting, IntrinsicSince, Restrictions, ResultRule } from './elemental-row.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

/** A function that is not elemental. A row without C code, a constant or a replacement node fails to compile. */
export type WholeRow = WholeParts &
  AnyOf<Pick<Required<WholeParts>, 'c' | 'array' | 'reduce' | 'characters' | 'fold' | 'make' | 'elsewhere'>>;

interface WholeParts extends Restrictions {
  /** The names of the arguments in order; those of optional arguments end in `?`. */
  readonly takes: string;
  readonly result: ResultRule;
  readonly form: 'inquiry' | 'transformational';
  /** The first standard that includes the function; absent if all standards do. */
  readonly since?: IntrinsicSince;
  /** The rank of the result; absent for a scalar. */
  readonly rank?: (args: Arguments, at: Position) => number;
  /** The node that replaces the call; undefined if the usual node is kept. */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => MaybeTyped;
  /** The constant result of a call; undefined if it is computed only at run time. */
  readonly fold?: (e: IntrinsicNode) => MaybeTyped;
  /**
   * The IEEE flags in the C code for reals of kinds 4 and 8: `raised`, or `missing` if programs that read flags cannot
   * call the function. Absent if the function raises no flags.
   */
  readonly flags?: 'raised' | 'missing';
  /** True if repeated calls may return different values, which means that the function is never folded. */
  readonly isVariable?: true;
  /** True if the function has side effects and therefore cannot be called in contexts that require PURE procedures. */
  readonly isImpure?: true;
  readonly c?: (call: WholeCall) => string;
  /** The array result of a call. Code for values that are computed only once is printed immediately. */
  readonly array?: (call: WholeCall) => ArrayValue;
  /**
   * The steps of a reduction, either over all elements or along DIM, that includes only elements for which MASK is
   * true.
   */
  readonly reduce?: (call: WholeCall) => Reduction;
  /**
   * The phase that handles the rest and finds its code by the function's name: printing/ generates C code that depends
   * on the locations of objects or their types at run time; analysis/ creates other nodes.
   */
  readonly elsewhere?: 'printing' | 'analysis';
  /** Address and length of the resulting characters. */
  readonly characters?: (call: CallPrinting) => CharactersC;
}

export interface Reduction {
  /** C for the result when there are no elements */
  readonly initial: string;
  /** A C statement that adds an element to the current value, `so`. */
  readonly step: (so: string, element: string) => string;
  /** C for the result, if it differs from the last value of `so` */
  readonly finish?: (so: string) => string;
  /** State besides the value: a declaration with its initial value. */
  readonly state?: string;
}

/** An element, or another scalar, as a node that has already been printed. */
export type ArrayElement = ReturnType<ArrayValue['at']>;

/**
 * Printing operations that a row can use, for the C function that contains the call. Arguments are given by position.
 */
export interface WholeCall extends CallPrinting {
  /** True if the program checks bounds and shapes. */
  readonly checksBounds: boolean;
  /** The number that identifies the source line in messages. */
  readonly placeInSource: string;
  /** An argument whose elements are computed on request. */
  array(argument: number): ArrayValue;
  inMemory(argument: number): Layout;
  /** An argument in memory with contiguous elements. */
  inOrder(argument: number): Layout;
  /** A scalar argument, which is computed once, at this point. */
  hoisted(argument: number): Typed;
  /** An element of an argument whose elements are contiguous, selected by its number. */
  inOrderAt(layout: Layout, n: string): ArrayElement;
  /** A scalar that has been printed. */
  printed(e: Typed): ArrayElement;
  /** C code for a call to a procedure argument with the given values as its arguments. */
  called(argument: number, values: readonly string[]): string;
  /** C for the value of a scalar or an element. */
  value(element: Typed): string;
  /** The dimension that the DIM argument selects; the first dimension if DIM is absent. */
  dimension(argument: number, rank: number): ChosenDimension;
  /** Memory for an array of the call's type until the end of the statement. */
  room(shape: readonly string[], length: string): Layout;
  /** The length of character elements, or 1 for other types. */
  lengthOf(value: ArrayValue): string;
  assign(to: Typed, value: Typed): void;
  /** Prints loops over a shape, with the first index innermost. */
  loops(shape: readonly string[], body: (indices: readonly string[]) => void): void;
  /** A C variable that holds an extent, so that the extent can be used repeatedly. */
  fixed(c: string): string;
  /** Returns a unique name. */
  fresh(prefix: string): string;
  readonly raisesFlags: boolean;
  /** C code that adds or multiplies reals and raises flags; undefined if no flags are read */
  step(op: '+' | '*', so: string, x: string): string | undefined;
  /** Prints a check that an argument has the expected shape, if bounds are checked. */
  checkConformance(argument: number, given: readonly string[], wanted: readonly string[]): void;
  /**
   * Prints a check of a named object's extents, if bounds are checked. `what` is, for example,
   * `argument B in MATMUL`.
   */
  checkExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** Prints a check of a named object's extents even if bounds are not checked. */
  requireExtents(what: string, given: readonly string[], wanted: readonly string[]): void;
  /** Prints a check that a named object has at least the wanted number of elements, if bounds are checked. */
  checkSize(what: string, given: string, wanted: string): void;
}
