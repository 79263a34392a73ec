import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PackedFile, ToolchainList } from '../../../../toolchain/sources/file-list.ts';
import type { TakePiece } from './download-options.ts';
import { fetchPiece } from './fetch-piece.ts';
import type { Shelf } from './shelf.ts';
import { ToolchainFiles } from './toolchain-files.ts';
import { openGzip } from './unpack-gzip.ts';

const LIST = 'https://host.example/site/assets/files-1.json';
const PIECE_BYTES = 1000;

/**
 * A file of random-looking bytes, which do not compress, divided into pieces. The last piece is shorter than the
 * others.
 */
function packFile(name: string, seed: number, pieceCount = 3) {
  let state = seed;
  const length = (pieceCount - 0.5) * PIECE_BYTES;
  const bytes = Uint8Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state >> 16;
  });
  const whole = gzipSync(bytes);
  const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  const packed = Array.from({ length: pieceCount }, (_, index) =>
    whole.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
  const pieces = packed.map((data, index) => ({
    name: `${name}-${index}`,
    hash: hashOf(data),
    packedBytes: data.length,
  }));
  const file: PackedFile = {
    name,
    type: 'text/plain',
    coding: 'gzip',
    hash: hashOf(bytes),
    bytes: length,
    pieces,
  };
  return { file, bytes, served: new Map(pieces.map((piece, index) => [piece.name, packed[index]!])) };
}

/** Stores everything, as cache storage does; with `isFull`, rejects everything larger than a piece. */
class TestShelf implements Shelf {
  readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  isFull = false;

  async find(address: string): Promise<Response | undefined> {
    const bytes = this.kept.get(address);
    return bytes && new Response(bytes);
  }

  async keep(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    if (this.isFull && bytes.length > 1500) return false;
    this.kept.set(address, bytes.slice());
    return true;
  }

  async drop(address: string): Promise<void> {
    this.kept.delete(address);
  }

  async list(): Promise<Set<string>> {
    return new Set(this.kept.keys());
  }

  listAll(): Promise<Set<string>> {
    return this.list();
  }
}

const first = packFile('first', 1);
const second = packFile('second', 2);
const long = packFile('long', 3, 60);
const list: ToolchainList = { files: [first.file, second.file] };
const total = list.files.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.packedBytes, 0);

let shelf: TestShelf;
let answeredList: ToolchainList;
let requests: string[];
/** Alters the response; undefined simulates a network that is down. */
let onPiece: (name: string, data: Uint8Array) => Uint8Array | undefined;

