// Notices about inaccurate figures: standard deviations of printed values, quantiles, probabilities.

import {
  type AskedFigure,
  describeAccuracy,
  describeFigure,
  findExcess,
  LEAST_PROBABILITY,
  type Refining,
} from '../core/accuracy.ts';
import type { Operand } from '../core/core.ts';
import {
  HIGH_SHARE,
  type KnownFigure,
  LOW_SHARE,
  SHOWN_QUANTILES,
  type ValueFigures,
} from '../core/value-figures.ts';
import type { Figure } from '../figures/lane-errors.ts';
import type { ShownFigures } from '../lanes/shown-figures.ts';
import type { LaneGround } from './lane-ground.ts';

type Parts = Pick<LaneGround, 'spec' | 'values' | 'figures' | 'notices'>;

export class AccuracyStatements {
  readonly #parts: Parts;
  readonly #refining: Refining | undefined;

  constructor(parts: Parts, refining: Refining | undefined) {
    this.#parts = parts;
    this.#refining = refining;
  }

  /** Reports a value whose standard deviation has an error of several percent or more. */
  state(value: Operand): void {
    const { handle, particle } = value;
    if (handle === 0) return;
    this.#judge(handle, (figures, deviation) => figures.errorOf(handle, { kind: 'deviation' }) / deviation);
    if (this.#parts.notices.isFull) return;
    const doubt = this.#parts.figures.maybeDoubtOf(handle);
    if (!doubt) return;
    // Several queries about the same value produce a single notice.
    const { spec, values, notices } = this.#parts;
    notices.sayAbout(value, describeAccuracy(spec, values.lanes.count, particle, doubt));
  }

  /** Reports the answer to a query if its error is large. */
  stateFigure(value: Operand, kind: AskedFigure['kind'], at: number, answer: number): void {
    const { handle } = value;
    this.#judge(handle, (figures, deviation) => {
      const error = figures.errorOf(handle, { kind, at });
      const rare = Math.min(answer, 1 - answer);
      if (kind === 'quantile') return error / deviation;
      // Errors below the resolution of distribution functions are ignored, because more lanes would not reduce them.
      return rare > 0 && error > LEAST_PROBABILITY ? error / (10 * rare) : 0;
    });
    if (this.#parts.notices.isFull || !Number.isFinite(answer)) return;
    const figure = { kind, at, answer, error: this.#parts.figures.errorOf(handle, { kind, at }) };
    const deviation = Math.sqrt(this.#parts.figures.momentsOf(handle).variance);
    if (findExcess(figure, deviation) <= 1) return;
    const { spec, values, notices } = this.#parts;
    notices.sayAbout(value, describeFigure(spec, values.lanes.count, figure, deviation));
  }

  /** Figures for a printed value, whose errors are compared with the requested accuracy. */
  figuresOf(handle: number): ValueFigures {
    const { figures } = this.#parts;
    const { mean, variance } = figures.momentsOf(handle);
    const deviation = Math.sqrt(variance);
    const judge = (figure: KnownFigure): KnownFigure => {
      this.#judge(handle, () => figure.error / deviation);
      return figure;
    };
    const know = (value: number, figure: Figure): KnownFigure => ({
      value,
      error: figures.errorOf(handle, figure),
    });
    const quantile = (at: number) =>
      know(figures.answerShare(handle, { kind: 'quantile', at }), { kind: 'quantile', at });
    return {
      mean: judge(know(mean, { kind: 'mean' })),
      deviation: judge(know(deviation, { kind: 'deviation' })),
      low: judge(quantile(LOW_SHARE)),
      high: judge(quantile(HIGH_SHARE)),
      quantiles: SHOWN_QUANTILES.map(quantile),
    };
  }

  /** Reports a figure whose error, in standard deviations, exceeds the requested accuracy. */
  #judge(handle: number, errorOf: (figures: ShownFigures, deviation: number) => number): void {
    const refining = this.#refining;
    if (!refining || !this.#parts.figures.dependsOnLanes(handle)) return;
    const error = errorOf(this.#parts.figures, Math.sqrt(this.#parts.figures.momentsOf(handle).variance));
    if (error > refining.accuracy && error < Infinity) refining.coarse(error / refining.accuracy);
  }
}
