// Part shared by loops in statements, in input and output, and in constructors.
import type { MaybeTyped, Typed } from '../symbols/semantics.ts';

/** `first, last, step` of a loop, with the loop variable's type. */
export interface LoopRange {
  readonly first: Typed;
  readonly last: Typed;
  readonly step: MaybeTyped;
}
