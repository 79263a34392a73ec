// What designators are made of: subscripts as C integers, and structures of which a component is taken.

import { cType } from '../../program/c/c-types.ts';
import { rankOf } from '../../program/declarations/resolve.ts';
import type { Node } from '../../program/symbols/designator.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from './emitter.ts';
import { callValue, lvalue, scalar } from './expressions.ts';

/** C integer of a subscript or the like. */
export function integer(em: Emitter, e: Typed): string {
  if (e.k === 'const' && typeof e.value === 'bigint') return String(e.value);
  const c = scalar(em, e);
  return e.type.kind === 8 || e.type.kind === 16 ? `(int32_t)${c}` : c;
}

/** Whether a function gives a pointer or allocatable scalar. */
export function returnsPointer(e: Node<'call'>): boolean {
  const result = e.target.procedure.result;
  return (
    result !== undefined &&
    e.type.base !== 'procedure' &&
    (result.pointer || result.allocatable) &&
    rankOf(result) === 0
  );
}

/** The lvalue of a structure; results of calls go to a temporary first. */
export function structureLvalue(em: Emitter, e: Typed): string {
  if (isDesignator(e) || (e.k === 'variable' && e.sym.k === 'constant')) return lvalue(em, e);
  if (e.k === 'call' && returnsPointer(e)) return `(*${callValue(em, e)})`;
  return em.temporary(cType(e.type), scalar(em, e));
}
