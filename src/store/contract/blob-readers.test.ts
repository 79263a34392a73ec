import { beforeEach, expect, test } from 'vitest';
import { BlobReaders } from './blob-readers.ts';
import type { BlobRow, StoreEngine } from './tables.ts';

let rows: Map<string, BlobRow>;
let stored: Set<string>;
let readers: BlobReaders;

const rowOf = (blobId: string): BlobRow => ({
  key: 'file',
  blobId,
  sizeBytes: 100,
  chunkCount: 2,
  createdAt: 0,
  updatedAt: 0,
  owner: 'ann',
});

/** Stores content under the key `file`, replacing older content. */
async function replace(blobId: string): Promise<void> {
  const old = rows.get('file');
  rows.set('file', rowOf(blobId));
  stored.add(blobId);
  if (old) await readers.engine.write((writer) => writer.deleteBlob(old));
}

beforeEach(() => {
  rows = new Map();
  stored = new Set();
  const backend = {
    read: (work: (reader: object) => unknown) => work({ blob: async (key: string) => rows.get(key) }),
    write: (work: (writer: object) => unknown) =>
      work({
        deleteBlob: async ({ blobId }: BlobRow) => void stored.delete(blobId),
        forgetBlob: async () => undefined,
      }),
    readChunk: async (blobId: string) => (stored.has(blobId) ? new Uint8Array(50) : undefined),
    dropStaged: async (blobId: string) => void stored.delete(blobId),
  };
  readers = new BlobReaders(backend as unknown as StoreEngine, () => 0, 250);
});

async function open(): Promise<AsyncIterator<Uint8Array>> {
  return (await readers.open('file'))!.chunks[Symbol.asyncIterator]();
}

test('replaced content is kept until its last reader has finished, even if that reader read nothing', async () => {
  await replace('one');
  const [reading, unread] = [await open(), await open()];
  await replace('two');
  expect([...stored]).toEqual(['one', 'two']);
  expect((await reading.next()).value).toHaveLength(50);
  await reading.return!();
  await unread.return!();
  expect([...stored]).toEqual(['two']);
});

test('replaced content beyond the limit is removed, oldest first, and its reader receives an error', async () => {
  const reading: AsyncIterator<Uint8Array>[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    await replace(name);
    reading.push(await open());
  }
  expect([...stored]).toEqual(['two', 'three', 'four']);
  await expect(reading[0]!.next()).rejects.toMatchObject({ code: 'blob-gone' });
  expect((await reading[1]!.next()).value).toHaveLength(50);
});
