// What an intrinsic function is that takes its arguments as a whole: an inquiry, or a transformational function. All that the
// front end knows of one but its C for arrays stands in its row, in a file of rows/.

import type { IntrinsicNode, Typed } from '../program/semantics.ts';
import type { Position } from '../source/diagnostics.ts';
import type { CallPrinting, CharactersC, IntrinsicSince, Restrictions, ResultRule } from './elemental-row.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

/** A function that is not elemental. */
export interface WholeRow extends Restrictions {
  /** the names of its arguments in order; optional ones end in `?` */
  readonly takes: string;
  readonly result: ResultRule;
  readonly form: 'inquiry' | 'transformational';
  /** who brought it, where not all standards have it */
  readonly since?: IntrinsicSince;
  /** the rank of its result; it gives a scalar where it says nothing */
  readonly rank?: (args: Arguments, at: Position) => number;
  /** the node that a call really is; undefined for one as the rule of the result makes it */
  readonly make?: (args: Arguments, place: IntrinsicPlace) => Typed | undefined;
  /** the constant that a call gives; undefined where the program computes it */
  readonly fold?: (e: IntrinsicNode) => Typed | undefined;
  /**
   * whether the C of reals, of kinds 4 and 8, raises its IEEE flags; where they are missing, programs that read flags can
   * not call it. It has none where it says nothing.
   */
  readonly flags?: 'raised' | 'missing';
  /** another call may give another value: no constant is made of it */
  readonly isVariable?: true;
  /** it changes something, and can not be called where all must be PURE */
  readonly isImpure?: true;
  /** the C of a call whose arguments are scalars; what has arrays for arguments is in printing/ */
  readonly c?: (call: CallPrinting) => string;
  /** address and length of the characters that it gives */
  readonly characters?: (call: CallPrinting) => CharactersC;
}
