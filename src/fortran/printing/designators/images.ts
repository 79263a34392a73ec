// Cobounds of coarrays. The single image uses a coarray's address to look them up.

import type { IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import type { Cobound } from '../../program/walking/typed-statements.ts';
import type { Emitter } from '../writer/emitter.ts';
import { scalar } from '../writer/expressions.ts';
import { heldAddress } from './designator.ts';

/** C value of LCOBOUND or UCOBOUND for one codimension of an allocatable coarray. */
export function printCobound(em: Emitter, e: IntrinsicNode): string {
  const upper = e.name === 'ucobound' ? 1 : 0;
  return `f_cobound(${heldAddress(em, e.arguments[0]!)}, f_size(${scalar(em, e.arguments[1]!)}), ${upper})`;
}

/**
 * Prints code that registers an allocated coarray, so that inquiries about its cobounds can look it up by its address.
 */
export function recordCobounds(em: Emitter, object: Typed, cobounds: readonly Cobound[]): void {
  const text = (e: Typed): string => `f_size(${scalar(em, e)})`;
  const bounds = cobounds.map(({ low, high }) => {
    const first = low ? text(low) : '1';
    return `${first}, ${high ? text(high) : first}`;
  });
  em.line(
    `f_coarray(${heldAddress(em, object)}, ${cobounds.length}, (const int32_t[]){${bounds.join(', ')}});`,
  );
}
