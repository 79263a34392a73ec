// Distribution functions of values about which more is known than separate deltas. Between points with a known
// cumulative probability (share), they are monotone cubics (Fritsch and Carlson 1980). The cells of a product
// (wasm/kernels/reduce.c) hold two deltas each, which carry the cell's mass, mean and variance. The deltas also
// determine the borders of cells, because the mean split cuts at means. The two outer cells on each side form a tail
// with their combined mean and variance, a generalised Pareto distribution (Pickands 1975): exponential, bounded or
// heavy. Two cells are used because long chains of products move mass across the outermost border. For a monotone
// function of one source, the cumulative probability at each node is known.

import type { Logarithms } from './bayes.ts';

/** A distribution function that can be evaluated everywhere. */
export interface DistributionFunction {
  /** x with P(V < x) = p, for p on (0, 1). */
  quantileAt(p: number): number;
  /** P(V < x). */
  shareBelow(x: number): number;
  densityAt(x: number): number;
}

interface Cell {
  readonly mass: number;
  readonly mean: number;
  readonly variance: number;
}

type Numbers = readonly number[] | Float64Array;

/** Cells between borders; cell i ends at border i. */
interface Cells {
  readonly cells: Cell[];
  readonly borders: number[];
  /** Mass above which a single delta counts as an outcome, not a cell. */
  readonly mostSingle: number;
}

/** Minimum number of cells needed for two tails and a middle. */
const FEWEST_CELLS = 8;

/**
 * The distribution function of a product's deltas; undefined unless there are several cells with two deltas each
 * (light cells may have one).
 * @param positions ascending positions, with their masses
 * @param levels levels of the mean split that created the cells
 */
export function maybeJoinCells(
  positions: Float64Array,
  masses: Float64Array,
  levels: number,
  logarithms: Logarithms,
): DistributionFunction | undefined {
  const found: Cells = { cells: [], borders: [], mostSingle: 0.5 ** (levels + 1) };
  if (!collectCells(positions, masses, 0, positions.length, levels, found)) return undefined;
  const { cells } = found;
  if (cells.length < FEWEST_CELLS) return undefined;
  const borders = found.borders.slice(1, -1);
  const [lowest, highest] = [borders[0]!, borders.at(-1)!];
  const total = cells.reduce((sum, { mass }) => sum + mass, 0);
  const [first, last] = [unite(cells[0]!, cells[1]!), unite(cells.at(-2)!, cells.at(-1)!)];
  const below = makeTail(first, lowest, -1, logarithms);
  const above = makeTail(last, highest, 1, logarithms);
  const shares: number[] = [first.mass / total];
  for (const { mass } of cells.slice(2, -2)) shares.push(shares.at(-1)! + mass / total);
  const middle = makeMiddle(borders, shares, [below.density / total, above.density / total]);
  const [left, right] = [first.mass / total, last.mass / total];
  return {
    quantileAt(p) {
      if (p <= left) return lowest - below.excessAt(p / left);
      return p >= 1 - right ? highest + above.excessAt((1 - p) / right) : middle.quantileAt(p);
    },
    shareBelow(x) {
      if (x <= lowest) return left * below.shareBeyond(lowest - x);
      return x >= highest ? 1 - right * above.shareBeyond(x - highest) : middle.shareBelow(x);
    },
    densityAt(x) {
      if (x <= lowest) return below.densityAt(lowest - x) / total;
      return x >= highest ? above.densityAt(x - highest) / total : middle.densityAt(x);
    },
  };
}

/**
 * The distribution function of a value that is known at the nodes of a source; undefined if the value is not strictly
 * monotone in the source. @param shares cumulative probabilities of the source below its nodes, ascending
 */
export function maybeJoinNodes(values: Float64Array, shares: Float64Array): DistributionFunction | undefined {
  const last = values.length - 1;
  const falls = values[0]! > values[last]!;
  const borders = falls ? values.toReversed() : values;
  // Functions with infinite borders or plateaus have no inverse.
  if (!Number.isFinite(borders[0]!) || !Number.isFinite(borders[last]!)) return undefined;
  for (let i = 1; i <= last; i++) if (!(borders[i]! > borders[i - 1]!)) return undefined;
  const below = falls ? shares.map((share) => 1 - share).reverse() : shares;
  const middle = makeMiddle(borders, below, [Infinity, Infinity]);
  const [lowest, highest] = [borders[0]!, borders[last]!];
  return {
    quantileAt: (p) => (p <= below[0]! ? lowest : p >= below[last]! ? highest : middle.quantileAt(p)),
    shareBelow: (x) => (x <= lowest ? 0 : x >= highest ? 1 : middle.shareBelow(x)),
    densityAt: (x) => (x < lowest || x > highest ? 0 : middle.densityAt(x)),
  };
}

/**
 * Collects the leaves of the split and the means at which the split cut. Returns false if these are not the cells of a
 * product.
 */
