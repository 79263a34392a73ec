// Formats a program's output for readers: every printed distribution is shown as mean ± standard deviation and a small
// density, without the Ux text. The mean is written in the program's number format, with more digits if the deviation
// needs them. The printed number itself is the particle, which differs from the mean if the value is skewed. For plain
// values, only the Ux text is removed.
import { type FoundUx, findUx } from '../../uncertainty/core/ux-text.ts';
import type { Answer } from '../../uncertainty/core/value-figures.ts';
import { formatAnswer } from './format-answer.ts';
import { drawSparkline, formatNumber, standardDeviation } from './text-density.ts';

const SPARKLINE_WIDTH = 16;

export interface ShortForm {
  /** Formats each value that has a spread, for example with colours. */
  readonly mark?: ((value: string) => string) | undefined;
  /** The answer shown for a plain number, looked up by its Ux text. */
  readonly answerOf?: (ux: string) => Answer | undefined;
}

/** Returns the text with every Ux value shortened. */
export function shortenUx(text: string, form: ShortForm = {}): string {
  let at = 0;
  let shown = '';
  for (const found of findUx(text)) {
    const answer = form.answerOf?.(text.slice(found.start + found.decimal.length, found.end));
    shown +=
      text.slice(at, found.start) +
      (answer ? formatAnswer(answer, found.decimal) : describeValue(found, form.mark));
    at = found.end;
  }
  return shown + text.slice(at);
}

function describeValue({ decimal, value }: FoundUx, mark = (value: string) => value): string {
  const deviation = standardDeviation(value);
  if (value.count === 0 || deviation === 0) return decimal || formatNumber(value.mean, 7);
  const line = drawSparkline(value, SPARKLINE_WIDTH);
  return mark(
    `${formatMean(value.mean, decimal, deviation)} ± ${formatNumber(deviation, 3)} ${line}`.trimEnd(),
  );
}

/**
 * Formats a mean like the printed decimal, with the same sign and exponent style and at least as many decimal places.
 */
export function formatMean(mean: number, decimal: string, deviation: number): string {
  const [, plus = '', fraction, exponent] = /^(\+?)-?\d+(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(decimal) ?? [];
  if (!Number.isFinite(mean)) return String(mean);
  if (decimal === '' || (plus === '' && fraction === undefined && !/^-?\d/.test(decimal)))
    return formatNumber(mean, 7);
  // Keeps two digits of the deviation.
  const smallest = 1 - Math.floor(Math.log10(deviation));
  const unit = exponent === undefined ? 0 : Math.floor(Math.log10(Math.abs(mean) || 1));
  const wanted = Number.isFinite(smallest) ? smallest + unit : 0;
  const digits = Math.max(fraction?.length ?? 0, Math.min(15 - unit, wanted), 0);
  const sign = plus !== '' && mean >= 0 ? '+' : '';
  if (exponent !== undefined)
    return sign + mean.toExponential(Math.min(digits, 100)).replace(/e([+-])(\d)$/, 'e$10$2');
  return Math.abs(mean) < 1e21 ? sign + mean.toFixed(Math.min(digits, 100)) : formatNumber(mean, 7);
}
