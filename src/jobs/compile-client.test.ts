import { expect, test, vi } from 'vitest';
import { HazeError } from '../errors/haze-error.ts';
import { type CompileClientOptions, createCompileClient } from './compile-client.ts';
import type { CompileMessage, CompileOrder } from './compile-messages.ts';

/** A worker that answers when the test says so. */
class FakeWorker {
  readonly requests: CompileOrder[] = [];
  isEnded = false;
  answer!: (message: CompileMessage) => void;
  fail!: (reason: string, isHeapFull?: boolean) => void;
}

function openClient(options: Partial<CompileClientOptions> = {}) {
  const workers: FakeWorker[] = [];
  const client = createCompileClient({
    createWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return {
        post: (request) => worker.requests.push(request),
        onMessage: (listener) => {
          worker.answer = listener;
        },
        onFailure: (listener) => {
          worker.fail = listener;
        },
        terminate: () => {
          worker.isEnded = true;
        },
      };
    },
    ...options,
  });
  return { client, workers };
}

const REQUEST = { sources: { 'main.c': '' } };
const never = () => new AbortController().signal;

test('one worker answers one request after another, and the version is asked for once', async () => {
  const { client, workers } = openClient();
  const versions = [client.version(), client.version()];
  workers[0]!.answer({ kind: 'answer', id: 1, value: 'clang 1' });
  expect(await Promise.all(versions)).toEqual(['clang 1', 'clang 1']);
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  const output = { ok: false, log: '', problem: 'no main', buildTimeMs: 1 } as const;
  workers[0]!.answer({ kind: 'answer', id: 2, value: output });
  expect(await build).toEqual(output);
  expect(workers).toHaveLength(1);
});

test('a cancelled build ends the worker; another request that waited there is asked again in a new one', async () => {
  const { client, workers } = openClient();
  const controller = new AbortController();
  const build = client.build(REQUEST, { signal: controller.signal, timeLimitMs: 1000, account: 'a' });
  const rewrite = client.rewrite(Uint8Array.of(1));
  const reason = new HazeError('job-lost', 'cancelled');
  controller.abort(reason);
  await expect(build).rejects.toBe(reason);
  expect(workers[0]!.isEnded).toBe(true);
  await vi.waitFor(() => expect(workers[1]?.requests).toHaveLength(1));
  workers[1]!.answer({ kind: 'answer', id: workers[1]!.requests[0]!.id, value: Uint8Array.of(2) });
  expect(await rewrite).toEqual(Uint8Array.of(2));
});

test('the time limit counts from when the compiler is there', async () => {
  vi.useFakeTimers();
  try {
    const progress: number[] = [];
    const { client, workers } = openClient({ onLoading: ({ doneBytes }) => progress.push(doneBytes) });
    const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
    const outcome = build.catch((error: HazeError) => error);
    workers[0]!.answer({ kind: 'loading', doneBytes: 5, totalBytes: 10 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers[0]!.isEnded).toBe(false);
    workers[0]!.answer({ kind: 'working', id: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ code: 'time-limit' });
    expect(progress).toEqual([5]);
  } finally {
    vi.useRealTimers();
  }
});

test('a worker that dies rejects what it was doing and is replaced; errors keep their code', async () => {
  const { client, workers } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  workers[0]!.fail('out of memory');
  await expect(build).rejects.toMatchObject({
    code: 'compiler-died',
    message: expect.stringContaining('memory'),
  });
  const warm = client.warm();
  const error = { code: 'toolchain-load-failed', message: 'no network' };
  workers[1]!.answer({ kind: 'failure', id: workers[1]!.requests[0]!.id, error });
  await expect(warm).rejects.toMatchObject(error);
});

test('a worker whose heap is full ends its build with the limit, and the next one goes on', async () => {
  const { client, workers } = openClient();
  const build = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
  const waiting = client.version();
  workers[0]!.fail('it needed more than 384 MB', true);
  await expect(build).rejects.toMatchObject({
    code: 'memory-limit',
    message: expect.stringContaining('memory limit of a build reached (it needed more than 384 MB)'),
  });
  await vi.waitFor(() => expect(workers).toHaveLength(2));
  const [asked] = workers[1]!.requests;
  workers[1]!.answer({ kind: 'answer', id: asked!.id, value: 'clang 1' });
  expect(await waiting).toBe('clang 1');
});

test('builds that wait outlive any number of others that are cancelled, and begin their time anew', async () => {
  vi.useFakeTimers();
  try {
    const { client, workers } = openClient();
    const waiting = client.build(REQUEST, { signal: never(), timeLimitMs: 1000, account: 'a' });
    workers[0]!.answer({ kind: 'working', id: 1 });
    for (let round = 0; round < 3; round += 1) {
      await vi.advanceTimersByTimeAsync(600);
      const stop = new AbortController();
      const other = client.build(REQUEST, { signal: stop.signal, timeLimitMs: 1000, account: 'a' });
      stop.abort(new Error('stopped'));
      await expect(other).rejects.toThrow('stopped');
      expect(workers[round + 1]!.requests).toMatchObject([{ kind: 'build', id: 1 }]);
      workers[round + 1]!.answer({ kind: 'working', id: 1 });
    }
    const output = { ok: false, log: '', problem: 'no main', buildTimeMs: 1 } as const;
    workers[3]!.answer({ kind: 'answer', id: 1, value: output });
    expect(await waiting).toEqual(output);
  } finally {
    vi.useRealTimers();
  }
});

test('after a download that failed there is none to be cancelled', async () => {
  const { client, workers } = openClient();
  const download = client.download();
  workers[0]!.answer({ kind: 'loading', doneBytes: 5, totalBytes: 10 });
  workers[0]!.answer({ kind: 'failure', id: 1, error: { code: 'network-away', message: 'no network' } });
  await expect(download).rejects.toMatchObject({ code: 'network-away' });
  const rewrite = client.rewrite(Uint8Array.of(1));
  client.cancelLoading();
  workers[0]!.answer({ kind: 'answer', id: 2, value: Uint8Array.of(2) });
  expect(await rewrite).toEqual(Uint8Array.of(2));
});
