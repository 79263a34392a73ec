import { afterEach, expect, test, vi } from 'vitest';
import type { CompileMessage, CompileOrder } from '../jobs/compile-messages.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { startPageExecutor } from './page-executor.ts';

vi.mock('./page-workers.ts', () => ({
  /** Answers one request after another, each a while later. */
  createPageCompileWorker: () => {
    let listen: (message: CompileMessage) => void = () => undefined;
    let last = Promise.resolve();
    return {
      post: ({ id }: CompileOrder) => {
        last = last
          .then(() => new Promise<void>((resolve) => setTimeout(resolve, 1)))
          .then(() => listen({ kind: 'answer', id, value: undefined }));
      },
      onMessage: (listener: typeof listen) => {
        listen = listener;
      },
      onFailure: () => undefined,
      terminate: () => undefined,
    };
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('in a page that does not build, two calls of prepare do not end each other', async () => {
  // Another tab holds the lock.
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', { locks: { request } });
  const executor = startPageExecutor({
    store: createMemoryStore(),
    database: 'prepare',
    repositoryHosts: [],
  });
  await Promise.all([executor.prepare(), executor.prepare()]);
  await executor.prepare();
  expect(executor.isLeading()).toBe(false);
  await executor.close();
});
