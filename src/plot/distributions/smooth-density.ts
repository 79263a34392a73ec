// Computes a distribution's density as a smooth curve, so that the steps between a few dozen deltas are not mistaken
// for its shape. The density is derived from the slope of a quantile function if that results in a good curve
// (quantile-curve.ts), and is otherwise a sum of Gaussian kernels. Each bin has one kernel, whose width depends on the
// bins around it. Kernels widen a distribution, so their positions are shrunk towards the mean (Fryer 1976, Jones 1991:
// the shrunken kernel estimate). This preserves the mean and the standard deviation. Points with probability remain
// points.
import { type Distribution, findMoments } from './distribution.ts';
import { countHills, quantileCurve, type SmoothDensity } from './quantile-curve.ts';
import { FEWEST_CELLS } from './ux-distribution.ts';

export type { SmoothDensity } from './quantile-curve.ts';

/** Minimum number of bins for a smooth curve. */
const FEWEST_BINS = FEWEST_CELLS;
/** Standard deviation of a kernel, in units of the width of the bins around it. */
const KERNEL_BINS = 1.15;
/**
 * Kernels for counting hills are wider by this factor, because sampling noise produces hills that are a few bins wide.
 */
const HILL_WIDTH = 4;
/** Number of bins on either side that determine the local bin width. */
const AROUND = 3;
/** Distance at which a kernel is cut off, in units of its standard deviation. */
const REACH = 5;
const GRID = 240;
/** Maximum number of positions along the axis for a curve. */
const MOST_PLACES = 6000;
const PEAK = 1 / Math.sqrt(2 * Math.PI);
/** A bin is a point if its mass exceeds the neighbouring bins' mass by this factor. */
const ATOM = 12;

interface Kernels {
  readonly centres: Float64Array;
  readonly places: Float64Array;
  readonly widths: Float64Array;
  readonly masses: Float64Array;
}

/** Tests whether a distribution is drawn as a smooth curve. */
export function isSmoothed(distribution: Distribution): boolean {
  return findKernels(distribution) !== null;
}

const known = new WeakMap<Distribution, Kernels | null>();

/**
 * The curve between two positions on the axis.
 * @returns undefined if steps or points make a better plot
 */
export function smoothDensity(
  distribution: Distribution,
  [low, high]: readonly [number, number],
): SmoothDensity | undefined {
  const kernels = findKernels(distribution);
  if (!kernels) return undefined;
  const curve = findCurve(distribution, kernels);
  return curve ? cutCurve(curve, low, high) : sumKernels(kernels, listPlaces(kernels, low, high));
}

/** The part of a curve between two positions. */
function cutCurve({ xs, densities }: SmoothDensity, low: number, high: number): SmoothDensity {
  const isIn = (_: number, i: number) => xs[i]! >= low && xs[i]! <= high;
  return { xs: xs.filter(isIn), densities: densities.filter(isIn) };
}

const knownCurves = new WeakMap<Kernels, SmoothDensity | null>();

/** The curve through the means of cells; null if only kernels can produce a curve, as for sample histograms. */
function findCurve({ bins, count }: Distribution, kernels: Kernels): SmoothDensity | null {
  let curve = knownCurves.get(kernels);
  if (curve === undefined) {
    const { centres, masses } = kernels;
    const isOfDeltas = count <= bins.length;
    const xs = kernels.places;
    const wide = { ...kernels, widths: kernels.widths.map((width) => HILL_WIDTH * width) };
    const most = isOfDeltas ? countHills(sumKernels(wide, xs).densities) : 0;
    curve = (isOfDeltas && quantileCurve({ means: centres, masses }, most)) || null;
    knownCurves.set(kernels, curve);
  }
  return curve;
}

