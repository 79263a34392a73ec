// Tests whether two objects of a type with length parameters have equal lengths. Only constant lengths are compared.

import type { MaybeTyped, Sym, Type } from '../symbols/semantics.ts';
import { maybeInteger } from './constants.ts';

/**
 * Reason why the lengths of two types of the same family differ, such as `n` being 3 in the first and 5 in the second;
 * undefined if they do not differ.
 */
export function lengthParameterFault(first: Type, second: Type): string | undefined {
  const given = new Map([...constantLengths(second)].map(([{ name }, n]) => [name, n]));
  for (const [{ name }, n] of constantLengths(first)) {
    const other = given.get(name);
    if (other !== undefined && other !== n)
      return `the length parameter "${name}" is ${n} in the first and ${other} in the second`;
  }
  return undefined;
}

/** The length parameters whose values are known at compile time. */
export function constantLengths({ derived, lengths }: Type): Map<Sym, bigint> {
  const known = new Map<Sym, bigint>();
  derived?.instance?.lengths.forEach(({ sym }, i) => {
    const value = lengths?.[i];
    const n = typeof value === 'object' ? maybeInteger(value) : undefined;
    if (n !== undefined) known.set(sym, BigInt(n));
  });
  return known;
}

export function hasConstantLengths(type: Type): boolean {
  return (type.lengths ?? []).every((v) => typeof v === 'object' && maybeInteger(v) !== undefined);
}

/**
 * The lengths that a type's declaration specifies; undefined for `*` and `:`, in which case they come from the value.
 */
export function givenLengths({ lengths }: Type): MaybeTyped[] {
  return (lengths ?? []).map((v) => (typeof v === 'object' ? v : undefined));
}
