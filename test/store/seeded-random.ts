// Random numbers that are the same for the same seed.

/** A linear congruential generator (constants from Numerical Recipes) of numbers from 0 up to, but not including, 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
