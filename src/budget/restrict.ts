// Restricts values to the draws in which other values lie within a range. The ranges of several values apply together,
// as when brushing parallel coordinates.

/** A range, including both ends. */
export type Range = readonly [low: number, high: number];

/** Marks the remaining draws with 1: those in which every restricted column lies within its range. */
export function restrictLanes(
  columns: readonly Float64Array[],
  ranges: ReadonlyMap<number, Range>,
): Uint8Array {
  const isKept = new Uint8Array(columns[0]?.length ?? 0).fill(1);
  for (const [index, [low, high]] of ranges) {
    const lanes = columns[index]!;
    // NaN does not lie within any range.
    for (let i = 0; i < isKept.length; i++) if (!(lanes[i]! >= low && lanes[i]! <= high)) isKept[i] = 0;
  }
  return isKept;
}

export interface LaneSummary {
  /** Number of remaining finite draws. */
  readonly count: number;
  readonly mean: number;
  readonly standardDeviation: number;
}

/** Mean and standard deviation of the remaining finite draws; NaN if there are none. */
export function summariseLanes(lanes: Float64Array, isKept?: Uint8Array): LaneSummary {
  const counts = (i: number) => (!isKept || isKept[i]) && Number.isFinite(lanes[i]!);
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < lanes.length; i++) {
    if (!counts(i)) continue;
    count += 1;
    sum += lanes[i]!;
  }
  const mean = sum / count;
  for (let i = 0; i < lanes.length; i++) if (counts(i)) squares += (lanes[i]! - mean) ** 2;
  return { count, mean, standardDeviation: Math.sqrt(squares / count) };
}

/** Number of draws in each of `bins` equal subintervals of a range. */
export function countLanesIn(
  lanes: Float64Array,
  [low, high]: Range,
  bins: number,
  isKept?: Uint8Array,
): Float64Array {
  const counts = new Float64Array(bins);
  for (let i = 0; i < lanes.length; i++) {
    const part = Math.floor((bins * (lanes[i]! - low)) / (high - low));
    if ((!isKept || isKept[i]) && part >= 0 && part <= bins) counts[Math.min(bins - 1, part)]! += 1;
  }
  return counts;
}

/**
 * Range that covers 99 % of the finite draws, with 0.5 % of the draws beyond either end; undefined if there is no
 * spread.
 */
export function maybeCentralRange(lanes: Float64Array): Range | undefined {
  const sorted = lanes.filter(Number.isFinite).sort();
  const at = (p: number) => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!;
  const [low, high] = [at(0.005), at(0.995)];
  return low < high ? [low, high] : undefined;
}
