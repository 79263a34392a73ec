// Measures ten million runs of a small program: the total time, and the growth of the process's memory excluding the
// stored samples.

import { availableParallelism } from 'node:os';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { build } from '../../src/node/library.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { moduleOf } from '../harness.ts';

const PROGRAM = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  printf("%f\\n", x);
  if (x > 1.2) printf("%f\\n", x * x);
  return x > 1.3;
}`;
const RUNS = 10_000_000;
const WARM_RUNS = 500_000;
const MEBIBYTE = 1024 * 1024;

export async function run(): Promise<Measurement[]> {
  const built = await moduleOf(build(PROGRAM, { language: 'C' }));
  let warmBytes = 0;
  const { figures, values, statistics } = await runReference(
    {
      module: built,
      core: findDefaultCore('C0-Reference'),
      runs: RUNS,
      timeLimitMs: 3_600_000,
      onProgress: (done) => {
        if (warmBytes === 0 && done >= WARM_RUNS) warmBytes = process.memoryUsage.rss();
      },
    },
    {
      kernels: await loadKernels(),
      createWorker: createNodeReferenceWorker,
      parallelism: availableParallelism(),
    },
  );
  const grownBytes = process.memoryUsage.rss() - warmBytes;
  const keptBytes = 8 * values.reduce((sum, { kept }) => sum + kept, 0);
  return [
    measurement('completed runs', figures.runs, '', RUNS),
    measurement('all of them', statistics.executionTimeMs / 1000, 's'),
    measurement('stored samples', keptBytes / MEBIBYTE, 'MB'),
    measurement(`growth of the process after ${WARM_RUNS} runs`, grownBytes / MEBIBYTE, 'MB'),
  ];
}
