// Adds nodes at large steps of a function of an independent quantity, and at the ends of its level stretches.
// Otherwise, a spike between two nodes would have no mass, and the probability of an outcome would only be accurate to
// half a node's weight.

/** Values of a function at nodes, given by ascending cumulative probabilities (shares) of its quantity. */
export interface FunctionNodes {
  readonly values: Float64Array;
  readonly shares: Float64Array;
}

/** Returns a function's values at these shares; undefined if they are unknown. */
export type ValuesAt = (shares: Float64Array) => Float64Array | undefined;

/** Maximum step between nodes, relative to the function's range. */
const MOST_STEP = 1 / 128;
/** Maximum ratio of adjacent values. */
const MOST_RATIO = 2;
/** Mass of an interval above which ratios matter. */
const LEAST_MASS = 2 ** -16;
/** Number of intervals on each side of an extremum that are halved in each round. */
const NEAR = 4;
/** Same as NEAR, but for a function with more than FEW_TOPS maxima and minima. */
const NEAR_MANY = 2;
const FEW_TOPS = 8;
/** Maximum number of nodes, not counting nodes near maxima and minima. */
const MOST_NODES = 2048;
/** Maximum number of all nodes. */
const MOST_WITH_TOPS = 6144;
const MOST_ROUNDS = 8;
/** Number of halvings that locate the end of a level stretch. */
const HALVINGS = 32;

/**
 * Halves intervals of shares in which a non-monotone function takes large steps, and locates the ends of level
 * stretches. Monotone functions need only these ends.
 * @param isQuick true to add fewer nodes near maxima and minima
 */
export function refineNodes(
  first: Float64Array,
  valuesAt: ValuesAt,
  isQuick: boolean,
): FunctionNodes | undefined {
  let [shares, values] = [first, valuesAt(first)];
  for (let round = 0; values && round < MOST_ROUNDS; round++) {
    const added = findSteep(values, shares, isQuick ? MOST_NODES : MOST_WITH_TOPS);
    const more = added.length > 0 ? valuesAt(added) : undefined;
    if (!more) break;
    ({ values, shares } = merge({ values, shares }, { values: more, shares: added }));
  }
  const nodes = values && probe({ values, shares }, valuesAt);
  return nodes && locateEnds(nodes, valuesAt);
}

/** Number of parts into which an interval that may hide level stretches is divided. */
const PROBED_PARTS = 4;

/**
 * Divides intervals that may hide level stretches if the function has any, because its outcomes may be close together.
 */
function probe(nodes: FunctionNodes, valuesAt: ValuesAt): FunctionNodes | undefined {
  const { values, shares } = nodes;
  const isLevel = (i: number) => values[i] === values[i + 1];
  const intervals = Array.from({ length: values.length - 1 }, (_, i) => i);
  if (!intervals.some(isLevel)) return nodes;
  const steep = intervals.filter((i) => !isLevel(i) && !isLevel(i - 1) && !isLevel(i + 1));
  const inner = steep.flatMap((i) =>
    [1, 2, 3].map((k) => shares[i]! + (k / PROBED_PARTS) * (shares[i + 1]! - shares[i]!)),
  );
  const found = valuesAt(Float64Array.from(inner));
  return found && merge(nodes, { values: found, shares: Float64Array.from(inner) });
}

