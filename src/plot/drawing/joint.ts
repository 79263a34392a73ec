// Draws the joint distribution of two values as SVG text. Instead of thousands of dots, it shows the density of their
// draws as shaded grid cells, with contours around 50 % and 95 % of the probability.
import type { DrawnPlot } from './plot.ts';
import { drawInFrame, type FrameOptions } from './plot-frame.ts';
import type { Limits } from './plot-limits.ts';
import { coordinate, element } from './svg-text.ts';

export interface JointDraws {
  /** Values by lane; `x` and `y` have the same length. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Nonzero for each draw to show; undefined to show all. */
  readonly isKept?: Uint8Array | undefined;
}

const CELLS = 48;
/** Number of shades between the palest and the darkest. */
const SHADES = 8;
/** Minimum blur of a draw, as a standard deviation in cells. The more draws there are, the smaller the blur. */
const LEAST_BLUR = 0.8;
/** Maximum blur of a draw, as a standard deviation in cells. */
const MOST_BLUR = 2.5;
/** Probabilities enclosed by the contours. */
const CONTOURS: readonly (readonly [part: number, dash: string])[] = [
  [0.5, ''],
  [0.95, '4 3'],
];

/** Draws the pair of values within the limits. */
export function drawJoint(
  draws: JointDraws,
  limits: readonly [Limits, Limits],
  options: FrameOptions & { readonly colour: string },
): DrawnPlot {
  const density = findDensity(draws, limits);
  return drawInFrame(limits, options, ({ frame }) => {
    const toX = (column: number) => frame.left + ((frame.right - frame.left) * column) / CELLS;
    const toY = (row: number) => frame.bottom - ((frame.bottom - frame.top) * row) / CELLS;
    const shades = shadeCells(density).map((cells, i) => {
      if (cells.length === 0) return '';
      const d = cells
        .map(([column, row, length]) => {
          const [left, right] = [toX(column), toX(column + length)];
          return `M${coordinate(left)},${coordinate(toY(row))}H${coordinate(right)}V${coordinate(toY(row + 1))}H${coordinate(left)}Z`;
        })
        .join('');
      return element('path', {
        d,
        fill: options.colour,
        'fill-opacity': coordinate((0.85 * (i + 1)) / SHADES),
      });
    });
    const contours = CONTOURS.map(([part, dash]) => {
      const segments = traceContour(density, levelHolding(density, part));
      // Values belong to the centres of cells.
      const place = ([column, row]: Point) =>
        `${coordinate(toX(column + 0.5))},${coordinate(toY(row + 0.5))}`;
      const line = {
        d: segments.map(([from, to]) => `M${place(from)}L${place(to)}`).join(''),
        fill: 'none',
        stroke: options.theme.text,
        'stroke-width': Math.max(1, options.fontSize / 11),
      };
      return line.d === '' ? '' : element('path', dash === '' ? line : { ...line, 'stroke-dasharray': dash });
    });
    return [...shades, ...contours].join('');
  });
}

/** Fraction of the draws in each cell, row by row from the bottom, after blurring; all 0 if there are no draws. */
function findDensity(
  { x, y, isKept }: JointDraws,
  [[left, right], [bottom, top]]: readonly [Limits, Limits],
): Float64Array {
  const cells = new Float64Array(CELLS * CELLS);
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    const column = Math.floor((CELLS * (x[i]! - left)) / (right - left));
    const row = Math.floor((CELLS * (y[i]! - bottom)) / (top - bottom));
    if ((isKept && !isKept[i]) || !(column >= 0 && column < CELLS && row >= 0 && row < CELLS)) continue;
    cells[row * CELLS + column]! += 1;
    count += 1;
  }
  if (count === 0) return cells;
  // Scott's rule in two dimensions, for draws that fill the middle third of the plot.
  const blur = Math.min(MOST_BLUR, Math.max(LEAST_BLUR, (CELLS / 6) * count ** (-1 / 6)));
  const smeared = blurRows(transpose(blurRows(transpose(cells), blur)), blur);
  const total = smeared.reduce((sum, mass) => sum + mass, 0);
  return smeared.map((mass) => mass / total);
}

function transpose(cells: Float64Array): Float64Array {
  return cells.map((_, i) => cells[(i % CELLS) * CELLS + Math.floor(i / CELLS)]!);
}

/** Convolves each row with a Gaussian, without letting mass leak over the edges. */
function blurRows(cells: Float64Array, deviation: number): Float64Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: reach + 1 }, (_, i) => Math.exp(-((i / deviation) ** 2) / 2));
  const out = new Float64Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue;
    const [row, column] = [Math.floor(i / CELLS) * CELLS, i % CELLS];
    const from = Math.max(0, column - reach);
    const to = Math.min(CELLS - 1, column + reach);
    let sum = 0;
    for (let at = from; at <= to; at++) sum += weights[Math.abs(at - column)]!;
    for (let at = from; at <= to; at++) out[row + at]! += (cells[i]! * weights[Math.abs(at - column)]!) / sum;
  }
  return out;
}

/** Runs of cells with the same shade, as [column, row, length]; the palest shade comes first. */
function shadeCells(density: Float64Array): [number, number, number][][] {
  const highest = density.reduce((most, mass) => Math.max(most, mass), 0);
  const shades: [number, number, number][][] = Array.from({ length: SHADES }, () => []);
  if (highest === 0) return shades;
  const shadeOf = (mass: number) => Math.min(SHADES - 1, Math.ceil((SHADES * mass) / highest) - 1);
  const least = highest / 200;
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; ) {
      const mass = density[row * CELLS + column]!;
      const shade = mass < least ? -1 : shadeOf(mass);
      let end = column + 1;
      while (
        end < CELLS &&
        (density[row * CELLS + end]! < least ? -1 : shadeOf(density[row * CELLS + end]!)) === shade
      )
        end++;
      if (shade >= 0) shades[shade]!.push([column, row, end - column]);
      column = end;
    }
  }
  return shades;
}

/** The density such that cells above it contain this fraction of the probability. */
function levelHolding(density: Float64Array, part: number): number {
  const sorted = density.toSorted().reverse();
  let sum = 0;
  for (const mass of sorted) {
    sum += mass;
    if (sum >= part) return mass;
  }
  return Infinity;
}

type Point = readonly [column: number, row: number];
type Segment = readonly [Point, Point];

/**
 * Marching squares: finds the lines along which the density crosses a level, as short segments between the edges of
 * squares of cells.
 */
function traceContour(density: Float64Array, level: number): Segment[] {
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= CELLS || row >= CELLS ? 0 : density[row * CELLS + column]!;
  const segments: Segment[] = [];
  for (let row = -1; row < CELLS; row++) {
    for (let column = -1; column < CELLS; column++) {
      const corners: readonly Point[] = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ];
      const heights = corners.map(([c, r]) => at(c, r));
      const crossings = corners.flatMap((from, i): Point[] => {
        const [a, b] = [heights[i]!, heights[(i + 1) % 4]!];
        if (a >= level === b >= level) return [];
        const to = corners[(i + 1) % 4]!;
        const part = (level - a) / (b - a);
        return [[from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]];
      });
      // At a saddle point, both pairings are equally good.
      for (let i = 0; i + 1 < crossings.length; i += 2) segments.push([crossings[i]!, crossings[i + 1]!]);
    }
  }
  return segments;
}
