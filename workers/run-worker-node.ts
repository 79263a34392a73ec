// Entry of the worker that runs one program, once or (on Reference cores) many times, in Node.
import { readSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { optimiseAsUsual } from '../src/node/compile-tools.ts';
import type { ReferenceRequest } from '../src/reference/reference-messages.ts';
import { serveReference } from '../src/reference/serve-reference.ts';
import type { StartMessage } from '../src/runtime/run-messages.ts';
import { serveRun } from '../src/runtime/serve-run.ts';

// The rewriter says which branches are unlikely; this engine listens only when asked to.
setFlagsFromString('--experimental-wasm-branch-hinting');
optimiseAsUsual();

const port = parentPort!;
const reference = serveReference({
  post: (answer, transfer) => port.postMessage(answer, transfer),
  processInput: readProcessInput,
});
port.on('message', (message: StartMessage | ReferenceRequest) => {
  if (message.kind !== 'start') return reference(message);
  serveRun(message, {
    post: (answer, transfer) => port.postMessage(answer, transfer),
    processInput: readProcessInput,
  });
});

function readProcessInput(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (;;) {
    try {
      return bytes.subarray(0, readSync(0, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return bytes.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      // A terminal in non-blocking mode with nothing typed yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
