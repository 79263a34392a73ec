import { expect, onTestFinished, test, vi } from 'vitest';
import { startInThread, type WorkerInThread } from '../../../test/jobs/worker-in-thread.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { CompileClient, type CompileClientOptions } from './compile-client.ts';
import type { CompileHost, CompileService } from './compile-service.ts';
import { MemoryObjectCache } from './memory-object-cache.ts';

/** A call that the test replies to. */
interface Asked {
  readonly name: string;
  readonly args: readonly unknown[];
  answer(value: unknown): void;
  fail(error: unknown): void;
}

interface FakeWorker {
  readonly asked: Asked[];
  readonly worker: WorkerInThread;
  readonly host: CompileHost;
}

function startFake(): FakeWorker {
  const asked: Asked[] = [];
  let told: CompileHost | undefined;
  const worker = startInThread<CompileService, CompileHost>((host) => {
    told = host;
    const ask = (name: string, args: readonly unknown[]) =>
      new Promise((answer, fail) => asked.push({ name, args, answer, fail }));
    return new Proxy({} as CompileService, {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          ask(String(name), args),
    });
  });
  return { asked, worker, host: told! };
}

function openClient(options: Partial<CompileClientOptions> = {}) {
  const workers: FakeWorker[] = [];
  const client = new CompileClient({
    createWorker: () => {
      const fake = startFake();
      workers.push(fake);
      return fake.worker;
    },
    ...options,
  });
  /** The call with this index among the calls to a worker. */
  const call = (worker: number, index = 0) =>
    vi.waitUntil(() => workers[worker]?.asked[index], { timeout: 20_000 });
  return { client, workers, call };
}

const REQUEST = { sources: { 'main.c': '' } };
const never = () => new AbortController().signal;

test('a worker answers consecutive requests, and the version is requested only once', async () => {
  const { client, workers, call } = openClient();
  const versions = [client.version(), client.version()];
  (await call(0)).answer('clang 1');
  expect(await Promise.all(versions)).toEqual(['clang 1', 'clang 1']);
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  const output = { ok: false, log: '', problem: 'no main', buildTimeMs: 1 } as const;
  (await call(0, 1)).answer(output);
  expect(await build).toEqual(output);
  expect(workers).toHaveLength(1);
});

test('cancelling a build stops the worker, and other waiting requests are repeated in a new worker', async () => {
  const { client, workers, call } = openClient();
  const controller = new AbortController();
  const build = client.build(REQUEST, { signal: controller.signal, timeLimitMs: 1000, account: 'a' });
  const rewrite = client.rewrite(Uint8Array.of(1));
  const reason = new HazeError('job-lost', 'cancelled');
  controller.abort(reason);
  await expect(build).rejects.toBe(reason);
  expect(workers[0]!.worker.isEnded).toBe(true);
  const again = await call(1);
  expect(again).toMatchObject({ name: 'rewrite', args: [Uint8Array.of(1)] });
  again.answer(Uint8Array.of(2));
  expect(await rewrite).toEqual(Uint8Array.of(2));
});

test('the time limit starts once the compiler has loaded', async () => {
  vi.useFakeTimers();
  try {
    const progress: number[] = [];
    const { client, workers } = openClient({ onLoading: ({ doneBytes }) => progress.push(doneBytes) });
    const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
    const outcome = build.catch((error: HazeError) => error);
    await workers[0]!.host.onLoading({ doneBytes: 5, totalBytes: 10 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers[0]!.worker.isEnded).toBe(false);
    await workers[0]!.host.onWorking(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ code: 'time-limit' });
    expect(progress).toEqual([5]);
  } finally {
    vi.useRealTimers();
  }
});

test('when a worker dies, its request is rejected and the worker is replaced, and errors keep their code', async () => {
  const { client, workers, call } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  workers[0]!.worker.fail('out of memory');
  await expect(build).rejects.toMatchObject({
    code: 'compiler-died',
    message: expect.stringContaining('memory'),
  });
  const warm = client.warm();
  const error = { code: 'toolchain-load-failed', message: 'no network' } as const;
  (await call(1)).fail(new HazeError(error.code, error.message));
  await expect(warm).rejects.toMatchObject(error);
});

test('a build that fills the heap of its worker fails at the memory limit, and a new worker handles the next builds', async () => {
  const { client, workers, call } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  const waiting = client.version();
  workers[0]!.worker.fail('it needed more than 384 MB', true);
  await expect(build).rejects.toMatchObject({
    code: 'memory-limit',
    message: expect.stringContaining('the build reached its memory limit (it needed more than 384 MB)'),
  });
  (await call(1)).answer('clang 1');
  expect(await waiting).toBe('clang 1');
});

test('waiting builds survive the cancellation of other builds, and their time limit starts again', async () => {
  vi.useFakeTimers();
  try {
    const { client, workers, call } = openClient();
    const waiting = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
    await workers[0]!.host.onWorking(1);
    for (let round = 0; round < 3; round += 1) {
      await vi.advanceTimersByTimeAsync(600);
      const stop = new AbortController();
      const other = client.build(REQUEST, { signal: stop.signal, timeLimitMs: 1000, account: 'a' });
      stop.abort(new Error('stopped'));
      await expect(other).rejects.toThrow('stopped');
      expect(await call(round + 1)).toMatchObject({ name: 'build', args: [1, REQUEST, {}] });
      expect(workers[round + 1]!.asked).toHaveLength(1);
      await workers[round + 1]!.host.onWorking(1);
    }
    const output = { ok: false, log: '', problem: 'no main', buildTimeMs: 1 } as const;
    (await call(3)).answer(output);
    expect(await waiting).toEqual(output);
  } finally {
    vi.useRealTimers();
  }
});

