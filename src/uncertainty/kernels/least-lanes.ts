/** Fewer lanes than these are done sooner than two workers could agree on who does what. */
export const LEAST_SHARED_LANES = 16_384;
