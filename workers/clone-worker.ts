// Entry of the worker that fetches repositories, in a page.
import { sayLoaded } from '../src/client/program/open-worker.ts';
import type { CloneRequest } from '../src/jobs/clone-messages.ts';
import { serveClone } from '../src/jobs/serve-clone.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = serveClone((message) => scope.postMessage(message));
scope.addEventListener('message', (event: MessageEvent<CloneRequest>) => answer(event.data));
sayLoaded(scope);
