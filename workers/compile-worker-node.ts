// Entry point of Node's worker that builds programs.
import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { HazeError } from '../src/errors/haze-error.ts';
import type { CompileHost } from '../src/jobs/compiling/compile-service.ts';
import { countHelpers } from '../src/jobs/compiling/parallel-compiler.ts';
import { type CompileSurroundings, createCompileService } from '../src/jobs/compiling/serve-compile.ts';
import { serveWorker } from '../src/jobs/records/remote.ts';
import { loadGuestRuntime } from '../src/node/engine/assets.ts';
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { measureHeldMemory } from '../src/node/engine/held-memory.ts';
import { readMachineMemory } from '../src/node/engine/machine-memory.ts';
import { createNodeCompileWorker } from '../src/node/engine/serve-workers.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';

const tools: CompileSurroundings = {
  loadGuestRuntime,
  loadClang: (onProgress) => loadClang({ onProgress, compile: compileTools }),
  openToolchain: async () => {
    throw new HazeError('not-supported', 'Other toolchains run only in pages.');
  },
  // All files are on this machine, so nothing is downloaded.
  download: async () => undefined,
  helpers: {
    create: createNodeCompileWorker,
    count: countHelpers(availableParallelism(), readMachineMemory()),
  },
  measure: measureHeldMemory,
};
serveWorker(parentPort!, (host: CompileHost) => createCompileService(tools, host));
