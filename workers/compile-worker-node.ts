// Entry of the worker that builds programs, in Node.
import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { HazeError } from '../src/errors/haze-error.ts';
import type { CompileOrder } from '../src/jobs/compile-messages.ts';
import { serveCompile } from '../src/jobs/serve-compile.ts';
import { loadGuestRuntime } from '../src/node/assets.ts';
import { createNodeCompileWorker } from '../src/node/serve-workers.ts';
import { loadClang } from '../src/toolchain/clang.ts';

/** Each has a compiler in its memory. */
const MOST_HELPERS = 3;

const port = parentPort!;
const answer = serveCompile({
  post: (message) => port.postMessage(message),
  loadGuestRuntime,
  loadClang: (onProgress) => loadClang({ onProgress }),
  openToolchain: async () => {
    throw new HazeError('not-supported', 'Other toolchains run in pages only.');
  },
  // All files are on this machine.
  download: async () => undefined,
  helpers: {
    create: createNodeCompileWorker,
    count: Math.min(MOST_HELPERS, availableParallelism() - 1),
  },
});
port.on('message', (order: CompileOrder) => answer(order));
