// Draws a series as SVG text, with the median as a line within bands that contain 50 % and 95 % of each value's
// probability. Even a long series is drawn with at most two points per pixel column.
import type { DrawnPlot } from './plot.ts';
import { drawInFrame, type FrameOptions, limitsAround } from './plot-frame.ts';
import { coordinate, element } from './svg-text.ts';

/** Quantiles of a value, at 2.5 %, 25 %, 50 %, 75 % and 97.5 %. */
export type Band = readonly [
  low: number,
  quarter: number,
  median: number,
  threeQuarters: number,
  high: number,
];

export const BAND_QUANTILES: readonly number[] = [0.025, 0.25, 0.5, 0.75, 0.975];

export interface SeriesPoint {
  readonly x: number;
  readonly band: Band;
}

const [LOW, QUARTER, MEDIAN, THREE_QUARTERS, HIGH] = [0, 1, 2, 3, 4] as const;

/** Draws a series. Points without finite quantiles leave a gap. */
export function drawSeries(
  points: readonly SeriesPoint[],
  options: FrameOptions & { readonly colour: string },
): DrawnPlot {
  const sorted = isAscending(points) ? points : points.toSorted((a, b) => a.x - b.x);
  const xLimits = limitsAround(
    sorted.map(({ x }) => x),
    0.01,
  );
  const yLimits = limitsAround(sorted.flatMap(({ band }) => band));
  return drawInFrame([xLimits, yLimits], options, ({ x, y, frame }) => {
    const columns = thinOut(sorted, x, Math.max(50, Math.round(frame.right - frame.left)));
    const area = (from: 0 | 1 | 2 | 3 | 4, to: 0 | 1 | 2 | 3 | 4, opacity: string) =>
      splitAtGaps(columns)
        .map((run) => {
          const there = run.map(({ x: at, band }) => `${coordinate(x(at))},${coordinate(y(band[to]))}`);
          const back = run
            .toReversed()
            .map(({ x: at, band }) => `${coordinate(x(at))},${coordinate(y(band[from]))}`);
          return element('path', {
            d: `M${there.join('L')}L${back.join('L')}Z`,
            fill: options.colour,
            'fill-opacity': opacity,
          });
        })
        .join('');
    const line = splitAtGaps(columns)
      .map((run) => {
        const way = run.map(({ x: at, band }) => `${coordinate(x(at))},${coordinate(y(band[MEDIAN]))}`);
        // An isolated point is drawn as a zero-length line with round ends.
        return element('path', {
          d: `M${way.join('L')}${way.length === 1 ? 'h0' : ''}`,
          fill: 'none',
          stroke: options.colour,
          'stroke-width': Math.max(1.25, options.fontSize / 9),
          'stroke-linejoin': 'round',
          'stroke-linecap': 'round',
        });
      })
      .join('');
    return area(LOW, HIGH, '0.18') + area(QUARTER, THREE_QUARTERS, '0.3') + line;
  });
}

function isAscending(points: readonly SeriesPoint[]): boolean {
  return points.every(({ x }, i) => i === 0 || points[i - 1]!.x <= x);
}

/**
 * Reduces a series to two points per pixel column. If more points fall into a column, two points replace them. Both
 * have the outermost bounds of all these points' bands; one has the smallest median, the other the largest.
 */
export function thinOut(
  points: readonly SeriesPoint[],
  toPixel: (x: number) => number,
  columns: number,
): readonly SeriesPoint[] {
  if (points.length <= 2 * columns) return points;
  const groups = new Map<number, SeriesPoint[]>();
  for (const point of points) {
    const column = Math.round(toPixel(point.x));
    const group = groups.get(column);
    if (group) group.push(point);
    else groups.set(column, [point]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < 3) return group;
    const least = (i: number) => Math.min(...group.map(({ band }) => band[i]!));
    const most = (i: number) => Math.max(...group.map(({ band }) => band[i]!));
    const around = (median: number): Band => [
      least(LOW),
      least(QUARTER),
      median,
      most(THREE_QUARTERS),
      most(HIGH),
    ];
    return [
      { x: group[0]!.x, band: around(least(MEDIAN)) },
      { x: group.at(-1)!.x, band: around(most(MEDIAN)) },
    ];
  });
}

/** Segments of consecutive points that can be drawn. */
function splitAtGaps(points: readonly SeriesPoint[]): SeriesPoint[][] {
  const runs: SeriesPoint[][] = [];
  let run: SeriesPoint[] = [];
  for (const point of points) {
    if (Number.isFinite(point.x) && point.band.every(Number.isFinite)) {
      if (run.length === 0) runs.push(run);
      run.push(point);
    } else run = [];
  }
  return runs;
}
