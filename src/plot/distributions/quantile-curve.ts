// Computes a value's density from the slope of a smooth quantile function. The deltas of a value are the means of cells
// whose probabilities are known. A cubic spline of the quantile over the probit of the probability must reproduce these
// means. For a Gaussian, the spline is a straight line. For values with a bound on one side, the spline is over the
// quantile of half a normal distribution; for values with bounds on both sides, it is over the probability itself. Each
// part of a value between deep valleys has its own spline, and the density is the sum of the parts.

/** A curve through ascending positions with their densities, linear between neighbouring positions. */
export interface SmoothDensity {
  readonly xs: Float64Array;
  readonly densities: Float64Array;
}

/** A value's cells, in ascending order: their probabilities and means. */
export interface MeanCells {
  readonly masses: Float64Array;
  readonly means: Float64Array;
}

/** The spline's independent variable, with the distribution whose quantile is linear in this variable. */
interface Base {
  readonly of: (probability: number) => number;
  readonly density: (at: number) => number;
  /** Outer bounds of the spline, in addition to the inner bounds of cells. */
  readonly around: (first: number, last: number) => readonly [number, number];
}

/** Weights for the spline's roughness penalty. The first weight that results in a good curve is used. */
const STIFFNESSES = [1e-10, 1e-7, 1e-5, 1e-3, 1e-1];
const FEWEST_CELLS = 8;
/** Maximum number of cells for a spline; with more cells, the steps are smooth enough. */
const MOST_CELLS = 300;
/** A valley separates parts if the neighbouring peaks are higher by more than this factor. */
const VALLEY = 5;
/** A rise between cells counts as a hill if it exceeds this factor. */
const HILL = 1.02;
/** A hill in a curve counts if it rises by this fraction of the peak and is thus visible to a reader. */
const SEEN_HILL = 0.002;
/**
 * A bend in a curve counts if the slope changes by this fraction of the peak per width of the middle half of the
 * probability.
 */
const SEEN_BEND = 0.1;
/**
 * Maximum accepted root mean square distance between the curve's means over the cells and the cells' own means, in
 * cells.
 */
const MOST_MISFIT = 0.7;
/** Maximum accepted peak of a curve, relative to the highest cell. */
const MOST_PEAK = 1.25;
/** Number of curve positions in an inner cell. */
const STEPS = 6;
/** Number of curve positions in an outer cell. */
const OUTER_STEPS = 30;
/** Width of a step between parts, relative to the width of a part. */
const STEP_WIDTH = 1e-6;
/** Number of diagonals on one side of the band matrix, including the main diagonal. */
const BAND = 4;
/** Positions and weights of the Gauss-Legendre nodes in a cell. */
const NODES = [
  [0.9602898564975363, 0.1012285362903763],
  [0.7966664774136267, 0.2223810344533745],
  [0.525532409916329, 0.3137066458778873],
  [0.1834346424956498, 0.362683783378362],
].flatMap(([at, weight]) => [[at!, weight!] as const, [-at!, weight!] as const]);

const normalDensity = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

const PROBIT: Base = { of: probit, density: normalDensity, around: (first, last) => [first - 2, last + 2] };
/** Half of a normal distribution, for values with a bound on one side and a tail on the other. */
const ABOVE_BOUND: Base = {
  of: (probability) => probit((1 + probability) / 2),
  density: (z) => 2 * normalDensity(z),
  around: (_, last) => [0, last + 2],
};
const BELOW_BOUND: Base = {
  of: (probability) => probit(probability / 2),
  density: (z) => 2 * normalDensity(z),
  around: (first) => [first - 2, 0],
};
const EVEN: Base = { of: (probability) => probability, density: () => 1, around: () => [0, 1] };

/**
 * Returns the curve through the cells.
 * @param most maximum number of hills in the curve, which is the number that the cells require
 * @returns undefined if no spline over the cells results in a good curve
 */
export function quantileCurve(cells: MeanCells, most: number): SmoothDensity | undefined {
  if (cells.means.length > MOST_CELLS) return undefined;
  const curves: SmoothDensity[] = [];
  for (const part of splitAtValleys(cells)) {
    const curve = curveOfPart(part, most);
    if (!curve) return undefined;
    curves.push(curve);
  }
  return curves.length === 1 ? curves[0] : addCurves(curves);
}

function curveOfPart(part: MeanCells, most: number): SmoothDensity | undefined {
  if (part.means.length < FEWEST_CELLS) return undefined;
  let good: SmoothDensity | undefined;
  for (const base of [PROBIT, ABOVE_BOUND, BELOW_BOUND, EVEN])
    for (const stiffness of STIFFNESSES) {
      const curve = fitSpline(part, base, stiffness);
      if (!curve || !isGood(curve, part, most)) continue;
      if (isEven(curve, part, most)) return curve;
      good ??= curve;
    }
  return good;
}

