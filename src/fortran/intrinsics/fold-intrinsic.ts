// Folding of intrinsic functions whose arguments are constants, and of inquiries about types and shapes.

import { mapConstants } from '../program/fold-operation.ts';
import type { IntrinsicNode, Typed } from '../program/semantics.ts';
import { FOLDED_ELEMENTALS } from './fold-elemental.ts';
import { FOLDED_INQUIRIES } from './fold-inquiry.ts';
import { FOLDED_TRANSFORMATIONALS } from './fold-transformational.ts';

/** The constant that a call of an intrinsic function gives, or undefined. */
export function foldIntrinsic(e: IntrinsicNode): Typed | undefined {
  const inquiry = FOLDED_INQUIRIES[e.name]?.(e);
  if (inquiry !== undefined) return inquiry;
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const elemental = FOLDED_ELEMENTALS[e.name];
  if (elemental) return mapConstants(e, args, (values) => elemental(values, e.type));
  return FOLDED_TRANSFORMATIONALS[e.name]?.(e);
}
