import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFrame, oldLines, writeJournal, writeOldChunk } from '../../../../test/store/old-folder.ts';
import { loadInstallation } from '../../contract/installation.ts';
import { makeOrder } from '../../contract/record-index.ts';
import { openBody } from '../../contract/sealed-records.ts';
import { recordType, type Store } from '../../contract/store.ts';
import { openFolderStore } from '../folder-store.ts';
import { examineFolder } from '../repair.ts';

const notes = recordType<{ text: string }>('note');
const root = mkdtempSync(join(tmpdir(), 'haze-old-'));
let folders = 0;
afterAll(() => rmSync(root, { recursive: true }));

function nextFolder(): string {
  folders += 1;
  return join(root, `store-${folders}`);
}

const note = (id: string, number: number, text = id) =>
  oldLines.record('note', id, makeOrder(1, number), { text }, 'ann');

async function listTexts(store: Store): Promise<string[]> {
  return (await store.list(notes, { owner: 'ann', limit: 1000 })).records.map(({ body }) => body.text);
}

async function readText(store: Store, key: string): Promise<string> {
  let text = '';
  for await (const chunk of (await store.readBlob(key))!) text += new TextDecoder().decode(chunk);
  return text;
}

const ALL = { recursive: true, preserveTimestamps: true };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const large = 'large '.repeat(20_000);

/** Changed and deleted records, content (small, large, old and cached), and the entry of a torn write. */
function writeOldFolder(folder: string): void {
  writeJournal(folder, [
    oldLines.header(2),
    `["s",40]\n${note('a', 1)}\n${note('b', 2)}`,
    note('c', 3),
    note('a', 1, 'a again'),
    '["-r","note","b"]',
    oldLines.blob('small', 'aa11', 3, 1),
    oldLines.blob('small', 'aa11', 8, 2),
    oldLines.blob('large', 'bb22', large.length, 1),
    oldLines.blob('unsummed', 'cc33', 8, 1),
    oldLines.blob('gone', 'dd44', 8, 1),
    '["-b","gone"]',
    oldLines.blob('cache/x', 'ee55', 1, 1),
    oldLines.blob('flipped', 'ff66', 8, 1),
  ]);
  writeOldChunk(folder, 'aa11', 0, bytesOf('one'));
  writeOldChunk(folder, 'aa11', 1, bytesOf(', two'));
  writeOldChunk(folder, 'bb22', 0, bytesOf(large));
  writeOldChunk(folder, 'cc33', 0, bytesOf('unsummed'), false);
  writeOldChunk(folder, 'ff66', 0, bytesOf('flipped'));
  const path = join(folder, 'blobs/ff/ff66-0.sum');
  writeFileSync(path, readFileSync(path, 'latin1').replace('flipped', 'flopped'), 'latin1');
  for (const name of ['reserve', 'reserve-status']) writeFileSync(join(folder, name), 'Z');
  const lock = join(folder, 'lock-77-1-0123456789abcdef-01234567');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
}

async function checkConverted(store: Store): Promise<void> {
  expect(await listTexts(store)).toEqual(['a again', 'c']);
  expect(await readText(store, 'small')).toBe('one, two');
  expect(await readText(store, 'large')).toBe(large);
  expect(await readText(store, 'unsummed')).toBe('unsummed');
  expect((await store.listBlobs({ prefix: '' })).map(({ key }) => key)).toEqual([
    'flipped',
    'large',
    'small',
    'unsummed',
  ]);
  await expect(store.readChunk('flipped', 0)).rejects.toMatchObject({ code: 'storage-damaged' });
}

