// Figures of a printed value that a reader signs: mean, standard deviation and 95 % interval, each with its standard
// error. Plain data: it crosses from worker to page.

/** A number with one standard error, in the unit of the value; NaN where the error is unknown. */
export interface KnownFigure {
  readonly value: number;
  readonly error: number;
}

export interface ValueFigures {
  readonly mean: KnownFigure;
  readonly deviation: KnownFigure;
  /** Quantile at 2.5 %. */
  readonly low: KnownFigure;
  /** Quantile at 97.5 %. */
  readonly high: KnownFigure;
}

/** Shares of a 95 % interval. */
export const LOW_SHARE = 0.025;
export const HIGH_SHARE = 0.975;

/** Figures of a number without a distribution. */
export function plainFigures(value: number): ValueFigures {
  const exact = { value, error: 0 };
  return {
    mean: exact,
    deviation: { value: Number.isNaN(value) ? value : 0, error: 0 },
    low: exact,
    high: exact,
  };
}

/** Figures of a printed value, by the Ux text that the output has of it. */
export interface PrintedFigures {
  readonly text: string;
  readonly figures: ValueFigures;
}
