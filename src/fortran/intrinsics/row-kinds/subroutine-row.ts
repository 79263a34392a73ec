// Row of an intrinsic subroutine: all facts about it that the front end needs. C that depends on facts known only
// during printing is elsewhere. Rows are in the files in rows/.

import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import type { AnyOf, IntrinsicSince } from './elemental-row.ts';

/** A subroutine. A row without C does not compile. */
export type SubroutineRow = SubroutineParts &
  AnyOf<Pick<Required<SubroutineParts>, 'c' | 'elsewhere' | 'refused'>>;

interface SubroutineParts {
  /**
   * its arguments in order. The name, with `?` if the argument is optional, is followed by three marks. The first
   * shows whether the subroutine defines the argument (`=`) or only reads it (`:`). The second is its type (TYPES of
   * intrinsics.ts). The third is its rank: a scalar by default, otherwise the rank, or `*` for any
   */
  readonly takes: string;
  /** the first standard that has it, unless all do */
  readonly since?: IntrinsicSince;
  /** its name in other phases, if it has several */
  readonly name?: string;
  /** it may be called in contexts that require PURE procedures */
  readonly isPure?: true;
  /** array arguments result in a call for each element */
  readonly isElemental?: true;
  /** prints a call */
  readonly c?: (call: SubroutineCall) => void;
  /**
   * printing/intrinsics/subroutine.ts generates its C, by subroutine name, because the C depends on the locations or
   * types of objects
   */
  readonly elsewhere?: 'printing';
  /** reason for rejecting it, as a sentence */
  readonly refused?: string;
}

/**
 * Printing operations available to a row, for the statement that contains the call. Arguments are given by position.
 */
export interface SubroutineCall {
  readonly e: IntrinsicNode;
  /** true if an argument is given */
  has(argument: number): boolean;
  /** C that is true if an argument is given and present */
  given(argument: number): string;
  /** the C value of an argument, or the C for an omitted or absent argument */
  scalar(argument: number, otherwise?: string): string;
  /** address and length of characters to read */
  text(argument: number): string;
  /** address and length of characters to assign; empty for an absent argument */
  place(argument: number): string;
  /** the address of an array's descriptor; null for an absent array */
  array(argument: number): string;
  /** an argument as a C object */
  object(argument: number): string;
  /** the address of the first element of an array without gaps */
  elements(argument: number): string;
  /** prints code that assigns a value to an argument if it is present */
  store(argument: number, c: string): void;
  /** prints an assignment of one argument to another */
  assign(to: number, from: number): void;
  /** prints a library call; stores its result in an argument, if present */
  answer(status: number, c: string): void;
  /** a C variable with a value; returns its name */
  temporary(cType: string, c: string): string;
  /** prints a C statement */
  line(c: string): void;
}
