// Every run of a task has its own seed, which the task's seed and the number of the run decide.

import { createRandom, type Random } from '../../uncertainty/core/random.ts';

const GOLDEN_RATIO = 0x9e3779b97f4a7c15n;

/** The seed of one run: SplitMix64 (Steele, Lea and Flood, 2014) at that place of the task's stream. */
export function seedOfRun(taskSeed: bigint, run: number): bigint {
  let z = BigInt.asUintN(64, taskSeed + (BigInt(run) + 1n) * GOLDEN_RATIO);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** The system's random numbers that all lanes share: the stream of the run that has their draws. */
export function openSharedRandom(taskSeed: bigint): Random {
  const random = createRandom(taskSeed ^ 0x5a17n);
  // That run has already taken a number for its boxes.
  random.nextUint32();
  return random;
}
