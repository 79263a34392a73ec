// Headers of FORALL and DO CONCURRENT: their bounds, steps and masks.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import type { MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { LoopControl } from '../../syntax/tree/syntax-tree.ts';
import { mentions } from '../../syntax/tree/walk-statements.ts';

/** Throws if a bound or step refers to an index of the same header. */
export function checkLoopHeader(loops: readonly LoopControl[]): void {
  for (const loop of loops) {
    const parts = [loop.first, loop.last, ...(loop.step ? [loop.step] : [])];
    for (const { variable } of loops) {
      const part = parts.find((e) => mentions(e, variable));
      if (part)
        refuse(part.at, `"${variable}" is an index of this statement and cannot be used in its bounds.`);
    }
  }
}

/** Throws if a step is zero. */
export function checkStep(step: MaybeTyped): void {
  if (step && maybeInteger(step) === 0) refuse(step.at, 'The step cannot be zero.');
}

/** Throws if a mask is not a logical scalar. */
export function checkMask(mask: Typed): void {
  if (mask.type.base !== 'logical' || mask.rank > 0)
    refuse(
      mask.at,
      `The mask must be a logical scalar; this is ${mask.rank > 0 ? 'an array of type ' : ''}${describeType(mask.type)}.`,
    );
}