test('a folder with a journal is converted once, and its old files are kept', async () => {
  const folder = nextFolder();
  writeOldFolder(folder);
  const reports: string[] = [];
  const store = await openFolderStore(folder, { report: (line) => reports.push(line) });
  await checkConverted(store);
  expect(reports.join()).toMatch(/1 pieces of content are damaged or missing: flipped.*before-sqlite/s);
  const added = await store.transaction((tx) =>
    tx.insert(notes, { id: 'd', owner: 'ann', createdAt: 1, body: { text: 'd' } }),
  );
  // The number that follows the journal's last sequence number.
  expect(added.order).toBe(makeOrder(1, 41));
  await store.close();
  const kept = join(folder, 'before-sqlite');
  expect(readdirSync(kept).sort()).toEqual(['blobs', 'records-000001.log']);
  expect(existsSync(join(kept, 'blobs/aa/aa11-0.sum'))).toBe(true);
  const again = await openFolderStore(folder, { report: (line) => reports.push(line) });
  expect(await listTexts(again)).toEqual(['a again', 'c', 'd']);
  await again.close();
  // The key for secrets was created as well.
  expect(reports).toHaveLength(3);
});

test('a conversion that is interrupted at any step resumes or restarts', async () => {
  const whole = nextFolder();
  writeOldFolder(whole);
  // The states between the steps: the contents of `converting`, `converted` and the folder.
  const made = nextFolder();
  cpSync(whole, made, ALL);
  await (await openFolderStore(made)).close();
  const old = join(made, 'before-sqlite');
  const steps: ((folder: string) => void)[] = [
    (folder) => {
      cpSync(whole, folder, ALL);
      cpSync(join(made, 'blobs'), join(folder, 'converting/blobs'), { recursive: true });
      writeFileSync(join(folder, 'converting/haze.db'), 'half of it');
    },
    (folder) => {
      cpSync(whole, folder, ALL);
      cpSync(join(made, 'blobs'), join(folder, 'converted/blobs'), { recursive: true });
      cpSync(join(made, 'haze.db'), join(folder, 'converted/haze.db'));
    },
    (folder) => {
      cpSync(whole, folder, ALL);
      rmSync(join(folder, 'blobs'), { recursive: true });
      cpSync(join(old, 'blobs'), join(folder, 'converted/old/blobs'), { recursive: true });
      cpSync(join(made, 'blobs'), join(folder, 'converted/blobs'), { recursive: true });
      cpSync(join(made, 'haze.db'), join(folder, 'converted/haze.db'));
    },
    (folder) => {
      cpSync(join(made, 'blobs'), join(folder, 'blobs'), { recursive: true });
      cpSync(old, join(folder, 'converted/old'), { recursive: true });
      cpSync(join(made, 'haze.db'), join(folder, 'converted/haze.db'));
    },
    (folder) => {
      cpSync(join(made, 'blobs'), join(folder, 'blobs'), { recursive: true });
      cpSync(join(made, 'haze.db'), join(folder, 'haze.db'));
      cpSync(old, join(folder, 'converted/old'), { recursive: true });
    },
    (folder) => {
      cpSync(made, folder, { recursive: true });
      cpSync(join(made, 'seal-key'), join(folder, 'converted/unsealed'));
    },
  ];
  for (const prepare of steps) {
    const folder = nextFolder();
    prepare(folder);
    const store = await openFolderStore(folder);
    await checkConverted(store);
    await store.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('convert'))).toEqual([]);
    expect(readdirSync(join(folder, 'before-sqlite')).sort()).toEqual(['blobs', 'records-000001.log']);
  }
});

