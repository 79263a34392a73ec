// Microarchitectures that the service's clients request. Some are hardware that is not available for comparison: a core
// with such a microarchitecture computes like Athens, as its description states.
import type { CoreSpec, Microarchitecture } from '../../uncertainty/core/core-spec.ts';

/** Microarchitectures that Haze implements. */
const COMPUTING = ['Athens', 'Bypass', 'Reference', 'Joint'] as const satisfies readonly Microarchitecture[];

/** Accepted microarchitectures that compute like Athens. */
const STAND_INS = ['Zurich', 'Jupiter', 'Atlas', 'Europa'] as const;

/** All values that a request may contain. */
export const MICROARCHITECTURES = [...COMPUTING, ...STAND_INS] as const;

/** Fields of a core that are determined by the requested name. */
export function chooseMicroarchitecture(
  named: (typeof MICROARCHITECTURES)[number],
): Pick<CoreSpec, 'Microarchitecture' | 'StandsFor'> {
  const known = COMPUTING.find((name) => name === named);
  return known ? { Microarchitecture: known } : { Microarchitecture: 'Athens', StandsFor: named };
}

/** Microarchitecture name from the request. */
export function microarchitectureOf({ Microarchitecture, StandsFor }: CoreSpec): string {
  return StandsFor ?? Microarchitecture;
}
