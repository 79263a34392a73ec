// Answers queries about values that consist of deltas.

import {
  describeExtreme,
  describeLoss,
  describeMissed,
  describeShared,
  describeTail,
  describeUnseen,
  isHeavy,
  isShareOff,
} from '../core/accuracy.ts';
import type { Handle, Operand } from '../core/core.ts';
import type { Query } from '../core/operations.ts';
import { HIGH_SHARE, LOW_SHARE, SHOWN_QUANTILES, type ValueFigures } from '../core/value-figures.ts';
import type { Deltas } from '../distributions/deltas.ts';
import { answerQuery, drawSample } from '../distributions/queries.ts';
import type { Queries } from '../records/core-parts.ts';
import type { IndependentParts } from './expected-moments.ts';

/** Distance from the outermost point, in standard deviations, beyond which a probability of 0 needs no notice. */
const FAR = 4;
/** Error of a maximum's figure, in standard deviations, below which no notice is needed. */
const EXTREME_ERROR = 0.05;
/** Shares beyond the ends of a family. */
const LEAST_SHARE = 1e-9;

export class DeltaQueries implements Queries {
  readonly #parts: IndependentParts;

  constructor(parts: IndependentParts) {
    this.#parts = parts;
  }

  answer(query: Query, value: Operand, argument: number): number {
    const { points, kernels } = this.#parts;
    if (query !== 'nth_moment' || argument > 1) this.judge(value);
    if (query === 'nth_moment') return points.momentOf(value.handle, argument);
    const answer = answerQuery(query, points.deltasOf(value), argument, kernels.call);
    if (query === 'probability_gt' && !this.#judgeFunction(value, argument, answer))
      if (answer === 0 || answer === 1) this.#judgeTail(value, argument, answer === 0);
    return answer;
  }

  /** Reports a probability of a function of one source if the function's deltas yield a wrong one. */
  #judgeFunction(value: Operand, at: number, answer: number): boolean {
    const { spec, expected, notices } = this.#parts;
    if (value.handle === 0 || notices.isFull) return false;
    const right = expected.functions.maybeShareAbove(value.handle, at);
    if (right === undefined || !isShareOff(answer, right)) return false;
    notices.sayAbout(value, describeMissed(spec, at, answer, right));
    return true;
  }

  /** Reports a probability of 0 that means only that the distribution has no point there. */
  #judgeTail(value: Operand, at: number, isAbove: boolean): void {
    const { spec, points, notices, densities, shapes, kernels } = this.#parts;
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
    const placed = densities.maybeShapeOf(value.handle);
    if (placed) {
      const { panels } = shapes.get(placed.shape, placed.a, placed.b);
      const share = isAbove === placed.scale > 0 ? 1 - LEAST_SHARE : LEAST_SHARE;
      const end = placed.location + placed.scale * kernels.call.shape_quantile(panels, share);
      if (isAbove ? at >= end : at <= end) return;
    }
    notices.sayAbout(value, describeUnseen(spec, n, at, isAbove, masses[outer]!));
  }

  samplerOf(handle: Handle): (uniform: number) => number {
    return drawSample(this.describe({ handle, particle: 0 }));
  }

  figuresOf(handle: Handle): ValueFigures {
    const { points, kernels } = this.#parts;
    const deltas = this.describe({ handle, particle: 0 });
    const ask = (query: Query, argument: number) => answerQuery(query, deltas, argument, kernels.call);
    const quantile = (p: number) => ({ value: ask('quantile', p), error: ask('quantile_error', p) });
    // Operands are treated as independent, and the error of this assumption is unknown.
    const unknown = (figure: number) => ({ value: figure, error: Number.NaN });
    return {
      mean: unknown(points.momentOf(handle, 1)),
      deviation: unknown(Math.sqrt(points.momentOf(handle, 2))),
      low: quantile(LOW_SHARE),
      high: quantile(HIGH_SHARE),
      quantiles: SHOWN_QUANTILES.map(quantile),
    };
  }

  /** Reports a value that has lost more than a few percent of its spread, or whose operands share inputs. */
  judge(value: Operand): void {
    const { handle, particle } = value;
    const { spec, expected, notices } = this.#parts;
    if (handle === 0 || notices.isFull) return;
    const tailIndex = expected.functions.maybeTailIndexOf(handle);
    const percent = expected.maybeLossOf(handle);
    if (tailIndex !== undefined && isHeavy(tailIndex))
      notices.sayAbout(value, `${describeTail(particle, tailIndex)}.`);
    else if (percent !== undefined) notices.sayAbout(value, describeLoss(spec, particle, percent));
    this.#judgeExtreme(value);
    const shared = expected.shared.maybeSpreadOf(handle);
    if (shared) notices.sayAbout(value, describeShared(spec, particle, shared.ratio));
  }

  /** Reports a maximum or minimum whose figures differ from the exact figures for its operands. */
  #judgeExtreme(value: Operand): void {
    const { spec, expected, notices, points, kernels } = this.#parts;
    const right = expected.extremes.maybeFiguresOf(value.handle);
    if (!right) return;
    const deltas = points.deltasOf(value);
    const quantile = (p: number) => answerQuery('quantile', deltas, p, kernels.call);
    const deviation = Math.sqrt(points.momentOf(value.handle, 2));
    const errors = [
      quantile(LOW_SHARE) - right.low,
      quantile(HIGH_SHARE) - right.high,
      deviation - right.deviation,
    ];
    if (errors.some((error) => Math.abs(error) > EXTREME_ERROR * right.deviation))
      notices.sayAbout(value, describeExtreme(spec, value.particle, right));
  }

  describe(value: Operand): Deltas {
    return this.#parts.points.deltasOf(value);
  }

  maybeNodesOf(): undefined {
    return undefined;
  }
}
