// Entry of the worker that fetches repositories, in Node.
import { parentPort } from 'node:worker_threads';
import type { CloneRequest } from '../src/jobs/clone-messages.ts';
import { serveClone } from '../src/jobs/serve-clone.ts';

const port = parentPort!;
const answer = serveClone((message) => port.postMessage(message));
port.on('message', (request: CloneRequest) => answer(request));
