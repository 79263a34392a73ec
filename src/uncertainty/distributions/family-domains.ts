// Parametric families, with the usual names of their parameters and the allowed values. This file needs no kernels, so
// code can use it to describe a distribution before a core exists.
import { familyOf, isAllowed } from '../../uxhw/families.ts';
import { PARAMETRIC_KINDS, type ParametricKind } from '../core/operations.ts';

/** Names of the families as users write them. */
export const FAMILY_NAMES: readonly ParametricKind[] = PARAMETRIC_KINDS;

/** Names of a family's parameters, in order. */
export function parametersOf(kind: ParametricKind): readonly string[] {
  return familyOf(kind).parameters.map(({ name, called = name }) => called);
}

/** The written form of a distribution in the family, such as `gauss(mean, standard deviation)`. */
export function describeFamily(kind: ParametricKind): string {
  return `${kind}(${parametersOf(kind).join(', ')})`;
}

/** Reason why a family's parameters are rejected; undefined if they are valid. */
export function maybeDescribeDomain(kind: ParametricKind, parameters: readonly number[]): string | undefined {
  const family = familyOf(kind);
  const count = family.parameters.length;
  if (parameters.length !== count) {
    return `${kind} takes ${count === 1 ? 'one parameter' : `${count} parameters`}: write ${describeFamily(kind)}`;
  }
  return isAllowed(family, parameters) ? undefined : family.rule;
}
