// The frame of a plot with two axes, as SVG text: ticks, labels, and a clipped area whose content the caller draws.
import { chooseTicks } from './axis-ticks.ts';
import type { DrawnPlot } from './plot.ts';
import type { Limits } from './plot-limits.ts';
import type { Frame, PlotOptions } from './plot-parts.ts';
import { clipTo, coordinate, element, escapeXml, picture } from './svg-text.ts';

export interface FrameOptions
  extends Pick<PlotOptions, 'width' | 'height' | 'fontSize' | 'theme' | 'description'> {
  readonly xLabel: string;
  readonly yLabel: string;
}

/** Maps values to pixels. */
export interface FrameScales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly frame: Frame;
}

/** Draws a plot with these limits; `draw` creates the content between the axes. */
export function drawInFrame(
  [xLimits, yLimits]: readonly [Limits, Limits],
  options: FrameOptions,
  draw: (scales: FrameScales) => string,
): DrawnPlot {
  const { width, height, fontSize, theme } = options;
  const yTicks = chooseTicks(...yLimits, Math.max(2, Math.floor(height / fontSize / 5)));
  const longest = Math.max(2, ...yTicks.ticks.map(({ label }) => label.length));
  const frame = {
    left: Math.round(fontSize * (1.2 + 0.62 * longest)),
    top: Math.round(fontSize * 2.1),
    right: width - Math.round(fontSize * 1.4),
    bottom: height - Math.round(fontSize * 3.6),
  };
  const xTicks = chooseTicks(...xLimits, Math.max(2, Math.floor((frame.right - frame.left) / fontSize / 6)));
  const scales: FrameScales = {
    x: scaleBetween(xLimits, frame.left, frame.right),
    y: scaleBetween(yLimits, frame.bottom, frame.top),
    frame,
  };
  const write = (text: string, at: { x: number; y: number }, anchor: string, fill = theme.muted) =>
    text === '' ? '' : element('text', { ...at, 'text-anchor': anchor, fill }, escapeXml(text));
  const tick = Math.round(fontSize * 0.35);
  const grid = yTicks.ticks.map(
    ({ value }) => `M${frame.left},${coordinate(scales.y(value))}H${frame.right}`,
  );
  const marks = xTicks.ticks.map(({ value }) => `M${coordinate(scales.x(value))},${frame.bottom}v${tick}`);
  const body = [
    `<title>${escapeXml(options.description)}</title>`,
    theme.background === '' ? '' : element('rect', { width, height, fill: theme.background }),
    element('path', { d: grid.join(''), fill: 'none', stroke: theme.line }),
    clipTo(frame, draw(scales)),
    element('path', {
      d: `M${frame.left},${frame.top}V${frame.bottom}H${frame.right}${marks.join('')}`,
      fill: 'none',
      stroke: theme.muted,
    }),
    ...xTicks.ticks.map(({ value, label }) => {
      const half = label.length * fontSize * 0.31;
      const x = Math.min(width - half - 2, Math.max(half + 2, scales.x(value)));
      return write(label, { x, y: frame.bottom + tick + fontSize * 1.05 }, 'middle');
    }),
    ...yTicks.ticks.map(({ value, label }) =>
      write(label, { x: frame.left - fontSize * 0.5, y: scales.y(value) + fontSize * 0.35 }, 'end'),
    ),
    write(
      withNote(options.yLabel, yTicks.note),
      { x: fontSize * 0.4, y: fontSize * 1.3 },
      'start',
      theme.text,
    ),
    write(
      withNote(options.xLabel, xTicks.note),
      { x: (frame.left + frame.right) / 2, y: height - fontSize * 0.7 },
      'middle',
      theme.text,
    ),
  ];
  const svg = picture({ width, height, theme, fontSize }, body);
  return { svg, frame, xLimits, yLimits };
}

function withNote(label: string, note: string): string {
  return note === '' ? label : `${label} (${note})`;
}

/**
 * Maps values to pixels. Values outside the limits are clamped to positions near the image, because renderers fail for
 * shapes that are far away.
 */
function scaleBetween([low, high]: Limits, from: number, to: number): (value: number) => number {
  return (value) =>
    from + (to - from) * Math.max(-1, Math.min(2, (value / 2 - low / 2) / (high / 2 - low / 2)));
}

/** Limits around numbers, with a margin; infinities and NaN are ignored. */
export function limitsAround(values: Iterable<number>, air = 0.04): Limits {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(low <= high)) return [0, 1];
  const width = high - low;
  // Ticks require bounds that differ noticeably.
  const least = Math.max(Math.abs(low), Math.abs(high), 1e-300) * 1e-9;
  if (width < least)
    return [low - (low === 0 ? 1 : Math.abs(low) / 2), high + (high === 0 ? 1 : Math.abs(high) / 2)];
  return [low - air * width, high + air * width];
}
