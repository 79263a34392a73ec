// Collects the figures, with their errors, for values that a run converts to text. The text is used to locate the
// figures in the output. A plain number that answers a query about a distribution has the error of that answer.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { QUERIES, type Query, SINGLE_PRECISION } from '../../uncertainty/core/operations.ts';
import {
  type Answer,
  type PrintedAnswer,
  type PrintedFigures,
  plainFigures,
  type ValueFigures,
} from '../../uncertainty/core/value-figures.ts';
import type { Questions } from './core-imports.ts';

/** Maximum number of stored values and answers; each may take milliseconds. */
const MOST_VALUES = 256;

/** Queries that return an answer's error, by the query that was answered. */
const ERRORS: Partial<Record<Query, { readonly error: Query; readonly kind: Answer['kind'] }>> = {
  quantile: { error: 'quantile_error', kind: 'quantile' },
  probability_gt: { error: 'probability_error', kind: 'probability' },
};

/** Units in which programs print probabilities. */
const UNITS = [100, 1];

/** An answer, and the number of times that it has yet to be printed. */
interface Kept {
  readonly answer: Answer;
  readonly question: { left: number };
}

interface FigureTakers {
  /** True if all figures are kept for the report. */
  readonly keepsAll: boolean;
  /** Receives each answer before its text is printed. */
  readonly onAnswer?: ((answer: PrintedAnswer) => void) | undefined;
}

export class FigureNotes {
  readonly #found = new Map<string, PrintedFigures>();
  readonly #answers = new Map<number, Kept>();
  readonly #takers: FigureTakers;
  #asked = 0;

  constructor(takers: FigureTakers = { keepsAll: true }) {
    this.#takers = takers;
  }

  /** @param known figures that are more accurate than the core's */
  note(core: Core, value: Operand, text: string, known?: () => ValueFigures | undefined): void {
    const answer = value.handle === 0 ? this.#maybeAnswer(value.particle) : undefined;
    if (answer) this.#takers.onAnswer?.({ ...answer, text });
    if (!this.#takers.keepsAll || this.#found.has(text) || this.#found.size >= MOST_VALUES) return;
    const { particle } = value;
    const figures = answer
      ? { ...plainFigures(particle), mean: { value: particle, error: answer.error }, answer }
      : (known?.() ?? core.figuresOf(value));
    this.#found.set(text, { text, figures });
  }

  /** Stores the errors of answers. For equal answers, only the last error is stored. */
  keepErrors(questions: Questions, core: Core): Questions {
    return {
      query: (query, value, argument) => {
        const answer = questions.query(query, value, argument);
        const asked = ERRORS[QUERIES[query & ~SINGLE_PRECISION]!];
        if (asked && value.handle !== 0 && this.#asked < MOST_VALUES) {
          this.#asked++;
          this.keep(asked.kind, answer, core.query(QUERIES.indexOf(asked.error), value, argument));
        }
        return answer;
      },
      sampleInto: (value, target) => questions.sampleInto(value, target),
      independentCopy: (value) => questions.independentCopy(value),
      independentCopies: (values) => questions.independentCopies(values),
      limitSupport: (value, low, high) => questions.limitSupport(value, low, high),
    };
  }

  /** Stores an answer. For a probability, also stores its complement, and both as percentages. */
  keep(kind: Answer['kind'], answer: number, error: number): void {
    const question = { left: 1 + (this.#answers.get(answer)?.question.left ?? 0) };
    const keep = (value: number, unit: number) =>
      this.#answers.set(value, { answer: { kind, value, error: unit * error, unit }, question });
    if (kind === 'quantile') keep(answer, 1);
    else
      for (const unit of UNITS) for (const value of [unit * (1 - answer), unit * answer]) keep(value, unit);
  }

  /** Returns the answers so far, without complements and percentages. */
  answers(): readonly Answer[] {
    return [...this.#answers.values()].map(({ answer }) => answer).filter(({ unit }) => unit === 1);
  }

  /** True if the number is the answer to a query. */
  isAnswer(value: number): boolean {
    return this.#answers.has(value);
  }

  #maybeAnswer(value: number): Answer | undefined {
    const kept = this.#answers.get(value);
    if (!kept) return undefined;
    const { answer, question } = kept;
    // Programs also print 0 and 1 for other reasons, so these numbers count as answers only as many times as queries
    // returned them.
    const isCommon = answer.kind === 'probability' && (value === 0 || value === answer.unit);
    if (isCommon && question.left === 0) return undefined;
    if (isCommon) question.left--;
    return answer;
  }

  report(): readonly PrintedFigures[] {
    return [...this.#found.values()];
  }
}
