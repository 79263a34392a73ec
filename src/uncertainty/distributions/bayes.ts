// Bayes-Laplace inference, f(h|e) ∝ f(e|h) f(h). Discrete hypotheses are weighted one by one. For hypotheses with a
// density, the posterior is computed on panels, which are refined where likelihood times prior is large. The panels use
// the prior's density rather than its points: a posterior may be a millionth as wide as the prior. The result is also a
// density, so that a posterior can serve as the next prior.

import type { WeightedPoints } from './samples.ts';

/** The kernels' logarithm and exponential function, which make results independent of the engine. */
export interface Logarithms {
  log(x: number): number;
  exp(x: number): number;
}

/** A density that may be unnormalised. */
export interface LogDensity {
  /** Natural logarithm of the density at x; −∞ where the density is 0. */
  logAt(x: number): number;
  /** Numbers in ascending order from one end of the support to the other, denser in important regions. */
  readonly breaks: readonly number[];
}

/** Result of comparing a hypothesis with the evidence. */
export interface Explanation {
  /** Natural logarithm of the likelihood, up to a constant; −∞ if the hypothesis cannot explain the evidence. */
  readonly logLikelihood: number;
  /**
   * Distance between the evidence and the hypothesis's prediction, in standard deviations. It guides the search towards
   * better hypotheses.
   */
  readonly distance: number;
}

export interface Posterior {
  readonly points: WeightedPoints;
  readonly density: LogDensity;
}

interface Panel {
  readonly start: number;
  readonly end: number;
  /** Logarithm of prior times likelihood at the nodes. */
  readonly heights: readonly number[];
  readonly most: number;
  readonly least: number;
}

type Part = Pick<Panel, 'start' | 'end' | 'heights'>;

/** Gauss-Legendre rule with four nodes on (0, 1). */
const NODES = [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263];
const WEIGHTS = [0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692];
/**
 * Allowed range of the logarithm within a panel that holds all of the mass. Panels with little mass may exceed this
 * range. The rule's error, relative to the panel's mass, grows with the eighth power of this range.
 */
const SMOOTH = 1.5;
const RULE_ORDER = 8;
/** Range of the logarithm above which the density ends within the panel, so that a cubic does not fit. */
const CUBIC_RANGE = 60;
/** Fraction of the mass below which a panel is not refined. */
const NEGLIGIBLE = 1e-7;
const MOST_EVALUATIONS = 1500;
/**
 * Number of parts into which a panel that holds all of the mass would be split for the posterior's points. The number
 * is proportional to the square root of a panel's fraction of the mass, so that tails are split, too.
 */
const PARTS = 16;
/** Maximum number of parts per panel. */
const MOST_PARTS = 8;
/**
 * Height of the closest hypothesis that cannot explain the evidence. Heights of such hypotheses fall with distance; all
 * other heights are above LEAST.
 */
const NOTHING = -1e200;
const LEAST = -1e100;

/**
 * The posterior of a prior with a density; undefined if no hypothesis explains the evidence.
 * @param explain called a few hundred times with plain hypotheses
 */
export function findPosterior(
  prior: LogDensity,
  explain: (hypothesis: number) => Explanation,
  { exp }: Logarithms,
): Posterior | undefined {
  let evaluations = 0;
  const heightAt = (x: number): number => {
    const before = prior.logAt(x);
    if (!(before > -Infinity)) return NOTHING * 2;
    evaluations++;
    const { logLikelihood, distance } = explain(x);
    if (logLikelihood > -Infinity) return before + logLikelihood;
    return Number.isFinite(distance) ? NOTHING - 1e190 * Math.min(distance, 1e9) : NOTHING * 2;
  };
  const makePanel = (start: number, end: number): Panel => {
    const heights = NODES.map((node) => heightAt(start + node * (end - start)));
    return { start, end, heights, most: Math.max(...heights), least: Math.min(...heights) };
  };
  let panels = prior.breaks.slice(1).map((end, i) => makePanel(prior.breaks[i]!, end));
  for (let round = 0; round < 80 && evaluations < MOST_EVALUATIONS; round++) {
    const coarse = findCoarse(panels, exp);
    if (coarse.size === 0) break;
    panels = panels.flatMap((panel) => {
      if (!coarse.has(panel)) return [panel];
      const parts = findRange(panel) > 30 ? 4 : 2;
      const width = (panel.end - panel.start) / parts;
      const ends = Array.from({ length: parts + 1 }, (_, i) =>
        i === parts ? panel.end : panel.start + i * width,
      );
      return ends.slice(1).map((end, i) => makePanel(ends[i]!, end));
    });
  }
  return describePosterior(panels, exp);
}

