// Entry of the worker that runs one program, once or (on Reference cores) many times, in a page. Before, it may make
// the module of a program ready that was built without this page.
import { sayLoaded } from '../src/client/program/open-worker.ts';
import { answerPreparing, type PrepareRequest } from '../src/program/modules/serve-preparing.ts';
import type { ReferenceRequest } from '../src/reference/program/reference-messages.ts';
import { serveReference } from '../src/reference/program/serve-reference.ts';
import { closeScope } from '../src/runtime/core/close-scope.ts';
import type { StartMessage } from '../src/runtime/running/run-messages.ts';
import { serveRun } from '../src/runtime/running/serve-run.ts';
import { type HelpMessage, serveLanes } from '../src/uncertainty/kernels/serve-lanes.ts';

type WorkerMessage = StartMessage | HelpMessage | ReferenceRequest | PrepareRequest;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const reference = serveReference({ post: (answer, transfer) => scope.postMessage(answer, transfer) });
scope.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === 'help') return serveLanes(data);
  if (data.kind === 'prepare') return scope.postMessage(answerPreparing(data));
  if (data.kind !== 'start') return reference(data);
  serveRun(data, { post: (answer, transfer) => scope.postMessage(answer, transfer) });
});
closeScope();
sayLoaded(scope);
