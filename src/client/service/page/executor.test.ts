import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startInThread } from '../../../../test/jobs/worker-in-thread.ts';
import type { CompileHost, CompileService } from '../../../jobs/compiling/compile-service.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { PiecesAhead } from '../../program/toolchain/download/pieces-ahead.ts';
import { PageExecutor } from './executor.ts';

/** Requests to compile workers, and the number of workers of each kind that were started. */
const seen = vi.hoisted(() => ({ orders: [] as string[], compileWorkers: 0, runWorkers: 0, ahead: 0 }));

vi.mock('../../program/page-workers.ts', () => ({
  /** Replies to every call after a delay. */
  createPageCompileWorker: () => {
    seen.compileWorkers += 1;
    return startInThread<CompileService, CompileHost>(
      () =>
        new Proxy({} as CompileService, {
          get: (_, name) => async () => {
            seen.orders.push(String(name));
            await new Promise((resolve) => setTimeout(resolve, 1));
          },
        }),
    );
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
  Object.assign(seen, { orders: [], compileWorkers: 0, runWorkers: 0, ahead: 0 });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Begin = (lock: object | null) => unknown;

/** A page that shares its database with other pages. If `isFirst`, no other page was opened before it. */
function openPage({ isFirst, doneBytes = 0 }: { readonly isFirst: boolean; readonly doneBytes?: number }) {
  const request = (_name: string, options: { signal?: AbortSignal; ifAvailable?: boolean }, begin: Begin) => {
    if (isFirst) return Promise.resolve(begin({}));
    if (options.ifAvailable) return Promise.resolve(begin(null));
    return new Promise((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
    );
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const names = ['assets/files-1.json', ...(doneBytes > 0 ? ['toolchain/piece'] : [])];
  const keys = async () => names.map((name) => ({ url: `https://host.example/site/${name}` }));
  vi.stubGlobal('caches', { open: async () => ({ keys }) });
  return new PageExecutor({
    store: Promise.resolve(createMemoryStore()),
    unwritten: new Map(),
    files: {
      ahead: new PiecesAhead(
        async () => {
          seen.ahead += 1;
          return [];
        },
        async () => undefined,
      ),
      list: async () => [],
      measure: async () => ({ doneBytes, totalBytes: 100 }),
      use: (_name, use) => use(new Response()),
    },
    database: 'prepare',
    repositoryHosts: [],
  });
}

test('concurrent calls to prepare() do not cancel each other in a page that does not build', async () => {
  const executor = openPage({ isFirst: false });
  await Promise.all([executor.prepare(), executor.prepare()]);
  await executor.prepare();
  expect(executor.isLeading()).toBe(false);
  await executor.close();
});

test('stored tools load without a download, together with a worker for the first program', async () => {
  const executor = openPage({ isFirst: true, doneBytes: 100 });
  await executor.loadKept();
  expect(seen).toEqual({ orders: ['warm'], compileWorkers: 1, runWorkers: 1, ahead: 0 });
  await executor.close();
});

test('nothing is preloaded if a file is missing or another page builds', async () => {
  const empty = openPage({ isFirst: true });
  await empty.loadKept();
  expect(seen).toEqual({ orders: [], compileWorkers: 0, runWorkers: 0, ahead: 0 });
  await empty.close();
  const missing = openPage({ isFirst: true, doneBytes: 99 });
  await missing.loadKept();
  expect(seen).toEqual({ orders: [], compileWorkers: 1, runWorkers: 0, ahead: 0 });
  await missing.close();
  const second = openPage({ isFirst: false, doneBytes: 100 });
  await second.loadKept();
  expect(seen).toEqual({ orders: [], compileWorkers: 1, runWorkers: 0, ahead: 0 });
  await second.close();
});

test('all tools load when a user is about to build, but only in the page that builds', async () => {
  const first = openPage({ isFirst: true });
  await first.loadFirst();
  expect(seen).toEqual({ orders: ['warm'], compileWorkers: 1, runWorkers: 1, ahead: 1 });
  await first.close();
  const second = openPage({ isFirst: false });
  await second.loadFirst();
  expect(seen).toEqual({ orders: ['warm'], compileWorkers: 1, runWorkers: 1, ahead: 1 });
  await second.close();
});
