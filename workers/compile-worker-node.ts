// Entry of the worker that builds programs, in Node.
import { availableParallelism, totalmem } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { HazeError } from '../src/errors/haze-error.ts';
import type { CompileHost } from '../src/jobs/compile-service.ts';
import { countHelpers } from '../src/jobs/parallel-compiler.ts';
import { serveWorker } from '../src/jobs/remote.ts';
import { type CompileSurroundings, createCompileService } from '../src/jobs/serve-compile.ts';
import { loadGuestRuntime } from '../src/node/assets.ts';
import { compileTools } from '../src/node/compile-tools.ts';
import { measureHeldMemory } from '../src/node/held-memory.ts';
import { createNodeCompileWorker } from '../src/node/serve-workers.ts';
import { loadClang } from '../src/toolchain/clang.ts';

const tools: CompileSurroundings = {
  loadGuestRuntime,
  loadClang: (onProgress) => loadClang({ onProgress, compile: compileTools }),
  openToolchain: async () => {
    throw new HazeError('not-supported', 'Other toolchains run in pages only.');
  },
  // All files are on this machine.
  download: async () => undefined,
  helpers: {
    create: createNodeCompileWorker,
    // Of a container what it may have, which is more than there is where nothing limits it.
    count: countHelpers(
      availableParallelism(),
      Math.min(totalmem(), process.constrainedMemory() || totalmem()),
    ),
  },
  measure: measureHeldMemory,
};
serveWorker(parentPort!, (host: CompileHost) => createCompileService(tools, host));