beforeEach(() => {
  // Removes the pauses between attempts, and the wait for responses that never come.
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => (ms < 10_000 ? setImmediate(work) : undefined));
  shelf = new TestShelf();
  answeredList = list;
  requests = [];
  onPiece = (_name, data) => data;
  // Simulates a browser without Web Locks.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (address: URL | string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const name = String(address).split('/').at(-1)!;
    if (name === 'files-1.json') return Response.json(answeredList);
    requests.push(name);
    const data = [first, second, long].map(({ served }) => served.get(name)).find(Boolean);
    const sent = data && onPiece(name, data);
    if (!sent) throw new TypeError('the network is unreachable');
    return new Response(new Uint8Array(sent));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openFiles(takePiece?: TakePiece): ToolchainFiles {
  return new ToolchainFiles(new URL(LIST), openGzip, { shelf: Promise.resolve(shelf), takePiece });
}

const read = async (files: ToolchainFiles, name: string) =>
  new Uint8Array(await (await files.open(name)).arrayBuffer());

test('a file that is known in advance can be opened without the file list', async () => {
  const fetchPiece = fetch;
  let isListAsked = false;
  vi.stubGlobal('fetch', (address: URL | string, init?: RequestInit) => {
    if (!String(address).endsWith('files-1.json')) return fetchPiece(address, init);
    isListAsked = true;
    return new Promise(() => undefined);
  });
  const options = { shelf: Promise.resolve(shelf), first: [first.file] };
  const files = new ToolchainFiles(new URL(LIST), openGzip, options);
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(isListAsked).toBe(false);
});

test('a download fetches every piece once and reports progress in compressed bytes up to the total', async () => {
  const files = openFiles();
  const progress: number[] = [];
  await files.download({ onProgress: ({ doneBytes }) => progress.push(doneBytes) });
  expect(requests.toSorted()).toEqual([...first.served.keys(), ...second.served.keys()].toSorted());
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBe(total);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(await read(files, 'second')).toEqual(second.bytes);
});

test('pieces that the page prefetches for its worker are fetched and counted once', async () => {
  const { ahead } = openFiles();
  ahead.begin();
  ahead.begin();
  await vi.waitFor(() => expect(requests).toEqual(['first-0', 'first-1', 'first-2']));
  const files = openFiles((name) => ahead.take(name));
  let done = 0;
  await files.download({
    onProgress: ({ doneBytes }) => {
      done = doneBytes;
    },
  });
  expect(requests.toSorted()).toEqual([...first.served.keys(), ...second.served.keys()].toSorted());
  expect(done).toBe(total);
  expect(ahead.bytes).toBe(0);
  expect(await read(files, 'first')).toEqual(first.bytes);
  requests.length = 0;
  // All pieces have arrived by now.
  ahead.end();
  ahead.begin();
  expect(await ahead.take('first-0')).toBeUndefined();
  expect(requests).toEqual([]);
});

test('pieces that the page prefetches for itself are fetched once', async () => {
  const files = openFiles();
  files.ahead.begin();
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(requests.toSorted()).toEqual([...first.served.keys()].toSorted());
  expect(files.ahead.bytes).toBe(0);
});

test('pieces that the page has already stored are not written again by the worker that takes them', async () => {
  const keep = vi.spyOn(shelf, 'keep');
  const { ahead } = openFiles();
  ahead.begin();
  await openFiles((name) => ahead.take(name)).download();
  const written = keep.mock.calls.map(([address]) => address).filter((address) => /first-/.test(address));
  expect(written.toSorted()).toEqual(
    ['first-0', 'first-1', 'first-2'].map((name) => new URL(`../toolchain/${name}`, LIST).href),
  );
});

test('pieces that the page has already stored remain stored after the prefetch is cancelled', async () => {
  const { ahead } = openFiles();
  ahead.begin();
  const pieceUrl = (name: string) => new URL(`../toolchain/${name}`, LIST).href;
  await vi.waitFor(() =>
    expect([...shelf.kept.keys()].toSorted()).toEqual(
      [LIST, ...['first-0', 'first-1', 'first-2'].map(pieceUrl)].toSorted(),
    ),
  );
  ahead.end();
  requests.length = 0;
  const files = openFiles((name) => ahead.take(name));
  await files.download();
  expect(requests.toSorted()).toEqual([...second.served.keys()].toSorted());
});

test('a piece that the page failed to fetch, or gave up on, is fetched by the worker that needs it', async () => {
  const { ahead } = openFiles();
  onPiece = (name, data) => (name === 'first-1' ? undefined : data);
  vi.useFakeTimers();
  ahead.begin();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(ahead.bytes).toBe(first.served.get('first-0')!.length + first.served.get('first-2')!.length);
  onPiece = (_name, data) => data;
  requests.length = 0;
  const files = openFiles((name) => ahead.take(name));
  await files.download();
  expect(requests.filter((name) => name.startsWith('first'))).toEqual(['first-1']);
  shelf.kept.clear();
  requests.length = 0;
  ahead.end();
  ahead.begin();
  ahead.end();
  expect(ahead.bytes).toBe(0);
  const later = openFiles((name) => ahead.take(name));
  await later.download();
  expect(await read(later, 'first')).toEqual(first.bytes);
});

test('a kept file is not fetched again and reports no progress', async () => {
  await openFiles().download();
  requests.length = 0;
  const onProgress = vi.fn();
  const files = openFiles();
  await files.download({ onProgress });
  expect(await files.measure()).toEqual({ doneBytes: total, totalBytes: total });
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(requests).toEqual([]);
  expect(onProgress).not.toHaveBeenCalled();
});

test('a piece that arrives damaged or truncated is fetched again', async () => {
  const damages = [
    (data: Uint8Array) => data.with(9, data[9]! ^ 1),
    (data: Uint8Array) => data.subarray(0, 50),
  ];
  onPiece = (name, data) => (name === 'first-1' ? (damages.shift()?.(data) ?? data) : data);
  const files = openFiles();
  await files.download();
  expect(requests.filter((name) => name === 'first-1')).toHaveLength(3);
  expect(await read(files, 'first')).toEqual(first.bytes);
});

test('a piece whose connection stalls is requested again', async () => {
  vi.unstubAllGlobals();
  vi.useFakeTimers();
  let attempts = 0;
  const data = first.served.get('first-0')!;
  vi.stubGlobal('fetch', async (_address: URL, { signal }: RequestInit) => {
    attempts += 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(data.subarray(0, 10)));
        signal!.addEventListener('abort', () => controller.error(signal!.reason));
        if (attempts === 1) return;
        controller.enqueue(new Uint8Array(data.subarray(10)));
        controller.close();
      },
    });
    return new Response(body);
  });
  const counted: number[] = [];
  const coming = fetchPiece(new URL(`${LIST}/first-0`), first.file.pieces[0]!, {
    onBytes: (count) => counted.push(count),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(new Uint8Array(await coming)).toEqual(new Uint8Array(data));
  expect(attempts).toBe(2);
  expect(counted.reduce((sum, count) => sum + count)).toBe(data.length);
});

