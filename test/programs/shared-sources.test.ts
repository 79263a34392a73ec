// The library, and therefore the command, shares a program's sources with workers. This is checked with a mock of the
// sharing module.
import { expect, test, vi } from 'vitest';
import { build, run } from '../../src/node/library.ts';

const seen = vi.hoisted(() => ({ compiled: [] as string[], closed: 0 }));
vi.mock('../../src/node/engine/share-compiling.ts', async (importOriginal) => {
  const { shareCompiling } =
    await importOriginal<typeof import('../../src/node/engine/share-compiling.ts')>();
  const watched: typeof shareCompiling = (own) => {
    const shared = shareCompiling(own);
    const compile = shared.compile.bind(shared);
    const close = shared.close.bind(shared);
    shared.compile = (unit) => {
      seen.compiled.push(unit.sources[0]);
      return compile(unit);
    };
    shared.close = () => {
      seen.closed += 1;
      close();
    };
    return shared;
  };
  return { shareCompiling: watched };
});

const NUMBERS = Array.from({ length: 9 }, (_, index) => index + 1);
const PARTS = Object.fromEntries(NUMBERS.map((n) => [`part${n}.c`, `int part${n}(void) { return ${n}; }\n`]));
const MAIN = `#include <stdio.h>
${NUMBERS.map((n) => `int part${n}(void);\n`).join('')}int main(void) {
  printf("%d\\n", ${NUMBERS.map((n) => `part${n}()`).join(' + ')});
}
`;

test('all sources of a program go through the shared compiler, which closes after success or failure', async () => {
  const sources = { ...PARTS, 'main.c': MAIN };
  const built = await build(sources);
  if (!built.ok) throw new Error(built.log);
  expect((await run(built.module)).stdout).toBe('45\n');
  expect(seen.compiled.toSorted()).toEqual(Object.keys(sources).toSorted());
  expect(seen.closed).toBe(1);
  const failed = await build({ ...sources, 'part3.c': 'int part3(void) { return three; }\n' });
  expect(failed.log).toContain("part3.c:1:26: error: use of undeclared identifier 'three'");
  expect(seen.closed).toBe(2);
});
