// Chooses axis ticks in steps of 1, 2, 2.5 or 5 times a power of ten, with labels that are as short as possible. If all
// labels have a part in common (a power of a thousand or a large offset), that part appears only once, beside the axis.
import { formatFixed, formatNumber, formatPowerOfTen, MINUS } from '../distributions/format-value.ts';

export interface AxisTicks {
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Factor or offset common to all labels, such as `×10⁶`; empty if the labels are complete. */
  readonly note: string;
}

const STEPS = [1, 2, 2.5, 5, 10];
/** Maximum length of a label. If labels are longer, the note shows a common offset. */
const LONGEST_LABEL = 8;

/** The step that divides the axis into about `count` intervals: 1, 2, 2.5 or 5 times a power of ten. */
function chooseStep(range: number, count: number): { step: number; decimals: number } {
  const rough = range / count;
  const exponent = Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * 10 ** exponent >= rough * 0.999) ?? 10;
  const step = Number(`${factor}e${exponent}`);
  const decimals = factor === 2.5 ? 1 - exponent : factor === 10 ? -exponent - 1 : -exponent;
  return { step, decimals };
}

/**
 * Ticks from `low` to `high`, with about `count` intervals.
 * @param low finite and less than `high`
 * @param high finite
 */
export function chooseTicks(low: number, high: number, count: number): AxisTicks {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const exponent = Math.floor(Math.log10(largest) / 3) * 3;
  // Axes whose largest number is from 0.01 to 99 999 need no power of ten.
  const power = largest >= 1e5 || largest < 1e-2 ? exponent : 0;
  const { step, decimals } = chooseStep(high - low, Math.max(1, count));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const places = Math.max(0, decimals + power);
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
  const labels = values.map((value) => formatFixed(scaleDown(value, power), places));
  if (!labels.some((label) => label.length > LONGEST_LABEL)) {
    return { ticks: join(values, labels), note: formatPowerOfTen(power) };
  }
  return offsetTicks(values, step);
}

/** Labels ticks relative to the middle one. */
function offsetTicks(values: readonly number[], step: number): AxisTicks {
  const offset = values[Math.floor(values.length / 2)] ?? 0;
  const stepExponent = Math.floor(Math.log10(step) + 1e-9);
  const power = stepExponent < -3 || stepExponent > 4 ? Math.floor(stepExponent / 3) * 3 : 0;
  const places = Math.max(0, power - stepExponent + (step / 10 ** stepExponent === 2.5 ? 1 : 0));
  const labels = values.map((_, i) =>
    formatFixed(scaleDown((i - Math.floor(values.length / 2)) * step, power), places),
  );
  const digits = Math.max(1, Math.floor(Math.log10(Math.abs(offset))) - stepExponent + 1);
  const sum = formatNumber(Math.abs(offset), Math.min(17, digits + 1));
  const note = `${formatPowerOfTen(power)} ${offset < 0 ? MINUS : '+'} ${sum}`;
  return { ticks: join(values, labels), note: note.trim() };
}

/** Computes value / 10^power via the decimal text of the value, so that the result is rounded only once. */
function scaleDown(value: number, power: number): number {
  const [mantissa, exponent] = value.toExponential().split('e');
  return Number(`${mantissa}e${Number(exponent) - power}`);
}

function join(values: readonly number[], labels: readonly string[]): AxisTicks['ticks'] {
  return values.map((value, i) => ({ value, label: labels[i]! }));
}
