/** Minimum number of lanes worth sharing between two workers; with fewer, a single worker is faster. */
export const LEAST_SHARED_LANES = 16_384;
