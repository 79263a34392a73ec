// Basis of a source's draws: functions of its probability, by lane.
import type { Address } from './lanes/lane-memory.ts';

export interface SourceBasis {
  /** Number of functions, the simplest first. */
  readonly count: number;
  /** Function `k` by lane, with mean 0 and mean square 1. */
  readonly functionOf: (k: number) => Address;
  /** True when the first function is the source's standardised value. */
  readonly isLinear: boolean;
  /** Number of leading functions that are fitted together before the search for terms. */
  readonly linearCount: number;
  /** Undefined for several columns. */
  readonly binned: BinnedBasis | undefined;
}

/** A basis by equally probable parts of the source. */
export interface BinnedBasis {
  /** Index of the part, of BINS parts, that contains each lane, in a byte. */
  readonly bins: Address;
  /** Number of lanes in each part, then in each two parts, each four, up to all. */
  readonly counts: readonly Float64Array[];
  /** Means of the functions over the parts: function by function, BINS numbers each. */
  readonly means: Address;
  /** Record for `search_pairs`, with PAIR_BINS parts and PAIR_FUNCTIONS functions. */
  readonly inPairs: Address;
  /** Record for `search_triples`. */
  readonly inTriples: Address;
}

/** Equally probable parts of a source. */
export const BINS = 256;
/** Bytes of a record of `search_pairs` or `search_triples`. */
export const RECORD_BYTES = 12;
