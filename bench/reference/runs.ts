// Reference cores: time of 10 000 runs of a small program from the linked module to all samples, and runs per second in
// one worker. Also measures the memory of a program with a lot of output, and the time until a cancelled task has
// stopped.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { measurement } from '../../scripts/measurement.ts';
import { distUrl } from '../../src/node/dist-url.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { build } from '../../src/node/library.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { moduleOf } from '../harness.ts';

const TEN_LINES = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double voltage = UxHwDoubleGaussDist(5.0, 0.05);
  double resistance = UxHwDoubleUniformDist(95.0, 105.0);
  double power = voltage * voltage / resistance;
  if (power > 0.25) printf("high: %f W\\n", power);
  printf("power: %f W\\n", power);
  return 0;
}`;
const MUCH_OUTPUT = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  for (int i = 0; i < 10000; i++) printf("%f\\n", x + i);
  return 0;
}`;
const STREAMS = `
#include <iostream>
#include <uxhw.h>
int main() {
  double x = UxHwDoubleGaussDist(0, 1);
  std::cout << "x = " << x << "\\n";
}`;
/** Every fifth run never finishes; the others print a lot of output. */
const STUBBORN = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  for (int i = 0; i < 1000 || x < 0.2; i++) if (i < 1000) printf("%f\\n", x + i);
  return 0;
}`;
const CANCELLATIONS = 9;
const RUNS = 10_000;
const MANY_RUNS = 200_000;
const MEBIBYTE = 1024 * 1024;

export async function run() {
  const kernels = await loadKernels();
  const measure = async (
    source: string,
    language: string,
    options: { runs: number; parallelism: number },
  ) => {
    const built = await moduleOf(build(source, { language }));
    const { runs, parallelism } = options;
    const started = performance.now();
    const outcome = await runReference(
      { module: built, core: findDefaultCore('C0-Reference'), runs },
      { kernels, createWorker: createNodeReferenceWorker, parallelism },
    );
    const wholeMs = performance.now() - started;
    return { wholeMs, runsASecond: (outcome.figures.runs / outcome.statistics.executionTimeMs) * 1000 };
  };
  const measureCancelling = async (parallelism: number) => {
    const built = await moduleOf(build(STUBBORN, { language: 'C' }));
    const times: number[] = [];
    for (let i = 0; i < CANCELLATIONS; i++) {
      const abort = new AbortController();
      const task = runReference(
        {
          module: built,
          core: findDefaultCore('C0-Reference'),
          runs: MANY_RUNS,
          signal: abort.signal,
        },
        { kernels, createWorker: createNodeReferenceWorker, parallelism },
      );
      await new Promise((resolve) => setTimeout(resolve, 150 * (i + 1)));
      const cancelled = performance.now();
      abort.abort();
      await task;
      times.push(performance.now() - cancelled);
    }
    return Math.max(...times);
  };
  // The first worker of a process loads modules for all later workers.
  await new Promise((loaded) => {
    const worker = new Worker(distUrl('src/packed/run-worker-node.js'));
    worker.once('online', () => worker.terminate().then(loaded));
  });
  const parallelism = availableParallelism();
  const short = await measure(TEN_LINES, 'C', { runs: RUNS, parallelism });
  const one = await measure(TEN_LINES, 'C', { runs: MANY_RUNS, parallelism: 1 });
  const streams = await measure(STREAMS, 'C++', { runs: MANY_RUNS / 4, parallelism: 1 });
  const cancelMs = await measureCancelling(parallelism);
  const before = process.memoryUsage().rss;
  const much = await measure(MUCH_OUTPUT, 'C', { runs: RUNS, parallelism });
  const more = process.memoryUsage().rss - before;
  return [
    measurement(`10 000 runs of ten lines of C, ${parallelism} workers`, short.wholeMs, 'ms', 2000),
    measurement('runs of ten lines of C, one worker', one.runsASecond, 'a second', 20_000),
    measurement('runs of a C++ program with std::cout, one worker', streams.runsASecond, 'a second'),
    measurement(`from cancelling to the end, the longest of ${CANCELLATIONS}`, cancelMs, 'ms', 200),
    measurement('10 000 values per run, until no more are stored', much.wholeMs, 'ms'),
    measurement('additional memory', more / MEBIBYTE, 'MiB'),
  ];
}
