// Draws one or more distributions as SVG text: densities or cumulative probabilities over common axes. The page's
// viewer, its exports and the PNG from /plot all use this code. The caller passes the colours, so that a page can use
// CSS variables. No DOM is needed: the code runs in workers, service workers and Node.

import type { Distribution } from '../distributions/distribution.ts';
import { formatProbability } from '../distributions/format-value.ts';
import { type SmoothDensity, smoothDensity } from '../distributions/smooth-density.ts';
import { chooseTicks } from './axis-ticks.ts';
import { cumulativePath, densityPath, listPoints, smoothPath } from './curve-paths.ts';
import { drawIntervals, intervalOf } from './intervals.ts';
import { chooseXLimits, chooseYLimits, heightOf, type Limits } from './plot-limits.ts';
import type { Frame, PlotCurve, PlotFrame, PlotOptions } from './plot-parts.ts';
import { clipTo, coordinate, element, escapeXml, picture } from './svg-text.ts';

export interface DrawnPlot {
  readonly svg: string;
  /** The part of the image inside the axes. */
  readonly frame: Frame;
  readonly xLimits: Limits;
  readonly yLimits: Limits;
}

/** Draws the curves, with the first curve in front. */
export function drawPlot(curves: readonly PlotCurve[], options: PlotOptions): DrawnPlot {
  const layout = layOut(curves, options);
  const { width, height, theme, description } = options;
  const { frame, xLimits, yLimits } = layout;
  const body = [
    `<title>${escapeXml(description)}</title>`,
    theme.background === '' ? '' : element('rect', { width, height, fill: theme.background }),
    drawGrid(layout),
    clipTo(
      frame,
      curves
        .toReversed()
        .map((curve) => drawCurve(curve, layout))
        .join(''),
    ),
    options.hasMarks ? drawIntervals(curves, layout) : '',
    drawAxes(layout),
    drawLegend(curves, layout),
  ];
  const svg = picture(options, body);
  return { svg, frame, xLimits, yLimits };
}

function layOut(curves: readonly PlotCurve[], options: PlotOptions): PlotFrame {
  const { width, height, fontSize, kind, xLabel = '' } = options;
  const distributions = curves.map(({ distribution }) => distribution);
  const xLimits = chooseXLimits(distributions, options.xLimits ?? [undefined, undefined]);
  const wantedY = options.yLimits ?? [undefined, undefined];
  const smooth = new Map<Distribution, SmoothDensity>();
  for (const one of distributions) {
    const found = kind === 'density' && options.shape === 'smooth' && smoothDensity(one, xLimits);
    if (found) smooth.set(one, found);
  }
  const peaks = distributions.map((one) => smooth.get(one)?.densities.reduce((a, b) => Math.max(a, b), 0));
  const yLimits: Limits =
    kind === 'density'
      ? chooseYLimits(distributions, xLimits, wantedY, peaks)
      : [wantedY[0] ?? 0, wantedY[1] ?? 1.02];
  const yTicks = chooseTicks(...yLimits, Math.max(2, Math.floor(height / fontSize / 5)));
  const longest = Math.max(2, ...yTicks.ticks.map(({ label }) => label.length));
  const hasBottomText = xLabel !== '';
  const frame = {
    left: Math.round(fontSize * (1.2 + 0.62 * longest)),
    top: Math.round(fontSize * (2.1 + (options.hasMarks ? 0.5 + 0.8 * curves.length : 0))),
    right: width - Math.round(fontSize * 1.4),
    bottom: height - Math.round(fontSize * (hasBottomText ? 3.6 : 2.2)),
  };
  const xTicks = chooseTicks(...xLimits, Math.max(2, Math.floor((frame.right - frame.left) / fontSize / 6)));
  const scales = {
    x: scaleBetween(xLimits, frame.left, frame.right),
    y: scaleBetween(yLimits, frame.bottom, frame.top),
  };
  const hasDensity = distributions.some(({ bins }) => bins.some((bin) => heightOf(bin) > 0));
  const yTitle = kind === 'cumulative' ? 'P(X ≤ x)' : hasDensity ? 'density' : 'probability';
  return { options, frame, scales, xLimits, yLimits, xTicks, yTicks, yTitle, smooth };
}

/**
 * Maps values to pixels. Values outside the limits are clamped to positions near the image, because the rasteriser
 * fails for shapes that are far away.
 */
