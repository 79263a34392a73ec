import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { storeContract } from '../../../test/store/store-contract.ts';
import { loadInstallation } from '../contract/installation.ts';
import { currentSchema } from '../contract/schema.ts';
import { recordType, type Store } from '../contract/store.ts';
import { CHUNK_SIZE_BYTES } from '../contract/transaction.ts';
import { openFolderStore } from './folder-store.ts';
import { DATABASE } from './layout.ts';
import { ASIDE, examineFolder } from './repair.ts';
import { SqliteConnection } from './sqlite.ts';

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

afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(root, { recursive: true });
});

/** All bytes of the database and its log, as a string. */
function textOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith(DATABASE) && !name.endsWith('-shm'));
  return names.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
}

describe('the store in a folder', () => {
  /** Writes content in three chunks while the clock advances by this many hours before the second and third chunk. */
  async function writeSlowly(hours: number): Promise<string> {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const folder = nextFolder();
      const store = await openFolder(folder);
      async function* pieces() {
        for (const letter of ['a', 'b', 'c']) {
          yield Buffer.alloc(CHUNK_SIZE_BYTES, letter);
          vi.setSystemTime(Date.now() + hours * 3_600_000);
          // Opening the folder removes content whose time has passed.
          await (await openFolderStore(folder)).close();
        }
      }
      await store.writeBlob('slow', pieces());
      let text = '';
      for await (const chunk of (await store.readBlob('slow'))!) text += Buffer.from(chunk).toString();
      return text.replaceAll(/(.)\1*/g, '$1');
    } finally {
      vi.useRealTimers();
    }
  }

  test('content that arrives over days is kept, because every chunk extends its time', async () => {
    expect(await writeSlowly(13)).toBe('abc');
  });

  test('content whose first chunks are removed because the clock jumps is rejected instead of stored in part', async () => {
    await expect(writeSlowly(25)).rejects.toThrow('because the clock was set forward by more than a day');
  });

  for (const { name, run } of storeContract) test(name, () => run(() => openFolder(nextFolder())));
});

test('stored data survives closing and reopening', async () => {
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

test('changing the status of a job does not rewrite the source of its program', async () => {
  const folder = nextFolder();
  const builds = recordType<{ Application: string; Step: number }>('build');
  const Application = 'one line of the source\n'.repeat(1000);
  const store = await openFolder(folder);
  const body = { Application, Step: 0 };
  await store.transaction((tx) => tx.insert(builds, { id: 'b', owner: 'ann', createdAt: 1, body }));
  await store.close();
  const again = await openFolder(folder);
  for (const Step of [1, 2, 3]) {
    const change = { status: `s${Step}`, body: { Application, Step } };
    await again.transaction((tx) => tx.update(builds, 'b', change));
  }
  const log = readFileSync(join(folder, `${DATABASE}-wal`), 'latin1');
  expect(log).toContain('"Step":3');
  expect(log).not.toContain('one line of the source');
  expect((await again.get(builds, 'b'))?.body).toEqual({ Application, Step: 3 });
});

test('a folder from the first version is migrated: content has owners, sources are separate, and damage stays detectable', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const [tasks, builds] = [recordType<object>('task'), recordType<object>('build')];
  const body = { Application: 'x'.repeat(3000), Step: 1 };
  await store.transaction(async (tx) => {
    await tx.insert(tasks, { id: 't', owner: 'ann', createdAt: 1, body: {} });
    await tx.insert(builds, { id: 'b', owner: 'ann', createdAt: 1, body: {} });
    await tx.putBlob('cache/damaged', new Uint8Array(10));
  });
  await store.close();
  // Content in the first version's format.
  const connection = new SqliteConnection(join(folder, DATABASE));
  const key = 'tasks/t/Stdout';
  const sum = crc32('', crc32(JSON.stringify([key, 'c', 7, 0, 1, 1])));
  for (const statement of [
    'DROP TABLE fixed',
    'DROP INDEX blobs_owner',
    'ALTER TABLE blobs DROP COLUMN owner',
    "UPDATE meta SET value = 1 WHERE name = 'layout'",
    "UPDATE meta SET value = 2 WHERE name = 'records'",
    "INSERT INTO contents VALUES ('c', NULL)",
    `INSERT INTO blobs VALUES ('${key}', 'c', 7, 0, 1, 1, ${sum})`,
    "UPDATE blobs SET size_bytes = 9 WHERE key = 'cache/damaged'",
  ]) {
    connection.exec(statement);
  }
  const [{ place } = {}] = connection.all("SELECT place FROM records WHERE kind = 'build'");
  const text = JSON.stringify(body);
  const sumOfBuild = crc32(text, crc32(JSON.stringify(['build', 'b', 'ann', '', '', 1, place])));
  connection.all("UPDATE records SET body = ?1, sum = ?2 WHERE kind = 'build'", [text, sumOfBuild]);
  connection.close();
  const again = await openFolder(folder);
  expect((await again.get(builds, 'b'))?.body).toEqual(body);
  const source = JSON.stringify({ Application: body.Application }).length;
  expect([await again.sizeOf('ann'), (await again.blobInfo(key))?.sizeBytes]).toEqual([7 + source, 7]);
  await expect(again.blobInfo('cache/damaged')).rejects.toMatchObject({ code: 'storage-damaged' });
});

test('a truncated or missing log is reported on startup and by an examination', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (const id of ['a', 'b', 'c']) await insertNote(store, id);
  const copies = ['cut', 'taken'].map((name) => `${folder}-${name}`);
  for (const copy of copies) cpSync(folder, copy, { recursive: true });
  await store.close();
  const [cut, taken] = copies.map((copy) => join(copy, `${DATABASE}-wal`)) as [string, string];
  truncateSync(cut, statSync(cut).size / 2);
  rmSync(taken);
  for (const copy of copies) {
    const lines: string[] = [];
    const { faults } = await examineFolder(copy, false);
    expect(faults.join()).toMatch(/the last \d+ commits of .* are lost: its log was truncated/);
    const opened = await openFolderStore(copy, { report: (line) => lines.push(line) });
    expect(lines.join()).toBe(faults.join());
    await insertNote(opened, 'd');
    await opened.close();
    // The damage is reported only once: counting continues from here.
    expect((await examineFolder(copy, false)).faults).toEqual([]);
  }
  const whole: string[] = [];
  await (await openFolderStore(folder, { report: (line) => whole.push(line) })).close();
  expect(whole).toEqual([]);
});

