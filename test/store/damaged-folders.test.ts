// Folders damaged in arbitrary places: bytes flipped, files truncated, zeroed, missing or duplicated, in the database,
// its log and the content files. Each folder either opens with its intact data, or is rejected with a message that
// contains the repair command. No wrong data is served, and nothing is deleted.
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HazeError } from '../../src/errors/haze-error.ts';
import { recordType, type Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { examineFolder } from '../../src/store/folder/repair.ts';
import { createRandom } from './seeded-random.ts';

const notes = recordType<{ text: string }>('note');
const SEED = 20261129;
const FOLDERS = 200;
const NOTES = 120;
const BLOBS = 24;
const root = mkdtempSync(join(tmpdir(), 'haze-damaged-'));
afterAll(() => rmSync(root, { recursive: true }));

const textOf = (at: number) => `text ${at} `.repeat(1 + (at % 40));
/** Content sizes just below and above the threshold for storing content as a file. */
const sizeOf = (at: number) => (at % 3 === 0 ? 40_000 : 2000) + at;

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function fill(store: Store): Promise<void> {
  for (let at = 0; at < NOTES; at += 1) {
    await store.transaction(async (tx) => {
      await tx.insert(notes, { id: `n${at}`, owner: 'ann', createdAt: at, body: { text: textOf(at) } });
      if (at < BLOBS) await tx.putBlob(`b${at}`, new Uint8Array(sizeOf(at)).fill(at + 1));
    });
  }
}

/** Creates two folders: one whose process was closed, and one whose process was killed and left a log behind. */
async function makeTemplates(): Promise<[string, string]> {
  const [closed, killed] = [join(root, 'closed'), join(root, 'killed')];
  const store = await openFolderStore(closed);
  await fill(store);
  await store.transaction((tx) =>
    tx.insert(notes, { id: 'last', owner: 'ann', createdAt: 999, body: { text: 'last' } }),
  );
  cpSync(closed, killed, { recursive: true });
  rmSync(join(killed, 'haze.db-shm'));
  await store.close();
  expect(statSync(join(killed, 'haze.db-wal')).size).toBeGreaterThan(10_000);
  return [closed, killed];
}

/** Damages one file, and returns a description of the damage. */
function damage(folder: string, random: () => number): string {
  const files = filesBelow(folder).filter(
    (path) => /haze\.db(-wal)?$|blobs/.test(path) && statSync(path).size > 0,
  );
  // Chooses each kind of file with equal probability.
  const kinds = [/haze\.db$/, /-wal$/, /blobs/].map((kind) => files.filter((path) => kind.test(path)));
  const some = kinds.filter((paths) => paths.length > 0);
  const paths = some[Math.floor(random() * some.length)]!.sort();
  const path = paths[Math.floor(random() * paths.length)]!;
  const bytes = readFileSync(path);
  const at = Math.floor(random() * bytes.length);
  const length = Math.min(bytes.length - at, 1 + Math.floor(random() * 8192));
  const ways: readonly [string, () => void][] = [
    ['flipped a bit', () => bytes.writeUInt8(bytes[at]! ^ (1 << Math.floor(random() * 8)), at)],
    ['zeroed', () => bytes.fill(0, at, at + length)],
    ['random', () => bytes.fill(Math.floor(random() * 256), at, at + length)],
    ['cut', () => undefined],
    ['missing', () => undefined],
    ['doubled', () => readFileSync(paths[Math.floor(random() * paths.length)]!).copy(bytes)],
  ];
  const [name, change] = ways[Math.floor(random() * ways.length)]!;
  change();
  writeFileSync(path, bytes);
  if (name === 'cut') truncateSync(path, at);
  if (name === 'missing') rmSync(path);
  return `${name} at ${at} of ${relative(folder, path)}`;
}

/** Reads all stored data, and returns what is missing or rejected; everything else must equal the stored data. */
async function readBack(store: Store): Promise<{ missing: string[]; refused: string[] }> {
  const missing: string[] = [];
  const refused: string[] = [];
  const check = async (name: string, read: () => Promise<boolean>) => {
    try {
      if (!(await read())) missing.push(name);
    } catch (error) {
      const codes = ['storage-damaged', 'record-damaged', 'blob-gone'];
      if (!(error instanceof HazeError) || !codes.includes(error.code)) throw error;
      refused.push(name);
    }
  };
  for (const id of [...Array.from({ length: NOTES }, (_, at) => `n${at}`), 'last']) {
    await check(id, async () => {
      const found = await store.get(notes, id);
      if (found) expect(found.body.text).toBe(id === 'last' ? 'last' : textOf(Number(id.slice(1))));
      return found !== undefined;
    });
  }
  for (let at = 0; at < BLOBS; at += 1) {
    await check(`b${at}`, async () => {
      const chunks = await store.readBlob(`b${at}`);
      if (!chunks) return false;
      let size = 0;
      for await (const chunk of chunks) {
        size += chunk.length;
        expect(chunk.every((byte) => byte === at + 1)).toBe(true);
      }
      expect(size).toBe(sizeOf(at));
      return true;
    });
  }
  await check('the list', async () => {
    const { records, damaged = [] } = await store.list(notes, { owner: 'ann', limit: 1000 });
    for (const { id, body } of records)
      expect(body.text).toBe(id === 'last' ? 'last' : textOf(Number(id.slice(1))));
    return records.length + damaged.length > NOTES;
  });
  return { missing, refused };
}

test(`${FOLDERS} damaged folders return no wrong data and lose nothing (seed ${SEED})`, async () => {
  const templates = await makeTemplates();
  const random = createRandom(SEED);
  const count = { refused: 0, named: 0, unharmed: 0 };
  for (let at = 0; at < FOLDERS; at += 1) {
    const folder = join(root, `folder-${at}`);
    cpSync(templates[at % 2]!, folder, { recursive: true });
    const how = damage(folder, random);
    const before = filesBelow(join(folder, 'blobs')).map((path) => readFileSync(path, 'latin1'));
    try {
      const lines: string[] = [];
      const report = (line: string) => void lines.push(line);
      const store = await openFolderStore(folder, { report }).catch((error: HazeError) => {
        expect(error.code).toBe('storage-damaged');
        expect(error.message).toContain('haze doctor --repair');
        return undefined;
      });
      if (store) {
        const { missing, refused } = await readBack(store);
        await store.close();
        count[refused.length > 0 ? 'named' : 'unharmed'] += 1;
        // A truncated log looks like the log after a crash, so its end may be missing. A damaged log may also lose its
        // last commits.
        if (!how.includes('-wal')) expect(missing).toEqual([]);
        else if (!/^(cut|missing)/.test(how)) expect(missing.length).toBeLessThan(5);
        if (missing.length > 0) expect(lines.join()).toMatch(/the last \d+ commits of .* are lost/);
      } else {
        count.refused += 1;
        await examineFolder(folder, true);
        const repaired = await openFolderStore(folder);
        await readBack(repaired);
        await repaired.transaction((tx) =>
          tx.insert(notes, { id: 'after', owner: 'ann', createdAt: 1, body: { text: 'after' } }),
        );
        await repaired.close();
      }
      const after = new Set(filesBelow(folder).map((path) => readFileSync(path, 'latin1')));
      expect(before.filter((content) => !after.has(content))).toEqual([]);
    } catch (error) {
      throw new Error(`folder ${at}, ${how}: ${(error as Error).stack}`);
    }
    rmSync(folder, { recursive: true });
  }
  console.info(count);
  expect(count.refused).toBeGreaterThan(20);
  expect(count.named).toBeGreaterThan(20);
});
