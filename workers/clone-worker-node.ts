// Entry of the worker that fetches repositories, in Node.
import { parentPort } from 'node:worker_threads';
import type { CloneRequest } from '../src/jobs/clone-messages.ts';
import { serveClone } from '../src/jobs/serve-clone.ts';
import { createGitTransport } from '../src/node/git-transport.ts';

const port = parentPort!;
const answer = serveClone((message) => port.postMessage(message), createGitTransport);
port.on('message', (request: CloneRequest) => answer(request));
