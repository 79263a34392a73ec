// Formats answers to queries about a distribution with their errors, as in `6021 ± 14` or `0, below 0.0007 with 95 %`.
import type { Answer } from '../../uncertainty/core/value-figures.ts';
import { formatNumber, formatPlusMinus } from './format-value.ts';

/**
 * Number of standard errors that, in nineteen of twenty cases, is an upper bound on the probability of an event that
 * occurs in no lane.
 */
const BOUND = 2;

/**
 * Returns the answer ± its standard error, or the bound for a probability of 0 or 1. The number has the digits that
 * were printed, except for digits smaller than the error.
 * @param decimal the number as printed by the program
 */
export function formatAnswer({ kind, value, error, unit }: Answer, decimal: string): string {
  if (!(error > 0) || !Number.isFinite(value)) return decimal;
  if (kind === 'probability') {
    const rare = Math.min(value, unit - value);
    const bound = formatNumber(rare + BOUND * error, 2);
    if (rare < error && rare === value) return `${decimal}, below ${bound} with 95 %`;
    if (rare < error) return `${decimal}, above ${unit} − ${bound} with 95 %`;
  }
  const { places, isPlain } = readDecimal(decimal);
  // An error smaller than the last printed digit would not be visible.
  if (2 * error < 10 ** -places) return decimal;
  const errorPlaces = 1 - Math.floor(Math.log10(error));
  if (!isPlain || errorPlaces <= places || !Number.isFinite(error)) return formatPlusMinus(value, error);
  return `${decimal} ± ${error.toFixed(Math.min(places, 100))}`;
}

/** Reads the number of decimal places in a printed number, taking the exponent into account. */
function readDecimal(decimal: string): { readonly places: number; readonly isPlain: boolean } {
  const [, fraction = '', exponent] = /^[+-]?\d+(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  return { places: fraction.length - Number(exponent ?? 0), isPlain: exponent === undefined };
}
