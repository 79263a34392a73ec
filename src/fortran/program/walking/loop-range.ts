// Common part of the loops of statements, of input and output, and of constructors.
import type { Typed } from '../symbols/semantics.ts';

/** `first, last, step` of a loop, of its variable's type. */
export interface LoopRange {
  readonly first: Typed;
  readonly last: Typed;
  readonly step: Typed | undefined;
}