function sumKernels({ places, widths, masses }: Kernels, xs: Float64Array): SmoothDensity {
  const densities = new Float64Array(xs.length);
  for (let k = 0; k < places.length; k++) {
    const [place, width] = [places[k]!, widths[k]!];
    const scale = (masses[k]! / width) * PEAK;
    for (let i = 0; i < xs.length; i++) {
      const distance = (xs[i]! - place) / width;
      if (distance > REACH) break;
      if (distance >= -REACH) densities[i]! += scale * Math.exp(-0.5 * distance * distance);
    }
  }
  return { xs, densities };
}

function findKernels(distribution: Distribution): Kernels | null {
  let kernels = known.get(distribution);
  if (kernels === undefined) {
    kernels = makeKernels(distribution) ?? null;
    known.set(distribution, kernels);
  }
  return kernels;
}

/** Tests whether a bin is a point, or nearly a point because the neighbouring masses are negligible. */
export function isAtom({ bins }: Distribution, index: number): boolean {
  const bin = bins[index]!;
  if (bin.high === bin.low) return true;
  if (bins.length < FEWEST_BINS) return false;
  const beside = [bins[index - 1], bins[index + 1]].map((other) => other?.mass ?? 0);
  return bin.mass > ATOM * Math.max(...beside) && bin.mass * bins.length > ATOM;
}

function makeKernels(distribution: Distribution): Kernels | undefined {
  const bins = distribution.bins.filter((_, i) => !isAtom(distribution, i));
  if (bins.length < FEWEST_BINS) return undefined;
  const masses = Float64Array.from(bins, ({ mass }) => mass);
  const centres = Float64Array.from(bins, ({ at }) => at);
  const widths = Float64Array.from(bins, (_, i) => {
    const around = bins.slice(Math.max(0, i - AROUND), i + AROUND + 1);
    // Tails have wide bins. The geometric mean keeps tails from blurring their neighbours.
    const logarithms = around.reduce((sum, { low, high }) => sum + Math.log(high - low), 0);
    return KERNEL_BINS * Math.exp(logarithms / around.length);
  });
  const wanted = findWanted(distribution, centres, masses);
  const own = findMoments(centres, masses);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const variance = wanted.deviation ** 2;
  const added = widths.reduce((sum, width, i) => sum + masses[i]! * width * width, 0) / total;
  if (!(variance > 0) || !(own.deviation > 0) || !Number.isFinite(variance + added)) return undefined;
  // At most half of the variance may come from the kernels' own width, because more would hide the shape.
  const narrower = Math.min(1, Math.sqrt(variance / 2 / added));
  const shrink = Math.sqrt(variance - added * narrower * narrower) / own.deviation;
  return {
    centres,
    masses,
    places: centres.map((centre) => wanted.mean + (centre - own.mean) * shrink),
    widths: widths.map((width) => width * narrower),
  };
}

/**
 * Mean and deviation that the curve should have. They are the distribution's own mean and deviation if these are finite
 * and the distribution has no points.
 */
function findWanted(distribution: Distribution, centres: Float64Array, masses: Float64Array) {
  const { mean, deviation, bins } = distribution;
  const isWhole = centres.length === bins.length && Number.isFinite(mean) && deviation > 0;
  return isWhole ? { mean, deviation } : findMoments(centres, masses);
}

/** Positions at which the curve is computed. They are evenly spaced, but denser where kernels are narrow. */
function listPlaces({ places, widths }: Kernels, low: number, high: number): Float64Array {
  const xs: number[] = [];
  for (let i = 0; i <= GRID; i++) xs.push(low + ((high - low) * i) / GRID);
  places.forEach((place, i) => {
    for (let step = -3; step <= 3; step += 0.5) xs.push(place + step * widths[i]!);
  });
  const least = (high - low) / MOST_PLACES;
  let before = Number.NEGATIVE_INFINITY;
  const sorted = Float64Array.from(xs.filter((x) => x >= low && x <= high)).sort();
  return sorted.filter((x) => {
    if (x - before < least) return false;
    before = x;
    return true;
  });
}
