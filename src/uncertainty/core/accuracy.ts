// Messages about inaccurate figures, and the error thresholds above which they are shown.

import type { CoreSpec } from './core-spec.ts';

/** Maximum error, in percent, that needs no message. */
export const WORTH_TELLING = 3;

/** Stands for a value in a message until the value's name in the output is known. */
function valueNear(particle: number): string {
  return `the value near ${round(particle, 7)}`;
}
const VALUE_NEAR = /the value near (?:-?Infinity|NaN|[-+.e\d]+)/;

/** True if a message contains the placeholder. */
export function isAboutValue(sentence: string): boolean {
  return VALUE_NEAR.test(sentence);
}

/** Replaces the placeholder in a message with the value's name in the output. */
export function nameValue(sentence: string, name: string): string {
  return sentence.replace(VALUE_NEAR, () => name);
}

/** Rewords a message for a value that is queried but not printed. */
export function nameUnprinted(sentence: string): string {
  return sentence.replace('the value near', 'an unprinted value near');
}

/** Message about spread lost on a core that reduces each result to deltas. */
export function describeLoss(spec: CoreSpec, particle: number, percent: number): string {
  const shown = percent < 10 ? percent.toFixed(1) : percent.toFixed(0);
  return (
    `the standard deviation of ${valueNear(particle)} is ${shown} % too small: ` +
    `${spec.Name} reduces each result to ${spec.Precision} points and thereby loses some spread; C0-S+ and C0-Joint keep it.`
  );
}

/** Message about a maximum or minimum whose deltas yield some wrong figures. */
export function describeExtreme(
  spec: CoreSpec,
  particle: number,
  count: number,
  wrong: readonly { readonly name: string; readonly right: number }[],
): string {
  const figures = wrong.map(
    ({ name, right }, i) => `the ${name} ${i === 0 ? 'should be about' : 'about'} ${round(right, 4)}`,
  );
  return (
    `${valueNear(particle)} is the largest or smallest of ${count} values, and ${spec.Name} reduces each step to ` +
    `${spec.Precision} points: ${figures.join(', ')}; C0-S+ and C0-Joint compute them.`
  );
}

/**
 * Message about shared inputs.
 * @param spread ratio of the deviation with shared inputs to the printed one, if known; the mean with shared inputs, if
 *   it differs from the printed one
 */
export function describeShared(
  spec: CoreSpec,
  particle: number,
  spread: {
    readonly ratio: number | undefined;
    readonly mean: number | undefined;
    readonly isBlurred: boolean;
    readonly isMeanUnknown: boolean;
  },
): string {
  const { ratio, mean, isBlurred, isMeanUnknown } = spread;
  const effects: string[] = [];
  if (ratio !== undefined && Math.abs(ratio - 1) > SAME_DEVIATION)
    effects.push(
      `its standard deviation should be ${ratio < NO_DEVIATION ? 'nearly 0' : `about ${round(ratio, 2)} times that`}`,
    );
  if (mean !== undefined && !isMeanUnknown)
    effects.push(`its mean ${effects.length > 0 ? '' : 'should be '}about ${round(mean, 3)}`);
  if (mean !== undefined && isMeanUnknown && ratio !== undefined) effects.push('its mean may be wrong');
  if (ratio !== undefined && isBlurred && effects.length === 0) effects.push('its quantiles may be wrong');
  if (ratio === undefined)
    effects.push(`its ${isMeanUnknown ? 'mean, ' : ''}standard deviation and quantiles may be wrong`);
  return (
    `${valueNear(particle)} combines values that share an input, and ${spec.Name} treats them as ` +
    `independent: ${effects.join(', ')}; C0-S+ and C0-Joint track shared inputs.`
  );
}

/** Accuracy required of figures from lanes. */
export interface Refining {
  /**
   * Largest accepted standard error of a mean, deviation or quantile, in standard deviations of the value. Relative
   * errors of probabilities may be ten times as large.
   */
  readonly accuracy: number;
  /** Called if a figure's error is too large; `excess` is its ratio to the accepted error. */
  coarse(excess: number): void;
}

