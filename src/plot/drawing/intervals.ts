// Draws the mean and 95 % interval of each curve in rows above the axes, as a dot on a bar with a band one standard
// error wide at each end.
import type { ValueFigures } from '../../uncertainty/core/value-figures.ts';
import type { Distribution } from '../distributions/distribution.ts';
import type { PlotCurve, PlotFrame } from './plot-parts.ts';
import { coordinate, element } from './svg-text.ts';

/**
 * Bounds of the interval that contains 95 % of a value's probability, with equal probability below and above the
 * interval.
 */
export function intervalOf(distribution: Distribution, figures?: ValueFigures): readonly [number, number] {
  if (figures) return [figures.low.value, figures.high.value];
  return [distribution.quantile(0.025), distribution.quantile(0.975)];
}

/** Draws the rows, with the first curve's row on top. A value without spread or quantiles has no row. */
export function drawIntervals(
  curves: readonly PlotCurve[],
  { frame, scales, options, xLimits }: PlotFrame,
): string {
  const { fontSize, theme } = options;
  const clamp = (value: number) => coordinate(scales.x(Math.min(xLimits[1], Math.max(xLimits[0], value))));
  return curves
    .map(({ distribution, colour, isDashed = false, figures }, i) => {
      const [low, high] = intervalOf(distribution, figures);
      if (distribution.isPlain || !Number.isFinite(low) || !Number.isFinite(high)) return '';
      const y = frame.top - fontSize * (0.55 + 0.8 * (curves.length - 1 - i));
      const half = fontSize * 0.28;
      const ends = [low, high].map((end) => `M${clamp(end)},${coordinate(y - half)}v${coordinate(2 * half)}`);
      const bands = (figures ? [figures.low, figures.high] : []).map(({ value, error }) => {
        if (!(error > 0)) return '';
        const [x, end] = [Number(clamp(value - error)), Number(clamp(value + error))];
        const place = { x, y: y - 1.5 * half, width: end - x, height: 3 * half };
        return element('rect', { ...place, fill: colour, 'fill-opacity': '0.35' });
      });
      const bar = {
        d: `M${clamp(low)},${coordinate(y)}H${clamp(high)}${ends.join('')}`,
        fill: 'none',
        stroke: colour,
        'stroke-width': Math.max(1.5, fontSize / 8),
        ...(isDashed && { 'stroke-dasharray': `${fontSize / 3} ${fontSize / 4}` }),
      };
      const end = Number(clamp(high + (figures && figures.high.error > 0 ? figures.high.error : 0)));
      const name = { x: end + fontSize * 0.5, y: y + fontSize * 0.33, fill: theme.muted };
      const hasRoom = name.x + fontSize * 2.5 < options.width;
      return [
        ...bands,
        element('path', bar),
        Number.isFinite(distribution.mean)
          ? element('circle', { cx: clamp(distribution.mean), cy: y, r: fontSize * 0.3, fill: colour })
          : '',
        i === 0 && hasRoom ? element('text', name, '95 %') : '',
      ].join('');
    })
    .join('');
}
