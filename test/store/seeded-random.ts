// Random numbers, equal for equal seeds.

/** A linear congruential generator (Numerical Recipes' constants), numbers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
