import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { storeContract } from '../../../test/store/store-contract.ts';
import { loadInstallation } from '../contract/installation.ts';
import { makeOrder } from '../contract/record-index.ts';
import { currentSchema } from '../contract/schema.ts';
import { openBody } from '../contract/sealed-records.ts';
import { recordType, type Store } from '../contract/store.ts';
import { openFolderStore } from './folder-store.ts';
import { makeFrame } from './journal-frames.ts';

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
  await store.close();
  // The same process number, started at another time.
  const old = lock.replace(/^(lock-\d+-)\d*/, '$11');
  writeFileSync(join(folder, old), '');
  await (await openFolder(folder)).close();
  expect(existsSync(join(folder, old))).toBe(false);
});

test('a lock that was never written, as a full disk leaves it, counts for nothing', async () => {
  const folder = nextFolder();
  await (await openFolder(folder)).close();
  writeFileSync(join(folder, 'lock-0b0c9c4e-5d1e-4a7b-9c55-8c3ad1a52a10'), '');
  await (await openFolder(folder)).close();
  expect(readdirSync(folder).filter((name) => name.startsWith('lock-'))).toEqual([]);
});

test('a live lock of an older program, which is written into the file, is respected', async () => {
  const folder = nextFolder();
  await (await openFolder(folder)).close();
  // A lock of another machine: only its age counts.
  writeFileSync(join(folder, 'lock-a'), JSON.stringify({ pid: 77, processStart: '1', host: 'elsewhere' }));
  await expect(openFolderStore(folder)).rejects.toMatchObject({
    code: 'folder-locked',
    message: expect.stringContaining('number 77'),
  });
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(folder, 'lock-a'), longAgo, longAgo);
  await (await openFolder(folder)).close();
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
  // Every byte of the second frame, including its length and checksum.
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

function chunkFiles(folder: string): string[] {
  const entries = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('chunks of what is replaced go at once, or when its last reader is done', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const put = () => store.transaction((tx) => tx.putBlob('file', new Uint8Array(3 << 20)));
  await put();
  await put();
  expect(chunkFiles(folder)).toHaveLength(3);
  const readers = [await store.openBlob('file'), await store.openBlob('file')];
  await store.transaction((tx) => tx.deleteBlob('file'));
  for (const reader of readers) {
    expect(chunkFiles(folder)).toHaveLength(3);
    for await (const chunk of reader!.chunks) expect(chunk).toHaveLength(1 << 20);
  }
  expect(chunkFiles(folder)).toEqual([]);
});

test('a reader that went away keeps chunks for ten minutes', async () => {
  const folder = nextFolder();
  let nowMs = 0;
  const store = await openFolderStore(folder, { now: () => nowMs });
  opened.push(store);
  await store.transaction((tx) => tx.putBlob('file', new Uint8Array(10)));
  await store.openBlob('file');
  await store.transaction((tx) => tx.deleteBlob('file'));
  expect(chunkFiles(folder)).toHaveLength(1);
  nowMs = 10 * 60_000;
  await insertNote(store, 'a');
  await store.transaction((tx) => tx.putBlob('other', new Uint8Array(0)));
  expect(chunkFiles(folder)).toEqual([]);
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

const SECRET = '5ec7e7'.repeat(10);

/** A folder as version 0.1 wrote it, with a token that was changed once. */
function writeOldFolder(folder: string): void {
  const row = (kind: string, id: string, number: number, body: object) => {
    const order = makeOrder(0, number);
    return `${JSON.stringify(['r', kind, id, '', '', '', 0, order])}\n${JSON.stringify(body)}`;
  };
  const repository = { RemoteURL: 'https://tok-in-address@github.com/a/b', Commit: 'HEAD' };
  const build = { Application: { Type: 'Repository', Repository: repository } };
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(
    join(folder, 'records-000001.log'),
    Buffer.concat(
      [
        JSON.stringify({ format: 'haze-store', schema: 1 }),
        row('installation', 'self', 1, { secret: SECRET, salt: 'ab'.repeat(32) }),
        row('repository-token', 'rep_1', 2, { Token: 'tok-first' }),
        row('repository-token', 'rep_1', 2, { Token: 'tok-second' }),
        row('repository', 'rep_1', 3, repository),
        row('build', 'bld_1', 4, build),
      ].map(makeFrame),
    ),
  );
}

test('secrets that an older program stored as they are open as before, and are nowhere in the folder any more', async () => {
  const folder = nextFolder();
  writeOldFolder(folder);
  const store = await openFolder(folder);
  expect(await loadInstallation(store)).toEqual({ secret: SECRET, salt: 'ab'.repeat(32) });
  const token = (await store.get(recordType('repository-token'), 'rep_1'))!;
  expect(await openBody(store.vault, 'repository-token', 'rep_1', token.body)).toBe('tok-second');
  await expect(openBody(store.vault, 'repository-token', 'rep_2', token.body)).rejects.toMatchObject({
    code: 'sealed-elsewhere',
  });
  expect(JSON.stringify((await store.get(recordType('build'), 'bld_1'))?.body)).toContain(
    '"https://github.com/a/b"',
  );
  await store.close();
  const text = readFileSync(journalOf(folder), 'latin1');
  for (const secret of [SECRET, 'tok-first', 'tok-second', 'tok-in-address'])
    expect(text).not.toContain(secret);
  const again = await openFolder(folder);
  expect((await loadInstallation(again)).secret).toBe(SECRET);
});

test('a folder whose seal key is gone opens with a word, with another secret and the same salt', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const { secret, salt } = await loadInstallation(store);
  await store.close();
  expect(readFileSync(journalOf(folder), 'latin1')).not.toContain(secret);
  rmSync(join(folder, 'seal-key'));
  const said: string[] = [];
  const again = await openFolderStore(folder, { report: (line) => said.push(line) });
  opened.push(again);
  expect(said.join()).toContain('is not there any more');
  const renewed = await loadInstallation(again);
  expect([renewed.salt, renewed.secret === secret]).toEqual([salt, false]);
  expect(await loadInstallation(again)).toEqual(renewed);
  writeFileSync(join(folder, 'seal-key'), 'damaged');
  await again.close();
  await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'storage-damaged' });
});

