// Finds the smallest default core that has the features that a repository needs.
import { type CoreSpec, DEFAULT_CORES } from './core-spec.ts';

/** Minimum requirements for a core, in the terms of the REST interface; memory in bytes. */
export type NeededCore = Partial<
  Record<'Class' | 'Microarchitecture' | 'CorrelationTracking', string> &
    Record<'MemorySize' | 'Precision', number>
>;

/**
 * Finds the smallest default core with at least the given precision and memory, and the same tracking and
 * microarchitecture. For a microarchitecture that Haze does not simulate, returns an Athens core that stands in for
 * it, and whose description says so (`describeStandIn`). Prefers a core of the given class, then one of class C0.
 * @returns undefined if no default core is large enough
 */
export function maybeSmallestCore(need: NeededCore): CoreSpec | undefined {
  const { Class = 'C0', CorrelationTracking, Microarchitecture, MemorySize = 0, Precision = 0 } = need;
  const isKnown = DEFAULT_CORES.some((core) => core.Microarchitecture === Microarchitecture);
  const computing = isKnown ? Microarchitecture : 'Athens';
  const fitting = DEFAULT_CORES.filter(
    (core) =>
      core.Microarchitecture === computing &&
      (CorrelationTracking === undefined || core.CorrelationTracking === CorrelationTracking) &&
      core.Precision >= Precision &&
      core.MemorySize >= MemorySize,
  );
  const rank = (core: CoreSpec) => (core.Class === Class ? 0 : core.Class === 'C0' ? 1 : 2);
  const [smallest] = fitting.sort(
    (one, other) =>
      rank(one) - rank(other) || one.Precision - other.Precision || one.MemorySize - other.MemorySize,
  );
  if (!smallest || isKnown || Microarchitecture === undefined) return smallest;
  return { ...smallest, StandsFor: Microarchitecture };
}
