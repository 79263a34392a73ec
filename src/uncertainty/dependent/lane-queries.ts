// Answers queries about values with lanes from the most accurate data available for each value.

import type { Handle, Operand } from '../core/core.ts';
import { maybeDescribeQuery } from '../core/notices.ts';
import type { Query } from '../core/operations.ts';
import type { ValueFigures } from '../core/value-figures.ts';
import type { Deltas } from '../distributions/deltas.ts';
import { answerQuery } from '../distributions/queries.ts';
import { maybeFigure } from '../figures/lane-errors.ts';
import type { Queries } from '../records/core-parts.ts';
import type { AccuracyStatements } from './accuracy-statements.ts';
import type { LaneGround } from './lane-ground.ts';

interface Parts extends Pick<LaneGround, 'kernels' | 'densities' | 'points' | 'values' | 'figures'> {
  readonly statements: AccuracyStatements;
}

export class LaneQueries implements Queries {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  answer(query: Query, value: Operand, argument: number): number {
    const { kernels, points, values, figures, statements } = this.#parts;
    const { handle } = value;
    // Densities and modes come from the record's deltas, which represent cells of a density.
    if (query === 'evaluate_pdf' || query === 'nth_mode')
      return answerQuery(query, points.deltasOf(value), argument, kernels.call);
    if (query === 'nth_moment') {
      if (argument > 1) statements.state(value);
      return figures.momentOf(handle, argument);
    }
    if (query === 'sample') return values.samplerOf(handle)(kernels.call.random());
    const figure = maybeFigure(query, argument);
    if (figure) {
      const isAsked = !Number.isNaN(argument) && maybeDescribeQuery(query, argument) === undefined;
      return isAsked ? figures.errorOf(handle, figure) : Number.NaN;
    }
    if (query !== 'quantile' && query !== 'probability_gt')
      return answerQuery(query, values.deltasOf(handle), argument, kernels.call);
    const asked = { kind: query === 'quantile' ? query : 'probability', at: argument } as const;
    const answer = figures.answerShare(handle, asked);
    statements.stateFigure(value, asked.kind, argument, answer);
    return answer;
  }

  samplerOf(handle: Handle): (uniform: number) => number {
    return this.#parts.values.samplerOf(handle);
  }

  figuresOf(handle: Handle): ValueFigures {
    return this.#parts.statements.figuresOf(handle);
  }

  judge(value: Operand): void {
    this.#parts.statements.state(value);
  }

  describe(value: Operand): Deltas {
    const { densities, points, values } = this.#parts;
    const { handle } = value;
    const isDeltas = handle === 0 || !values.gridOf(handle) || densities.isKnown(handle);
    return isDeltas ? points.deltasOf(value) : values.deltasOf(handle);
  }

  /**
   * Returns the nodes of a function of a source. If the function is not monotone, its density may have poles and jumps,
   * which do not affect the nodes.
   */
  maybeNodesOf(handle: Handle): Deltas | undefined {
    const { densities, values } = this.#parts;
    return densities.isKnown(handle) ? undefined : values.maybeNodesOf(handle);
  }
}
