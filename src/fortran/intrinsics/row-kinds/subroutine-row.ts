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
  /** The first standard that has the subroutine; absent if all standards have it. */
  readonly since?: IntrinsicSince;
  /** The subroutine's name in other phases, if it has several. */
  readonly name?: string;
  /** True if the subroutine may be called in contexts that require PURE procedures. */
  readonly isPure?: true;
  /** True if array arguments result in a call for each element. */
  readonly isElemental?: true;
  /** prints a call */
  readonly c?: (call: SubroutineCall) => void;
  /**
   * The C is generated in printing/intrinsics/subroutine.ts, by subroutine name, because it depends on the locations or
   * types of objects.
   */
  readonly elsewhere?: 'printing';
  /** Reason for rejecting a call, as a sentence. */
  readonly refused?: string;
}

/**
 * Printing operations available to a row, for the statement that contains the call. Arguments are given by position.
 */
export interface SubroutineCall {
  readonly e: IntrinsicNode;
  /** True if an argument is given. */
  has(argument: number): boolean;
  /** C that is true if an argument is given and present */
  given(argument: number): string;
  /** The C value of an argument, or the C for an omitted or absent argument. */
  scalar(argument: number, otherwise?: string): string;
  /** Address and length of characters to read. */
  text(argument: number): string;
  /** Address and length of characters to assign; empty for an absent argument. */
  place(argument: number): string;
  /** The address of an array's descriptor; null for an absent array. */
  array(argument: number): string;
  /** An argument as a C object. */
  object(argument: number): string;
  /** The address of the first element of an array without gaps. */
  elements(argument: number): string;
  /** Prints code that assigns a value to an argument if it is present. */
  store(argument: number, c: string): void;
  /** Prints an assignment of one argument to another. */
  assign(to: number, from: number): void;
  /** Prints a library call, and stores its result in an argument, if present. */
  answer(status: number, c: string): void;
  /** Stores a value in a new C variable; returns the variable's name. */
  temporary(cType: string, c: string): string;
  /** prints a C statement */
  line(c: string): void;
}