/** Relative difference below which deviations count as equal. */
const SAME_DEVIATION = 0.05;
/** A deviation below this fraction of the printed one counts as zero. */
const NO_DEVIATION = 0.005;

/** Reasons to doubt a standard deviation. */
export interface DeviationDoubt {
  /** Bound on the error of the standard deviation, in percent, that holds in nine runs out of ten. */
  readonly percent: number;
  /** True if the value is a function of independent quantities whose points may miss the function's largest values. */
  readonly isFunction: boolean;
  /** Index of a tail so heavy that the standard deviation may not exist. */
  readonly tailIndex?: number | undefined;
}

/** Tail index below which the standard deviation may not exist. */
const HEAVY = 2.2;
/** Smallest meaningful tail index: below it, nearly all draws are equal, which does not indicate a heavy tail. */
const LEAST_INDEX = 0.5;

/** True for a tail so heavy that the standard deviation may not exist. */
export function isHeavy(tailIndex: number): boolean {
  return tailIndex > LEAST_INDEX && tailIndex < HEAVY;
}

/** Text about a heavy tail, without the final full stop. */
export function describeTail(particle: number, tailIndex: number): string {
  return (
    `${valueNear(particle)} has a tail in which P(|value| > x) falls as x^-${tailIndex.toFixed(1)}: its standard ` +
    'deviation grows with the number of draws, and may not exist'
  );
}

/** Message about an inaccurate standard deviation. */
export function describeAccuracy(
  spec: CoreSpec,
  lanes: number,
  particle: number,
  { percent, isFunction, tailIndex }: DeviationDoubt,
): string {
  const value = valueNear(particle);
  if (tailIndex !== undefined) return `${describeTail(particle, tailIndex)}; its quantiles are reliable.`;
  const cause = isFunction
    ? 'it comes from rare draws, which the sample points of a function barely cover'
    : `it combines shared inputs, represented by ${lanes} aligned samples`;
  return (
    `the standard deviation of ${value} is known only to ±${roundPercent(percent)} %: ` +
    `${cause}; ${findBetter(spec, lanes)}.`
  );
}

/** Message about the fraction of draws that are NaN. */
export function describeLost(particle: number, share: number): string {
  return (
    `${roundPercent(100 * share)} % of the draws of ${valueNear(particle)} are NaN: ` +
    "they are outside a function's domain."
  );
}

/** Smallest probability for which distribution functions are computed. */
export const LEAST_PROBABILITY = 1e-9;

/** The answer to a query, with its standard error. */
export interface AskedFigure {
  readonly kind: 'quantile' | 'probability';
  /** Argument of the query: probability for a quantile, threshold for a probability. */
  readonly at: number;
  readonly answer: number;
  readonly error: number;
}

/** Message about an inaccurate quantile or probability. */
export function describeFigure(
  spec: CoreSpec,
  lanes: number,
  { kind, at, answer, error }: AskedFigure,
  deviation: number,
): string {
  const better = findBetter(spec, lanes);
  if (kind === 'quantile')
    return (
      `the ${round(100 * at, 6)} % quantile ${round(answer, 7)} is known only to ±${round(error, 2)} ` +
      `(${roundPercent((100 * error) / deviation)} % of the standard deviation), from ${lanes} aligned samples; ${better}.`
    );
  const [name, rare] = answer > 0.5 ? ['below', 1 - answer] : ['above', answer];
  if (error <= LEAST_PROBABILITY)
    return `the probability of a value ${name} ${round(at, 7)} is below ${round(rare + 2 * error, 1)}, and smaller probabilities cannot be determined.`;
  if (rare === 0)
    return (
      `none of the ${lanes} aligned samples is ${name} ${round(at, 7)}: the probability is below ${round(3 / lanes, 2)} ` +
      `with 95 % confidence; ${findRarer(1 / lanes)}.`
    );
  return (
    `the probability ${round(rare, 3)} of a value ${name} ${round(at, 7)} is known only to ±${round(error, 2)}, ` +
    `from ${lanes} aligned samples; ${rare < FEW / lanes ? findRarer(rare) : better}.`
  );
}

