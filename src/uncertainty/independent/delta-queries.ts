// Answers queries about values that consist of deltas.

import {
  describeExtreme,
  describeLoss,
  describeMissed,
  describeShared,
  describeTail,
  describeUnseen,
  isHeavy,
  isOff,
} from '../core/accuracy.ts';
import type { Handle, Operand } from '../core/core.ts';
import type { Query } from '../core/operations.ts';
import { HIGH_SHARE, LOW_SHARE, SHOWN_QUANTILES, type ValueFigures } from '../core/value-figures.ts';
import type { Deltas } from '../distributions/deltas.ts';
import { answerQuery, drawSample } from '../distributions/queries.ts';
import type { Knots } from '../figures/knots.ts';
import { type Figure, maybeFigure, type ShareFigure } from '../figures/lane-errors.ts';
import type { Queries } from '../records/core-parts.ts';
import type { IndependentParts } from './expected-moments.ts';

/** Distance from the outermost point, in standard deviations, beyond which a probability of 0 needs no notice. */
const FAR = 4;
/**
 * Maximum distance between a probability and a step at which the outcomes on both sides of the step count as quantiles.
 */
const LEAST_STEP = 1e-6;

export class DeltaQueries implements Queries {
  readonly #parts: IndependentParts;

  constructor(parts: IndependentParts) {
    this.#parts = parts;
  }

  answer(query: Query, value: Operand, argument: number): number {
    const { points, kernels, expected } = this.#parts;
    if (query !== 'nth_moment' || argument > 1) this.judge(value);
    if (query === 'nth_moment') return points.momentOf(value.handle, argument);
    const answer = answerQuery(query, points.deltasOf(value), argument, kernels.call);
    const figure = maybeFigure(query, argument);
    const right = figure && !Number.isNaN(answer) ? expected.variables.maybeKnotsOf(value.handle) : undefined;
    if (figure && right) return this.#errorOf(value.handle, figure, right);
    if (query === 'quantile') this.#judgeFigure(value, 'quantile', argument, answer);
    if (query === 'probability_gt' && !this.#judgeFigure(value, 'probability', argument, answer))
      if (answer === 0 || answer === 1) this.#judgeTail(value, argument, answer === 0);
    return answer;
  }

  /**
   * Reports an answer that differs from the distribution function's answer. Returns true if there is a distribution
   * function.
   */
  #judgeFigure(value: Operand, kind: ShareFigure['kind'], at: number, answer: number): boolean {
    const { spec, expected, notices } = this.#parts;
    const isInner = kind === 'quantile' ? at > 0 && at < 1 : !Number.isNaN(at);
    const knots = isInner && !notices.isFull ? expected.variables.maybeKnotsOf(value.handle) : undefined;
    if (!knots) return false;
    const figure = { kind, at };
    const right = figureOf(knots, figure);
    if (isOff(kind, distanceOf(knots, figure, answer), right, Math.sqrt(knots.findMoments().variance)))
      notices.sayAbout(value, describeMissed(spec, { kind, at, answer }, right));
    return true;
  }

