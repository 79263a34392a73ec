import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShelf } from './shelf.ts';

const MEBIBYTE = 2 ** 20;
const ADDRESS = 'https://host.example/toolchain/file';

let written: Map<string, Response>;
/** Undefined simulates a browser without this function. */
let estimate: (() => Promise<StorageEstimate>) | undefined;

beforeEach(() => {
  written = new Map();
  const cache = {
    match: async (address: string) => written.get(address),
    put: async (address: string, response: Response) => void written.set(address, response),
    delete: async (address: string) => written.delete(address),
    keys: async () => [...written.keys()].map((url) => ({ url })),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('navigator', {
    get storage() {
      return { estimate };
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function keepOneByte(): Promise<boolean> {
  const shelf = await openShelf('shelf');
  const isLasting = await shelf.keep(ADDRESS, Uint8Array.of(7), 'text/plain');
  expect(new Uint8Array(await (await shelf.find(ADDRESS))!.arrayBuffer())).toEqual(Uint8Array.of(7));
  expect([...(await shelf.list())]).toEqual([ADDRESS]);
  expect(written.has(ADDRESS)).toBe(isLasting);
  return isLasting;
}

test('files are kept if enough storage remains to work with', async () => {
  estimate = async () => ({ quota: 100 * MEBIBYTE, usage: 67 * MEBIBYTE });
  expect(await keepOneByte()).toBe(true);
});

test('files are not kept if too little storage remains to work with', async () => {
  estimate = async () => ({ quota: 100 * MEBIBYTE, usage: 68 * MEBIBYTE });
  expect(await keepOneByte()).toBe(false);
});

test('a browser without a storage estimate keeps all files', async () => {
  estimate = async () => Promise.reject(new TypeError('not here'));
  expect(await keepOneByte()).toBe(true);
  estimate = undefined;
  expect(await keepOneByte()).toBe(true);
});

test('an incomplete file is not listed as complete and can be written again', async () => {
  estimate = undefined;
  const cache = await caches.open('shelf');
  const { put } = cache;
  // The worker is terminated during the write: only part of the file is stored.
  cache.put = async (address, response) => {
    await put(address, response);
    if (address === ADDRESS) await new Promise(() => undefined);
  };
  void (await openShelf('shelf')).keep(ADDRESS, Uint8Array.of(7), 'text/plain');
  await expect.poll(() => written.has(ADDRESS)).toBe(true);
  cache.put = put;
  const shelf = await openShelf('shelf');
  expect([...(await shelf.list())]).toEqual([]);
  expect([...(await shelf.listAll())]).toEqual([ADDRESS]);
  expect(await keepOneByte()).toBe(true);
  await shelf.drop(ADDRESS);
  expect([...(await shelf.listAll())]).toEqual([]);
  expect(written.size).toBe(0);
});
