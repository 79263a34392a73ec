import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CompileMessage, CompileOrder } from '../../jobs/compile-messages.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { startPageExecutor } from './page-executor.ts';

/** What was asked of compile workers, and how many of each kind were started. */
const seen = vi.hoisted(() => ({ orders: [] as string[], compileWorkers: 0, runWorkers: 0 }));

vi.mock('../program/page-workers.ts', () => ({
  /** Answers one request after another, each a while later. */
  createPageCompileWorker: () => {
    let listen: (message: CompileMessage) => void = () => undefined;
    let last = Promise.resolve();
    seen.compileWorkers += 1;
    return {
      post: ({ kind, id }: CompileOrder) => {
        seen.orders.push(kind);
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
  createPageRunWorker: () => {
    seen.runWorkers += 1;
    return {
      post: () => undefined,
      onMessage: () => undefined,
      onFailure: () => undefined,
      terminate: () => undefined,
    };
  },
  createPageCloneWorker: () => undefined,
  createPageReferenceWorker: () => undefined,
  loadPageKernels: async () => ({}),
}));

beforeEach(() => {
  Object.assign(seen, { orders: [], compileWorkers: 0, runWorkers: 0 });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Begin = (lock: object | null) => unknown;

/** A page among others of the same database; another has come first, or has not. */
function openPage({ isFirst, doneBytes = 0 }: { readonly isFirst: boolean; readonly doneBytes?: number }) {
  const request = (_name: string, options: { signal?: AbortSignal; ifAvailable?: boolean }, begin: Begin) => {
    if (isFirst) return Promise.resolve(begin({}));
    if (options.ifAvailable) return Promise.resolve(begin(null));
    return new Promise((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
    );
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('caches', { has: async () => true });
  return startPageExecutor({
    store: Promise.resolve(createMemoryStore()),
    files: {
      measure: async () => ({ doneBytes, totalBytes: 100 }),
      open: async () => new Response(),
    },
    database: 'prepare',
    repositoryHosts: [],
  });
}

test('in a page that does not build, two calls of prepare do not end each other', async () => {
  const executor = openPage({ isFirst: false });
  await Promise.all([executor.prepare(), executor.prepare()]);
  await executor.prepare();
  expect(executor.isLeading()).toBe(false);
  await executor.close();
});

test('what is here is loaded without a download, with a worker for the first program', async () => {
  const executor = openPage({ isFirst: true, doneBytes: 100 });
  await executor.loadKept();
  expect(seen).toEqual({ orders: ['warm'], compileWorkers: 1, runWorkers: 1 });
  await executor.close();
});

test('where something is missing, or another page builds, nothing is loaded ahead', async () => {
  const missing = openPage({ isFirst: true, doneBytes: 99 });
  await missing.loadKept();
  expect(seen).toEqual({ orders: [], compileWorkers: 1, runWorkers: 0 });
  await missing.close();
  const second = openPage({ isFirst: false, doneBytes: 100 });
  await second.loadKept();
  expect(seen).toEqual({ orders: [], compileWorkers: 1, runWorkers: 0 });
  await second.close();
});
