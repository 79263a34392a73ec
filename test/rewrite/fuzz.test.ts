// Damaged modules never crash the rewriter: it either rejects a module with a HazeError, or produces a valid module.
// The mutations come from a generator with a fixed seed, and most of them affect the code section, where most faults
// are possible.

import { beforeAll, expect, test } from 'vitest';
import { HazeError } from '../../src/errors/haze-error.ts';
import { SECTION } from '../../src/rewrite/reading/module-info.ts';
import { readModule } from '../../src/rewrite/reading/module-reader.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects } from './guest-toolchain.ts';
import { PROGRAMS } from './programs.ts';
import { seededRandom } from './random-module.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, TOY_HEADER, toyRuntimeSource } from './toy-runtime.ts';

const SEED = 20261120;
const MUTANTS = 2000;

let corpus: Uint8Array[];

beforeAll(async () => {
  const runtime = await compileObject('toy.c', toyRuntimeSource(TOY_COLLECTOR), ['-O2', '-fno-math-errno']);
  corpus = [];
  for (const name of ['arithmetic.c', 'control.c']) {
    const program = await compileObject(name, TOY_HEADER + PROGRAMS[name]!, ['-O2', '-Wno-everything']);
    corpus.push(await linkObjects({ 'program.o': program, 'toy.o': runtime }, COLLECTOR_FLAGS));
  }
});

function mutate(module: Uint8Array, random: (below: number) => number): Uint8Array {
  const copy = module.slice();
  const code = readModule(module).sections.find((section) => section.id === SECTION.code)!;
  for (let n = 1 + random(3); n > 0; n--) {
    const inCode = random(4) > 0;
    const at = inCode ? code.start + random(code.end - code.start) : random(copy.length);
    const kind = random(4);
    if (kind === 0) copy[at] = random(256);
    else if (kind === 1) copy[at] = copy[at]! ^ (1 << random(8));
    else if (kind === 2)
      copy[at] = 0x5b + random(0x66); // some numeric instruction
    else copy.copyWithin(at, random(copy.length), at + 1 + random(8));
  }
  return random(50) === 0 ? copy.subarray(0, random(copy.length)) : copy;
}

test(`${MUTANTS} mutants (seed ${SEED}) are rejected or rewritten to valid modules`, () => {
  const random = seededRandom(SEED);
  let rewritten = 0;
  for (let i = 0; i < MUTANTS; i++) {
    const mutant = mutate(corpus[i % corpus.length]!, random);
    const options = { safepoints: i % 3 > 0, exactCopies: i % 3 > 1 };
    try {
      const { module } = rewriteModule(mutant, options);
      expect(WebAssembly.validate(module as Uint8Array<ArrayBuffer>), `mutant ${i}`).toBe(true);
      rewritten++;
    } catch (error) {
      if (!(error instanceof HazeError))
        throw new Error(`mutant ${i} crashed the rewriter`, { cause: error });
      expect(error.message).toMatch(/\.$/);
    }
  }
  expect(rewritten).toBeGreaterThan(MUTANTS / 20);
});
