// Examination and repair of a store in a folder: names what is damaged, and keeps what can be read. A repair deletes
// nothing: the journal as it was, and files that no entry names any more, go to `before-repair`.
import { copyFile, link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { CACHE_PREFIX } from '../contract/engine-store.ts';
import { checkSchema, currentSchema } from '../contract/schema.ts';
import type { BlobRow } from '../contract/tables.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { FolderChunks } from './chunks.ts';
import { snapshotFrames } from './engine.ts';
import { applyEntry, headerOf } from './folder-store.ts';
import { FolderJournal, newestJournal, readJournal } from './journal.ts';
import type { JournalHeader } from './journal-frames.ts';
import { lockFolder } from './lock.ts';
import { makeFolder, PRIVATE_FOLDER } from './private-files.ts';

/** State of a store in a folder. */
export interface FolderFindings {
  readonly recordCount: number;
  readonly blobCount: number;
  /** Keys of blobs whose content is damaged or missing. */
  readonly damagedBlobs: readonly string[];
  /** Sentences about damage of the journal. */
  readonly faults: readonly string[];
  /** Number of files that a repair set aside, besides the journal. */
  readonly asideCount: number;
}

/** Folder below the store's, with all that repairs set aside. */
export const ASIDE = 'before-repair';

async function isWhole(chunks: FolderChunks, { blobId, chunkCount, sizeBytes }: BlobRow): Promise<boolean> {
  let foundBytes = 0;
  for (let index = 0; index < chunkCount; index += 1) {
    const chunk = await chunks.read(blobId, index).catch(() => undefined);
    if (!chunk) return false;
    foundBytes += chunk.length;
  }
  return foundBytes === sizeBytes;
}

interface ReadableJournal {
  readonly header: JournalHeader;
  readonly tables: MemoryTables;
  readonly faults: readonly string[];
}

/** Everything in the journal that can be read. @throws HazeError `store-too-new` */
async function readWhatIsThere(folder: string, name: string): Promise<ReadableJournal> {
  const tables = new MemoryTables();
  const faults: string[] = [];
  let header = headerOf(currentSchema);
  await readJournal(join(folder, name), {
    begin: ({ schema }) => {
      checkSchema(schema, currentSchema);
      header = { ...header, schema };
    },
    apply: (entry) => applyEntry(tables, entry),
    onDamage: ({ at, to }) => faults.push(`${to - at} bytes of ${name} from byte ${at} on cannot be read`),
  }).catch((error: unknown) => {
    if (!(error instanceof HazeError) || error.code !== 'storage-damaged') throw error;
    faults.push(`nothing of ${name} can be read`);
  });
  return { header, tables, faults };
}

/** Keeps the journal under another name of the same file, or as a copy. */
async function keepJournal(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/**
 * Reads everything in the folder. With `isRepair` it writes a journal of all that can be read, without entries of
 * damaged caches. The folder is locked meanwhile. @throws HazeError `folder-locked`, `store-too-new`
 */
export async function examineFolder(folder: string, isRepair: boolean): Promise<FolderFindings> {
  const lock = await lockFolder(folder);
  try {
    const name = newestJournal(await readdir(folder));
    const chunks = new FolderChunks(folder);
    const lost: ReadableJournal = {
      header: headerOf(currentSchema),
      tables: new MemoryTables(),
      faults: (await chunks.list()).length === 0 ? [] : ['there is content, and no journal (records-….log)'],
    };
    const { header, tables, faults } = name === undefined ? lost : await readWhatIsThere(folder, name);
    const damagedBlobs: string[] = [];
    for (const row of tables.allBlobs()) if (!(await isWhole(chunks, row))) damagedBlobs.push(row.key);
    const found = { recordCount: [...tables.allRecords()].length, damagedBlobs, faults };
    let asideCount = 0;
    if (isRepair) {
      const aside = join(folder, ASIDE, new Date().toISOString().replaceAll(':', '-'));
      await makeFolder(aside, PRIVATE_FOLDER);
      if (name !== undefined) await keepJournal(join(folder, name), join(aside, name));
      // Entries of caches may go: a damaged one would fail builds until then.
      for (const key of damagedBlobs) if (key.startsWith(CACHE_PREFIX)) tables.deleteBlob(key);
      // Before the new journal counts: an opening removes files that it does not name.
      asideCount = await chunks.setAside(tables.allBlobs(), join(aside, 'blobs'));
      await FolderJournal.createNext(folder, header, snapshotFrames(tables));
      if (name !== undefined) await rm(join(folder, name));
    }
    return { ...found, blobCount: [...tables.allBlobs()].length, asideCount };
  } finally {
    await lock.release();
  }
}
