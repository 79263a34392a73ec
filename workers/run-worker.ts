// Entry of the worker that runs one program, once or (on Reference cores) many times, in a page.
import { sayLoaded } from '../src/client/program/open-worker.ts';
import type { ReferenceRequest } from '../src/reference/program/reference-messages.ts';
import { serveReference } from '../src/reference/program/serve-reference.ts';
import { closeScope } from '../src/runtime/core/close-scope.ts';
import type { StartMessage } from '../src/runtime/running/run-messages.ts';
import { serveRun } from '../src/runtime/running/serve-run.ts';
import { type HelpMessage, serveLanes } from '../src/uncertainty/kernels/serve-lanes.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const reference = serveReference({ post: (answer, transfer) => scope.postMessage(answer, transfer) });
scope.addEventListener('message', ({ data }: MessageEvent<StartMessage | HelpMessage | ReferenceRequest>) => {
  if (data.kind === 'help') return serveLanes(data);
  if (data.kind !== 'start') return reference(data);
  serveRun(data, { post: (answer, transfer) => scope.postMessage(answer, transfer) });
});
closeScope();
sayLoaded(scope);
