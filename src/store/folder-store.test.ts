import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { storeContract } from '../../test/store/store-contract.ts';
import { openFolderStore } from './folder-store.ts';
import { currentSchema } from './schema.ts';
import { recordType, type Store } from './store.ts';

const notes = recordType<{ text: string }>('note');
const root = mkdtempSync(join(tmpdir(), 'haze-store-'));
const opened: Store[] = [];
let folders = 0;

function nextFolder(): string {
  folders += 1;
  return join(root, `store-${folders}`);
}

async function openFolder(folder: string): Promise<Store> {
  const store = await openFolderStore(folder);
  opened.push(store);
  return store;
}

function insertNote(store: Store, id: string, text = id): Promise<unknown> {
  return store.transaction((tx) => tx.insert(notes, { id, owner: 'ann', createdAt: 1, body: { text } }));
}

async function listTexts(store: Store): Promise<string[]> {
  return (await store.list(notes, { owner: 'ann', limit: 1000 })).records.map((record) => record.body.text);
}

function journalOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('records-'));
  expect(names).toHaveLength(1);
  return join(folder, names[0]!);
}

afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(root, { recursive: true });
});

describe('the store in a folder', () => {
  for (const { name, run } of storeContract) test(name, () => run(() => openFolder(nextFolder())));
});

test('what was stored is there after closing and opening', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  await insertNote(store, 'b');
  await store.transaction(async (tx) => {
    await tx.delete(notes, 'a');
    await tx.appendChunk('out', new TextEncoder().encode('hello'));
  });
  await store.close();
  const again = await openFolder(folder);
  expect(await listTexts(again)).toEqual(['b']);
  expect(new TextDecoder().decode(await again.readChunk('out', 0))).toBe('hello');
  await insertNote(again, 'a');
  expect(await listTexts(again)).toEqual(['b', 'a']);
});

test('a folder in use is refused, and free again after closing', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await expect(openFolderStore(folder)).rejects.toMatchObject({
    code: 'folder-locked',
    message: expect.stringContaining(`number ${process.pid}`),
  });
  await store.close();
  await (await openFolder(folder)).close();
});

test('the lock of a process that is gone counts for nothing', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const lock = readdirSync(folder).find((name) => name.startsWith('lock-'))!;
  const holder = JSON.parse(await readFile(join(folder, lock), 'utf8'));
  await store.close();
  // The same process number, started at another time.
  writeFileSync(join(folder, 'lock-old'), JSON.stringify({ ...holder, processStart: '1' }));
  await (await openFolder(folder)).close();
  expect(existsSync(join(folder, 'lock-old'))).toBe(false);
});

test('a frame that was cut short at the end of the journal is dropped, everything before it stays', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (const id of ['a', 'b', 'c']) await insertNote(store, id);
  await store.close();
  const journal = journalOf(folder);
  const size = statSync(journal).size;
  for (const cut of [1, 5, 20]) {
    truncateSync(journal, size - cut);
    const again = await openFolder(folder);
    expect(await listTexts(again)).toEqual(['a', 'b']);
    await again.close();
  }
});

test('a journal that is damaged in the middle is refused rather than half read', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (const id of ['a', 'b', 'c']) await insertNote(store, id);
  await store.close();
  const bytes = await readFile(journalOf(folder));
  // Every byte of the second frame, its length and its check among them.
  const second = bytes.indexOf('["r"') - 8;
  const third = bytes.indexOf('["r"', second + 9) - 8;
  for (let at = second; at < third; at += 5) {
    const damaged = Buffer.from(bytes);
    damaged[at] = damaged[at]! ^ 1;
    await writeFile(journalOf(folder), damaged);
    await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'storage-damaged' });
  }
});

test('chunks that no entry names are swept away at opening', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await store.transaction((tx) => tx.putBlob('kept', new Uint8Array(3)));
  await store.close();
  const subfolder = readdirSync(join(folder, 'blobs'))[0]!;
  writeFileSync(join(folder, 'blobs', subfolder, 'ffff-0'), 'left by a crash');
  const again = await openFolder(folder);
  expect(readdirSync(join(folder, 'blobs', subfolder))).toHaveLength(1);
  expect((await again.readChunk('kept', 0))?.length).toBe(3);
});

test('a journal that outgrew its contents is written anew, and nothing is lost', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const text = 'x'.repeat(100_000);
  await insertNote(store, 'a', '');
  for (let round = 0; round < 60; round += 1) {
    await store.transaction((tx) => tx.update(notes, 'a', { body: { text: `${round}${text}` } }));
  }
  await insertNote(store, 'b');
  await store.close();
  expect(statSync(journalOf(folder)).size).toBeLessThan(5_000_000);
  expect((await listTexts(await openFolder(folder))).map((found) => found.slice(0, 3))).toEqual(['59x', 'b']);
});

test('records of an older version are migrated at opening; those of a newer one are refused', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  await store.close();
  const version = currentSchema.version + 1;
  const migrate = (record: { body: object }) => ({ ...record, body: { text: 'migrated' } }) as never;
  const newer = await openFolderStore(folder, {
    schema: { version, migrations: [{ to: version, migrate }] },
  });
  expect(await listTexts(newer)).toEqual(['migrated']);
  await newer.close();
  await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'store-too-new' });
});