/**
 * Message about a quantile or probability that a value's deltas get wrong.
 * @param right the right answer
 */
export function describeMissed(
  spec: CoreSpec,
  { kind, at, answer }: Omit<AskedFigure, 'error'>,
  right: number,
): string {
  const figure =
    kind === 'quantile'
      ? `the ${round(100 * at, 6)} % quantile ${round(answer, 4)}`
      : `the probability ${round(answer, 3)} of a value above ${round(at, 7)}`;
  return (
    `${figure} should be about ${round(right, kind === 'quantile' ? 4 : 3)}: ${spec.Name} reduces each result to ` +
    `${spec.Precision} points; C0-S+ and C0-Joint compute it.`
  );
}

/**
 * Message about a probability beyond the outermost point of a distribution. @param bound mass of the outermost point
 */
export function describeUnseen(
  spec: CoreSpec,
  points: number,
  at: number,
  isAbove: boolean,
  bound: number,
): string {
  return (
    `none of ${points} points is ${isAbove ? 'above' : 'below'} ${round(at, 7)}: the probability is below ` +
    `${round(bound, 2)}; C0-Joint shows smaller probabilities than ${spec.Name}.`
  );
}

/**
 * Largest errors that need no message. The error of a quantile is in standard deviations; the errors of a probability
 * and of a rare probability are relative to that probability.
 */
const QUANTILE_ERROR = 0.03;
const SHARE_ERROR = 0.1;
const RARE_ERROR = 0.2;
/** Probabilities below this are rare. */
const RARE = 0.01;

/** Multiple of the standard error that half of all errors exceed. */
const PROBABLE = 0.6745;

/** The probable error of a figure relative to the largest error that needs no message. */
export function findExcess({ kind, answer, error: standard }: AskedFigure, deviation: number): number {
  const error = PROBABLE * standard;
  if (!(error > 0)) return 0;
  if (kind === 'quantile') return deviation > 0 ? error / (QUANTILE_ERROR * deviation) : 0;
  const rare = Math.min(answer, 1 - answer);
  return error / toleranceOf(rare);
}

/** True if a figure's error is large enough to need a message. */
export function isOff(kind: AskedFigure['kind'], error: number, right: number, deviation: number): boolean {
  if (kind === 'quantile') return error > QUANTILE_ERROR * deviation;
  const rare = Math.min(right, 1 - right);
  return rare > LEAST_PROBABILITY && error > toleranceOf(rare);
}

function toleranceOf(rare: number): number {
  return (rare < RARE ? RARE_ERROR : SHARE_ERROR) * rare;
}

function round(x: number, digits: number): number {
  return Number(x.toPrecision(digits));
}

function roundPercent(percent: number): string {
  return percent < 10 ? String(round(percent, 2)) : percent.toFixed(0);
}

/**
 * Minimum number of lanes in which an event must occur for more lanes to be recommended. For rarer events, a Reference
 * core is recommended.
 */
const FEW = 16;
/** Maximum number of runs that a message suggests. */
const MOST_RUNS = 10_000_000;

/**
 * The command that measures a rare probability, with enough runs for the counted event to occur in a hundred draws.
 */
function findRarer(rare: number): string {
  let runs = 100_000;
  while (runs < MOST_RUNS && runs * rare < 100) runs *= 10;
  return `haze run --core C0-Reference --runs ${runs} gives a better estimate`;
}

function findBetter(spec: CoreSpec, lanes: number): string {
  if (spec.Name === 'C0-XS+' || spec.Name === 'C0-S+') return 'C0-L+ halves that, and C0-Joint refines it';
  if (spec.Name === 'C0-M+') return 'C0-XL+ halves that';
  return `a core with a LaneCount of ${Math.min(65_536, 4 * lanes)} halves that`;
}
