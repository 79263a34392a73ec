// Folding of intrinsic functions with constant arguments, and of inquiries about types and shapes.

import { mapConstants } from '../../program/constants/fold-operation.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import type { IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import { maybeElemental, maybeWhole } from '../rows/function-rows.ts';

const FOLDS_WIDE: ReadonlySet<string> = new Set(['ichar', 'iachar']);

/** The constant result of a call to an intrinsic function, or undefined. */
export function foldIntrinsic(e: IntrinsicNode): Typed | undefined {
  const whole = maybeWhole(e.name);
  if (whole) return whole.fold?.(e);
  const args = e.arguments.filter((a): a is Typed => a !== undefined);
  const fold = maybeElemental(e.name)?.fold;
  if (fold && args.some((a) => isWide(a.type)) && !FOLDS_WIDE.has(e.name)) return undefined;
  if (fold) return mapConstants(e, args, (values) => fold(values, e.type));
  return undefined;
}
