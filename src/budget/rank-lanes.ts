// Ranks values by lane with a radix sort of approximate values, because a comparison sort takes far longer.
import type { LaneMemory } from './lanes/lane-memory.ts';

/**
 * Returns the lanes ordered by their values. There may be more or fewer lanes than in the memory, which is used only
 * during the sort.
 */
export function orderLanes(values: Float64Array, memory: LaneMemory): Uint32Array {
  const n = values.length;
  const room = memory.scratch(24 * n);
  memory.doubles(room, n).set(values);
  const order = room + 8 * n;
  return memory.kernels.order(room, order, n, order + 4 * n)
    ? memory.words(order, n).slice()
    : Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
}

/** Returns the mean rank of each lane, divided by the number of lanes. Equal values share their mean rank. */
export function rankLanes(values: Float64Array, memory: LaneMemory): Float64Array {
  const order = orderLanes(values, memory);
  const ascending = ascendingRanks(values, order);
  const ranks = new Float64Array(values.length);
  for (let i = 0; i < ranks.length; i++) ranks[order[i]!] = ascending[i]!;
  return ranks;
}

/** Mean ranks in ascending order, between 0 and 1. */
export function ascendingRanks(values: Float64Array, order: Uint32Array): Float64Array {
  const n = order.length;
  const ranks = new Float64Array(n);
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && values[order[end]!] === values[order[start]!]) end++;
    ranks.fill((start + end) / (2 * n), start, end);
    start = end;
  }
  return ranks;
}
