// Draws a distribution with characters, for terminals: either on one line beside a number or as a histogram.
import type { UxValue } from '../../uncertainty/core/ux-text.ts';
import { FEWEST_CELLS } from './ux-distribution.ts';

const BLOCKS = ' ▁▂▃▄▅▆▇█';

/** A single histogram bar: its bounds and the probability between them. */
export interface Bar {
  readonly low: number;
  readonly high: number;
  readonly mass: number;
}

/**
 * The distribution in `count` equally wide bins over its finite range. Each delta represents the interval bounded by
 * the midpoints to its neighbours, unless there are so few deltas that they are points. The result is empty if there is
 * no finite spread.
 */
function binDistribution(value: UxValue, count: number): Bar[] {
  const order = Array.from(value.positions.keys())
    .filter((i) => Number.isFinite(value.positions[i]!) && value.masses[i]! > 0)
    .sort((a, b) => value.positions[a]! - value.positions[b]!);
  const positions = order.map((i) => value.positions[i]!);
  const isContinuous = positions.length >= FEWEST_CELLS;
  const edges = isContinuous ? cellEdges(positions) : positions;
  const low = edges[0] ?? 0;
  const width = ((edges.at(-1) ?? 0) - low) / count;
  if (!(width > 0) || !Number.isFinite(width)) return [];
  const bars = Array.from({ length: count }, (_, i) => ({
    low: low + i * width,
    high: low + (i + 1) * width,
    mass: 0,
  }));
  order.forEach((delta, cell) => {
    if (!isContinuous) {
      const bar = Math.floor((positions[cell]! - low) / width);
      bars[Math.min(count - 1, bar)]!.mass += value.masses[delta]!;
      return;
    }
    const [from, to] = [edges[cell]!, edges[cell + 1]!];
    const first = Math.max(0, Math.floor((from - low) / width));
    const last = Math.min(count - 1, Math.floor((to - low) / width));
    for (let i = first; i <= last; i++) {
      const bar = bars[i]!;
      const overlap = Math.min(to, bar.high) - Math.max(from, bar.low);
      if (overlap > 0) bar.mass += (value.masses[delta]! * overlap) / (to - from);
    }
  });
  return bars;
}

function cellEdges(positions: readonly number[]): number[] {
  const inner = positions.slice(1).map((position, i) => (position + positions[i]!) / 2);
  if (inner.length === 0) return [positions[0] ?? 0, positions[0] ?? 0];
  return [2 * positions[0]! - inner[0]!, ...inner, 2 * positions.at(-1)! - inner.at(-1)!];
}

/** The density on one line of `width` characters; empty if the value has no spread. */
export function drawSparkline(value: UxValue, width: number): string {
  return drawBars(binDistribution(value, width).map(({ mass }) => mass));
}

/** A histogram on one line, one character per bar. */
export function drawBars(bars: readonly number[]): string {
  const highest = Math.max(...bars);
  return bars.map((bar) => BLOCKS[Math.round((bar / highest) * (BLOCKS.length - 1))]).join('');
}

/** A histogram with one line per bin. */
export function drawHistogram(value: UxValue, bins: number, width: number): string {
  const bars = binDistribution(value, bins);
  const highest = Math.max(...bars.map(({ mass }) => mass));
  const labels = bars.map(({ low, high }) => formatNumber((low + high) / 2, 5));
  const margin = Math.max(0, ...labels.map((label) => label.length));
  return bars
    .map(
      ({ mass }, i) =>
        `${labels[i]!.padStart(margin)} │${'█'.repeat(Math.round((mass / highest) * width))}\n`,
    )
    .join('');
}

/** Standard deviation of the finite part; NaN if there is mass at NaN or infinity. */
export function standardDeviation(value: UxValue): number {
  const variance = value.positions.reduce((sum, x, i) => sum + value.masses[i]! * (x - value.mean) ** 2, 0);
  return Math.sqrt(variance);
}

/** Formats a number with `digits` significant digits, using an exponent only if the text would otherwise be long. */
export function formatNumber(value: number, digits: number): string {
  if (!Number.isFinite(value)) return String(value);
  const text = value.toPrecision(digits);
  return text.includes('e') ? value.toExponential(digits - 1) : text;
}
