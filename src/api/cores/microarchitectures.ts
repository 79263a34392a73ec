// The microarchitectures that clients of the service name. Some of them are hardware that nobody outside can compare
// with: a core of these computes as Athens does, and says so.
import type { CoreSpec, Microarchitecture } from '../../uncertainty/core/core-spec.ts';

/** What computes. */
const COMPUTING = ['Athens', 'Bypass', 'Reference', 'Joint'] as const satisfies readonly Microarchitecture[];

/** What is taken, and computes as Athens. */
const STAND_INS = ['Zurich', 'Jupiter', 'Atlas'] as const;

/** Everything that a request may name. */
export const MICROARCHITECTURES = [...COMPUTING, ...STAND_INS] as const;

/** The fields of a core that come of the name in a request. */
export function chooseMicroarchitecture(
  named: (typeof MICROARCHITECTURES)[number],
): Pick<CoreSpec, 'Microarchitecture' | 'StandsFor'> {
  const known = COMPUTING.find((name) => name === named);
  return known ? { Microarchitecture: known } : { Microarchitecture: 'Athens', StandsFor: named };
}

/** The name as the request had it. */
export function microarchitectureOf({ Microarchitecture, StandsFor }: CoreSpec): string {
  return StandsFor ?? Microarchitecture;
}
