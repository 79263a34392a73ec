import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { type Service, startService } from './service.ts';

const faults: unknown[] = [];
const services: Service[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const service of services.splice(0)) await service.close(0);
  faults.length = 0;
});

async function start(onUpload: () => void = () => undefined): Promise<Service> {
  const service = await startService({
    openStore: async (options) => {
      const store = createMemoryStore(options);
      const writeBlob: typeof store.writeBlob = (...wish) => {
        onUpload();
        return store.writeBlob(...wish);
      };
      return { ...store, writeBlob };
    },
    mayHaveJobs: true,
    tell: (event) => {
      if (event.what === 'error') faults.push(event.error);
    },
  });
  services.push(service);
  return service;
}

/** Starts an upload whose body never ends. */
function startUpload({ fetch, key }: Service): Promise<Response> {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
  const init = { method: 'PUT', body, duplex: 'half', headers: { Authorization: key } };
  return fetch(new Request('http://haze.example/files/slow', init as RequestInit));
}

test.each([
  ['a reset', (service: Service) => service.reset()],
  [
    'an export',
    async (service: Service) => {
      for await (const _ of service.export());
    },
  ],
])('an upload that stalls does not stall %s, and fails', async (_, work) => {
  let onUpload: () => void = () => undefined;
  const uploading = new Promise<void>((resolve) => {
    onUpload = resolve;
  });
  const service = await start(() => onUpload());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const upload = startUpload(service);
  await uploading;
  const working = work(service);
  await nextTurn();
  await vi.advanceTimersByTimeAsync(5000);
  await working;
  const answer = await upload;
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    {
      code: 'storage-busy',
      message: expect.stringMatching(/None of this was stored.*Send the request again/),
    },
  ]);
  const headers = { Authorization: service.key };
  const listed = await service.fetch(new Request('http://haze.example/files', { headers }));
  expect(await listed.json()).toMatchObject({ items: [] });
});

test('no executor starts on a store that is closed during a reset, or was closed before it', async () => {
  const service = await start();
  const resetting = service.reset();
  await Promise.allSettled([service.close(0), resetting]);
  await expect(service.reset()).rejects.toMatchObject({ code: 'store-closed' });
  await nextTurn();
  expect(faults).toEqual([]);
});