/** Tests whether the slope changes no more often than the hills require. Any further bends come from sampling noise. */
function isEven({ xs, densities }: SmoothDensity, { means }: MeanCells, most: number): boolean {
  const slopes = Array.from(xs.subarray(1), (x, i) => (densities[i + 1]! - densities[i]!) / (x - xs[i]!));
  const width = means[Math.floor(0.75 * means.length)]! - means[Math.floor(0.25 * means.length)]!;
  const seen = (SEEN_BEND * Math.max(...densities)) / width;
  return countHills(slopes, (high, low) => high > low + seen) <= most + 1;
}

function isGood({ densities }: SmoothDensity, part: MeanCells, most: number): boolean {
  const peak = Math.max(...densities);
  const isHigher = (high: number, low: number) => high > low + SEEN_HILL * peak;
  const hills = Math.max(countHills(densities), countHills(densities, isHigher));
  return hills <= most && peak <= MOST_PEAK * Math.max(...heightsOf(part));
}

/** Number of hills. `isHigher` tests whether one height clearly exceeds another. */
export function countHills(
  heights: Iterable<number>,
  isHigher = (high: number, low: number) => high > HILL * low,
): number {
  let [hills, isUp, turn] = [0, true, 0];
  for (const height of heights) {
    if (isUp ? height >= turn : height <= turn) turn = height;
    else if (isUp ? isHigher(turn, height) : isHigher(height, turn)) {
      if (isUp) hills += 1;
      isUp = !isUp;
      turn = height;
    }
  }
  return hills + (isUp ? 1 : 0);
}

/** Densities of cells that extend half-way to their neighbours. */
function heightsOf({ masses, means }: MeanCells): number[] {
  return Array.from(masses, (mass, i) => {
    const [before, after] = [means[Math.max(0, i - 1)]!, means[Math.min(means.length - 1, i + 1)]!];
    const isInner = i > 0 && i < means.length - 1;
    return mass / ((after - before) * (isInner ? 0.5 : 1));
  });
}

/** Splits cells at the deepest valley between two hills, and then splits both parts recursively. */
function splitAtValleys(cells: MeanCells): MeanCells[] {
  const { masses, means } = cells;
  const heights = heightsOf(cells);
  let [deepest, at] = [VALLEY, 0];
  for (let i = FEWEST_CELLS; i <= means.length - FEWEST_CELLS; i++) {
    const between = (masses[i - 1]! + masses[i]!) / 2 / (means[i]! - means[i - 1]!);
    const beside = Math.min(Math.max(...heights.slice(0, i)), Math.max(...heights.slice(i)));
    if (beside / between > deepest) [deepest, at] = [beside / between, i];
  }
  if (at === 0) return [cells];
  return [sliceCells(cells, 0, at), sliceCells(cells, at, means.length)].flatMap(splitAtValleys);
}

function sliceCells({ masses, means }: MeanCells, from: number, to: number): MeanCells {
  return { masses: masses.slice(from, to), means: means.slice(from, to) };
}

/**
 * Fits a spline whose means over the cells equal the given means. Returns undefined if the spline is not monotonically
 * increasing or is too stiff for the cells.
 */
function fitSpline({ masses, means }: MeanCells, base: Base, stiffness: number): SmoothDensity | undefined {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const mean = means.reduce((sum, at, i) => sum + (masses[i]! / total) * at, 0);
  const variance = means.reduce((sum, at, i) => sum + (masses[i]! / total) * (at - mean) ** 2, 0);
  let below = 0;
  const inner = Array.from(masses.subarray(0, -1), (mass) => {
    below += mass / total;
    return base.of(below);
  });
  const [low, high] = base.around(inner[0]!, inner.at(-1)!);
  const bounds = [low, ...inner, high];
  const spline = openSpline(bounds);
  const system = openBand(spline.size);
  const rows: (readonly [row: readonly number[], width: number])[] = [];
  for (let i = 0; i < means.length; i++) {
    const nodes = NODES.map(([at, weight]) => {
      const z = (bounds[i]! + bounds[i + 1]! + (bounds[i + 1]! - bounds[i]!) * at) / 2;
      return [z, weight * base.density(z)] as const;
    });
    const whole = nodes.reduce((sum, [, weight]) => sum + weight, 0);
    const row = [0, 0, 0, 0];
    for (const [z, weight] of nodes)
      spline.valuesAt(i, z, 0).forEach((value, j) => {
        row[j]! += (weight / whole) * value;
      });
    const width = (means[Math.min(means.length - 1, i + 1)]! - means[Math.max(0, i - 1)]!) / 2;
    rows.push([row, width]);
    system.add(i, row, 1 / width ** 2, means[i]! - mean);
    const third = spline.valuesAt(i, (bounds[i]! + bounds[i + 1]!) / 2, 3);
    system.add(i, third, (stiffness * (bounds[i + 1]! - bounds[i]!)) / variance, 0);
  }
  const weights = system.solve();
  const misfits = rows.map(([row, width], i) => {
    const fitted = row.reduce((sum, value, j) => sum + value * weights[i + j]!, mean);
    return ((fitted - means[i]!) / width) ** 2;
  });
  if (!(misfits.reduce((sum, square) => sum + square, 0) < MOST_MISFIT ** 2 * rows.length)) return undefined;
  const xs: number[] = [];
  const densities: number[] = [];
  for (let i = 0; i < means.length; i++) {
    const isLast = i === means.length - 1;
    const steps = isLast || i === 0 ? OUTER_STEPS : STEPS;
    for (let step = 0; step < (isLast ? steps + 1 : steps); step++) {
      const z = bounds[i]! + ((bounds[i + 1]! - bounds[i]!) * step) / steps;
      const evaluate = (order: number) =>
        spline.valuesAt(i, z, order).reduce((sum, value, j) => sum + value * weights[i + j]!, 0);
      const slope = evaluate(1);
      const x = mean + evaluate(0);
      if (!(slope > 0) || !(x > (xs.at(-1) ?? -Infinity))) return undefined;
      xs.push(x);
      densities.push((total * base.density(z)) / slope);
    }
  }
  return { xs: Float64Array.from(xs), densities: Float64Array.from(densities) };
}

