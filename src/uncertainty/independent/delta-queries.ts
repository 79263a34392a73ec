// Answers about values that are their deltas.

import { describeLoss, describeShared } from '../core/accuracy.ts';
import type { Handle, Operand } from '../core/core.ts';
import type { Query } from '../core/operations.ts';
import { HIGH_SHARE, LOW_SHARE, type ValueFigures } from '../core/value-figures.ts';
import type { Deltas } from '../distributions/deltas.ts';
import { answerQuery, drawSample } from '../distributions/queries.ts';
import type { Queries } from '../records/core-parts.ts';
import type { IndependentParts } from './expected-moments.ts';

/** Lines about lost spread in one task. */
const MOST_LOSSES = 3;

export class DeltaQueries implements Queries {
  readonly #parts: IndependentParts;
  #losses = 0;

  constructor(parts: IndependentParts) {
    this.#parts = parts;
  }

  answer(query: Query, value: Operand, argument: number): number {
    const { points, kernels } = this.#parts;
    if (query !== 'nth_moment' || argument > 1) this.judge(value);
    if (query === 'nth_moment') return points.momentOf(value.handle, argument);
    return answerQuery(query, points.deltasOf(value), argument, kernels.call);
  }

  samplerOf(handle: Handle): (uniform: number) => number {
    return drawSample(this.describe({ handle, particle: 0 }));
  }

  figuresOf(handle: Handle): ValueFigures {
    const { points, kernels } = this.#parts;
    const deltas = this.describe({ handle, particle: 0 });
    const ask = (query: Query, argument: number) => answerQuery(query, deltas, argument, kernels.call);
    const quantile = (p: number) => ({ value: ask('quantile', p), error: ask('quantile_error', p) });
    // Operands count as independent: the result of that is known, the error is not.
    const unknown = (figure: number) => ({ value: figure, error: Number.NaN });
    return {
      mean: unknown(points.momentOf(handle, 1)),
      deviation: unknown(Math.sqrt(points.momentOf(handle, 2))),
      low: quantile(LOW_SHARE),
      high: quantile(HIGH_SHARE),
    };
  }

  /** Says so where a value has lost more than a few per cent of its spread. */
  judge({ handle, particle }: Operand): void {
    if (handle === 0 || this.#losses >= MOST_LOSSES) return;
    const { spec, expected, notices } = this.#parts;
    const percent = expected.maybeLossOf(handle);
    if (percent !== undefined && notices.say(describeLoss(spec, particle, percent))) this.#losses++;
    const shared = expected.shared.maybeSpreadOf(handle);
    if (shared && notices.say(describeShared(spec, particle, shared.ratio))) this.#losses++;
  }

  describe(value: Operand): Deltas {
    return this.#parts.points.deltasOf(value);
  }

  maybeNodesOf(): undefined {
    return undefined;
  }
}
