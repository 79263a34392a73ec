// Entry of the worker that builds programs, in Node.
import { parentPort } from 'node:worker_threads';
import type { CompileRequest } from '../src/jobs/compile-messages.ts';
import { serveCompile } from '../src/jobs/serve-compile.ts';
import { loadGuestRuntime } from '../src/node/assets.ts';

const port = parentPort!;
const answer = serveCompile({ post: (message) => port.postMessage(message), loadGuestRuntime });
port.on('message', (request: CompileRequest) => answer(request));
