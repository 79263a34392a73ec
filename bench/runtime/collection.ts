// Runs a long computation on few values: ten million uncertain operations with ten live values on C0-XS. Measures its
// time, the process's peak memory, and the fraction of time spent searching for unused records. A search's time runs
// from the preceding call into the core until the search is complete.

import { measurement } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { build } from '../../src/node/library.ts';
import { bindCore } from '../../src/runtime/core/core-imports.ts';
import { createProgramMemory } from '../../src/runtime/preparing/memory-limits.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { recordsUntilCollection } from '../../src/runtime/running/collection-schedule.ts';
import { FileRoom } from '../../src/runtime/wasi/file-room.ts';
import { createWasiImports } from '../../src/runtime/wasi/wasi-host.ts';
import { openWorkingDirectory } from '../../src/runtime/wasi/working-directory.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { createCore } from '../../src/uncertainty/cores/create-core.ts';
import { moduleOf } from '../harness.ts';

const OPERATIONS = 10_000_000;

const SOURCE = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x[10];
  for (int i = 0; i < 10; i++) x[i] = UxHwDoubleGaussDist(i, 1);
  for (long i = 0; i < ${OPERATIONS / 2}; i++) x[i % 9] = x[i % 9] * 0.5 + x[9];
  printf("%Plf\\n", x[0]);
}`;

export async function run() {
  const program = await moduleOf(build(SOURCE, { language: 'C' }));
  const spec = findDefaultCore('C0-XS');
  const memory = createProgramMemory(program, spec.MemorySize);
  const guestMemoryBytes = () => memory.buffer.byteLength;
  const core = createCore(spec, { kernels: await loadKernels(), seed: 1, guestMemoryBytes });
  let lastCallMs = 0;
  let searchingMs = 0;
  let searches = 0;
  let mostBytes = 0;
  const fail = (error: unknown): never => {
    throw error;
  };
  const { imports } = bindCore({
    core,
    memory,
    salt: 1,
    stop: fail,
    heapExhausted: () => undefined,
    callLikelihood: () => fail(new Error('no likelihood here')),
    recordsUntilCollection(searchedBytes) {
      searches++;
      // Querying the system costs more than a search, so queries are infrequent.
      if (searches % 100 === 1) mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
      return recordsUntilCollection(spec, {
        recordsAlive: core.recordsAlive,
        guestMemoryBytes: guestMemoryBytes(),
        searchedBytes,
      });
    },
  });
  const { binary, sweep } = imports as Record<string, (...args: number[]) => number>;
  const timed = {
    ...imports,
    // The search happens at the top of the loop, after the addition.
    binary(...args: number[]): number {
      const handle = binary!(...args);
      lastCallMs = performance.now();
      return handle;
    },
    sweep(...args: number[]): number {
      const room = sweep!(...args);
      // The first search precedes the first addition.
      if (lastCallMs > 0) searchingMs += performance.now() - lastCallMs;
      return room;
    },
  };
  const system = createWasiImports(
    {
      arguments: ['program'],
      stdin: () => new Uint8Array(0),
      writeStdout: () => undefined,
      writeStderr: () => undefined,
      directory: openWorkingDirectory(new Map(), new FileRoom({ limitBytes: () => 0 })),
      fillRandom: () => undefined,
      exit: (status) => fail(new Error(`exit ${status}`)),
    },
    memory,
  );
  const before = process.memoryUsage.rss();
  const instance = new WebAssembly.Instance(
    new WebAssembly.Module(rewriteProgram(program).module as BufferSource),
    {
      env: { memory },
      ux: timed,
      wasi_snapshot_preview1: system as WebAssembly.ModuleImports,
    },
  );
  const startedMs = performance.now();
  (instance.exports._start as () => void)();
  const totalMs = performance.now() - startedMs;
  return [
    measurement('ten million operations, ten live values, C0-XS', totalMs / 1000, 's'),
    measurement('one operation, hook included', (1000 * totalMs) / OPERATIONS, 'µs'),
    measurement('searches for unused records', searches, ''),
    measurement('fraction of the time spent in them', (100 * searchingMs) / totalMs, '%', 5),
    measurement('memory of the process above its start', (mostBytes - before) / 2 ** 20, 'MB', 256),
  ];
}
