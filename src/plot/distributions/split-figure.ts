// Separates the certain digits of a figure with an error from the uncertain digits.
import type { KnownFigure } from '../../uncertainty/core/value-figures.ts';
import { formatPlusMinus } from './format-value.ts';

/**
 * Parts of a text such as `(6021 ± 14)×10⁹`. Digits from the place of the error's first digit onwards are uncertain.
 */
export interface SplitFigure {
  readonly sure: string;
  readonly unsure: string;
  readonly error: string;
  /** `×10⁹`, or an empty string. */
  readonly power: string;
}

/** Returns the parts of a figure with its error; undefined if the error is 0 or unknown. */
export function maybeSplitAtError({ value, error }: KnownFigure): SplitFigure | undefined {
  const [, digits, shown, power = ''] =
    /^\(?(\S+) ± ([^\s)]+)\)?(×10\S+)?$/.exec(formatPlusMinus(value, error)) ?? [];
  if (digits === undefined || shown === undefined) return undefined;
  // The error is shown with two significant digits, or with one if it is a whole number.
  let at = digits.length;
  for (let left = shown.replace(/^[0.]+/, '').replace('.', '').length; left > 0 && at > 0; at--)
    if (/\d/.test(digits[at - 1]!)) left--;
  const start = digits.slice(0, at);
  // A number smaller than its error has no certain digits.
  const isNothing = !/[1-9]/.test(start);
  return {
    sure: isNothing ? '' : start,
    unsure: isNothing ? digits : digits.slice(at),
    error: shown,
    power,
  };
}
