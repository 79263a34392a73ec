// Tests stalled transfers: a site, or a service worker in front of it, starts to respond but never finishes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchList } from './fetch-list.ts';
import { MemoryShelf } from './shelf.ts';
import { maybeFetch } from './stillness.ts';

const ADDRESS = new URL('https://site.example/assets/files.json');

/** Rejects when the signal fires, as `fetch` and its bodies do, and otherwise never settles. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** A response whose body never arrives. */
function silentBody(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start: (controller) => untilAborted(signal).catch((e) => controller.error(e)),
  });
  return new Response(body);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((timeMs) => {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(new DOMException('too late', 'TimeoutError')), timeMs);
    return aborting.signal;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Returns the outcome of some work, and its duration in seconds according to the mocked clock. */
async function watch(work: Promise<unknown>): Promise<[seconds: number, end: unknown]> {
  const beganMs = Date.now();
  let ended: [number, unknown] | undefined;
  const note = (end: unknown) => {
    ended = [(Date.now() - beganMs) / 1000, end];
  };
  work.then(note, note);
  for (let minutes = 0; !ended && minutes < 60; minutes += 1) await vi.advanceTimersByTimeAsync(60_000);
  return ended ?? [Number.POSITIVE_INFINITY, 'nothing'];
}

test('a file list that never arrives is requested four times and then reported as missing', async () => {
  const asked = vi.fn((_url: URL, { signal }: RequestInit) => untilAborted(signal!));
  vi.stubGlobal('fetch', asked);
  const [seconds, end] = await watch(fetchList(ADDRESS, Promise.resolve(new MemoryShelf())).list);
  expect(end).toMatchObject({ code: 'asset-missing' });
  expect(asked).toHaveBeenCalledTimes(4);
  expect(seconds).toBeLessThan(300);
});

test('loading a file list that stops arriving fails after a minute', async () => {
  vi.stubGlobal('fetch', async (_url: URL, { signal }: RequestInit) => silentBody(signal!));
  const [seconds, end] = await watch(fetchList(ADDRESS, Promise.resolve(new MemoryShelf())).list);
  expect(end).toMatchObject({ code: 'asset-missing' });
  expect(seconds).toBe(60);
});

test('a storage request that gets no response times out after 30 seconds', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => untilAborted(signal!));
  expect(await watch(maybeFetch(ADDRESS.href))).toEqual([30, undefined]);
});

test('a body from storage that never ends fails after five minutes', async () => {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => silentBody(signal!));
  const response = await maybeFetch(ADDRESS.href);
  const [seconds] = await watch(response!.arrayBuffer());
  expect(seconds).toBe(300);
});
