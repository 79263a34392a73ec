// Entry of the worker that fetches repositories, in Node.
import { parentPort } from 'node:worker_threads';
import type { CloneHost } from '../src/jobs/clone-service.ts';
import { serveWorker } from '../src/jobs/remote.ts';
import { createCloneService } from '../src/jobs/serve-clone.ts';
import { createGitTransport } from '../src/node/git-transport.ts';

serveWorker(parentPort!, (host: CloneHost) => createCloneService(host, createGitTransport));
