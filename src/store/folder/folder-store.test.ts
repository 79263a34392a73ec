import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { storeContract } from '../../../test/store/store-contract.ts';
import { loadInstallation } from '../contract/installation.ts';
import { makeOrder } from '../contract/record-index.ts';
import { currentSchema } from '../contract/schema.ts';
import { openBody } from '../contract/sealed-records.ts';
import { recordType, type Store } from '../contract/store.ts';
import { openFolderStore } from './folder-store.ts';
import { FolderJournal } from './journal.ts';
import { makeFrame } from './journal-frames.ts';
import { ASIDE, examineFolder } from './repair.ts';

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

test('stored data are there after closing and reopening', async () => {
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

test('the lock of a process that has ended is ignored', async () => {
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

test('a lock file without content, from a full disk, is ignored', async () => {
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

test('a repair keeps all that can be read of a damaged journal, and its original', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (const id of ['a', 'b', 'c']) {
    await insertNote(store, id);
    await store.transaction((tx) => tx.putBlob(id, new TextEncoder().encode(`content of ${id}`)));
  }
  await store.transaction((tx) => tx.putBlob('cache/x', new Uint8Array(3)));
  await store.close();
  const journal = journalOf(folder);
  const bytes = await readFile(journal);
  // The frames of record and content of "b".
  for (const text of ['["r","note","b"', '["b","b"']) bytes[bytes.indexOf(text) + 5]! ^= 1;
  await writeFile(journal, bytes);
  const count = chunkFiles(folder).length;
  await expect(openFolderStore(folder)).rejects.toThrow('haze doctor --repair');
  const found = await examineFolder(folder, false);
  expect(found).toMatchObject({ recordCount: 2, blobCount: 3, damagedBlobs: [] });
  expect(found.faults.join()).toMatch(/cannot be read/);
  expect(await readFile(journal)).toEqual(bytes);
  expect(await examineFolder(folder, true)).toMatchObject({ recordCount: 2, blobCount: 3, asideCount: 1 });
  const [aside] = readdirSync(join(folder, ASIDE));
  expect(await readFile(join(folder, ASIDE, aside!, basename(journal)))).toEqual(bytes);
  expect(filesBelow(join(folder, ASIDE))).toHaveLength(2);
  expect(chunkFiles(folder)).toHaveLength(count - 1);
  const again = await openFolder(folder);
  expect(await listTexts(again)).toEqual(['a', 'c']);
  expect(new TextDecoder().decode(await again.readChunk('c', 0))).toBe('content of c');
  expect(await again.readChunk('b', 0)).toBeUndefined();
});

test('content without its journal is an alarm, and nothing of it is deleted', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (let at = 0; at < 60; at += 1) await store.transaction((tx) => tx.putBlob(`${at}`, new Uint8Array(at)));
  await store.close();
  const count = chunkFiles(folder).length;
  const journal = journalOf(folder);
  const kept = `${folder}-journal`;
  renameSync(journal, kept);
  for (let round = 0; round < 2; round += 1) {
    await expect(openFolderStore(folder)).rejects.toMatchObject({
      code: 'storage-damaged',
      message: expect.stringMatching(/Put the journal back .* haze doctor --repair/),
    });
  }
  renameSync(kept, journal);
  await (await openFolder(folder)).close();
  expect(chunkFiles(folder)).toHaveLength(count);
  rmSync(journal);
  expect(await examineFolder(folder, true)).toMatchObject({ recordCount: 0, asideCount: count });
  const again = await openFolder(folder);
  expect(await again.blobInfo('5')).toBeUndefined();
  expect(filesBelow(join(folder, ASIDE))).toHaveLength(count);
});

test('content that was cut short, or with a flipped bit, is never served', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const names = ['cut', 'flipped', 'empty', 'gone', 'cache/flipped', 'whole'];
  for (const name of names) {
    await store.transaction((tx) => tx.putBlob(name, new TextEncoder().encode(`text of ${name}`.repeat(50))));
  }
  const pathOf = (name: string) =>
    filesBelow(join(folder, 'blobs')).find((path) => readFileSync(path, 'utf8').includes(`of ${name}text`))!;
  const [cut, flipped, empty, gone, cached] = names.map(pathOf) as [string, string, string, string, string];
  truncateSync(cut, statSync(cut).size / 2);
  for (const path of [flipped, cached]) {
    const bytes = readFileSync(path);
    bytes[bytes.length / 2]! ^= 4;
    writeFileSync(path, bytes);
  }
  truncateSync(empty, 0);
  rmSync(gone);
  const check = async (opened: Store) => {
    for (const name of ['cut', 'flipped', 'empty']) {
      await expect(opened.readChunk(name, 0)).rejects.toMatchObject({ code: 'storage-damaged' });
    }
    expect(await opened.readChunk('gone', 0)).toBeUndefined();
    expect((await opened.readChunk('whole', 0))?.length).toBe(650);
  };
  await check(store);
  await store.close();
  const { damagedBlobs } = await examineFolder(folder, true);
  expect([...damagedBlobs].sort()).toEqual(['cache/flipped', 'cut', 'empty', 'flipped', 'gone']);
  const again = await openFolder(folder);
  await check(again);
  // A cache is made again; its damaged content is kept apart.
  expect(await again.blobInfo('cache/flipped')).toBeUndefined();
});

test('content that an older program wrote, without sums, is read, and its journal is renewed', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await store.transaction((tx) => tx.putBlob('old', new TextEncoder().encode('old text')));
  await store.close();
  const [path] = filesBelow(join(folder, 'blobs'));
  writeFileSync(path!.replace(/\.sum$/, ''), 'old text');
  rmSync(path!);
  const journal = journalOf(folder);
  const payload = (await readFile(journal)).subarray(8);
  const end = payload.indexOf('}') + 1;
  const header = payload.subarray(0, end).toString().replace('haze-store-2', 'haze-store');
  await writeFile(journal, Buffer.concat([makeFrame(header), payload.subarray(end)]));
  const again = await openFolder(folder);
  expect(new TextDecoder().decode(await again.readChunk('old', 0))).toBe('old text');
  // Programs that know no sums refuse the folder.
  expect(readFileSync(journalOf(folder), 'latin1')).toContain('haze-store-2');
  await again.transaction((tx) => tx.deleteBlob('old'));
  expect(chunkFiles(folder)).toEqual([]);
});

test('a process that was paused while another took its folder writes nothing more', async () => {
  const folder = nextFolder();
  const paused = await openFolderStore(folder, { rewriteFromBytes: 1 });
  await insertNote(paused, 'a');
  // The lock as another container has it, and as it is when nobody has renewed it for a minute.
  const lock = readdirSync(folder).find((name) => name.startsWith('lock-'))!;
  const foreign = lock.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`);
  renameSync(join(folder, lock), join(folder, foreign));
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(folder, foreign), longAgo, longAgo);
  const next = await openFolder(folder);
  await insertNote(next, 'b');
  for (let round = 0; round < 3; round += 1) {
    await expect(insertNote(paused, `late ${round}`, 'x'.repeat(1000))).rejects.toMatchObject({
      code: 'folder-locked',
      message: expect.stringContaining('took the folder over'),
    });
    await insertNote(next, `c${round}`);
  }
  await paused.close();
  await next.close();
  expect(await listTexts(await openFolder(folder))).toEqual(['a', 'b', 'c0', 'c1', 'c2']);
});

test('a journal that only got another name, as on a full disk, is out of reach for a paused process, too', async () => {
  const folder = nextFolder();
  const paused = await openFolder(folder);
  await insertNote(paused, 'a');
  const journal = (await FolderJournal.open(folder, { begin: () => undefined, apply: () => undefined }))!;
  await journal.moveOn();
  await journal.close();
  await expect(insertNote(paused, 'late')).rejects.toMatchObject({ code: 'folder-locked' });
  await paused.close();
  expect(await listTexts(await openFolder(folder))).toEqual(['a']);
});

test('a journal of more than 2 GiB opens', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  await store.close();
  // A hole, as a crash of a machine leaves it: it takes no room.
  truncateSync(journalOf(folder), 2 ** 31 + 1000);
  const again = await openFolder(folder);
  await insertNote(again, 'b');
  await again.close();
  expect(statSync(journalOf(folder)).size).toBeLessThan(10_000);
  expect(await listTexts(await openFolder(folder))).toEqual(['a', 'b']);
});

test('chunks without an entry are deleted at opening', async () => {
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

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function chunkFiles(folder: string): string[] {
  return filesBelow(join(folder, 'blobs'));
}

test('chunks of replaced content are deleted at once, or after their last reader', async () => {
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

test('a journal that outgrew its contents is rewritten without loss', async () => {
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

test('records of an older version are migrated at opening; records of a newer version are refused', async () => {
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

test('unsealed secrets of an older program open as before, and disappear from the folder', async () => {
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

test('a folder without its seal key opens with a notice, a new secret and the same salt', async () => {
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

test('a folder that is deleted under the store is reported as evicted', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  rmSync(folder, { recursive: true });
  await expect(insertNote(store, 'b')).rejects.toMatchObject({ code: 'storage-evicted' });
  expect(await listTexts(store)).toEqual(['a']);
});

test('a failed write is never visible to readers', async () => {
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
])('%s is reported in a sentence', async (_name, prepare, below) => {
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
  'a folder that cannot be created is refused at once: %s',
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

test('files and folders of the store are readable for the owner alone', async () => {
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
