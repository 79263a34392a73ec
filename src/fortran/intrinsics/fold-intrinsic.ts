// Folding of intrinsic functions whose arguments are constants, and of inquiries about types and shapes.

import { mapConstants } from '../program/fold-operation.ts';
import type { IntrinsicNode, Typed } from '../program/semantics.ts';
import { isWide } from '../program/wide-characters.ts';
import { maybeElemental } from './elementals.ts';
import { FOLDED_INQUIRIES } from './fold-inquiry.ts';
import { FOLDED_TRANSFORMATIONALS } from './fold-transformational.ts';

type ByName<Fold> = Readonly<Record<string, Fold | undefined>>;
const INQUIRIES: ByName<(typeof FOLDED_INQUIRIES)['kind']> = FOLDED_INQUIRIES;
const TRANSFORMATIONALS: ByName<(typeof FOLDED_TRANSFORMATIONALS)['sum']> = FOLDED_TRANSFORMATIONALS;

const FOLDS_WIDE: ReadonlySet<string> = new Set(['ichar', 'iachar']);

/** The constant that a call of an intrinsic function gives, or undefined. */
export function foldIntrinsic(e: IntrinsicNode): Typed | undefined {
  const inquiry = INQUIRIES[e.name]?.(e);
  if (inquiry !== undefined) return inquiry;
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const fold = maybeElemental(e.name)?.fold;
  if (fold && args.some((a) => isWide(a.type)) && !FOLDS_WIDE.has(e.name)) return undefined;
  if (fold) return mapConstants(e, args, (values) => fold(values, e.type));
  return TRANSFORMATIONALS[e.name]?.(e);
}