test('a folder that is deleted under the store is said to be evicted', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  rmSync(folder, { recursive: true });
  await expect(insertNote(store, 'b')).rejects.toMatchObject({ code: 'storage-evicted' });
  expect(await listTexts(store)).toEqual(['a']);
});

test('a device without room says so, nothing of the transaction stays, and later ones work', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  const { FileHandle } = await fileHandleClass(folder);
  const write = FileHandle.prototype.write;
  FileHandle.prototype.write = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const works = [insertNote(store, 'b'), insertNote(store, 'c')];
  for (const outcome of await Promise.allSettled(works)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage-full' } });
  }
  FileHandle.prototype.write = write;
  expect(await listTexts(store)).toEqual(['a']);
  await insertNote(store, 'd');
  await store.close();
  expect(await listTexts(await openFolder(folder))).toEqual(['a', 'd']);
});

test('deleting works on a full disk, in the room that was kept for it', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  const { FileHandle } = await fileHandleClass(folder);
  const write = FileHandle.prototype.write as (...values: unknown[]) => Promise<unknown>;
  FileHandle.prototype.write = function (...values: unknown[]) {
    if (!existsSync(join(folder, 'reserve'))) return write.apply(this, values);
    return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  };
  await expect(insertNote(store, 'b')).rejects.toMatchObject({ code: 'storage-full' });
  await store.transaction((tx) => tx.delete(notes, 'a'));
  FileHandle.prototype.write = write;
  expect(await listTexts(store)).toEqual([]);
  await store.close();
  expect(await listTexts(await openFolder(folder))).toEqual([]);
});

test('a record changes its status on a full disk, and leaves what is kept for deleting', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  const { FileHandle } = await fileHandleClass(folder);
  const write = FileHandle.prototype.write as (...values: unknown[]) => Promise<unknown>;
  FileHandle.prototype.write = function (...values: unknown[]) {
    return existsSync(join(folder, 'reserve-status')) ? noRoom() : write.apply(this, values);
  };
  const sameStatus = store.transaction((tx) => tx.update(notes, 'a', { body: { text: 'b' } }));
  await expect(sameStatus).rejects.toMatchObject({ code: 'storage-full' });
  await store.transaction((tx) => tx.update(notes, 'a', { status: 'ended' }));
  FileHandle.prototype.write = write;
  expect(existsSync(join(folder, 'reserve'))).toBe(true);
  await store.close();
  const again = await openFolder(folder);
  expect(await again.transaction((tx) => tx.get(notes, 'a'))).toMatchObject({ status: 'ended' });
});

function chunkFiles(folder: string): string[] {
  const entries = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const noRoom = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

test('a blob that has no room leaves no part of itself on the disk', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  const { FileHandle } = await fileHandleClass(folder);
  const writeFile = FileHandle.prototype.writeFile as (...values: unknown[]) => Promise<unknown>;
  let left = 2;
  FileHandle.prototype.writeFile = function (...values: unknown[]) {
    left -= 1;
    return left < 0 ? noRoom() : writeFile.apply(this, values);
  };
  const put = store.transaction((tx) => tx.putBlob('large', new Uint8Array(3 << 20)));
  await expect(put).rejects.toMatchObject({ code: 'storage-full' });
  FileHandle.prototype.writeFile = writeFile;
  expect(chunkFiles(folder)).toEqual([]);
});

test('what fails together on a full disk has the room of the caches together, once that is free', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await store.transaction(async (tx) => {
    for (let i = 0; i < 100; i += 1) await tx.putBlob(`cache/objects/${i}`, new Uint8Array(10));
  });
  const cached = new Set(chunkFiles(folder));
  const isFull = () => chunkFiles(folder).some((name) => cached.has(name));
  const { FileHandle } = await fileHandleClass(folder);
  const { write, writeFile } = FileHandle.prototype as Record<string, (...values: unknown[]) => unknown>;
  FileHandle.prototype.write = function (...values: unknown[]) {
    // What deletes has the room of the reserve.
    return isFull() && existsSync(join(folder, 'reserve')) ? noRoom() : write!.apply(this, values);
  };
  FileHandle.prototype.writeFile = function (...values: unknown[]) {
    return isFull() ? noRoom() : writeFile!.apply(this, values);
  };
  const pieces = async function* () {
    yield new Uint8Array(10);
  };
  const works = [insertNote(store, 'a'), store.writeBlob('file', pieces()), insertNote(store, 'b')];
  const outcomes = await Promise.allSettled(works);
  Object.assign(FileHandle.prototype, { write, writeFile });
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

async function fileHandleClass(
  folder: string,
): Promise<{ FileHandle: { prototype: { write: unknown; writeFile: unknown } } }> {
  const { open } = await import('node:fs/promises');
  const handle = await open(journalOf(folder));
  await handle.close();
  return { FileHandle: handle.constructor as never };
}

test('a folder that may not be written is an error that says why', async () => {
  const folder = nextFolder();
  writeFileSync(folder, 'a file');
  chmodSync(folder, 0o400);
  await expect(openFolderStore(folder)).rejects.toMatchObject({
    code: 'storage-failed',
    message: expect.stringContaining('EEXIST'),
  });
});
