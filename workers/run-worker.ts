// Entry point of a page's worker that runs one program, once or (on Reference cores) many times. Before the run, it
// may prepare the module of a program that was built elsewhere. A single run needs neither the rewriter nor the code
// for many runs, so both are lazy-loaded.
import { sayLoaded } from '../src/client/program/say-loaded.ts';
import type { PrepareRequest } from '../src/program/modules/serve-preparing.ts';
import type { ReferenceRequest } from '../src/reference/program/reference-messages.ts';
import { closeScope } from '../src/runtime/core/close-scope.ts';
import type { StartMessage } from '../src/runtime/running/run-messages.ts';
import { serveRun } from '../src/runtime/running/serve-run.ts';
import { type HelpMessage, serveLanes } from '../src/uncertainty/kernels/serve-lanes.ts';

type WorkerMessage = StartMessage | HelpMessage | ReferenceRequest | PrepareRequest;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const port = {
  post: (answer: unknown, transfer: Transferable[]) => scope.postMessage(answer, transfer),
};
let reference: Promise<(request: ReferenceRequest) => void> | undefined;
scope.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === 'help') return serveLanes(data);
  if (data.kind === 'start') return serveRun(data, port);
  const serving = data.kind === 'prepare' ? prepare(data) : runMany(data);
  // Reports a worker error to the page.
  serving.catch((error: unknown) =>
    queueMicrotask(() => {
      throw error;
    }),
  );
});

async function prepare(request: PrepareRequest): Promise<void> {
  const { answerPreparing } = await import('../src/program/modules/serve-preparing.ts');
  scope.postMessage(answerPreparing(request));
}

/** Handles requests in order, because all of them wait for the same script to load. */
async function runMany(request: ReferenceRequest): Promise<void> {
  reference ??= import('../src/reference/program/serve-reference.ts').then(({ serveReference }) =>
    serveReference(port),
  );
  (await reference)(request);
}
closeScope();
sayLoaded(scope);
