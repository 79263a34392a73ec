/** Number of lanes below which one worker is faster than two workers that share the lanes. */
export const LEAST_SHARED_LANES = 16_384;