/** Content large enough to be stored in a file. */
const largeText = (name: string) => `text of ${name}`.repeat(4000);

test('content that is truncated, or has a flipped bit, is never served', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const names = ['cut', 'flipped', 'empty', 'gone', 'cache/flipped', 'whole'];
  for (const name of names) {
    await store.transaction((tx) => tx.putBlob(name, new TextEncoder().encode(largeText(name))));
  }
  const pathOf = (name: string) =>
    chunkFiles(folder).find((path) => readFileSync(path, 'utf8').includes(`of ${name}text`))!;
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
    expect((await opened.readChunk('whole', 0))?.length).toBe(largeText('whole').length);
  };
  await check(store);
  expect((await examineFolder(folder, false)).damagedBlobs).toHaveLength(5);
  await store.close();
  const { damagedBlobs, asideCount } = await examineFolder(folder, true);
  expect([...damagedBlobs].sort()).toEqual(['cache/flipped', 'cut', 'empty', 'flipped', 'gone']);
  expect(asideCount).toBe(1);
  const again = await openFolder(folder);
  await check(again);
  // A cache can be rebuilt, so its damaged content is set aside.
  expect(await again.blobInfo('cache/flipped')).toBeUndefined();
});

test('a row with a flipped bit is rejected, the message names it, and a repair drops it', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (const id of ['a', 'b', 'c']) {
    await insertNote(store, id, `text of ${id}`);
    await store.transaction((tx) => tx.putBlob(id, new TextEncoder().encode(`content of ${id}`)));
  }
  await store.close();
  const path = join(folder, DATABASE);
  const bytes = readFileSync(path);
  for (const text of ['text of b', 'content of c']) bytes[bytes.indexOf(text) + 5]! ^= 1;
  writeFileSync(path, bytes);
  const damaged = await openFolder(folder);
  expect((await damaged.get(notes, 'a'))?.body.text).toBe('text of a');
  await expect(damaged.get(notes, 'b')).rejects.toThrow(
    /"b" of the kind "note" is damaged.*haze doctor --repair/,
  );
  expect(await listTexts(damaged)).toEqual(['text of a', 'text of c']);
  expect((await damaged.list(notes, {})).damaged).toEqual([
    { id: 'b', message: expect.stringContaining('"b" of the kind "note" is damaged') },
  ]);
  await expect(damaged.readChunk('c', 0)).rejects.toMatchObject({ code: 'storage-damaged' });
  await expect(examineFolder(folder, true)).rejects.toMatchObject({ code: 'folder-locked' });
  await damaged.close();
  const found = await examineFolder(folder, true);
  expect(found).toMatchObject({ recordCount: 2, blobCount: 3, damagedBlobs: ['c'] });
  const [aside] = readdirSync(join(folder, ASIDE));
  expect(readFileSync(join(folder, ASIDE, aside!, DATABASE)).includes('text of c')).toBe(true);
  const again = await openFolder(folder);
  expect(await listTexts(again)).toEqual(['text of a', 'text of c']);
  expect(new TextDecoder().decode(await again.readChunk('b', 0))).toBe('content of b');
  await insertNote(again, 'd');
  expect((await again.list(notes, { owner: 'ann', descending: true })).records[0]?.id).toBe('d');
});