function collectCells(
  positions: Float64Array,
  masses: Float64Array,
  start: number,
  end: number,
  levels: number,
  found: Cells,
): boolean {
  const { cells, borders, mostSingle } = found;
  const centre = positions[start]!;
  let [mass, moment] = [0, 0];
  for (let i = start; i < end; i++) {
    mass += masses[i]!;
    moment += masses[i]! * (positions[i]! - centre);
  }
  const mean = centre + moment / mass;
  if (levels === 0 || end - start === 1) {
    let square = 0;
    for (let i = start; i < end; i++) square += masses[i]! * (positions[i]! - mean) ** 2;
    cells.push({ mass, mean, variance: square / mass });
    return end - start === 2 || (end - start === 1 && mass < mostSingle);
  }
  let middle = start;
  while (middle < end && positions[middle]! < mean) middle++;
  if (middle === start || middle === end) return false;
  if (!collectCells(positions, masses, start, middle, levels - 1, found)) return false;
  borders.push(mean);
  return collectCells(positions, masses, middle, end, levels - 1, found);
}

function unite(a: Cell, b: Cell): Cell {
  const mass = a.mass + b.mass;
  const part = b.mass / mass;
  const distance = b.mean - a.mean;
  const within = a.variance + part * (b.variance - a.variance);
  return { mass, mean: a.mean + part * distance, variance: within + part * (1 - part) * distance ** 2 };
}

interface Tail {
  /** Density at the border, relative to the total mass. */
  readonly density: number;
  shareBeyond(excess: number): number;
  excessAt(share: number): number;
  densityAt(excess: number): number;
}

/** Tail beyond a border, by distance from it: P(excess > e) = (1 + ξ·e/s)^(−1/ξ). */
function makeTail({ mass, mean, variance }: Cell, border: number, side: 1 | -1, tools: Logarithms): Tail {
  const { log, exp } = tools;
  const excess = side * (mean - border);
  const xi = (1 - (excess * excess) / variance) / 2;
  const scale = excess * (1 - xi);
  const isExponential = Math.abs(xi) < 1e-6;
  const shareBeyond = (e: number): number => {
    if (isExponential) return exp(-e / scale);
    const t = 1 + (xi * e) / scale;
    return t > 0 ? exp(-log(t) / xi) : 0;
  };
  return {
    density: mass / scale,
    shareBeyond,
    excessAt: (share) => scale * (isExponential ? -log(share) : (exp(-xi * log(share)) - 1) / xi),
    densityAt(e) {
      const t = isExponential ? 1 : 1 + (xi * e) / scale;
      return t > 0 ? ((mass / scale) * shareBeyond(e)) / t : 0;
    },
  };
}

/** The monotone cubic through the cumulative probabilities at the borders, with given densities at both ends. */
function makeMiddle(
  borders: Numbers,
  shares: Numbers,
  ends: readonly [number, number],
): DistributionFunction {
  const last = borders.length - 1;
  const slopeAfter = (i: number) => (shares[i + 1]! - shares[i]!) / (borders[i + 1]! - borders[i]!);
  const densityOf = (i: number): number => {
    if (i === 0) return Math.min(ends[0], 3 * slopeAfter(0));
    if (i === last) return Math.min(ends[1], 3 * slopeAfter(last - 1));
    const [before, after] = [borders[i]! - borders[i - 1]!, borders[i + 1]! - borders[i]!];
    const [left, right] = [slopeAfter(i - 1), slopeAfter(i)];
    return Math.min((after * left + before * right) / (before + after), 3 * left, 3 * right);
  };
  /** The increase in cumulative probability since border i, as a cubic in the fraction t of interval i. */
  const cubicOf = (i: number) => {
    const width = borders[i + 1]! - borders[i]!;
    const rise = shares[i + 1]! - shares[i]!;
    const [start, end] = [densityOf(i) * width, densityOf(i + 1) * width];
    return { width, start, square: 3 * rise - 2 * start - end, cube: start + end - 2 * rise };
  };
  return {
    shareBelow(x) {
      const i = findInterval(borders, x);
      const { width, start, square, cube } = cubicOf(i);
      const t = (x - borders[i]!) / width;
      return shares[i]! + t * (start + t * (square + t * cube));
    },
    densityAt(x) {
      const i = findInterval(borders, x);
      const { width, start, square, cube } = cubicOf(i);
      const t = (x - borders[i]!) / width;
      return Math.max(0, (start + t * (2 * square + 3 * t * cube)) / width);
    },
    quantileAt(p) {
      const i = findInterval(shares, p);
      const { width, start, square, cube } = cubicOf(i);
      const wanted = p - shares[i]!;
      let [low, high] = [0, 1];
      for (let round = 0; round < 50; round++) {
        const t = (low + high) / 2;
        if (t * (start + t * (square + t * cube)) < wanted) low = t;
        else high = t;
      }
      return borders[i]! + ((low + high) / 2) * width;
    },
  };
}

/** Index of the interval between ascending numbers that contains x. */
function findInterval(ascending: Numbers, x: number): number {
  let low = 0;
  let high = ascending.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}
