// Figures shown for a printed value: mean, standard deviation and 95 % interval, each with its standard error. They are
// plain data, so that a worker can post them to a page.

/** A number and its standard error, in the unit of the value; the error is NaN if unknown. */
export interface KnownFigure {
  readonly value: number;
  readonly error: number;
}

export interface ValueFigures {
  readonly mean: KnownFigure;
  readonly deviation: KnownFigure;
  /** The 2.5 % quantile. */
  readonly low: KnownFigure;
  /** The 97.5 % quantile. */
  readonly high: KnownFigure;
  /** Quantiles at SHOWN_QUANTILES; absent for a plain number. */
  readonly quantiles?: readonly KnownFigure[];
  /** Present if the number answers a query about a distribution. */
  readonly answer?: Answer;
}

/** An answer to a query about a distribution, with its standard error. */
export interface Answer extends KnownFigure {
  readonly kind: 'quantile' | 'probability';
  /** 100 for a probability in percent, otherwise 1. */
  readonly unit: number;
}

/** An answer that is identified by its Ux text in the output. */
export interface PrintedAnswer extends Answer {
  readonly text: string;
}

/** Probabilities of the quantiles at the two ends of a 95 % interval. */
export const LOW_SHARE = 0.025;
export const HIGH_SHARE = 0.975;
/** Probabilities of the quantiles shown in viewers and files. */
export const SHOWN_QUANTILES: readonly number[] = [0.01, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.99];

/** Figures for a plain number. */
export function plainFigures(value: number): ValueFigures {
  const exact = { value, error: 0 };
  return {
    mean: exact,
    deviation: { value: Number.isNaN(value) ? value : 0, error: 0 },
    low: exact,
    high: exact,
  };
}

/** Figures for a printed value, which is identified by its Ux text in the output. */
export interface PrintedFigures {
  readonly text: string;
  readonly figures: ValueFigures;
}
