/** Number of lanes below which one worker is faster than two that share the work. */
export const LEAST_SHARED_LANES = 16_384;
