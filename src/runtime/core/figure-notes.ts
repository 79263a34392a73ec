// Collects the figures of values whose text a run makes, with their errors. The text finds them in the output again.
// A plain number that answers a question about a distribution has the error of the answer.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { QUERIES, type Query, SINGLE_PRECISION } from '../../uncertainty/core/operations.ts';
import { type PrintedFigures, plainFigures } from '../../uncertainty/core/value-figures.ts';
import type { Questions } from './core-imports.ts';

/** Values, and answers, that are kept: each may take milliseconds. */
const MOST_VALUES = 256;

/** The question for the error of an answer. */
const ERRORS: Partial<Record<Query, Query>> = {
  quantile: 'quantile_error',
  probability_gt: 'probability_error',
};

export class FigureNotes {
  readonly #found = new Map<string, PrintedFigures>();
  readonly #errors = new Map<number, number>();

  note(core: Core, value: Operand, text: string): void {
    if (this.#found.has(text) || this.#found.size >= MOST_VALUES) return;
    const error = value.handle === 0 ? this.#errors.get(value.particle) : undefined;
    const figures =
      error === undefined
        ? core.figuresOf(value)
        : { ...plainFigures(value.particle), mean: { value: value.particle, error } };
    this.#found.set(text, { text, figures });
  }

  /** Keeps the errors of answers; of equal answers that of the last. */
  keepErrors(questions: Questions, core: Core): Questions {
    return {
      query: (query, value, argument) => {
        const answer = questions.query(query, value, argument);
        const error = ERRORS[QUERIES[query & ~SINGLE_PRECISION]!];
        if (error && value.handle !== 0 && this.#errors.size < MOST_VALUES)
          this.#errors.set(answer, core.query(QUERIES.indexOf(error), value, argument));
        return answer;
      },
      sampleInto: (value, target) => questions.sampleInto(value, target),
      independentCopy: (value) => questions.independentCopy(value),
      independentCopies: (values) => questions.independentCopies(values),
      limitSupport: (value, low, high) => questions.limitSupport(value, low, high),
    };
  }

  report(): readonly PrintedFigures[] {
    return [...this.#found.values()];
  }
}