function findRange({ most, least }: Panel): number {
  return most - least;
}

function findHighest(panels: readonly Panel[]): number {
  return panels.reduce((highest, { most }) => Math.max(highest, most), -Infinity);
}

/** Panels that need refinement. */
function findCoarse(panels: readonly Panel[], exp: (x: number) => number): Set<Panel> {
  const highest = findHighest(panels);
  const coarse = new Set<Panel>();
  if (highest <= NOTHING * 2) return coarse;
  if (highest < LEAST) {
    const best = panels.findIndex(({ most }) => most === highest);
    for (const panel of panels.slice(Math.max(0, best - 1), best + 2))
      if (isDivisible(panel)) coarse.add(panel);
    return coarse;
  }
  const total = panels.reduce(
    (sum, { start, end, heights }) => sum + (end - start) * meanHeight(heights, highest, exp),
    0,
  );
  panels.forEach((panel, i) => {
    const range = findRange(panel);
    if (range <= SMOOTH || !isDivisible(panel)) return;
    const most = boundHeight(panel, [panels[i - 1], panels[i + 1]]);
    const share = ((panel.end - panel.start) * exp(Math.min(most - highest, 300))) / total;
    if (share > NEGLIGIBLE && share * (range / SMOOTH) ** RULE_ORDER > 1) coarse.add(panel);
  });
  return coarse;
}

/** Estimates the maximum height in a panel, which may exceed the heights at all nodes. */
function boundHeight(panel: Panel, neighbours: readonly (Panel | undefined)[]): number {
  // If only part of the panel explains the evidence, assumes that the height varies in the same way as in a
  // neighbouring panel.
  const beside = isExplained(panel) ? undefined : neighbours.find((one) => one && isExplained(one));
  if (beside && panel.most > LEAST) return Math.max(panel.most, beside.most) + findRange(beside) / 2;
  return panel.most + Math.min(findRange(panel), 600) / 2;
}

function isExplained({ least }: Panel): boolean {
  return least > LEAST;
}

function meanHeight(heights: readonly number[], highest: number, exp: (x: number) => number): number {
  let sum = 0;
  // A height that is e^−60 times the highest contributes nothing.
  for (let i = 0; i < NODES.length; i++)
    if (heights[i]! - highest > -60) sum += WEIGHTS[i]! * exp(heights[i]! - highest);
  return sum;
}

function isDivisible({ start, end }: Panel): boolean {
  return end - start > 1e-13 * Math.max(Math.abs(start), Math.abs(end)) && end - start > 1e-300;
}

function describePosterior(panels: readonly Panel[], exp: (x: number) => number): Posterior | undefined {
  const highest = findHighest(panels);
  if (highest < LEAST) return undefined;
  const positions: number[] = [];
  const masses: number[] = [];
  for (const { start, end, heights } of divideFinely(panels, highest, exp)) {
    heights.forEach((height, i) => {
      const mass = height - highest < -60 ? 0 : WEIGHTS[i]! * (end - start) * exp(height - highest);
      if (!(mass > 0)) return;
      positions.push(start + NODES[i]! * (end - start));
      masses.push(mass);
    });
  }
  const points = {
    positions: Float64Array.from(positions),
    masses: Float64Array.from(masses),
    atoms: false,
  };
  return { points, density: tabulate(panels, highest) };
}

