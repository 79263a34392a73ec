// Seeded random bytes for everything except the arithmetic, such as the program's own random source and salts for
// handles: xoshiro128** (Blackman and Vigna, 2018), seeded by SplitMix64. The core's own draws come from the kernels'
// generator.

/** A stream of random numbers determined by its seed. */
export interface Random {
  /** The next 32 bits, as an unsigned number. */
  nextUint32(): number;
  /** Fills a buffer with random bytes. */
  fill(target: Uint8Array): void;
}

/** Starts a stream. The same seed produces the same stream on every engine. */
export function createRandom(seed: bigint): Random {
  const state = new Uint32Array(4);
  let x = BigInt.asUintN(64, seed);
  for (let i = 0; i < 4; i += 2) {
    x = BigInt.asUintN(64, x + 0x9e3779b97f4a7c15n);
    const word = scramble(x);
    state[i] = Number(word & 0xffffffffn);
    state[i + 1] = Number(word >> 32n);
  }
  const nextUint32 = () => advance(state);
  return {
    nextUint32,
    fill(target) {
      for (let i = 0; i < target.length; i += 4) {
        let word = nextUint32();
        for (let k = i; k < Math.min(i + 4, target.length); k++, word >>>= 8) target[k] = word & 255;
      }
    },
  };
}

/** The output function of SplitMix64 (Steele, Lea and Flood, 2014). */
export function scramble(x: bigint): bigint {
  let z = x;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

function advance(state: Uint32Array): number {
  const [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
  const third = c ^ a;
  const fourth = d ^ b;
  state[1] = b ^ third;
  state[0] = a ^ fourth;
  state[2] = third ^ (b << 9);
  state[3] = rotate(fourth, 11);
  return result;
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}
