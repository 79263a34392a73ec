// Adds nodes where a function of an independent quantity takes large steps: a spike between two nodes would
// have no mass.

/** Values of a function at nodes of ascending share. */
interface FunctionNodes {
  readonly values: Float64Array;
  readonly shares: Float64Array;
}

/** Largest step between nodes, relative to the function's range. */
const MOST_STEP = 1 / 128;
/** Largest ratio of neighbouring values, and the mass of an interval above which ratios and ends of levels matter. */
const MOST_RATIO = 2;
const LEAST_MASS = 2 ** -16;
/** Number of intervals on each side of a top or bottom that are halved in a round. */
const NEAR = 4;
/** Functions with more tops and bottoms get no such nodes. */
const MOST_TOPS = 8;
const MOST_NODES = 2048;
const MOST_ROUNDS = 8;

/**
 * Halves intervals of shares where a function that rises and falls takes large steps. Monotone functions need no such
 * nodes.
 * @param valuesAt values at ascending shares; undefined if unknown
 */
export function refineNodes(
  first: Float64Array,
  valuesAt: (shares: Float64Array) => Float64Array | undefined,
): FunctionNodes | undefined {
  let [shares, values] = [first, valuesAt(first)];
  for (let round = 0; values && round < MOST_ROUNDS; round++) {
    const added = findSteep(values, shares);
    const more = added.length > 0 ? valuesAt(added) : undefined;
    if (!more) break;
    ({ values, shares } = merge({ values, shares }, { values: more, shares: added }));
  }
  return values && { values, shares };
}

/** Middles of intervals with a large step of a function that is not monotone. */
function findSteep(values: Float64Array, shares: Float64Array): Float64Array {
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
  const added: number[] = [];
  const isSteep = (i: number) => Math.abs(values[i]! - values[i - 1]!) > most;
  const isEnd = (i: number) => values[i - 1] === values[i - 2] || values[i] === values[i + 1];
  const isLeap = (i: number) => {
    const [a, b] = [Math.abs(values[i - 1]!), Math.abs(values[i]!)];
    if (a === b || shares[i]! - shares[i - 1]! <= LEAST_MASS) return false;
    return Math.max(a, b) > MOST_RATIO * Math.min(a, b) || isEnd(i);
  };
  const turns = (k: number) => (values[k]! - values[k - 1]!) * (values[k + 1]! - values[k]!) < 0;
  const tops: number[] = [];
  for (let k = 1; k < values.length - 1; k++) if (turns(k)) tops.push(k);
  // Near its top or bottom a smooth function has most of the shares of its last steps.
  const isNearTop = (i: number) =>
    tops.length <= MOST_TOPS &&
    shares[i]! - shares[i - 1]! > LEAST_MASS &&
    tops.some((k) => i > k - NEAR && i <= k + NEAR);
  // The top of a spike lies between steep intervals.
  for (let i = 1; i < values.length && values.length + added.length < MOST_NODES; i++)
    if (
      isSteep(i) ||
      isLeap(i) ||
      isNearTop(i) ||
      (i > 1 && i + 1 < values.length && isSteep(i - 1) && isSteep(i + 1))
    )
      added.push((shares[i]! + shares[i - 1]!) / 2);
  return Float64Array.from(added);
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
