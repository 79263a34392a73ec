// What a source's draws are described by: functions of its probability, by lane.

export interface SourceBasis {
  /** Number of functions; the first are the simplest. */
  readonly count: number;
  /** Function `k` by lane, with mean 0 and mean square 1. */
  readonly functionOf: (k: number) => Float64Array;
  /** True where the first function is the source's value, standardised. */
  readonly isLinear: boolean;
  /** How many of the functions, the first ones, are fitted all together before anything is looked for. */
  readonly linearCount: number;
  /** Undefined for several columns. */
  readonly binned: BinnedBasis | undefined;
}

/** A basis by equally probable parts of the source. */
export interface BinnedBasis {
  /** Which of BINS parts each lane lies in, and how many lanes lie in each. */
  readonly bins: Uint8Array;
  readonly counts: Float64Array;
  /** Means of the functions over the parts: function by function, BINS numbers each. */
  readonly means: Float64Array;
  /** The same in PAIR_BINS parts, for functions of several sources; lane by lane in the bytes of words, the lowest first. */
  readonly pairBins: Int32Array;
  /** Of PAIR_FUNCTIONS at least: 0 for those that the source does not have. */
  readonly pairMeans: Float64Array;
}