/** Adds two nodes at each end of a level stretch: the last node with its value, and the first node beyond it. */
function locateEnds(nodes: FunctionNodes, valuesAt: ValuesAt): FunctionNodes | undefined {
  const { values, shares } = nodes;
  const isLevel = (i: number) => values[i] === values[i + 1];
  const ends: { level: number; beyond: number; inner: number; outer: number }[] = [];
  const add = (inner: number, outer: number) =>
    ends.push({
      level: values[inner]!,
      beyond: values[outer]!,
      inner: shares[inner]!,
      outer: shares[outer]!,
    });
  for (let i = 0; i + 1 < values.length; i++) {
    if (isLevel(i)) continue;
    if (isLevel(i - 1)) add(i, i + 1);
    if (isLevel(i + 1)) add(i + 1, i);
  }
  for (let round = 0; ends.length > 0 && round < HALVINGS; round++) {
    const middles = Float64Array.from(ends, ({ inner, outer }) => (inner + outer) / 2);
    const found = valuesAt(middles);
    if (!found) return undefined;
    ends.forEach((end, k) => {
      if (found[k] === end.level) end.inner = middles[k]!;
      else [end.outer, end.beyond] = [middles[k]!, found[k]!];
    });
  }
  const added = ends.flatMap(({ level, beyond, inner, outer }) => [
    { share: inner, value: level },
    { share: outer, value: beyond },
  ]);
  added.sort((one, other) => one.share - other.share);
  return merge(nodes, {
    values: Float64Array.from(added, ({ value }) => value),
    shares: Float64Array.from(added, ({ share }) => share),
  });
}

/**
 * Midpoints of intervals in which a non-monotone function takes a large step, and of intervals near its maxima and
 * minima.
 */
function findSteep(values: Float64Array, shares: Float64Array, mostNodes: number): Float64Array {
  let [low, high] = [Infinity, -Infinity];
  let [rises, falls] = [false, false];
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
    if (i > 0 && values[i]! > values[i - 1]!) rises = true;
    if (i > 0 && values[i]! < values[i - 1]!) falls = true;
  }
  const most = MOST_STEP * (high - low);
  if (!(rises && falls && Number.isFinite(most))) return new Float64Array();
  const isSteep = (i: number) => Math.abs(values[i]! - values[i - 1]!) > most;
  const massOf = (i: number) => shares[i]! - shares[i - 1]!;
  const isLeap = (i: number) => {
    const [a, b] = [Math.abs(values[i - 1]!), Math.abs(values[i]!)];
    if (a === b || massOf(i) <= LEAST_MASS) return false;
    return Math.max(a, b) > MOST_RATIO * Math.min(a, b);
  };
  const last = values.length - 1;
  // The peak of a spike lies between steep intervals.
  const isSpike = (i: number) => i > 1 && i < last && isSteep(i - 1) && isSteep(i + 1);
  const intervals = Array.from({ length: last }, (_, k) => k + 1);
  const steep = intervals.filter((i) => isSteep(i) || isLeap(i) || isSpike(i));
  const chosen = new Set(heaviest(steep, MOST_NODES - values.length));
  // Intervals near extrema are refined, too: there a smooth function has most of the mass of its outermost values.
  const turns = (k: number) => (values[k]! - values[k - 1]!) * (values[k + 1]! - values[k]!) < 0;
  const tops = intervals.filter((k) => k < last && turns(k));
  const near = tops.length > FEW_TOPS ? NEAR_MANY : NEAR;
  const beside = tops.flatMap((k) => intervals.slice(Math.max(0, k - near), k + near));
  const light = beside.filter((i) => massOf(i) > LEAST_MASS && !chosen.has(i));
  for (const i of heaviest(light, mostNodes - values.length - chosen.size)) chosen.add(i);
  return Float64Array.from(chosen, (i) => (shares[i]! + shares[i - 1]!) / 2).sort();

  /** Selects at most `count` intervals, those with the largest mass first. */
  function heaviest(found: number[], count: number): number[] {
    if (found.length <= count) return found;
    return found.sort((i, k) => massOf(k) - massOf(i)).slice(0, Math.max(0, count));
  }
}

function merge(one: FunctionNodes, other: FunctionNodes): FunctionNodes {
  const count = one.shares.length + other.shares.length;
  const [values, shares] = [new Float64Array(count), new Float64Array(count)];
  let [i, k] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isFirst = k >= other.shares.length || one.shares[i]! <= other.shares[k]!;
    const from = isFirst ? one : other;
    const index = isFirst ? i++ : k++;
    values[at] = from.values[index]!;
    shares[at] = from.shares[index]!;
  }
  return { values, shares };
}