test('a piece that is damaged on every attempt causes an error that names it, and is never kept', async () => {
  onPiece = (name, data) => (name === 'second-2' ? data.subarray(1) : data);
  await expect(openFiles().download()).rejects.toMatchObject({ code: 'asset-damaged', message: /second-2/ });
  expect([...shelf.kept.keys()].some((address) => address.endsWith('second-2'))).toBe(false);
});

test('after a network failure, only the missing pieces are fetched', async () => {
  onPiece = (name, data) => (name === 'second-2' ? undefined : data);
  await expect(openFiles().download()).rejects.toMatchObject({ code: 'network-away' });
  onPiece = (_name, data) => data;
  requests.length = 0;
  const files = openFiles();
  await files.download();
  expect(requests).toEqual(['second-2']);
  expect(await read(files, 'second')).toEqual(second.bytes);
});

test('no further requests start after a piece has failed', async () => {
  answeredList = { files: [long.file] };
  onPiece = (name, data) => (name === 'long-0' ? undefined : data);
  await expect(openFiles().download()).rejects.toMatchObject({ code: 'network-away' });
  const begun = requests.length;
  // Waits longer than all remaining work takes.
  for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
  expect(requests.length).toBe(begun);
});

test('an aborted download fails with the given reason', async () => {
  const reason = new Error('enough');
  const aborting = new AbortController();
  onPiece = (name, data) => {
    if (name === 'second-0') aborting.abort(reason);
    return data;
  };
  await expect(openFiles().download({ signal: aborting.signal })).rejects.toBe(reason);
});

test('a file that cannot be stored as a whole is assembled from its stored pieces on each read', async () => {
  shelf.isFull = true;
  const files = openFiles();
  await files.download();
  requests.length = 0;
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(requests).toEqual([]);
});

test('damaged kept pieces are fetched again', async () => {
  shelf.isFull = true;
  await openFiles().download();
  const address = [...shelf.kept.keys()].find((key) => key.endsWith('first-0'))!;
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  shelf.kept.set(address, new Uint8Array(10));
  expect(await read(openFiles(), 'first')).toEqual(first.bytes);
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/first-0 was damaged.*fetched again/)]]);
});

test('a kept file with changed bytes is downloaded again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await openFiles().download();
  const address = [...shelf.kept.keys()].find((key) => key.endsWith('/first'))!;
  shelf.kept.get(address)![7]! ^= 1;
  expect(await read(openFiles(), 'first')).toEqual(first.bytes);
});

test.each([
  ['half-written', (text: string) => text.slice(0, text.length / 2)],
  ['with a different structure', () => '{"files":[{"name":"first"}]}'],
  ['none', () => '<!doctype html>'],
])('a kept list that is %s is fetched again', async (_name, damage) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  await openFiles().download();
  const whole = new TextDecoder().decode(shelf.kept.get(LIST)!);
  shelf.kept.set(LIST, new TextEncoder().encode(damage(whole)));
  expect(await read(openFiles(), 'first')).toEqual(first.bytes);
  expect(new TextDecoder().decode(shelf.kept.get(LIST))).toBe(whole);
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/files-1\.json was damaged/)]]);
});

test('an invalid list is requested again, bypassing all caches, and not kept', async () => {
  const answers = ['<!doctype html>', '<!doctype html>', JSON.stringify(list)];
  const caches: (RequestCache | undefined)[] = [];
  vi.stubGlobal('fetch', async (_url: URL, init?: RequestInit) => {
    caches.push(init?.cache);
    return new Response(answers.shift());
  });
  await expect(openFiles().list()).rejects.toMatchObject({ code: 'asset-missing' });
  expect(shelf.kept.has(LIST)).toBe(false);
  expect(await openFiles().list()).toEqual(list.files);
  expect(caches).toEqual(['default', 'reload', 'default']);
});