test('a folder with content but no database causes an error, and no content is deleted', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  for (let at = 0; at < 60; at += 1)
    await store.transaction((tx) => tx.putBlob(`${at}`, new Uint8Array(40_000 + at)));
  await store.close();
  const count = chunkFiles(folder).length;
  expect(count).toBe(60);
  const path = join(folder, DATABASE);
  renameSync(path, `${folder}-kept`);
  for (let round = 0; round < 2; round += 1) {
    await expect(openFolderStore(folder)).rejects.toMatchObject({
      code: 'storage-damaged',
      message: expect.stringMatching(/Restore the database .* haze doctor --repair/),
    });
  }
  renameSync(`${folder}-kept`, path);
  await (await openFolder(folder)).close();
  expect(chunkFiles(folder)).toHaveLength(count);
  rmSync(path);
  expect(await examineFolder(folder, true)).toMatchObject({ recordCount: 0, asideCount: count });
  const again = await openFolder(folder);
  expect(await again.blobInfo('5')).toBeUndefined();
  expect(filesBelow(join(folder, ASIDE)).filter((name) => !name.includes(DATABASE))).toHaveLength(count);
});

test.each([
  ['an empty file', () => Buffer.alloc(0)],
  ['a file with other content', () => Buffer.from('not a database'.repeat(1000))],
  ['a truncated file', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])(
  '%s in place of the database is rejected, and the message names the repair command',
  async (_name, change) => {
    const folder = nextFolder();
    const store = await openFolder(folder);
    for (let at = 0; at < 100; at += 1) await insertNote(store, `${at}`, 'x'.repeat(500));
    await store.close();
    const path = join(folder, DATABASE);
    const bytes = readFileSync(path);
    writeFileSync(path, change(bytes));
    await expect(openFolderStore(folder)).rejects.toMatchObject({
      code: 'storage-damaged',
      message: expect.stringContaining('haze doctor --repair'),
    });
    await examineFolder(folder, true);
    await openFolder(folder);
  },
);

test('a database with changed tables is rejected', async () => {
  const folder = nextFolder();
  await (await openFolder(folder)).close();
  const connection = new SqliteConnection(join(folder, DATABASE));
  connection.exec('ALTER TABLE records ADD COLUMN mine TEXT');
  connection.close();
  await expect(openFolderStore(folder)).rejects.toThrow('another program has changed them');
});

test('tables from a newer program are rejected because of their version', async () => {
  const folder = nextFolder();
  await (await openFolder(folder)).close();
  const connection = new SqliteConnection(join(folder, DATABASE));
  connection.exec("UPDATE meta SET value = 99 WHERE name = 'layout'");
  connection.close();
  const refused = { code: 'store-too-new', message: expect.stringContaining('in format version 99') };
  await expect(openFolderStore(folder)).rejects.toMatchObject(refused);
  await expect(examineFolder(folder, false)).rejects.toMatchObject(refused);
  await expect(examineFolder(folder, true)).rejects.toMatchObject(refused);
});

test('several stores share one folder and notify each other', async () => {
  const folder = nextFolder();
  const [one, other] = [await openFolder(folder), await openFolder(folder)];
  const heard: unknown[] = [];
  other.onChange((changes) => heard.push(...changes));
  await one.transaction((tx) =>
    tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, status: 'new', body: { text: 'a' } }),
  );
  expect(await listTexts(other)).toEqual(['a']);
  await expect
    .poll(() => heard)
    .toEqual([{ what: 'record', kind: 'note', id: 'a', gone: false, status: 'new' }]);
  const add = (store: Store, at: number) =>
    store.transaction(async (tx) => {
      const { body } = (await tx.get(notes, 'a'))!;
      await tx.update(notes, 'a', { body: { text: body.text + at } });
    });
  await Promise.all(Array.from({ length: 40 }, (_, at) => add(at % 2 === 0 ? one : other, at % 10)));
  expect((await one.get(notes, 'a'))?.body.text).toHaveLength(41);
  await one.reset();
  await expect.poll(() => heard.at(-1)).toEqual({ what: 'everything' });
});

