import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('a generator produces the same stream for the same seed, and different streams for different seeds', () => {
  const take = (seed: bigint) => {
    const random = createRandom(seed);
    return Array.from({ length: 4 }, () => random.nextUint32());
  };
  expect(take(1n)).toEqual(take(1n));
  expect(take(1n)).not.toEqual(take(2n));
});

it('a generator fills bytes evenly', () => {
  const bytes = new Uint8Array(65_537);
  createRandom(7n).fill(bytes);
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]!++;
  // The expected count of each byte value is 256, with standard deviation 16.
  for (const count of counts) expect(Math.abs(count - 256)).toBeLessThan(80);
});