function scaleBetween([low, high]: Limits, from: number, to: number): (value: number) => number {
  return (value) => {
    const part = (value / 2 - low / 2) / (high / 2 - low / 2);
    return from + (to - from) * Math.max(-1, Math.min(2, part));
  };
}

/** Draws lines at the heights of the ticks, and at 0 on the value axis. */
function drawGrid({ frame, scales, xLimits, yTicks, options }: PlotFrame): string {
  const lines = yTicks.ticks.map(({ value }) => {
    const y = coordinate(scales.y(value));
    return `M${frame.left},${y}H${frame.right}`;
  });
  if (xLimits[0] < 0 && xLimits[1] > 0)
    lines.push(`M${coordinate(scales.x(0))},${frame.bottom}V${frame.top}`);
  return element('path', { d: lines.join(''), fill: 'none', stroke: options.theme.line, 'stroke-width': 1 });
}

function drawCurve(
  { distribution, colour, isDashed = false, figures }: PlotCurve,
  layout: PlotFrame,
): string {
  const { options, scales, frame } = layout;
  const thickness = Math.max(1.25, options.fontSize / 9);
  const outline = { fill: 'none', stroke: colour, 'stroke-width': thickness, 'stroke-linejoin': 'round' };
  const dash = `${coordinate(thickness * 4)} ${coordinate(thickness * 3)}`;
  const line = isDashed ? { ...outline, 'stroke-dasharray': dash } : outline;
  if (options.kind === 'cumulative') {
    return element('path', { d: cumulativePath(distribution, layout.xLimits, scales), ...line });
  }
  const { xLimits } = layout;
  const smooth = layout.smooth.get(distribution);
  const d = smooth ? smoothPath(smooth, scales) : densityPath(distribution, xLimits, scales);
  if (isDashed && d !== '') return element('path', { d, ...line });
  const parts =
    d === ''
      ? []
      : [drawArea(distribution, { d, colour, figures }, layout), element('path', { d, ...outline })];
  parts.push(...drawPoints(distribution, colour, layout));
  const x = coordinate(scales.x(distribution.mean));
  if (isWithin(distribution.mean, xLimits) && d !== '') {
    parts.push(
      element('path', {
        d: `M${x},${frame.bottom}V${frame.top}`,
        stroke: colour,
        'stroke-width': Math.max(1, thickness / 2),
        'stroke-dasharray': `${coordinate(thickness * 3)} ${coordinate(thickness * 3)}`,
      }),
    );
  }
  return parts.join('');
}

/** Draws the area under a curve, including its darker part if the plot has marks. */
function drawArea(
  distribution: Distribution,
  { d, colour, figures }: { d: string; colour: string; figures: PlotCurve['figures'] },
  { options, frame, scales, xLimits }: PlotFrame,
): string {
  if (!options.hasMarks) return element('path', { d, fill: colour, 'fill-opacity': '0.18' });
  const [from, to] =
    options.shadedBelow === undefined ? intervalOf(distribution, figures) : [xLimits[0], options.shadedBelow];
  const x = Math.max(frame.left, scales.x(from));
  const width = Math.min(frame.right, scales.x(to)) - x;
  const pale = element('path', { d, fill: colour, 'fill-opacity': '0.12' });
  // Without an interval, there is no darker part.
  if (!(width > 0)) return pale;
  const clip = { x, y: frame.top, width, height: frame.bottom - frame.top };
  const box = { ...clip, viewBox: Object.values(clip).map(coordinate).join(' '), overflow: 'hidden' };
  return pale + element('svg', box, element('path', { d, fill: colour, 'fill-opacity': '0.24' }));
}

function isWithin(value: number, [low, high]: Limits): boolean {
  return value >= low && value <= high;
}

/**
 * Draws points that have mass. If there is no density, the heights are the probabilities; otherwise, the heights are
 * only proportional to the probabilities.
 */
