// Measures ten million runs of a small program: the total time, and the growth of the process's memory excluding the
// stored samples.
import { availableParallelism } from 'node:os';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { build } from '../../src/node/library.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import type { Measurement } from '../measurement.ts';

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
  const built = await build(PROGRAM, { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  let warmBytes = 0;
  const { figures, values, statistics } = await runReference(
    {
      module: built.module,
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
    { name: 'completed runs', value: figures.runs, unit: '', goal: RUNS },
    { name: 'all of them', value: statistics.executionTimeMs / 1000, unit: 's' },
    { name: 'stored samples', value: keptBytes / MEBIBYTE, unit: 'MB' },
    { name: `growth of the process after ${WARM_RUNS} runs`, value: grownBytes / MEBIBYTE, unit: 'MB' },
  ];
}
