// Basis for a source's draws: functions of the source's cumulative probability, with their values by lane.
import type { Address } from './lanes/lane-memory.ts';

export interface SourceBasis {
  /** Number of functions. The simplest come first. */
  readonly count: number;
  /** Function `k` by lane, with mean 0 and mean square 1. */
  readonly functionOf: (k: number) => Address;
  /** True if the first function is the source's standardised value. */
  readonly isLinear: boolean;
  /** Number of leading functions that are fitted together before the search for terms. */
  readonly linearCount: number;
  /** The basis over bins; undefined if the source has several columns. */
  readonly binned: BinnedBasis | undefined;
}

/** A basis over equally probable bins for one source. */
export interface BinnedBasis {
  /** Index of the bin that contains each lane, out of BINS bins, as a byte. */
  readonly bins: Address;
  /**
   * Number of lanes in each bin, then in each pair of bins, in each group of four, and so on up to all bins together.
   */
  readonly counts: readonly Float64Array[];
  /** Means of the functions over the bins: BINS numbers for each function in turn. */
  readonly means: Address;
  /** Record for `search_pairs`, with PAIR_BINS bins and PAIR_FUNCTIONS functions. */
  readonly inPairs: Address;
  /** Record for `search_triples`. */
  readonly inTriples: Address;
}

/** Number of equally probable bins for a source. */
export const BINS = 256;
/** Size of a record of `search_pairs` or `search_triples`, in bytes. */
export const RECORD_BYTES = 12;