function drawPoints(
  distribution: Distribution,
  colour: string,
  { scales, frame, options, xLimits, smooth }: PlotFrame,
): string[] {
  const points = listPoints(distribution, smooth.has(distribution));
  const isAlone = points.length === distribution.bins.length;
  const largest = Math.max(...points.map(({ mass }) => mass));
  const { fontSize } = options;
  return points.flatMap(({ at, mass }) => {
    if (!isWithin(at, xLimits)) return [];
    const x = scales.x(at);
    const top = isAlone
      ? scales.y(mass)
      : frame.bottom - (frame.bottom - frame.top) * 0.92 * (mass / largest);
    const stem = {
      d: `M${coordinate(x)},${coordinate(scales.y(0))}V${coordinate(top)}`,
      stroke: colour,
      'stroke-width': Math.max(2, fontSize / 6),
    };
    const dot = { cx: x, cy: top, r: fontSize / 4, fill: colour };
    const label = { x: x + fontSize * 0.5, y: top + fontSize * 0.35, fill: options.theme.text };
    const text = isAlone || points.length > 6 ? '' : element('text', label, `P = ${formatProbability(mass)}`);
    return [element('path', stem), element('circle', dot), text];
  });
}

function drawAxes(layout: PlotFrame): string {
  const { frame, scales, options, xTicks, yTicks, yTitle } = layout;
  const { theme, fontSize, width, height, xLabel = '' } = options;
  const tick = Math.round(fontSize * 0.35);
  const marks = xTicks.ticks.map(({ value }) => `M${coordinate(scales.x(value))},${frame.bottom}v${tick}`);
  const parts = [
    element('path', {
      d: `M${frame.left},${frame.bottom}H${frame.right}${marks.join('')}`,
      fill: 'none',
      stroke: theme.muted,
      'stroke-width': Math.max(1, fontSize / 14),
    }),
  ];
  const below = frame.bottom + tick + fontSize * 1.05;
  const write = (text: string, at: { x: number; y: number }, anchor: string, fill = theme.muted) => {
    if (text !== '') parts.push(element('text', { ...at, 'text-anchor': anchor, fill }, escapeXml(text)));
  };
  for (const { value, label } of xTicks.ticks) {
    // The outermost labels are kept inside the image.
    const half = label.length * fontSize * 0.31;
    const x = Math.min(width - half - 2, Math.max(half + 2, scales.x(value)));
    write(label, { x, y: below }, 'middle');
  }
  for (const { value, label } of yTicks.ticks) {
    write(label, { x: frame.left - fontSize * 0.5, y: scales.y(value) + fontSize * 0.35 }, 'end');
  }
  const yNote = yTicks.note === '' ? '' : ` (${yTicks.note})`;
  write(yTitle + yNote, { x: fontSize * 0.4, y: fontSize * 1.3 }, 'start');
  const note = xTicks.note === '' ? '' : `, ${xTicks.note}`;
  if (xLabel !== '')
    write(
      xLabel + note,
      { x: (frame.left + frame.right) / 2, y: height - fontSize * 0.7 },
      'middle',
      theme.text,
    );
  else if (note !== '') write(xTicks.note, { x: frame.right, y: frame.bottom - fontSize * 0.5 }, 'end');
  return parts.join('');
}

/** Draws the names of the curves, with each curve's mass at NaN and infinity. */
function drawLegend(curves: readonly PlotCurve[], { frame, options }: PlotFrame): string {
  const { fontSize, theme } = options;
  const lines = curves.flatMap(({ label, colour, distribution }) => {
    const specials = describeSpecials(distribution);
    const text = [label, specials].filter((part) => part !== '').join('  ');
    return text === '' ? [] : [{ text, colour }];
  });
  return lines
    .map(({ text, colour }, i) => {
      const y = frame.top + fontSize * (0.6 + 1.5 * i);
      const mark = {
        x: frame.right - fontSize * 0.8,
        y: y - fontSize * 0.4,
        width: fontSize * 0.8,
        height: fontSize * 0.8,
        fill: colour,
      };
      const place = {
        x: frame.right - fontSize * 1.3,
        y: y + fontSize * 0.35,
        'text-anchor': 'end',
        fill: theme.text,
      };
      return element('rect', mark) + element('text', place, escapeXml(text));
    })
    .join('');
}

function describeSpecials({ nan, negativeInfinity, positiveInfinity }: Distribution): string {
  const parts = [
    [nan, 'P(NaN)'],
    [negativeInfinity, 'P(−∞)'],
    [positiveInfinity, 'P(+∞)'],
  ] as const;
  return parts
    .filter(([mass]) => mass > 0)
    .map(([mass, name]) => `${name} = ${formatProbability(mass)}`)
    .join(', ');
}
