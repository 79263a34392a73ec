// The lines of decisions do not depend on how long a build took, so they are the same on a busy machine.
import { expect, test } from 'vitest';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeCompiler } from '../../src/node/engine/node-engine.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from '../../src/node/engine/node-run-worker.ts';
import { createEngine } from '../../src/program/engine.ts';

const CLAMP = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0.1, 1);
  if (x > 0) puts("positive");
  printf("%lf\\n", x);
}
`;

test('a decision is reported with its line even after a build of ten minutes', async () => {
  const compiler = createNodeCompiler();
  const haze = createEngine({
    compiler: {
      ...compiler,
      build: async (request, options) => ({
        ...(await compiler.build(request, options)),
        buildTimeMs: 600_000,
      }),
    },
    kernels: loadKernels,
    createRunWorker: createNodeRunWorker,
    createReferenceWorker: createNodeReferenceWorker,
    parallelism: 1,
  });
  const built = await haze.build(CLAMP, { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  const { stderr } = await haze.run(built.module, { core: 'C0-S+' });
  expect(stderr).toContain('.c:5: `x > 0` holds for 54 % of the draws');
});
