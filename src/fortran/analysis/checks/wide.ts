// Contexts in which characters of kind 4 are allowed. Code that counts bytes, or accepts only text of kind 1, rejects
// them.

import { maybeRow } from '../../intrinsics/rows/function-rows.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import type { IntrinsicNode, MaybeTyped } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';

/** Subroutines that move values of any type. */
const MOVING: ReadonlySet<string> = new Set(['call move_alloc', 'call c_f_pointer']);

/** Throws if an intrinsic procedure accepts only characters of kind 1. */
export function checkWideArguments(e: IntrinsicNode): void {
  if (MOVING.has(e.name) || maybeRow(e.name)?.takesWide) return;
  const wide = e.arguments.find((a) => a && isWide(a.type));
  if (wide) refuse(wide.at, `"${e.name.replace('call ', '')}" expects characters of kind 1, got kind 4.`);
}

/** Throws if a value of kind 4 appears where text of kind 1 is needed. */
export function requireDefaultCharacters(value: MaybeTyped, at: Position, what: string): void {
  if (value && isWide(value.type))
    refuse(at, `${what} of characters of kind 4 is not supported: only kind 1 is.`);
}
