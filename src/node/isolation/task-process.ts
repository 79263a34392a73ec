// Entry point of the process that runs one account's tasks, one after another: the worker of run-worker-node.ts as a
// separate process. It starts with the path of the kernels, reports that it is ready, and reads its task from
// standard input. Its messages go to standard output, and wait there until the server reads them. After a task it
// reports again; a process that has grown exits instead.
import { readFileSync, writeSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { ReferenceRequest } from '../../reference/program/reference-messages.ts';
import { serveReference } from '../../reference/program/serve-reference.ts';
import { closeScope } from '../../runtime/core/close-scope.ts';
import type { StartMessage } from '../../runtime/running/run-messages.ts';
import { serveRun } from '../../runtime/running/serve-run.ts';
import { optimiseAsUsual } from '../engine/compile-tools.ts';
import { encodeMessage, encodeOutput, FrameReader } from './frames.ts';

const STDOUT = 1;
const BUSY_MS = 1;
/** Amount of memory that a task may leave allocated, because the engine returns little of it to the system. */
const MOST_GROWTH_KB = 32 * 1024;
/** Amount of garbage that may accumulate before a collection; a collection takes as long as a small task. */
const MOST_UNUSED_BYTES = 64 * 2 ** 20;

// The rewriter marks unlikely branches, but this engine reads the marks only if a flag is set.
setFlagsFromString('--experimental-wasm-branch-hinting');
optimiseAsUsual();
const kernels = new WebAssembly.Module(readFileSync(process.argv[2]!));

function sendMessage(message: unknown): void {
  for (const piece of encodeMessage(message)) send(piece);
}

function send(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    }
  }
}

interface Posted {
  readonly kind: string;
}

const port = {
  waits: true,
  post(message: Posted) {
    if (message.kind !== 'output') return sendMessage(message);
    const { stream, bytes } = message as Posted & { stream: 'stdout' | 'stderr'; bytes: Uint8Array };
    return send(encodeOutput(stream, bytes));
  },
} as const;
const reference = serveReference(port);
const reader = new FrameReader((frame) => {
  if (frame.kind !== 'message') return;
  const message = { ...(frame.message as StartMessage | ReferenceRequest), kernels };
  if (message.kind === 'start') {
    serveRun(message, port);
    setImmediate(rest);
  } else reference(message as ReferenceRequest);
});
// Ctrl-C, or a system that stops a service, signals every process of the service. The server decides when a task is
// terminated.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.on('data', (piece: Buffer) => reader.push(piece));
// The server is gone, so there is nobody left to read the result.
const { exit, resourceUsage } = process;
const { setImmediate } = globalThis;
const collect = globalThis.gc;
const firstKb = resourceUsage().maxRSS;

const heldBytes = () => {
  const { external_memory: external, used_heap_size: used } = getHeapStatistics();
  return external + used;
};
const firstBytes = heldBytes();

/**
 * Reports that the process can take a task. Only garbage collection remains to be done: each run creates all of its
 * objects.
 */
function rest(): void {
  if (heldBytes() - firstBytes > MOST_UNUSED_BYTES) void collect?.();
  if (resourceUsage().maxRSS - firstKb > MOST_GROWTH_KB) exit(0);
  else sendMessage({ kind: 'idle' });
}

process.stdin.on('end', () => exit(0));
closeScope();
sendMessage({ kind: 'idle' });
