// Loop nests over arrays, and scalars that are printed as C text.
import { objectNode, valueNode } from '../../program/c/c-arrays.ts';
import type { Node, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from './emitter.ts';
import { chars, scalar } from './expressions.ts';

/** Prints a loop nest over a shape, with the first index innermost. */
export function loops(em: Emitter, shape: readonly string[], body: (indices: string[]) => void): void {
  const indices = shape.map(() => em.printer.fresh('I'));
  const nest = shape.reduce(
    (inner, extent, d) => () =>
      em.inBraces(`for (int32_t ${indices[d]} = 0; ${indices[d]} < ${extent}; ${indices[d]}++)`, inner),
    () => body(indices),
  );
  nest();
}

/** Prints a loop nest over extents, which are copied into variables first. */
export function fixedLoops(em: Emitter, shape: readonly string[], body: (indices: string[]) => void): void {
  loops(
    em,
    shape.map((n) => em.fixed(n)),
    body,
  );
}

/** A scalar node printed as C text. */
export function rawOf(em: Emitter, e: Typed): Node<'raw'> {
  if (e.k === 'raw') return e;
  if (e.type.base === 'character') {
    const value = chars(em, e);
    return objectNode(e, value.p, value.n);
  }
  return valueNode(e, scalar(em, e));
}
