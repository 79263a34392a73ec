// Entry point of a page's worker that fetches repositories.
import { sayLoaded } from '../src/client/program/say-loaded.ts';
import type { CloneHost } from '../src/jobs/cloning/clone-service.ts';
import { createCloneService } from '../src/jobs/cloning/serve-clone.ts';
import { serveWorker } from '../src/jobs/records/remote.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
serveWorker(scope, (host: CloneHost) => createCloneService(host));
sayLoaded(scope);
