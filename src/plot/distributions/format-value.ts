// Formats numbers for readers, with as many digits as the numbers' uncertainty justifies.

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Range of decimal exponents in which numbers are written without a power of ten. */
const PLAIN_EXPONENTS = { least: -4, most: 6 };
export const MINUS = '−';

/** Returns text such as `×10⁻⁹`, or an empty string if the exponent is 0. */
export function formatPowerOfTen(exponent: number): string {
  if (exponent === 0) return '';
  const digits = Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `×10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Text for a value that has no digits: `∞`, `−∞` or `NaN`. */
function maybeSpecial(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? '∞' : `${MINUS}∞`;
}

/** Decimal exponent of a nonzero number that has been rounded to `digits` significant digits. */
function exponentOf(value: number, digits: number): number {
  return Number(
    Math.abs(value)
      .toExponential(digits - 1)
      .split('e')[1],
  );
}

/** Formats a number with `decimals` decimal places (at most 100) and a true minus sign. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(100, Math.max(0, decimals)));
  // A number that rounds to zero has no sign.
  if (/^-0(?:\.0*)?$/.test(text)) return text.slice(1);
  return text.replace('-', MINUS);
}

/** Formats a number with `digits` significant digits, including trailing zeros. */
export function formatNumber(value: number, digits: number): string {
  const special = maybeSpecial(value);
  if (special !== undefined) return special;
  if (value === 0) return '0';
  const exponent = exponentOf(value, digits);
  if (exponent >= PLAIN_EXPONENTS.least && exponent < PLAIN_EXPONENTS.most) {
    return formatFixed(Number(value.toPrecision(digits)), digits - 1 - exponent);
  }
  const [mantissa = ''] = value.toExponential(digits - 1).split('e');
  return mantissa.replace('-', MINUS) + formatPowerOfTen(exponent);
}

/**
 * Returns text such as `717 ± 15` or `(1.234 ± 0.012)×10⁻⁹`. The deviation has two significant digits, and the number
 * is rounded to the same decimal place. A number without a deviation has up to seven digits and no ±.
 */
export function formatPlusMinus(value: number, deviation: number): string {
  const isSpread = Number.isFinite(deviation) && deviation > 0;
  if (!Number.isFinite(value)) return formatNumber(value, 7);
  if (!isSpread) {
    const short = formatNumber(value, 7);
    return short.includes('.') ? short.replace(/(?:\.0+|(?<!0)0+)(?=×|$)/, '') : short;
  }
  const last = exponentOf(deviation, 2) - 1;
  const first = Math.max(value === 0 ? last : exponentOf(value, 17), last + 1);
  const isPlain = last >= -6 && first < PLAIN_EXPONENTS.most && first >= PLAIN_EXPONENTS.least;
  const power = isPlain ? 0 : first;
  const decimals = Math.max(0, power - last);
  // Insignificant digits to the left of the decimal point are also rounded away.
  const round = (x: number) => shift(Math.round(shift(x, -last)), last - power);
  const text = `${formatFixed(round(value), decimals)} ± ${formatFixed(round(deviation), decimals)}`;
  return power === 0 ? text : `(${text})${formatPowerOfTen(power)}`;
}

/** Computes x·10^by via the decimal text of x, so that the result is rounded only once. */
function shift(x: number, by: number): number {
  const [mantissa, exponent] = x.toExponential().split('e');
  return Number(`${mantissa}e${Number(exponent) + by}`);
}

/** Formats a probability, which is displayed as 0 or 1 only if it is exactly 0 or 1. */
export function formatProbability(p: number): string {
  if (Number.isNaN(p)) return 'NaN';
  if (p > 0 && p < 0.0001) return formatNumber(p, 2);
  if (p < 1 && p > 0.9999) return `1 ${MINUS} ${formatNumber(1 - p, 2)}`;
  return String(Number(p.toFixed(4)));
}
