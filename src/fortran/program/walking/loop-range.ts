// The common part of loops in statements, in input and output, and in constructors.
import type { MaybeTyped, Typed } from '../symbols/semantics.ts';

/** The `first, last, step` of a loop, in the type of the loop variable. */
export interface LoopRange {
  readonly first: Typed;
  readonly last: Typed;
  readonly step: MaybeTyped;
}
