// Ranks of values by lane, by a radix sort of what is nearly the value: comparing one by one takes twenty times as long.

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const PASSES = 3;
const MOST_KEY = 2 ** 32 - 1;
/** Moves for each value, after which it is known that keys do not tell values apart: heavy tails. */
const MOST_MOVES = 8;

/** Lanes in the order of their values. */
export function orderLanes(values: Float64Array): Uint32Array {
  const n = values.length;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  const scale = MOST_KEY / (high - low);
  // Equal values, values that are no numbers, ranges too large or too small for a scale.
  if (!(scale > 0 && Number.isFinite(scale))) return compareAll(values);
  const keys = new Uint32Array(n);
  for (let i = 0; i < n; i++) keys[i] = (values[i]! - low) * scale;
  const order = sortByKeys(keys);
  return insertByValues(order, values) ? order : compareAll(values);
}

function sortByKeys(keys: Uint32Array): Uint32Array {
  const n = keys.length;
  let from = new Uint32Array(n);
  let to = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  const starts = new Uint32Array(DIGITS);
  for (let pass = 0; pass < PASSES; pass++) {
    const shift = pass * DIGIT_BITS;
    starts.fill(0);
    for (let i = 0; i < n; i++) starts[(keys[i]! >>> shift) & (DIGITS - 1)]!++;
    for (let digit = 0, start = 0; digit < DIGITS; digit++) {
      const count = starts[digit]!;
      starts[digit] = start;
      start += count;
    }
    for (let i = 0; i < n; i++) to[starts[(keys[from[i]!]! >>> shift) & (DIGITS - 1)]!++] = from[i]!;
    [from, to] = [to, from];
  }
  return from;
}

/** Puts values whose keys are equal in order; false where there are too many of them. */
function insertByValues(order: Uint32Array, values: Float64Array): boolean {
  let room = MOST_MOVES * order.length;
  for (let i = 1; i < order.length; i++) {
    const lane = order[i]!;
    const value = values[lane]!;
    let at = i;
    for (; at > 0 && values[order[at - 1]!]! > value; at--) order[at] = order[at - 1]!;
    order[at] = lane;
    room -= i - at;
    if (room < 0) return false;
  }
  return true;
}

function compareAll(values: Float64Array): Uint32Array {
  return Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
}

/** The mean rank of each lane, over the number of lanes: equal values share theirs. */
export function rankLanes(values: Float64Array): Float64Array {
  const n = values.length;
  const order = orderLanes(values);
  const ranks = new Float64Array(n);
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && values[order[end]!] === values[order[start]!]) end++;
    const rank = (start + end) / (2 * n);
    for (let i = start; i < end; i++) ranks[order[i]!] = rank;
    start = end;
  }
  return ranks;
}