test('cancelling a download that has failed does nothing', async () => {
  const { client, workers, call } = openClient();
  const download = client.download();
  const asked = await call(0);
  await workers[0]!.host.onLoading({ doneBytes: 5, totalBytes: 10 });
  asked.fail(new HazeError('network-away', 'no network'));
  await expect(download).rejects.toMatchObject({ code: 'network-away' });
  const rewrite = client.rewrite(Uint8Array.of(1));
  client.cancelLoading();
  (await call(0, 1)).answer(Uint8Array.of(2));
  expect(await rewrite).toEqual(Uint8Array.of(2));
});

test('a replacement worker uses the chosen toolchain', async () => {
  const { client, workers, call } = openClient();
  const toolchain = { name: 'other' } as never;
  const chosen = client.useToolchain(toolchain);
  (await call(0)).answer(undefined);
  await chosen;
  workers[0]!.worker.fail('out of memory');
  const version = client.version();
  expect(await call(1)).toMatchObject({ name: 'useToolchain', args: [toolchain] });
  (await call(1, 1)).answer('other 1');
  expect(await version).toBe('other 1');
});

test('a worker that cannot load a part is stopped and its build fails, and other requests are repeated in a new worker', async () => {
  const { client, workers, call } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  const version = client.version();
  const message = 'A part of Haze did not arrive within 120 s.';
  (await call(0)).fail(new HazeError('network-away', message, { data: { isStuck: true } }));
  await expect(build).rejects.toMatchObject({ code: 'network-away', message });
  expect(workers[0]!.worker.isEnded).toBe(true);
  (await call(1)).answer('clang 1');
  expect(await version).toBe('clang 1');
  expect(workers).toHaveLength(2);
});

test('a worker reads and writes objects in the cache of the latest build', async () => {
  const { client, workers, call } = openClient();
  const kept = new Map<string, Uint8Array>();
  const cache = {
    get: async (key: string) => kept.get(key),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
  };
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a', cache });
  expect((await call(0)).args).toEqual([1, REQUEST, { account: 'a', kept: ['objects'] }]);
  const { host } = workers[0]!;
  await host.put('object-1', Uint8Array.of(1));
  expect(await host.get('object-1')).toEqual(Uint8Array.of(1));
  // This client has no cache for headers.
  await host.put('header-1', Uint8Array.of(2));
  expect(await host.get('header-1')).toBeUndefined();
  expect([...kept.keys()]).toEqual(['object-1']);
  client.close();
  await expect(build).rejects.toMatchObject({ code: 'compiler-died' });
});

test('headers are kept for both builds and checks, and outlive a worker', async () => {
  const headers = new MemoryObjectCache();
  const { client, workers, call } = openClient({ headers });
  client.start();
  void client.check({ request: REQUEST, path: 'main.cpp' }).catch(() => undefined);
  expect((await call(0)).args.at(-1)).toEqual(['headers']);
  await workers[0]!.host.put('header-1', Uint8Array.of(1));
  await workers[0]!.host.put('object-1', Uint8Array.of(2));
  client.close();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  expect((await call(1)).args).toEqual([2, REQUEST, { account: 'a', kept: ['headers'] }]);
  expect(await workers[1]!.host.get('header-1')).toEqual(Uint8Array.of(1));
  expect(await workers[1]!.host.get('object-1')).toBeUndefined();
  (await call(1)).answer({ ok: false, log: '', problem: 'no main', buildTimeMs: 1 });
  await build;
});

test('a check uses a worker that is ready and idle, but never starts a worker', async () => {
  const { client, workers, call } = openClient();
  const check = { request: REQUEST, path: 'main.c' };
  expect(await client.check(check)).toBeUndefined();
  expect(workers).toHaveLength(0);
  const warm = client.warm();
  (await call(0)).answer(undefined);
  await warm;
  const checked = client.check(check);
  // A second check is not queued while the first is running.
  expect(await client.check(check)).toBeUndefined();
  const asked = await call(0, 1);
  expect([asked!.name, ...asked!.args]).toEqual(['check', check, []]);
  asked!.answer([]);
  expect(await checked).toEqual([]);
  expect(workers[0]!.asked).toHaveLength(2);
});

test('a check that delays other requests for too long is stopped, and its language is not checked again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, workers, call } = openClient();
  client.start();
  const slow = client.check({ request: REQUEST, path: 'main.cpp' });
  await call(0);
  const rejected = expect(slow).rejects.toMatchObject({ code: 'time-limit' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(workers).toHaveLength(1);
  const version = client.version();
  await vi.advanceTimersByTimeAsync(20_000);
  await rejected;
  (await call(1)).answer('clang 1');
  expect(await version).toBe('clang 1');
  expect(await client.check({ request: REQUEST, path: 'other.cpp' })).toBeUndefined();
  const other = client.check({ request: REQUEST, path: 'main.c' });
  (await call(1, 1)).answer([]);
  expect(await other).toEqual([]);
});

test('a check may take twice as long as the last slow build', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, workers, call } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 600_000, account: 'a' });
  (await call(0)).answer({ ok: false, log: '', problem: 'no main', buildTimeMs: 100_000 });
  await build;
  const slow = client.check({ request: REQUEST, path: 'main.cpp' });
  const asked = await call(0, 1);
  await vi.advanceTimersByTimeAsync(190_000);
  asked.answer([]);
  expect(await slow).toEqual([]);
  const endless = client.check({ request: REQUEST, path: 'main.cpp' });
  const rejected = expect(endless).rejects.toMatchObject({ code: 'time-limit' });
  await call(0, 2);
  await vi.advanceTimersByTimeAsync(200_000);
  await rejected;
  expect(workers[0]!.worker.isEnded).toBe(true);
});