  /** Reports a probability of 0 if it only means that the distribution has no points there. */
  #judgeTail(value: Operand, at: number, isAbove: boolean): void {
    const { spec, points, notices, densities } = this.#parts;
    const { positions, masses, atoms } = points.read(value);
    const n = positions.length;
    if (atoms || n < 2 || !positions.every(Number.isFinite)) return;
    const outer = isAbove
      ? positions.indexOf(Math.max(...positions))
      : positions.indexOf(Math.min(...positions));
    const distance = Math.abs(at - positions[outer]!);
    if (!(distance < FAR * Math.sqrt(points.momentOf(value.handle, 2)))) return;
    const below = densities.maybeLimited(value.handle)?.shareBelow(at);
    // A truncated value has no mass beyond its limits.
    if (below !== undefined && (isAbove ? below >= 1 : below <= 0)) return;
    notices.sayAbout(value, describeUnseen(spec, n, at, isAbove, masses[outer]!));
  }

  samplerOf(handle: Handle): (uniform: number) => number {
    return drawSample(this.describe({ handle, particle: 0 }));
  }

  figuresOf(handle: Handle): ValueFigures {
    const { points, kernels, expected } = this.#parts;
    const deltas = this.describe({ handle, particle: 0 });
    const ask = (query: Query, argument: number) => answerQuery(query, deltas, argument, kernels.call);
    const knots = expected.variables.maybeKnotsOf(handle);
    // If there is no distribution function, operands may share inputs, and the error of treating them as independent is
    // unknown.
    const errorOf = (figure: Figure, unknown: number) =>
      knots ? this.#errorOf(handle, figure, knots) : unknown;
    const quantile = (at: number) => ({
      value: ask('quantile', at),
      error: errorOf({ kind: 'quantile', at }, ask('quantile_error', at)),
    });
    return {
      mean: { value: points.momentOf(handle, 1), error: errorOf({ kind: 'mean' }, Number.NaN) },
      deviation: {
        value: Math.sqrt(points.momentOf(handle, 2)),
        error: errorOf({ kind: 'deviation' }, Number.NaN),
      },
      low: quantile(LOW_SHARE),
      high: quantile(HIGH_SHARE),
      quantiles: SHOWN_QUANTILES.map(quantile),
    };
  }

  /** Difference between a figure and the figure from the distribution function. */
  #errorOf(handle: Handle, figure: Figure, knots: Knots): number {
    const { points, kernels } = this.#parts;
    const { mean, variance } = knots.findMoments();
    if (!('at' in figure)) {
      if (figure.kind === 'mean') return Math.abs(points.momentOf(handle, 1) - mean);
      return Math.abs(Math.sqrt(points.momentOf(handle, 2)) - Math.sqrt(variance));
    }
    const query = figure.kind === 'quantile' ? 'quantile' : 'probability_gt';
    const deltas = this.describe({ handle, particle: 0 });
    return distanceOf(knots, figure, answerQuery(query, deltas, figure.at, kernels.call));
  }

  /** Reports a value that has lost more than a few percent of its spread or whose operands share inputs. */
  judge(value: Operand): void {
    const { handle, particle } = value;
    const { spec, expected, notices } = this.#parts;
    if (handle === 0 || notices.isFull) return;
    const tailIndex = expected.variables.maybeTailIndexOf(handle);
    const percent = expected.maybeLossOf(handle);
    if (tailIndex !== undefined && isHeavy(tailIndex))
      notices.sayAbout(value, `${describeTail(particle, tailIndex)}.`);
    else if (percent !== undefined) notices.sayAbout(value, describeLoss(spec, particle, percent));
    this.#judgeExtreme(value);
    const shared = expected.shared.maybeSpreadOf(handle);
    if (shared) notices.sayAbout(value, describeShared(spec, particle, shared));
  }

  /** Reports a maximum or minimum whose figures differ from the exact figures for its operands. */
  #judgeExtreme(value: Operand): void {
    const { spec, expected, notices } = this.#parts;
    const { handle, particle } = value;
    const count = expected.variables.countExtremesOf(handle);
    const knots = count > 0 ? expected.variables.maybeKnotsOf(handle) : undefined;
    if (!knots) return;
    const figures = this.figuresOf(handle);
    const { mean, variance } = knots.findMoments();
    const deviation = Math.sqrt(variance);
    const wrong = [
      { name: 'mean', error: 3 * figures.mean.error, right: mean },
      { name: 'standard deviation', error: figures.deviation.error, right: deviation },
      { name: '2.5 % quantile', error: figures.low.error, right: knots.quantileAt(LOW_SHARE) },
      { name: '97.5 % quantile', error: figures.high.error, right: knots.quantileAt(HIGH_SHARE) },
    ].filter(({ error, right }) => isOff('quantile', error, right, deviation));
    if (wrong.length > 0) notices.sayAbout(value, describeExtreme(spec, particle, count, wrong));
  }

  describe(value: Operand): Deltas {
    return this.#parts.points.deltasOf(value);
  }

  maybeNodesOf(): undefined {
    return undefined;
  }
}

function figureOf(knots: Knots, { kind, at }: ShareFigure): number {
  return kind === 'quantile' ? knots.quantileAt(at) : 1 - knots.shareUpTo(at);
}

/** Distance between an answer and the right one. At a step between two outcomes, both outcomes are right. */
function distanceOf(knots: Knots, { kind, at }: ShareFigure, answer: number): number {
  const near = kind === 'quantile' ? [at - LEAST_STEP, at + LEAST_STEP] : [at, at];
  const [low, high] = near.map((one) => figureOf(knots, { kind, at: one })) as [number, number];
  return Math.max(0, low - answer, answer - high);
}
