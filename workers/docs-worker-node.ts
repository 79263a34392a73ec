// Entry point of the worker that renders programs in documents; the calling thread may block until it responds.

import { workerData } from 'node:worker_threads';
import { messageOf } from '../src/errors/message-of.ts';
import type { PageAnswer, PageOrder, PageWorkerData } from '../src/node/docs/page-worker.ts';
import { ProgramBench } from '../src/node/docs/program-bench.ts';
import { renderPage } from '../src/node/docs/render-page.ts';

const { port, answered } = workerData as PageWorkerData;
const bench = new ProgramBench();

port.on('message', async ({ id, request }: PageOrder) => {
  const answer = await renderPage(request, bench).then(
    (page): PageAnswer => ({ id, page }),
    (error: unknown): PageAnswer => ({ id, error: messageOf(error) }),
  );
  port.postMessage(answer);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
});
