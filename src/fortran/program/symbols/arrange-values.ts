// Turns the values between slashes that follow a component of a STRUCTURE into an array.
import { refuse } from '../../source/diagnostics.ts';
import type { Component, Typed } from './semantics.ts';

/** Arranges values in sequence as an array of the component's shape; any other initial value remains unchanged. */
export function arrangeValues(
  { name, initialSource }: Component,
  list: Typed,
  shape: number[] | undefined,
): Typed {
  if (initialSource?.k !== 'array' || !initialSource.inElementOrder) return list;
  if (!shape || list.k !== 'const-array')
    refuse(list.at, `The values and bounds of "${name}" must be constant.`);
  const room = shape.reduce((a, b) => a * b, 1);
  const count = list.items.length;
  if (count !== room) refuse(list.at, `"${name}" has room for ${room} value(s), but is given ${count}.`);
  return { ...list, rank: shape.length, shape };
}