test('content that another process removes during an export is still read to its end, and then deleted', async () => {
  const folder = nextFolder();
  const [one, other] = [await openFolder(folder), await openFolder(folder)];
  for (const key of ['a', 'b']) await one.transaction((tx) => tx.putBlob(key, new Uint8Array(3 << 20)));
  const contents = one.readAll();
  const sizes: number[] = [];
  for await (const { info, chunks } of contents.blobs()) {
    if (info.key === 'a') await other.transaction((tx) => tx.deleteBlobs(''));
    for await (const chunk of chunks()) sizes.push(chunk.length);
  }
  expect(sizes).toEqual(Array.from({ length: 6 }, () => 1 << 20));
  expect(chunkFiles(folder)).toHaveLength(6);
  await contents.end!();
  expect(chunkFiles(folder)).toEqual([]);
});

test('work that needs exclusive access waits until nothing else has the folder open', async () => {
  const folder = nextFolder();
  let count = 0;
  const whenAlone = async () => {
    count += 1;
  };
  const one = await openFolderStore(folder, { whenAlone });
  const other = await openFolderStore(folder, { whenAlone });
  expect(count).toBe(1);
  await one.close();
  await other.close();
  await (await openFolderStore(folder, { whenAlone })).close();
  expect(count).toBe(2);
});

test('unreferenced chunks are deleted on open', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await store.transaction((tx) => tx.putBlob('kept', new Uint8Array(40_000)));
  await store.close();
  // The driver removes the log of a closed database after a while, so the test simulates a crash with a copy.
  const crashed = nextFolder();
  cpSync(folder, crashed, { recursive: true });
  const subfolder = readdirSync(join(crashed, 'blobs'))[0]!;
  writeFileSync(join(crashed, 'blobs', subfolder, 'ffff-0'), 'left by a crash');
  // The log left by a killed process.
  writeFileSync(join(crashed, `${DATABASE}-wal`), 'x');
  const again = await openFolder(crashed);
  expect(readdirSync(join(crashed, 'blobs', subfolder))).toHaveLength(1);
  expect((await again.readChunk('kept', 0))?.length).toBe(40_000);
});

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function chunkFiles(folder: string): string[] {
  return filesBelow(join(folder, 'blobs'));
}

test('chunks of replaced content are deleted immediately, or after their last reader has finished', async () => {
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

test('a reader that disappears keeps its chunks for ten minutes', async () => {
  const folder = nextFolder();
  let nowMs = 0;
  const store = await openFolderStore(folder, { now: () => nowMs });
  opened.push(store);
  await store.transaction((tx) => tx.putBlob('file', new Uint8Array(100_000)));
  await store.openBlob('file');
  await store.transaction((tx) => tx.deleteBlob('file'));
  expect(chunkFiles(folder)).toHaveLength(1);
  nowMs = 10 * 60_000;
  await insertNote(store, 'a');
  await store.transaction((tx) => tx.putBlob('other', new Uint8Array(0)));
  expect(chunkFiles(folder)).toEqual([]);
});

test('records from an older version are migrated on open, but records from a newer version are rejected', async () => {
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

test('a folder without its seal key opens with a message, a new secret and the same salt', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  const { secret, salt } = await loadInstallation(store);
  await store.close();
  expect(textOf(folder)).not.toContain(secret);
  rmSync(join(folder, 'seal-key'));
  const said: string[] = [];
  const again = await openFolderStore(folder, { report: (line) => said.push(line) });
  opened.push(again);
  expect(said.join()).toContain('is missing');
  const renewed = await loadInstallation(again);
  expect([renewed.salt, renewed.secret === secret]).toEqual([salt, false]);
  expect(await loadInstallation(again)).toEqual(renewed);
  writeFileSync(join(folder, 'seal-key'), 'damaged');
  await again.close();
  await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'storage-damaged' });
});

test('deleting a folder while its store is open is reported as an eviction', async () => {
  const folder = nextFolder();
  const store = await openFolder(folder);
  await insertNote(store, 'a');
  rmSync(folder, { recursive: true });
  await expect(insertNote(store, 'b')).rejects.toMatchObject({ code: 'storage-evicted' });
  expect(await listTexts(store)).toEqual(['a']);
});

test('changes are not visible before they are stored', async () => {
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
  ['a file at the path of the folder', (folder: string) => writeFileSync(folder, ''), ''],
  ['a file at the path of a parent folder', (folder: string) => writeFileSync(folder, ''), '/store'],
])('%s is described in a sentence', async (_name, prepare, below) => {
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
  'a folder that cannot be created is rejected immediately: %s',
  async (folder) => {
    await expect(openFolderStore(folder)).rejects.toMatchObject({ code: 'folder-unusable' });
  },
);

test('a name with a NUL character is rejected with a message', async () => {
  await expect(openFolderStore(`${nextFolder()}\0x`)).rejects.toMatchObject({
    code: 'folder-unusable',
    message: expect.stringContaining('NUL character'),
  });
});

test('every written file is readable only by its owner', async () => {
  const umask = process.umask(0);
  try {
    const folder = nextFolder();
    const store = await openFolderStore(folder);
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