test('a file that has disappeared from storage is fetched again', async () => {
  const files = openFiles();
  await files.download();
  shelf.kept.clear();
  expect(await read(files, 'first')).toEqual(first.bytes);
});

test('a kept file is downloaded again when a reader notices that it is truncated', async () => {
  const files = openFiles();
  await files.download();
  vi.spyOn(console, 'warn').mockReturnValue();
  const address = [...shelf.kept.keys()].find((key) => key.endsWith('/first'))!;
  shelf.kept.set(address, shelf.kept.get(address)!.slice(0, 100));
  const bytes = await files.use('first', async (file) => {
    const read = new Uint8Array(await file.arrayBuffer());
    if (read.length < first.bytes.length) throw new RangeError('cut off');
    return read;
  });
  expect(bytes).toEqual(first.bytes);
});

test('pieces of a file in use are kept after a network failure', async () => {
  onPiece = (name, data) => (name === 'first-2' ? undefined : data);
  const files = openFiles();
  const read = async (file: Response) => new Uint8Array(await file.arrayBuffer());
  await expect(files.use('first', read)).rejects.toMatchObject({ code: 'network-away' });
  onPiece = (_name, data) => data;
  requests.length = 0;
  expect(await files.use('first', read)).toEqual(first.bytes);
  expect(requests).toEqual(['first-2']);
});

test('a name that is missing from the list is reported', async () => {
  await expect(openFiles().open('third')).rejects.toMatchObject({
    code: 'asset-missing',
    message: /"third"/,
  });
});

test('a read during a download waits only for the file it needs, and no byte is counted twice', async () => {
  const ends = new Map<string, () => void>();
  const { fetch: answer } = globalThis;
  vi.stubGlobal('fetch', async (address: URL, init?: RequestInit) => {
    const response = await answer(address, init);
    const name = String(address).split('/').at(-1)!;
    if (name.startsWith('second')) await new Promise<void>((done) => ends.set(name, done));
    return response;
  });
  const files = openFiles();
  const early = read(files, 'first');
  let last = 0;
  const { ended } = await files.startDownload({ onProgress: ({ doneBytes }) => (last = doneBytes) });
  expect(await early).toEqual(first.bytes);
  expect(await read(files, 'first')).toEqual(first.bytes);
  expect(last).toBeLessThan(total);
  while (last < total) {
    for (const end of ends.values()) end();
    await new Promise((done) => setImmediate(done));
  }
  await ended;
  expect(requests.length).toBe(new Set(requests).size);
  expect(last).toBe(total);
});

test('a file can be read while it arrives, in order, whichever piece comes first', async () => {
  const ends = new Map<string, () => void>();
  const { fetch: answer } = globalThis;
  vi.stubGlobal('fetch', async (address: URL, init?: RequestInit) => {
    const name = String(address).split('/').at(-1)!;
    if (name.startsWith('first')) await new Promise<void>((done) => ends.set(name, done));
    return answer(address, init);
  });
  const files = openFiles();
  const reader = (await files.openArriving('first')).body!.getReader();
  while (ends.size < 3) await new Promise((done) => setImmediate(done));
  ends.get('first-1')!();
  ends.get('first-0')!();
  const begin = (await reader.read()).value!;
  expect(begin.length).toBeGreaterThan(0);
  ends.get('first-2')!();
  const parts = [begin];
  for (let { value } = await reader.read(); value; { value } = await reader.read()) parts.push(value);
  expect(Buffer.concat(parts)).toEqual(Buffer.from(first.bytes));
  // Once the file is complete, it replaces its pieces in storage.
  await files.download();
  const kept = await files.openArriving('first');
  expect(new Uint8Array(await kept.arrayBuffer())).toEqual(first.bytes);
  expect(requests.filter((name) => name.startsWith('first'))).toHaveLength(3);
});

test('a reader of a file that is still arriving gets the network error', async () => {
  onPiece = (name, data) => (name === 'first-1' ? undefined : data);
  const files = openFiles();
  const reader = (await files.openArriving('first')).body!.getReader();
  await expect(reader.read().then(() => reader.read())).rejects.toMatchObject({ code: 'network-away' });
});
