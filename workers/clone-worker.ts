// Entry of the worker that fetches repositories, in a page.
import { sayLoaded } from '../src/client/program/open-worker.ts';
import type { CloneHost } from '../src/jobs/clone-service.ts';
import { serveWorker } from '../src/jobs/remote.ts';
import { createCloneService } from '../src/jobs/serve-clone.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
serveWorker(scope, (host: CloneHost) => createCloneService(host));
sayLoaded(scope);
