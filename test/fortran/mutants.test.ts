// For any input, the front end generates C or reports a fault in the program, but never fails itself.
// `HAZE_FUZZ=30000 npm run test:program -- test/fortran/mutants.test.ts` tests more inputs, for several minutes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { createRandom } from '../store/seeded-random.ts';
import { mutate } from './mutate.ts';

const SEED = 20261127;
const COUNT = Number(process.env.HAZE_FUZZ ?? 1500);
const FOLDER = import.meta.dirname;

test('mutants of valid programs either compile or cause a proper error', { timeout: 3_600_000 }, () => {
  const programs = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.f90'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
  const faults: string[] = [];
  let compiled = 0;
  const random = createRandom(SEED);
  const below = (bound: number): number => Math.floor(random() * bound);
  for (let i = 0; i < COUNT; i++) {
    const { name, text } = programs[below(programs.length)]!;
    const mutant = mutate(text, below);
    const fault = faultOf(mutant);
    if (fault === undefined) compiled += 1;
    else if (fault !== '') faults.push(`${name}, mutant ${i}: ${fault}\n${mutant}`);
  }
  console.log(`${COUNT} mutants of ${programs.length} programs, ${compiled} compiled`);
  expect(faults).toEqual([]);
  // Some changes introduce faults, but not all.
  expect(compiled).toBeGreaterThan(COUNT / 10);
  expect(compiled).toBeLessThan(COUNT / 2);
});

/** A fault in the front end itself; '' if the front end rejects the program, undefined if the program compiles. */
function faultOf(text: string): string | undefined {
  try {
    const result = compileFortran([{ path: 'main.f90', text }]);
    if (result.ok) return undefined;
    return result.diagnostics.find(({ message }) => message.startsWith('Internal'))?.message ?? '';
  } catch (thrown) {
    return String(thrown instanceof Error ? thrown.stack : thrown);
  }
}
