// Random bytes derived from a seed, for services that behave the same in every run. Anyone who knows the seed can
// derive all random bytes, including keys: for tests only.
import { createHash } from 'node:crypto';
import { platformRandom, toHex } from '../../store/contract/random-bytes.ts';

export type RandomBytes = (sizeBytes: number) => Uint8Array;

/** Independent sources of random bytes: reading from one source does not affect the others. */
export interface Randomness {
  /** The source for one purpose, starting from its first byte. */
  source(purpose: string): RandomBytes;
}

/** Bytes obtained by hashing the seed with the purpose and a counter; without a seed, the platform's random bytes. */
export function createRandomness(seed: bigint | undefined): Randomness {
  if (seed === undefined) return { source: () => platformRandom };
  return { source: (purpose) => createStream(`haze ${seed} ${purpose}`) };
}

function createStream(name: string): RandomBytes {
  let counter = 0;
  let rest: Uint8Array = new Uint8Array(0);
  const refill = () => new Uint8Array(createHash('sha256').update(`${name} ${counter++}`).digest());
  return (sizeBytes) => {
    const bytes = new Uint8Array(sizeBytes);
    for (let at = 0; at < sizeBytes; ) {
      if (rest.length === 0) rest = refill();
      const part = rest.subarray(0, sizeBytes - at);
      bytes.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
    return bytes;
  };
}

/**
 * Blob names derived from a seed. Jobs write blobs as soon as they are ready, so a name depends on the blob's key and
 * how often it was written, not on the order of all writes.
 */
export function createBlobNames(seed: bigint): (key: string) => string {
  const writes = new Map<string, number>();
  return (key) => {
    const write = (writes.get(key) ?? 0) + 1;
    writes.set(key, write);
    const name = createHash('sha256').update(`haze ${seed} blob ${write} ${key}`).digest();
    return toHex(new Uint8Array(name.subarray(0, 16)));
  };
}

/** A number from 0 up to but not including 1. */
export function randomFraction(random: RandomBytes): number {
  const [a = 0, b = 0, c = 0, d = 0] = random(4);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) / 2 ** 32;
}