test('a folder that is deleted under the store is said to be evicted', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  rmSync(folder, { recursive: true });
  await expect(insertNote(store, 'b')).rejects.toMatchObject({ code: 'storage-evicted' });
  expect(await listTexts(store)).toEqual(['a']);
});

test('nobody is shown what then cannot be stored', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  rmSync(folder, { recursive: true });
  const writing = insertNote(store, 'b');
  const shown = listTexts(store);
  await expect(writing).rejects.toMatchObject({ code: 'storage-evicted' });
  expect(await shown).toEqual(['a']);
});

test.each([
  ['a file in the place of the folder', (folder: string) => writeFileSync(folder, ''), ''],
  ['a file in the place of a folder around it', (folder: string) => writeFileSync(folder, ''), '/store'],
])('%s is said in a sentence', async (_name, prepare, below) => {
  const folder = nextFolder();
  prepare(folder);
  await expect(openFolderStore(folder + below)).rejects.toMatchObject({
    code: 'folder-unusable',
    message: expect.stringMatching(/cannot be used: .* file/),
  });
});

test
  .skipIf(process.platform !== 'linux')
  .each(['/proc/haze', '/proc/haze/deeper', '/dev/null/haze', '/sys/haze'])(
  'a folder that nobody can make is refused at once: %s',
  async (folder) => {
    await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'folder-unusable' });
  },
);

test('a name with a zero byte is refused in a sentence', async () => {
  await expect(openFolderStore(`${nextFolder()}\0x`)).rejects.toMatchObject({
    code: 'folder-unusable',
    message: expect.stringContaining('zero byte'),
  });
});

test('whatever is written is for its owner alone', async () => {
  const umask = process.umask(0);
  try {
    const folder = nextFolder();
    const store = await openFolderStore(folder, { rewriteFromBytes: 1 });
    await store.transaction((tx) => tx.putBlob('blob', new Uint8Array(2 << 20)));
    await insertNote(store, 'a');
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const rights = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o077);
    expect(rights.length).toBeGreaterThan(5);
    expect(rights.every((mode) => mode === 0)).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await store.close();
  } finally {
    process.umask(umask);
  }
});
