// Computes the likelihood of the evidence under the distribution that a hypothesis predicts. The evidence is analysed
// only once, for all hypotheses.

import type { Explanation, Logarithms } from './bayes.ts';
import { type Deltas, prepareDensity } from './deltas.ts';

/** Properties of a value that takes part in an inference. */
export interface Described {
  readonly deltas: Deltas;
  /** Mean and standard deviation, if the density has a closed form and thus needs no deltas. */
  readonly measure: Measure | undefined;
  /** Logarithms of the density at given numbers; undefined if only deltas are known. */
  maybeLogsAt(numbers: Float64Array): Float64Array | undefined;
}

/** Mean and standard deviation of the finite deltas. */
export interface Measure {
  readonly mean: number;
  readonly deviation: number;
}

function measureDeltas({ positions, masses }: Deltas): Measure {
  const mass = masses.reduce((sum, one) => sum + one, 0);
  const mean = positions.reduce((sum, x, i) => sum + masses[i]! * x, 0) / mass;
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0) / mass;
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * Creates the function that assigns a weight to a hypothesis's prediction. The likelihood of uncertain evidence is the
 * mean of the density over the evidence. If the evidence is the empirical distribution of several `observations`, its
 * likelihood is the product of the observations' likelihoods, exp(observations · E[log f(e|h)]).
 */
export function prepareEvidence(
  evidence: Described,
  observations: number,
  logarithms: Logarithms,
): (given: Described) => Explanation {
  const { log, exp } = logarithms;
  const { positions, masses } = evidence.deltas;
  const observed = measureDeltas(evidence.deltas);
  const many = observations > 1;
  const isContinuous = !evidence.deltas.atoms && positions.length > 1;
  const densityAt = isContinuous ? prepareDensity(evidence.deltas) : undefined;
  const average = (logs: Float64Array, weights: Float64Array): number => {
    if (logs.length === 1) return many ? observations * logs[0]! : logs[0]!;
    if (many) {
      return (
        observations * logs.reduce((sum, one, i) => (weights[i]! > 0 ? sum + weights[i]! * one : sum), 0)
      );
    }
    const highest = logs.reduce((most, one) => Math.max(most, one), -Infinity);
    if (highest === -Infinity) return highest;
    return highest + log(logs.reduce((sum, one, i) => sum + weights[i]! * exp(one - highest), 0));
  };
  return (given) => {
    if (!given.measure) {
      const { deltas } = given;
      if (deltas.nan > 0 || deltas.positions.length === 0)
        return { logLikelihood: -Infinity, distance: Infinity };
      if (deltas.atoms || deltas.positions.length === 1)
        return { logLikelihood: average(weighOutcomes(deltas, positions, log), masses), distance: Infinity };
    }
    const predicted = given.measure ?? measureDeltas(given.deltas);
    const distance = Math.abs(observed.mean - predicted.mean) / (predicted.deviation + observed.deviation);
    if (densityAt && !many && predicted.deviation < observed.deviation) {
      // If the evidence is wider than the prediction, computes the same integral by summing over the narrower of the
      // two.
      const { deltas } = given;
      const logs = evidence.maybeLogsAt(deltas.positions) ?? deltas.positions.map((x) => log(densityAt(x)));
      return { logLikelihood: average(logs, deltas.masses), distance };
    }
    const logs = given.maybeLogsAt(positions) ?? logsOfCells(given.deltas, positions, log);
    return { logLikelihood: average(logs, masses), distance };
  };
}

function logsOfCells(deltas: Deltas, numbers: Float64Array, log: (x: number) => number): Float64Array {
  const densityAt = prepareDensity(deltas);
  return numbers.map((x) => log(densityAt(x)));
}

/** Logarithms of a distribution's outcome masses at given numbers. */
function weighOutcomes(given: Deltas, numbers: Float64Array, log: (x: number) => number): Float64Array {
  return numbers.map((x) => {
    const i = given.positions.indexOf(x);
    return i < 0 ? -Infinity : log(given.masses[i]!);
  });
}

/** Notices from BayesLaplace about unusual arguments. */
export const BAYES_NOTICES = {
  plainPrior:
    'BayesLaplace: the prior is a single number, so the posterior is that number, whatever the evidence says. Make the prior a distribution.',
  badPrior:
    'BayesLaplace: the prior is NaN or has no finite part, so the posterior is NaN. Check the parameters of the prior.',
  infinitePrior:
    'BayesLaplace: a part of the prior is infinite or NaN; hypotheses are taken only from its finite part.',
  badEvidence: 'BayesLaplace: the evidence is NaN or infinite, so the posterior is NaN.',
  unexplained:
    'BayesLaplace: no hypothesis of the prior explains the evidence (its likelihood is 0 everywhere), so the posterior is NaN. Check that prior and likelihood can produce such evidence.',
  plainLikelihood:
    'BayesLaplace: the likelihood returns plain numbers, which explain evidence only if they equal it exactly. Return a distribution of the evidence, including its noise.',
} as const;
