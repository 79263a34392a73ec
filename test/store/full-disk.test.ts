// The store in a folder on a disk that is actually full. A write that does not fit is rejected as a whole, but a write
// that frees space is never rejected. All stored data remains readable, even if the store is opened while the disk is
// full.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordType, type Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts';

const notes = recordType<{ text: string }>('note');
/** Longer than the rest of the journal's current page. */
const LONG = 'x'.repeat(8192);
const DISK_KILOBYTES = 4096;

const why = whyNoSmallDisk();
if (why !== '') console.warn(`skipped: ${why}`);

let disk: SmallDisk;
let store: Store;
const reports: string[] = [];

const storeFolder = () => join(disk.folder, 'store');

async function open(): Promise<void> {
  reports.length = 0;
  store = await openFolderStore(storeFolder(), { report: (line) => reports.push(line) });
}

function insertNote(id: string, text = id): Promise<unknown> {
  return store.transaction((tx) => tx.insert(notes, { id, owner: 'ann', createdAt: 1, body: { text } }));
}

async function listIds(): Promise<string[]> {
  return (await store.list(notes, { owner: 'ann', limit: 1000 })).records.map(({ id }) => id);
}

function chunkFiles(): string[] {
  const entries = readdirSync(join(storeFolder(), 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const FULL = { status: 'rejected', reason: { code: 'storage-full' } };

describe.skipIf(why !== '')('a store on a full disk', () => {
  beforeEach(async () => {
    disk = mountSmallDisk(DISK_KILOBYTES);
    await open();
  });
  afterEach(async () => {
    await store.close();
    disk.remove();
  });

  test('a write without space is rejected completely, and later writes work', async () => {
    await insertNote('a');
    disk.fill();
    const works = [insertNote('b', LONG), insertNote('c', LONG)];
    for (const outcome of await Promise.allSettled(works)) expect(outcome).toMatchObject(FULL);
    expect(await listIds()).toEqual(['a']);
    disk.free();
    await insertNote('d');
    await store.close();
    await open();
    expect(await listIds()).toEqual(['a', 'd']);
  });

  test('a deletion succeeds in the space reserved for deletions', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `note-${index}`);
    await Promise.all(ids.map((id) => insertNote(id)));
    disk.fill();
    await expect(insertNote('b', LONG)).rejects.toMatchObject({ code: 'storage-full' });
    for (const id of ids) await store.transaction((tx) => tx.delete(notes, id));
    await store.close();
    await open();
    expect(await listIds()).toEqual([]);
  });

  test('a folder opens even if no reserved space is left for the work done on startup', async () => {
    await insertNote('a');
    await store.close();
    for (const name of ['reserve', 'reserve-status']) rmSync(join(storeFolder(), name));
    // Leaves space for SQLite's own files, but not for the transaction made on startup.
    disk.fill(64);
    const body = { text: LONG.repeat(8) };
    store = await openFolderStore(storeFolder(), {
      report: (line) => reports.push(line),
      whenAlone: async (opened) => {
        await opened.transaction((tx) => tx.insert(notes, { id: 'b', owner: 'ann', createdAt: 1, body }));
      },
    });
    expect(reports.join()).toContain('is full');
    expect(await listIds()).toEqual(['a']);
  });

  test('status changes succeed, and leave the space reserved for deletions untouched', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `note-${index}`);
    await Promise.all(ids.map((id) => insertNote(id)));
    disk.fill();
    const sameStatus = store.transaction((tx) => tx.update(notes, 'note-0', { body: { text: LONG } }));
    await expect(sameStatus).rejects.toMatchObject({ code: 'storage-full' });
    for (const id of ids) await store.transaction((tx) => tx.update(notes, id, { status: 'ended' }));
    // Other files occupy the space that the journal did not use.
    disk.fill();
    for (const id of ids.slice(1)) await store.transaction((tx) => tx.delete(notes, id));
    await store.close();
    await open();
    expect(await store.get(notes, 'note-0')).toMatchObject({ status: 'ended', body: { text: 'note-0' } });
    expect(await listIds()).toEqual(['note-0']);
  });

  test('the whole store can be read for an export', async () => {
    await insertNote('a');
    await store.transaction((tx) => tx.putBlob('large', new Uint8Array(100_000)));
    disk.fill();
    const contents = store.readAll();
    const found: string[] = [];
    for await (const { id } of contents.records()) found.push(id);
    for await (const { info, chunks } of contents.blobs()) {
      for await (const chunk of chunks()) found.push(`${info.key} ${chunk.length}`);
    }
    await contents.end!();
    expect(found).toEqual(['a', 'large 100000']);
  });

  test('a blob that does not fit leaves nothing behind', async () => {
    const put = store.transaction((tx) => tx.putBlob('large', new Uint8Array(DISK_KILOBYTES * 1024)));
    await expect(put).rejects.toMatchObject({ code: 'storage-full' });
    expect(chunkFiles()).toEqual([]);
    await insertNote('a');
    expect(await listIds()).toEqual(['a']);
  });

  test('concurrent writes evict the caches, share the freed space, and succeed', async () => {
    await store.transaction(async (tx) => {
      for (let i = 0; i < 100; i += 1) await tx.putBlob(`cache/objects/${i}`, new Uint8Array(10_000));
    });
    disk.fill();
    const pieces = async function* () {
      yield new Uint8Array(200_000);
    };
    const works = [insertNote('a', LONG), store.writeBlob('file', pieces()), insertNote('b', LONG)];
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await store.listBlobs({ prefix: 'cache/' })).toEqual([]);
  });

  test.each([0, 1, 2, 5, 10, 20])(
    'a deletion that frees space succeeds alongside failing writes if it starts %i turns later',
    async (turns) => {
      const room = new Uint8Array(500_000);
      await store.transaction((tx) => tx.putBlob('old', room));
      disk.fill();
      const tooLarge = Array.from({ length: 3 }, (_, index) =>
        store.transaction((tx) => tx.putBlob(`large-${index}`, new Uint8Array(DISK_KILOBYTES * 1024))),
      );
      for (let turn = 0; turn < turns; turn += 1) await null;
      const freed = store.transaction((tx) => tx.deleteBlob('old'));
      const [isFreed, ...others] = await Promise.allSettled([freed, ...tooLarge]);
      expect(isFreed).toMatchObject({ status: 'fulfilled', value: true });
      for (const outcome of others) expect(outcome).toMatchObject(FULL);
      expect(chunkFiles()).toEqual([]);
      // The commit log has grown by a few pages.
      await store.transaction((tx) => tx.putBlob('new', room.subarray(0, 450_000)));
    },
  );

  test('a store opens on a full disk, reports it, and serves reads', async () => {
    await insertNote('a');
    await store.close();
    disk.fill();
    await open();
    expect(reports.join()).toMatch(/^the disk of .* is full: .* can be read and deleted/);
    expect(await listIds()).toEqual(['a']);
    await expect(insertNote('b', LONG)).rejects.toMatchObject({ code: 'storage-full' });
    await store.transaction((tx) => tx.delete(notes, 'a'));
    expect(await listIds()).toEqual([]);
  });

  test('a store that fails to open leaves nothing that would block the next store', async () => {
    await store.close();
    disk.fill();
    // The file system determines whether the folder or its key runs out of space first.
    await expect(openFolderStore(join(disk.folder, 'other'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(storage-full|folder-unusable)$/),
      message: expect.stringMatching(/full/),
    });
    disk.free();
    await (await openFolderStore(join(disk.folder, 'other'))).close();
    await open();
  });

  test('a store with a folder but no space for its key reports the full disk', async () => {
    await store.close();
    mkdirSync(join(disk.folder, 'other'), { mode: 0o700 });
    disk.fill();
    await expect(openFolderStore(join(disk.folder, 'other'))).rejects.toMatchObject({
      code: 'storage-full',
      message: expect.stringMatching(/no space for \S+, the file with the key .*: its disk is full/),
    });
    disk.free();
    await (await openFolderStore(join(disk.folder, 'other'))).close();
    await open();
  });
});