test('a truncated frame at the end is dropped; a damaged frame before it is rejected, and can be repaired', async () => {
  const cut = nextFolder();
  writeJournal(cut, [oldLines.header(2), note('a', 1), note('b', 2)]);
  const journal = join(cut, 'records-000001.log');
  truncateSync(journal, readFileSync(journal).length - 5);
  const store = await openFolderStore(cut);
  expect(await listTexts(store)).toEqual(['a']);
  await store.close();
  const damaged = nextFolder();
  writeJournal(damaged, [oldLines.header(2), note('a', 1), note('b', 2), note('c', 3)]);
  const path = join(damaged, 'records-000001.log');
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('["r","note","b"') + 5]! ^= 1;
  writeFileSync(path, bytes);
  await expect(openFolderStore(damaged)).rejects.toMatchObject({
    code: 'storage-damaged',
    message: expect.stringContaining('haze doctor --repair'),
  });
  expect(readFileSync(path)).toEqual(bytes);
  const found = await examineFolder(damaged, true);
  expect(found.recordCount).toBe(2);
  expect(found.faults.join()).toMatch(/bytes of the journal, starting at byte \d+, cannot be read/);
  expect(readFileSync(join(damaged, 'before-sqlite/records-000001.log'))).toEqual(bytes);
  const repaired = await openFolderStore(damaged);
  expect(await listTexts(repaired)).toEqual(['a', 'c']);
  await repaired.close();
});

test('a journal larger than 2 GiB can be read', async () => {
  const folder = nextFolder();
  writeJournal(folder, [oldLines.header(2), note('a', 1)]);
  // A hole in the file, like one left by a machine crash; it uses no space.
  truncateSync(join(folder, 'records-000001.log'), 2 ** 31 + 1000);
  const store = await openFolderStore(folder);
  expect(await listTexts(store)).toEqual(['a']);
  await store.close();
});

test('a folder that an older Haze has open is rejected, and so is a journal next to a database', async () => {
  const folder = nextFolder();
  writeOldFolder(folder);
  writeFileSync(join(folder, 'lock-78-1-0123456789abcdef-01234567'), '');
  await expect(openFolderStore(folder)).rejects.toMatchObject({
    code: 'folder-locked',
    message: expect.stringMatching(/older Haze.*lock-78/),
  });
  rmSync(join(folder, 'lock-78-1-0123456789abcdef-01234567'));
  await (await openFolderStore(folder)).close();
  writeFileSync(join(folder, 'records-000009.log'), makeFrame(oldLines.header(2)));
  await expect(openFolderStore(folder)).rejects.toThrow('move one of them elsewhere');
});

test('secrets that an older program stored unsealed can still be read, but no longer appear unsealed in the folder', async () => {
  const folder = nextFolder();
  const secret = '5ec7e7'.repeat(10);
  const repository = { RemoteURL: 'https://tok-in-address@github.com/a/b', Commit: 'HEAD' };
  const row = (kind: string, id: string, number: number, body: object) =>
    oldLines.record(kind, id, makeOrder(0, number), body);
  writeJournal(folder, [
    oldLines.header(1, 'haze-store'),
    row('installation', 'self', 1, { secret, salt: 'ab'.repeat(32) }),
    row('repository-token', 'rep_1', 2, { Token: 'tok-first' }),
    row('repository-token', 'rep_1', 2, { Token: 'tok-second' }),
    row('repository', 'rep_1', 3, repository),
    row('build', 'bld_1', 4, { Application: { Type: 'Repository', Repository: repository } }),
  ]);
  const store = await openFolderStore(folder);
  expect(await loadInstallation(store)).toEqual({ secret, salt: 'ab'.repeat(32) });
  const token = (await store.get(recordType('repository-token'), 'rep_1'))!;
  expect(await openBody(store.vault, 'repository-token', 'rep_1', token.body)).toBe('tok-second');
  await expect(openBody(store.vault, 'repository-token', 'rep_2', token.body)).rejects.toMatchObject({
    code: 'sealed-elsewhere',
  });
  expect(JSON.stringify((await store.get(recordType('build'), 'bld_1'))?.body)).toContain(
    '"https://github.com/a/b"',
  );
  await store.close();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'latin1');
    for (const secretText of [secret, 'tok-first', 'tok-second', 'tok-in-address']) {
      expect(text).not.toContain(secretText);
    }
  }
  const again = await openFolderStore(folder);
  expect((await loadInstallation(again)).secret).toBe(secret);
  await again.close();
});