/** Cubic B-splines over the intervals between bounds; four of them are nonzero in each interval. */
function openSpline(bounds: readonly number[]) {
  const [first, last] = [bounds[1]! - bounds[0]!, bounds.at(-1)! - bounds.at(-2)!];
  const before = [3, 2, 1].map((steps) => bounds[0]! - steps * first);
  const knots = [...before, ...bounds, ...[1, 2, 3].map((steps) => bounds.at(-1)! + steps * last)];
  const value = (i: number, degree: number, z: number, order: number, stretch: number): number => {
    if (degree === 0) return i === stretch ? 1 : 0;
    const [left, right] = [knots[i + degree]! - knots[i]!, knots[i + degree + 1]! - knots[i + 1]!];
    if (order > 0) {
      const one = value(i, degree - 1, z, order - 1, stretch) / left;
      return degree * (one - value(i + 1, degree - 1, z, order - 1, stretch) / right);
    }
    return (
      ((z - knots[i]!) / left) * value(i, degree - 1, z, 0, stretch) +
      ((knots[i + degree + 1]! - z) / right) * value(i + 1, degree - 1, z, 0, stretch)
    );
  };
  return {
    size: bounds.length + 2,
    /** Values of the four splines in an interval, or of their derivatives of the given order. */
    valuesAt: (stretch: number, z: number, order: number): number[] =>
      [0, 1, 2, 3].map((j) => value(stretch + j, 3, z, order, stretch + 3)),
  };
}

/** Normal equations of a least-squares problem whose rows have four adjacent entries. */
function openBand(size: number) {
  const matrix = Array.from({ length: size }, () => new Float64Array(BAND));
  const right = new Float64Array(size);
  return {
    add: (at: number, row: readonly number[], weight: number, value: number): void => {
      row.forEach((one, i) => {
        right[at + i]! += weight * one * value;
        for (let j = i; j < row.length; j++) matrix[at + i]![j - i]! += weight * one * row[j]!;
      });
    },
    solve: (): Float64Array => {
      for (let i = 0; i < size; i++) {
        const pivot = matrix[i]![0]! * (1 + 1e-12);
        for (let k = 1; k < BAND && i + k < size; k++) {
          const factor = matrix[i]![k]! / pivot;
          for (let j = k; j < BAND; j++) matrix[i + k]![j - k]! -= factor * matrix[i]![j]!;
          right[i + k]! -= factor * right[i]!;
        }
        matrix[i]![0] = pivot;
      }
      for (let i = size - 1; i >= 0; i--) {
        for (let k = 1; k < BAND && i + k < size; k++) right[i]! -= matrix[i]![k]! * right[i + k]!;
        right[i]! /= matrix[i]![0]!;
      }
      return right;
    },
  };
}

/** Adds a step down to 0 at both ends of a curve. */
function closeCurve({ xs, densities }: SmoothDensity): SmoothDensity {
  const [first, last] = [xs[0]!, xs.at(-1)!];
  const step = (last - first) * STEP_WIDTH;
  return {
    xs: Float64Array.of(first - step, ...xs, last + step),
    densities: Float64Array.of(0, ...densities, 0),
  };
}

function addCurves(open: readonly SmoothDensity[]): SmoothDensity {
  const curves = open.map(closeCurve);
  const xs = Float64Array.from(curves.flatMap((curve) => Array.from(curve.xs))).sort();
  const densities = xs.map((x) => curves.reduce((sum, curve) => sum + heightAt(curve, x), 0));
  return { xs, densities };
}

function heightAt({ xs, densities }: SmoothDensity, x: number): number {
  const next = xs.findIndex((other) => other >= x);
  if (next < 0 || x < xs[0]!) return 0;
  if (next === 0) return densities[0]!;
  const share = (x - xs[next - 1]!) / (xs[next]! - xs[next - 1]!);
  return densities[next - 1]! + share * (densities[next]! - densities[next - 1]!);
}

/** Inverse of the normal distribution function, by bisection of `normalBelow`. */
function probit(probability: number): number {
  let [low, high] = [-9, 9];
  for (let i = 0; i < 55; i++) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Normal distribution function: erfc from Numerical Recipes, with a relative error below 1.2e-7. */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ].reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  const tail = (t * Math.exp(series - x * x)) / 2;
  return z >= 0 ? 1 - tail : tail;
}
