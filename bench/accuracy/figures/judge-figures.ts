// Compares the figures for a program's values with the true values. It finds their errors, in units of the tolerance
// and of the printed standard error, and the lines about them on stderr.
import type { PrintedValue } from '../../../src/program/name-figures.ts';
import { type ClosedForm, solveClosedForm } from './closed-forms.ts';
import { type NativeTruth, SHARES, type TrueFigure } from './native-truths.ts';

/** Fraction of the tolerance that counts as one standard error for figures that are printed as exact. */
const EXACT = 0.05;

export type Kind =
  | 'mean > 1 % of σ'
  | 'σ > 3 %'
  | '2.5 / 97.5 % quantile > 3 % of σ'
  | 'P ≥ 0.01 > 10 %'
  | 'P < 0.01 > 20 %'
  | 'P < 0.001 outside of its bound';

export interface Judged {
  readonly kind: Kind;
  readonly shown: number;
  readonly right: number;
  readonly printed: number;
  /** Error in units of the tolerance; values above 1 exceed the tolerance. */
  readonly excess: number;
  /** Error in units of the printed standard error; undefined if no standard error is printed. */
  readonly standard: number | undefined;
  /** True if a line on stderr concerns the figure. */
  readonly isSaid: boolean;
}

/** Lines that concern all figures of a value. */
const ABOUT_ALL = /its mean, standard deviation and quantiles|are NaN|come from only one path/;
/** Lines that concern a value's quantiles and probabilities. */
const ABOUT_SHAPE = /share an input.+(?:standard deviation|quantiles)/;
const ABOUT_DEVIATION =
  /share an input.+standard deviation|standard deviation of .+ is (?:known|\S+ % too small)|standard deviation (?:grows|should|about)/;
const ABOUT_MEAN = /(?:the|its) mean (?:(?:should be )?about|may)/;

/** Converts a closed form to true values, as if from infinitely many draws. */
export function truthOf(form: ClosedForm): NativeTruth {
  const { mean, deviation, quantileAt } = solveClosedForm(form);
  const exact = (value: number): TrueFigure => ({ value, error: 0 });
  return {
    draws: Infinity,
    mean: exact(mean),
    deviation: exact(deviation),
    quantiles: [exact(quantileAt(0.025)), exact(quantileAt(0.975))],
    limits: SHARES.map((share) => quantileAt(1 - share)),
    above: SHARES,
  };
}

/**
 * Judges the values printed by a program from `askingOf`: the value, and its probabilities of exceeding the limits.
 */
export function judge(values: readonly PrintedValue[], stderr: string, truth: NativeTruth): Judged[] {
  const [value, ...shares] = values;
  const { mean, deviation, low, high } = value!;
  const sigma = truth.deviation.value;
  /** Judges one figure. The error of the true value counts like a printed error. */
  const judgeOne = (
    kind: Kind,
    { value: shown, error: printed }: PrintedValue['mean'],
    right: TrueFigure,
    tolerance: number,
    line: string | RegExp,
  ): Judged => {
    const error = Math.abs(shown - right.value);
    const standard = Number.isNaN(printed)
      ? undefined
      : error / Math.hypot(printed, right.error, EXACT * tolerance);
    const isSaid =
      ABOUT_ALL.test(stderr) ||
      (line !== ABOUT_MEAN && line !== ABOUT_DEVIATION && ABOUT_SHAPE.test(stderr)) ||
      (typeof line === 'string' ? stderr.includes(line) : line.test(stderr));
    const beyond = Math.max(0, error - 2 * right.error) / tolerance;
    const excess = Number.isNaN(error) ? Infinity : beyond;
    return { kind, shown, right: right.value, printed, excess, standard, isSaid };
  };
  const judgeQuantile = (figure: PrintedValue['mean'], right: TrueFigure, line: string) =>
    judgeOne('2.5 / 97.5 % quantile > 3 % of σ', figure, right, 0.03 * sigma, line);
  return [
    judgeOne('mean > 1 % of σ', mean, truth.mean, 0.01 * sigma, ABOUT_MEAN),
    judgeOne('σ > 3 %', deviation, truth.deviation, 0.03 * sigma, ABOUT_DEVIATION),
    judgeQuantile(low, truth.quantiles[0], 'the 2.5 % quantile'),
    judgeQuantile(high, truth.quantiles[1], 'the 97.5 % quantile'),
    ...shares.map((one, i) => {
      const share = truth.above[i]!;
      const right = { value: share, error: Math.sqrt(share / truth.draws) };
      const line = ` above ${Number(truth.limits[i]!.toPrecision(7))}`;
      if (share >= 0.01) return judgeOne('P ≥ 0.01 > 10 %', one.mean, right, 0.1 * share, line);
      if (share >= 0.001) return judgeOne('P < 0.01 > 20 %', one.mean, right, 0.2 * share, line);
      const bound = 2 * (one.mean.error || 0) + 0.2 * share + 1e-6;
      return judgeOne('P < 0.001 outside of its bound', one.mean, right, bound, line);
    }),
  ];
}
