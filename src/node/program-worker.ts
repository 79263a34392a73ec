// The worker that runs one program, once or (on Reference cores) many times, in Node. It is packed as
// `run-worker-node.js` (scripts/pack-server.ts).
import { readSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { ReferenceRequest } from '../reference/program/reference-messages.ts';
import { serveReference } from '../reference/program/serve-reference.ts';
import { closeScope } from '../runtime/core/close-scope.ts';
import type { StartMessage } from '../runtime/running/run-messages.ts';
import { serveRun } from '../runtime/running/serve-run.ts';
import { type HelpMessage, serveLanes } from '../uncertainty/kernels/serve-lanes.ts';
import { optimiseAsUsual } from './engine/compile-tools.ts';

// The rewriter marks unlikely branches, but this engine reads the marks only if a flag is set.
setFlagsFromString('--experimental-wasm-branch-hinting');
optimiseAsUsual();

const port = parentPort!;
const reference = serveReference({
  post: (answer, transfer) => port.postMessage(answer, transfer),
  processInput: readProcessInput,
});
port.on('message', (message: StartMessage | HelpMessage | ReferenceRequest) => {
  if (message.kind === 'help') return serveLanes(message);
  if (message.kind !== 'start') return reference(message);
  serveRun(message, {
    post: (answer, transfer) => port.postMessage(answer, transfer),
    processInput: readProcessInput,
  });
});

closeScope();

function readProcessInput(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (;;) {
    try {
      return bytes.subarray(0, readSync(0, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return bytes.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      // Waits briefly, because the terminal is in non-blocking mode and no input has been typed yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
