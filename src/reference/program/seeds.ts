// Seeds for runs. Every run of a task has its own seed, which is determined by the task's seed and the run's number.

import { createRandom, type Random, scramble } from '../../uncertainty/core/random.ts';

const GOLDEN_RATIO = 0x9e3779b97f4a7c15n;

/** Seed for a run: SplitMix64 at the run's position in the task's stream. */
export function seedOfRun(taskSeed: bigint, run: number): bigint {
  return scramble(BigInt.asUintN(64, taskSeed + (BigInt(run) + 1n) * GOLDEN_RATIO));
}

/**
 * Opens the system's random numbers, which all lanes share. They are the stream of the run that produced the lanes'
 * draws.
 */
export function openSharedRandom(taskSeed: bigint): Random {
  const random = createRandom(taskSeed ^ 0x5a17n);
  // That run first used one number for its boxes.
  random.nextUint32();
  return random;
}
