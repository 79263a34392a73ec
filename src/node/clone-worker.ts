// Node's worker that fetches repositories. It is packed as `clone-worker-node.js` (scripts/pack-server.ts).
import { parentPort } from 'node:worker_threads';
import type { CloneHost } from '../jobs/cloning/clone-service.ts';
import { createCloneService } from '../jobs/cloning/serve-clone.ts';
import { serveWorker } from '../jobs/records/remote.ts';
import { createGitTransport } from './service/git-transport.ts';

serveWorker(parentPort!, (host: CloneHost) => createCloneService(host, createGitTransport));