/**
 * Splits panels that hold much of the mass into parts, with heights taken from the cubic. Quantiles need more points
 * than moments do.
 */
function divideFinely(panels: readonly Panel[], highest: number, exp: (x: number) => number): Part[] {
  const shares = panels.map(({ start, end, heights }) => (end - start) * meanHeight(heights, highest, exp));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return panels.flatMap((panel, i): Part[] => {
    const parts = Math.min(MOST_PARTS, Math.ceil(PARTS * Math.sqrt(shares[i]! / total)));
    if (parts < 2 || findRange(panel) > CUBIC_RANGE) return [panel];
    const width = (panel.end - panel.start) / parts;
    return Array.from({ length: parts }, (_, part) => ({
      start: panel.start + part * width,
      end: part === parts - 1 ? panel.end : panel.start + (part + 1) * width,
      heights: NODES.map((node) => interpolate(panel.heights, (part + node) / parts)),
    }));
  });
}

/** The density on the panels: the cubic through the heights of each panel. */
function tabulate(panels: readonly Panel[], highest: number): LogDensity {
  const kept = panels.filter(({ most }) => most > highest - 60);
  const logAt = (x: number): number => {
    let low = 0;
    let high = kept.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.end < x) low = middle + 1;
      else high = middle;
    }
    const panel = kept[low];
    if (!panel || x < panel.start || x > panel.end) return -Infinity;
    const t = (x - panel.start) / (panel.end - panel.start);
    if (findRange(panel) > CUBIC_RANGE) return nearestHeight(panel.heights, t) - highest;
    return interpolate(panel.heights, t) - highest;
  };
  const breaks = thin([kept[0]!.start, ...kept.map(({ end }) => end)]);
  return { logAt, breaks };
}

/**
 * Height at the nearest node. Interpolation is meaningless in a panel where hypotheses stop explaining the evidence.
 */
function nearestHeight(heights: readonly number[], t: number): number {
  const nearest = heights.reduce(
    (best, _, i) => (Math.abs(NODES[i]! - t) < Math.abs(NODES[best]! - t) ? i : best),
    0,
  );
  return heights[nearest]! < LEAST ? -Infinity : heights[nearest]!;
}

function interpolate(heights: readonly number[], t: number): number {
  return heights.reduce((sum, height, i) => {
    const factor = NODES.reduce((product, node, k) => {
      return k === i ? product : (product * (t - node)) / (NODES[i]! - node);
    }, 1);
    return sum + height * factor;
  }, 0);
}

const MOST_BREAKS = 49;

/** Selects every nth break, including both ends. */
export function thin(breaks: readonly number[]): readonly number[] {
  if (breaks.length <= MOST_BREAKS) return breaks;
  const last = breaks.length - 1;
  const kept = Array.from(
    { length: MOST_BREAKS },
    (_, i) => breaks[Math.round((i * last) / (MOST_BREAKS - 1))]!,
  );
  return kept.filter((x, i) => i === 0 || x > kept[i - 1]!);
}

/** Returns the posterior masses of discrete hypotheses, or no points if no hypothesis explains the evidence. */
export function weighHypotheses(
  prior: WeightedPoints,
  explain: (hypothesis: number) => Explanation,
  { exp }: Logarithms,
): WeightedPoints {
  const explained = Array.from(prior.positions, (hypothesis, i) =>
    prior.masses[i]! > 0 ? explain(hypothesis).logLikelihood : -Infinity,
  );
  // Products of many densities overflow, but only their ratios matter.
  const highest = explained.reduce((most, one) => Math.max(most, one), -Infinity);
  const masses = prior.masses.map((mass, i) =>
    explained[i]! > -Infinity ? mass * exp(explained[i]! - highest) : 0,
  );
  const kept = Array.from(masses.keys()).filter((i) => masses[i]! > 0);
  return {
    positions: Float64Array.from(kept, (i) => prior.positions[i]!),
    masses: Float64Array.from(kept, (i) => masses[i]!),
    atoms: prior.atoms,
  };
}
