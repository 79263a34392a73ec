// Entry of the worker that fetches repositories, in Node.
import { parentPort } from 'node:worker_threads';
import type { CloneHost } from '../src/jobs/cloning/clone-service.ts';
import { createCloneService } from '../src/jobs/cloning/serve-clone.ts';
import { serveWorker } from '../src/jobs/records/remote.ts';
import { createGitTransport } from '../src/node/service/git-transport.ts';

serveWorker(parentPort!, (host: CloneHost) => createCloneService(host, createGitTransport));
