// Notices for the user, each shown once per task. A notice about a value is shown once for each value, and only the
// first few such notices are shown. Notices also explain why an impossible distribution became NaN.

import { familyOf } from '../../uxhw/families.ts';
import type { Operand } from './core.ts';
import type { ParametricKind, Query } from './operations.ts';

/** Maximum number of notices about values in a task. */
const MOST_ABOUT_VALUES = 5;
const LAST =
  'only the first five notices of this kind are shown. --accuracy-report lists all figures with their errors.';

/** Receives a notice and, if it is about a value, that value. */
export type NoticeListener = (sentence: string, about?: Operand) => void;

export class Notices {
  readonly #said = new Set<string>();
  readonly #onNotice: NoticeListener;
  #aboutValues = 0;

  constructor(onNotice: NoticeListener) {
    this.#onNotice = onNotice;
  }

  /** True once the maximum number of notices about values has been shown. */
  get isFull(): boolean {
    return this.#aboutValues > MOST_ABOUT_VALUES;
  }

  say(sentence: string): void {
    if (this.#add(sentence)) this.#onNotice(sentence);
  }

  /** Shows a notice about a value. Different values may get the same notice. */
  sayAbout(value: Operand, sentence: string): void {
    if (this.isFull || !this.#add(`${value.handle} ${value.particle} ${sentence}`)) return;
    this.#aboutValues++;
    if (this.isFull) this.#onNotice(LAST);
    else this.#onNotice(sentence, value);
  }

  #add(key: string): boolean {
    const isNew = !this.#said.has(key);
    this.#said.add(key);
    return isNew;
  }
}

/** The notice about invalid parameters. */
export function describeParameters(kind: ParametricKind, a: number, b: number, c: number): string {
  const { name, parameters, rule } = familyOf(kind);
  const given = [a, b, c].slice(0, parameters.length);
  const reason = given.every(Number.isFinite) ? rule : 'a parameter is NaN or infinite';
  return `${name}(${given.join(', ')}): ${reason}, so the value is NaN.`;
}

export const INPUT_NOTICES = {
  noSamples: 'DistFromSamples: there are no samples, so the value is NaN.',
  badWeights:
    'DistFromWeightedSamples: a weight is negative, NaN or infinite, so the value is NaN. Weights need not add up to 1: any non-negative numbers are valid.',
  noWeight: 'DistFromWeightedSamples: the weights add up to 0 (or there are none), so the value is NaN.',
} as const;

/** The notice about a mixture weight that is not a probability. */
export function describeMixtureWeight(weight: number): string {
  return `Mixture: the weight of the first part must be from 0 to 1, not ${weight}, so the value is NaN.`;
}

/** The notice about a query that cannot be answered for any value; undefined for valid queries. */
export function maybeDescribeQuery(query: Query, argument: number): string | undefined {
  const isQuantile = query === 'quantile' || query === 'quantile_error';
  if (!isQuantile || (argument >= 0 && argument <= 1)) return undefined;
  return `Quantile: the probability must be from 0 to 1, not ${argument}, so the answer is NaN.`;
}

/** The notice about limits between which the value has no probability. */
export function describeLimits(low: number, high: number): string {
  return `LimitDistributionSupport: no part of the value lies between ${low} and ${high}, so the result is NaN.`;
}

/** The notice about unusable weights; undefined for usable weights. */
export function maybeDescribeWeights(weights: Float64Array): string | undefined {
  if (!weights.every((weight) => weight >= 0 && weight < Infinity)) return INPUT_NOTICES.badWeights;
  return weights.some((weight) => weight > 0) ? undefined : INPUT_NOTICES.noWeight;
}
