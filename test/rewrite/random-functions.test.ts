// Random functions compute the same results before and after rewriting, with plain and boxed numbers, even if every
// safepoint frees unreachable records. Seeds are fixed, and a failure reports the seed and the function.

import { expect, test } from 'vitest';
import wabt from 'wabt';
import type { RewriteOptions } from '../../src/rewrite/rewrite-module.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { reencodeModule } from '../../src/rewrite/writing/reencode-module.ts';
import { FUNCTION_COUNT, randomModuleText } from './random-module.ts';

type Run = (k: number, boxed: number, n: number) => bigint;

const VARIANTS: readonly RewriteOptions[] = [
  {},
  { safepoints: true },
  { safepoints: true, exactCopies: true },
];

function runOf(module: Uint8Array): Run {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module as Uint8Array<ArrayBuffer>));
  return instance.exports.run as Run;
}

async function assemble(text: string): Promise<Uint8Array> {
  const parsed = (await wabt()).parseWat('random.wat', text, {
    exceptions: true,
    multi_value: true,
    simd: true,
  });
  return parsed.toBinary({ write_debug_names: true }).buffer;
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 40, 130];

test.each([...SEEDS.map((seed) => [seed, false] as const), ...SEEDS.map((seed) => [seed, true] as const)])(
  'random functions give the same results after rewriting, seed %i, with vectors: %s',
  async (seed, hasVectors) => {
    const original = await assemble(randomModuleText(seed, true, hasVectors));
    expect(Buffer.compare(reencodeModule(original), original)).toBe(0);
    const plain = runOf(original);
    for (const options of VARIANTS) {
      const rewritten = runOf(rewriteModule(original, options).module);
      for (let k = 0; k < FUNCTION_COUNT; k++) {
        for (const n of [0, 1, 2, 3]) {
          const expected = plain(k, 0, n);
          for (const boxed of [0, 1, 2, 7, 8]) {
            const message = `seed ${seed}, function ${k}, boxed ${boxed}, n ${n}, ${JSON.stringify(options)}`;
            expect(rewritten(k, boxed, n), message).toBe(expected);
          }
        }
      }
    }
  },
);
