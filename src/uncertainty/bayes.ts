// Bayes-Laplace inference: the posterior's weights over the prior's deltas, f(h|e) ∝ f(e|h) f(h).

import { type Deltas, findDensity } from './deltas.ts';
import type { WeightedPoints } from './samples.ts';

/** Logarithm and exponential: the kernels' own, as results must not depend on the engine. */
export interface Logarithms {
  log(x: number): number;
  exp(x: number): number;
}

/**
 * Weighs each hypothesis (a delta of the prior) by the likelihood of the evidence: averaged over the evidence's deltas,
 * the density of the distribution that `likelihood` gives, or the mass of its atom where that has outcomes instead of
 * a density. More than one of `observations`: the evidence is the empirical distribution of so many independent ones,
 * and the likelihood is the product of theirs, exp(observations · E[log f(e|h)]). Nothing is left when prior and
 * evidence do not overlap.
 */
export function weighHypotheses(
  prior: Deltas,
  evidence: Deltas,
  likelihood: (hypothesis: number) => Deltas,
  observations: number,
  { log, exp }: Logarithms,
): WeightedPoints {
  const { positions } = prior;
  const many = observations > 1;
  const likelihoods = Array.from(positions, (hypothesis) => {
    const given = likelihood(hypothesis);
    return evidence.positions.reduce((sum, outcome, k) => {
      const density = weighOutcome(given, outcome);
      return sum + evidence.masses[k]! * (many ? log(density) : density);
    }, 0);
  });
  // Products of many densities overflow: only their ratios count.
  const highest = likelihoods.reduce((most, one) => Math.max(most, one), -Infinity);
  const masses = prior.masses.map((mass, i) => {
    const weight = many ? exp(observations * (likelihoods[i]! - highest)) : likelihoods[i]!;
    return mass * weight;
  });
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
