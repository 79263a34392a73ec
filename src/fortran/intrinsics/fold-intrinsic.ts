// Folding of intrinsic functions whose arguments are constants, and of inquiries about types and shapes.

import { mapConstants } from '../program/fold-operation.ts';
import type { IntrinsicNode, Typed } from '../program/semantics.ts';
import { FOLDED_ELEMENTALS } from './fold-elemental.ts';
import { FOLDED_INQUIRIES } from './fold-inquiry.ts';
import { FOLDED_TRANSFORMATIONALS } from './fold-transformational.ts';

type ByName<Fold> = Readonly<Record<string, Fold | undefined>>;
const INQUIRIES: ByName<(typeof FOLDED_INQUIRIES)['kind']> = FOLDED_INQUIRIES;
const ELEMENTALS: ByName<(typeof FOLDED_ELEMENTALS)['abs']> = FOLDED_ELEMENTALS;
const TRANSFORMATIONALS: ByName<(typeof FOLDED_TRANSFORMATIONALS)['sum']> = FOLDED_TRANSFORMATIONALS;

/** The constant that a call of an intrinsic function gives, or undefined. */
export function foldIntrinsic(e: IntrinsicNode): Typed | undefined {
  const inquiry = INQUIRIES[e.name]?.(e);
  if (inquiry !== undefined) return inquiry;
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const elemental = ELEMENTALS[e.name];
  if (elemental) return mapConstants(e, args, (values) => elemental(values, e.type));
  return TRANSFORMATIONALS[e.name]?.(e);
}
