// Row of an intrinsic subroutine: everything that the front end knows about it, except C for facts that only printing
// knows. Rows are in files of rows/.

import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import type { AnyOf, IntrinsicSince } from './elemental-row.ts';

/** A subroutine: a row without printing does not compile. */
export type SubroutineRow = SubroutineParts &
  AnyOf<Pick<Required<SubroutineParts>, 'c' | 'elsewhere' | 'refused'>>;

interface SubroutineParts {
  /**
   * its arguments in order. After the name, with `?` for an optional argument, are three marks. The subroutine defines
   * it (`=`) or only reads it (`:`). Then its type (TYPES of intrinsics.ts), and its rank: a scalar by default, else
   * the rank, or `*` for any
   */
  readonly takes: string;
  /** the first standard that has it, when some do not */
  readonly since?: IntrinsicSince;
  /** its name in other rooms, when it has several */
  readonly name?: string;
  /** it can be called where all calls must be PURE */
  readonly isPure?: true;
  /** array arguments mean calls with their elements */
  readonly isElemental?: true;
  /** prints a call */
  readonly c?: (call: SubroutineCall) => void;
  /** its C is made by printing/intrinsics/subroutine.ts, by its name: it depends on the places or types of objects */
  readonly elsewhere?: 'printing';
  /** reason for a refusal, as a sentence */
  readonly refused?: string;
}

/** Printing that a row may use: the statement around a call. Arguments are given by their positions. */
export interface SubroutineCall {
  readonly e: IntrinsicNode;
  /** an argument is given */
  has(argument: number): boolean;
  /** C that is true while an argument is given and present */
  given(argument: number): string;
  /** the C value of an argument, or the C for an argument that is left out or absent */
  scalar(argument: number, otherwise?: string): string;
  /** address and length of characters that are read */
  text(argument: number): string;
  /** the same for characters that are defined, and none for an absent argument */
  place(argument: number): string;
  /** the address of an array's descriptor, null for an absent array */
  array(argument: number): string;
  /** an argument as a C object */
  object(argument: number): string;
  /** the address of the first element of an array without gaps */
  elements(argument: number): string;
  /** prints that a present argument gets a value */
  store(argument: number, c: string): void;
  /** prints an assignment of one argument to another */
  assign(to: number, from: number): void;
  /** prints a call of the library; a present argument gets its result */
  answer(status: number, c: string): void;
  /** a C variable with a value, which is named */
  temporary(cType: string, c: string): string;
  /** prints a C statement */
  line(c: string): void;
}
