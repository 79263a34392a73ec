// A row describes an intrinsic subroutine: it contains everything that the front end needs to know about the
// subroutine. C code that depends on facts known only during printing is elsewhere. The rows themselves are in the
// files in rows/.

import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import type { AnyOf, IntrinsicSince } from './elemental-row.ts';

/** A subroutine. A row without C code fails to compile. */
export type SubroutineRow = SubroutineParts &
  AnyOf<Pick<Required<SubroutineParts>, 'c' | 'elsewhere' | 'refused'>>;

interface SubroutineParts {
  /**
   * The subroutine's arguments in order. Each name, with a `?` if the argument is optional, is followed by three marks.
   * The first shows whether the subroutine defines the argument (`=`) or only reads it (`:`). The second is the
   * argument's type (see TYPES in intrinsics.ts). The third is its rank, or `*` for any rank; without it, the argument
   * is a scalar.
   */
  readonly takes: string;
  /** The first standard that includes the subroutine; absent if all standards do. */
  readonly since?: IntrinsicSince;
  /** The subroutine's name in the other phases, if it has several names. */
  readonly name?: string;
  /** True if the subroutine may be called in contexts that require PURE procedures. */
  readonly isPure?: true;
  /** True if array arguments lead to one call per element. */
  readonly isElemental?: true;
  readonly c?: (call: SubroutineCall) => void;
  /**
   * Set if printing/intrinsics/subroutine.ts generates the C code, because it depends on the locations or types of
   * objects. The function there is found by the subroutine's name.
   */
  readonly elsewhere?: 'printing';
  /** The reason for rejecting a call, as a sentence. */
  readonly refused?: string;
}

/**
 * Printing operations that a row can use, for the statement that contains the call. Arguments are given by position.
 */
export interface SubroutineCall {
  readonly e: IntrinsicNode;
  has(argument: number): boolean;
  /** C expression that is true if the call contains an argument and the argument is present */
  given(argument: number): string;
  /** The C value of an argument, or `otherwise` if the argument is missing from the call or absent at run time. */
  scalar(argument: number, otherwise?: string): string;
  /** Address and length of characters to read. */
  text(argument: number): string;
  /** Address and length of characters to assign; empty for an absent argument. */
  place(argument: number): string;
  /** The address of an array's descriptor; null for an absent array. */
  array(argument: number): string;
  object(argument: number): string;
  /** The address of the first element of an array without gaps. */
  elements(argument: number): string;
  /** Prints code that assigns a value to an argument, if it is present. */
  store(argument: number, c: string): void;
  /** Prints an assignment of one argument to another. */
  assign(to: number, from: number): void;
  /** Prints a library call and stores its result in an argument, if the argument is present. */
  answer(status: number, c: string): void;
  /** Stores a value in a new C variable and returns the variable's name. */
  temporary(cType: string, c: string): string;
  /** Prints a C statement. */
  line(c: string): void;
}
