// Entry of the worker that runs one program, in a page.
import type { StartMessage } from '../src/runtime/run-messages.ts';
import { serveRun } from '../src/runtime/serve-run.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
scope.addEventListener(
  'message',
  (event: MessageEvent<StartMessage>) => {
    serveRun(event.data, { post: (answer, transfer) => scope.postMessage(answer, transfer) });
  },
  { once: true },
);
