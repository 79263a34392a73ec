// Draws an uncertainty budget as SVG text. Each source has a bar. The solid part represents the source's own effect,
// the pale part its total effect including interactions, and a line the interval for the total effect.
import type { PlotOptions } from './plot-parts.ts';
import { element, escapeXml, picture } from './svg-text.ts';

export interface DrawnShare {
  readonly name: string;
  /** Fractions of the variance, from 0 to 1: first-order, total, and the interval for the total. */
  readonly first: number;
  readonly total: number;
  readonly interval: readonly [number, number];
}

/** Options; the height follows from the number of sources. */
export interface BudgetPictureOptions extends Pick<PlotOptions, 'width' | 'fontSize' | 'theme'> {
  readonly colour: string;
  readonly heading: string;
}

/** Maximum number of sources in a plot. The other sources are summarised at the bottom. */
const MOST_BARS = 30;
const LONGEST_NAME = 28;
/** Fraction of the width used for names. */
const NAMES = 0.3;
/** Fraction of the width used for bars. */
const BARS = 0.5;

/** Draws the sources from top to bottom. */
export function drawBudget(shares: readonly DrawnShare[], options: BudgetPictureOptions): string {
  const { width, fontSize, theme, colour, heading } = options;
  const shown = shares.slice(0, MOST_BARS);
  const rest = shares.slice(MOST_BARS);
  const row = fontSize * 1.9;
  const top = fontSize * 3.4;
  const height = Math.round(top + row * (shown.length + (rest.length > 0 ? 1 : 0)) + fontSize);
  const [left, breadth] = [width * NAMES, width * BARS];
  const x = (part: number) => left + breadth * Math.min(1, Math.max(0, part));
  const write = (text: string, at: { x: number; y: number }, more: Record<string, string> = {}) =>
    element('text', { ...at, fill: theme.text, ...more }, escapeXml(text));
  const bars = shown.map(({ name, first, total, interval: [low, high] }, i) => {
    const y = top + row * i;
    const middle = y + fontSize * 0.35;
    const bar = { x: left, y: y - fontSize * 0.55, height: fontSize * 1.1 };
    return [
      write(shorten(name), { x: left - fontSize * 0.6, y: middle }, { 'text-anchor': 'end' }),
      element('rect', { ...bar, width: breadth, fill: theme.line }),
      element('rect', { ...bar, width: x(total) - left, fill: colour, 'fill-opacity': '0.35' }),
      element('rect', { ...bar, width: x(Math.min(first, total)) - left, fill: colour }),
      element('path', { d: `M${x(low)},${y}H${x(high)}`, stroke: theme.text, 'stroke-width': fontSize / 9 }),
      write(`${percent(first)} %, ${percent(total)} %`, { x: left + breadth + fontSize * 0.6, y: middle }),
    ].join('');
  });
  const sum = rest.reduce((all, { first }) => all + first, 0);
  const more =
    rest.length === 0
      ? ''
      : write(`${rest.length} other sources: ${percent(sum)} %`, {
          x: left,
          y: top + row * shown.length + fontSize * 0.35,
        });
  const body = [
    `<title>${escapeXml(heading)}</title>`,
    theme.background === '' ? '' : element('rect', { width, height, fill: theme.background }),
    write(heading, { x: fontSize * 0.6, y: fontSize * 1.5 }),
    write(
      'first-order, total',
      { x: left + breadth + fontSize * 0.6, y: top - row + fontSize * 0.35 },
      { fill: theme.muted },
    ),
    ...bars,
    more,
  ];
  return picture({ width, height, theme, fontSize }, body);
}

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function percent(part: number): string {
  return (100 * part).toFixed(1);
}
