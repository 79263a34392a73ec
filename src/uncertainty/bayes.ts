// Bayes-Laplace inference: the posterior's weights over the prior's deltas, f(h|e) ∝ f(e|h) f(h).

import { type Deltas, findDensity } from './deltas.ts';
import type { WeightedPoints } from './samples.ts';

/**
 * Weighs each hypothesis (a delta of the prior) by the likelihood of the evidence: averaged over the evidence's deltas,
 * the density of the distribution that `likelihood` gives, or the mass of its atom where that has outcomes instead of
 * a density. Nothing is left when prior and evidence do not overlap.
 */
export function weighHypotheses(
  prior: Deltas,
  evidence: Deltas,
  likelihood: (hypothesis: number) => Deltas,
): WeightedPoints {
  const positions = prior.positions;
  const masses = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) {
    const given = likelihood(positions[i]!);
    let weight = 0;
    for (let k = 0; k < evidence.positions.length; k++) {
      weight += evidence.masses[k]! * weighOutcome(given, evidence.positions[k]!);
    }
    masses[i] = prior.masses[i]! * weight;
  }
  const kept = Array.from(masses.keys()).filter((i) => masses[i]! > 0);
  return {
    positions: Float64Array.from(kept, (i) => positions[i]!),
    masses: Float64Array.from(kept, (i) => masses[i]!),
    atoms: prior.atoms,
  };
}

function weighOutcome(given: Deltas, outcome: number): number {
  if (given.nan > 0) return 0;
  if (!given.atoms && given.positions.length > 1) return findDensity(given, outcome);
  let mass = 0;
  for (let i = 0; i < given.positions.length; i++) {
    if (given.positions[i] === outcome) mass += given.masses[i]!;
  }
  return mass;
}
