// Describes the location, width and shape of a distribution in one sentence, for screen reader users.
import type { KnownFigure, ValueFigures } from '../../uncertainty/core/value-figures.ts';
import type { Distribution } from './distribution.ts';
import { formatNumber, formatPlusMinus, formatProbability } from './format-value.ts';

/** A dip separates two peaks only if it falls to this fraction of the lower peak's height. */
const VALLEY = 0.75;
const BARS = 24;

/**
 * Returns a sentence such as "lift: mean 717, standard deviation 15; one peak, symmetric; 95 % lies between 688 and
 * 746."
 */
export function describeDistribution(distribution: Distribution, name = '', figures?: ValueFigures): string {
  const { mean, deviation, isPlain } = distribution;
  const start = name === '' ? '' : `${name}: `;
  if (isPlain && Number.isNaN(mean)) return `${start}always not a number (NaN).`;
  if (isPlain) return `${start}${formatPlusMinus(mean, 0)}, a single number without uncertainty.`;
  const parts: string[] = [];
  if (Number.isFinite(deviation)) {
    // Near 0, the spread may be too small to be represented.
    const [shown, spread = '0'] = formatPlusMinus(mean, deviation).replace(/[()]/g, '').split(' ± ');
    const power = /×10.*$/.exec(spread)?.[0] ?? '';
    parts.push(`mean ${shown}${power}, standard deviation ${spread}`, describeShape(distribution));
    const range = [distribution.quantile(0.025), distribution.quantile(0.975)];
    const [low, high] = figures
      ? [figures.low, figures.high].map((end) => formatKnown(end, deviation))
      : range.map((end) => formatRounded(end, deviation));
    parts.push(`95 % lies between ${low} and ${high}`);
  } else {
    parts.push('no finite mean or standard deviation');
  }
  parts.push(...describeSpecial(distribution));
  return `${start}${parts.join('; ')}.`;
}

/**
 * Formats a figure with its standard error, such as `6021 ± 14`. If the error is unknown, the figure is rounded to suit
 * the deviation.
 */
export function formatKnown({ value, error }: KnownFigure, deviation: number): string {
  return error > 0 ? formatPlusMinus(value, error) : formatRounded(value, deviation);
}

/** Formats a number with as many digits as its deviation justifies. */
export function formatRounded(value: number, deviation: number): string {
  if (!Number.isFinite(value) || !(deviation > 0 && deviation < Infinity)) return formatNumber(value, 5);
  const text = formatPlusMinus(value, deviation);
  const power = /×10.*$/.exec(text)?.[0] ?? '';
  return text.replace('(', '').split(' ± ')[0] + power;
}

/** Describes the shape, as in `one peak, skewed to the right, with long tails`. */
function describeShape(distribution: Distribution): string {
  const { skewness, kurtosis, cells } = distribution;
  if (cells.every(({ low, high }) => low === high)) {
    return `${cells.length} separate values`;
  }
  const peaks = countPeaks(distribution);
  const isFlat = peaks === 1 && kurtosis < -1 && Math.abs(skewness) < 0.2;
  const shape = [isFlat ? 'about equally likely everywhere in its range' : `${sayCount(peaks)}`];
  if (!isFlat) shape.push(describeSkewness(skewness));
  if (kurtosis > 1) shape.push('with long tails');
  return shape.join(', ');
}

function sayCount(peaks: number): string {
  return peaks === 1 ? 'one peak' : peaks === 2 ? 'two peaks' : `${peaks} peaks`;
}

function describeSkewness(skewness: number): string {
  const size = Math.abs(skewness);
  if (size < 0.1) return 'symmetric';
  const degree = size > 1 ? 'strongly ' : size < 0.5 ? 'slightly ' : '';
  return `${degree}skewed to the ${skewness > 0 ? 'right' : 'left'}`;
}

/** Counts the peaks of the density over a few equally wide bars, which smooth out ripples between deltas. */
function countPeaks(distribution: Distribution): number {
  const low = distribution.quantile(0.002);
  const width = (distribution.quantile(0.998) - low) / BARS;
  const bars = Array.from(
    { length: BARS },
    (_, i) =>
      distribution.probabilityAtMost(low + (i + 1) * width) - distribution.probabilityAtMost(low + i * width),
  );
  let peaks = 0;
  let [highest, lowest] = [0, Number.POSITIVE_INFINITY];
  let isRising = true;
  const least = 0.05 * Math.max(...bars);
  for (const bar of bars) {
    if (isRising) {
      highest = Math.max(highest, bar);
      if (highest > least && bar < VALLEY * highest) {
        peaks += 1;
        isRising = false;
        lowest = bar;
      }
    } else {
      lowest = Math.min(lowest, bar);
      if (bar > least && lowest < VALLEY * bar) {
        isRising = true;
        highest = bar;
      }
    }
  }
  return Math.max(1, peaks + Number(isRising && highest > least));
}

function describeSpecial({ nan, negativeInfinity, positiveInfinity }: Distribution): string[] {
  const parts: string[] = [];
  if (nan > 0) parts.push(`not a number with probability ${formatProbability(nan)}`);
  if (positiveInfinity > 0) parts.push(`infinite with probability ${formatProbability(positiveInfinity)}`);
  if (negativeInfinity > 0)
    parts.push(`negative infinite with probability ${formatProbability(negativeInfinity)}`);
  return parts;
}
