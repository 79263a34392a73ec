// A single call to BayesLaplace: checks its arguments, notifies the user of unusual ones, and chooses the method for
// computing the posterior.

import type { Handle, Operand } from '../core/core.ts';
import { findPosterior, type Logarithms, type Posterior, weighHypotheses } from './bayes.ts';
import type { Deltas } from './deltas.ts';
import type { DensityStore } from './density-store.ts';
import { BAYES_NOTICES, type Described, prepareEvidence } from './explain-evidence.ts';
import type { WeightedPoints } from './samples.ts';

/** Services that the core provides for inference. */
export interface InferenceTools {
  readonly logarithms: Logarithms;
  readonly densities: DensityStore;
  describe(value: Operand): Deltas;
  notice(sentence: string): void;
}

export interface Inference {
  likelihood(hypothesis: number): Operand;
  readonly prior: Operand & {
    readonly deltas: Deltas;
    /** Quadrature points over the prior, if they are more accurate than the density of the prior. */
    readonly nodes?: Deltas | undefined;
  };
  readonly evidence: Operand;
  readonly observations: number;
}

/** Functions that create a value from the result. */
export interface InferenceResults {
  plain(particle: number): Handle;
  fromOutcomes(points: WeightedPoints): Handle;
  fromPosterior(posterior: Posterior): Handle;
}

/** Minimum number of nodes with posterior mass at which moments are computed by sums over nodes. */
const FEWEST_NODES = 12;

/**
 * Creates the posterior of a prior given the evidence. If there is none, the result is a plain NaN and the user sees a
 * notice.
 */
export function inferPosterior(
  tools: InferenceTools,
  { likelihood, prior, evidence, observations }: Inference,
  results: InferenceResults,
): Handle {
  const { logarithms, densities } = tools;
  const giveUp = (sentence: string): Handle => {
    tools.notice(sentence);
    return results.plain(Number.NaN);
  };
  const before = prior.deltas;
  if (prior.handle === 0 && before.positions.length === 1) {
    tools.notice(BAYES_NOTICES.plainPrior);
    return results.plain(prior.particle);
  }
  if (before.positions.length === 0) return giveUp(BAYES_NOTICES.badPrior);
  const isPartial = before.nan + before.negativeInfinity + before.positiveInfinity > 0;
  if (isPartial) tools.notice(BAYES_NOTICES.infinitePrior);
  const describe = (value: Operand): Described => ({
    get deltas() {
      return tools.describe(value);
    },
    measure: densities.maybeMeasure(value.handle),
    maybeLogsAt: (numbers) => densities.maybeLogsAt(value.handle, numbers),
  });
  const observed = describe(evidence);
  if (observed.deltas.nan > 0 || observed.deltas.positions.length === 0)
    return giveUp(BAYES_NOTICES.badEvidence);
  const weigh = prepareEvidence(observed, observations, logarithms);
  const explain = (hypothesis: number) => {
    const given = likelihood(hypothesis);
    if (given.handle === 0) tools.notice(BAYES_NOTICES.plainLikelihood);
    return weigh(describe(given));
  };
  if (before.atoms || before.positions.length === 1) {
    const points = weighHypotheses(before, explain, logarithms);
    return points.positions.length === 0 ? giveUp(BAYES_NOTICES.unexplained) : results.fromOutcomes(points);
  }
  const finite = { ...before, nan: 0, negativeInfinity: 0, positiveInfinity: 0 };
  const density = densities.densityOf(isPartial ? 0 : prior.handle, () => finite);
  const posterior = findPosterior(density, explain, logarithms);
  if (!posterior) return giveUp(BAYES_NOTICES.unexplained);
  const weighed = prior.nodes && weighHypotheses(prior.nodes, explain, logarithms);
  const isEnough = weighed !== undefined && countEffective(weighed.masses) >= FEWEST_NODES;
  return results.fromPosterior(isEnough ? { ...posterior, points: weighed } : posterior);
}

/** Effective number of points: the number of equally weighted points with the same accuracy (Kish 1965). */
function countEffective(masses: Float64Array): number {
  const sum = masses.reduce((total, mass) => total + mass, 0);
  return (sum * sum) / masses.reduce((total, mass) => total + mass * mass, 0);
}
