// The store in a folder, for Node: locks the folder for this process, reads its journal, migrates an older one, and
// clears away leftovers of a crash. Killed at any moment, the folder opens with every finished transaction and no part
// of any other. Browser code never imports this file.
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { createStore, type StoreOptions } from '../contract/engine-store.ts';
import { checkSchema, currentSchema, migrateRow, type Schema } from '../contract/schema.ts';
import { sealRow } from '../contract/sealed-records.ts';
import type { Store } from '../contract/store.ts';
import { isFull, toStoreError } from '../contract/store-errors.ts';
import type { Vault } from '../contract/vault.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { FolderChunks } from './chunks.ts';
import { FolderEngine, snapshotFrames } from './engine.ts';
import { FolderJournal } from './journal.ts';
import type { JournalEntry, JournalHeader } from './journal-frames.ts';
import { type FolderLock, lockFolder } from './lock.ts';
import { makeFolder, maybeFolderUnusable, PRIVATE_FOLDER } from './private-files.ts';
import { FolderReserve } from './reserve.ts';
import { openVaultFile } from './vault-file.ts';

export interface FolderStoreOptions extends StoreOptions {
  /** Smallest journal that is worth rewriting without outdated entries; default: 4 MiB. */
  readonly rewriteFromBytes?: number;
  /** Takes a line that users should know about the folder. */
  readonly report?: (line: string) => void;
  /** File with the key that seals secrets, created when missing; default: `seal-key` in the folder. */
  readonly keyFile?: string;
}

/** Free space below which the disk counts as full: the first upload would fill it. */
const LITTLE_BYTES = 1 << 20;
/** First version that stores secrets sealed. */
const SEALING_SCHEMA = 2;

/** Applies a line of a journal. */
export function applyEntry(tables: MemoryTables, entry: JournalEntry): void {
  switch (entry.what) {
    case 'put-record':
      tables.putRecord(entry.row);
      break;
    case 'delete-record':
      tables.deleteRecord(entry.kind, entry.id);
      break;
    case 'put-blob':
      tables.putBlob(entry.row);
      break;
    case 'delete-blob':
      tables.deleteBlob(entry.key);
      break;
    case 'sequence':
      tables.sequence = Math.max(tables.sequence, entry.sequence);
      break;
  }
}

/** First line of a journal that this program writes. */
export function headerOf(schema: Schema): JournalHeader {
  return { format: 'haze-store-2', schema: schema.version };
}

/** Reads the folder into tables, migrated to the program's version. */
async function loadJournal(
  folder: string,
  schema: Schema,
  { vault, isTakenOver }: { readonly vault: Vault; readonly isTakenOver: boolean },
): Promise<{ journal: FolderJournal; tables: MemoryTables; storedSchema: number }> {
  const tables = new MemoryTables();
  let header = headerOf(schema);
  const journal = await FolderJournal.open(folder, {
    begin: (found) => {
      checkSchema(found.schema, schema);
      header = found;
    },
    apply: (entry) => applyEntry(tables, entry),
  });
  if (!journal) {
    await checkNoContent(folder);
    return { journal: await FolderJournal.create(folder, header), tables, storedSchema: 0 };
  }
  try {
    const { schema: stored, format } = header;
    const loaded = { journal, tables, storedSchema: stored };
    // Another journal is out of reach for a process that had the folder and was paused.
    if (stored === schema.version && format === headerOf(schema).format && !isTakenOver) return loaded;
    for (const row of [...tables.allRecords()]) {
      const migrated = migrateRow(row, stored, schema);
      tables.deleteRecord(row.kind, row.id);
      if (migrated) tables.putRecord(await sealRow(vault, migrated));
    }
    // Rewrites the journal, so that no frame with an unsealed secret is left.
    await journal.rewrite(headerOf(schema), snapshotFrames(tables)).catch(async (error: unknown) => {
      if (!isFull(error) || stored !== schema.version) throw error;
      if (isTakenOver) await journal.moveOn();
    });
    return loaded;
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** @throws HazeError `storage-damaged` for content whose journal is lost */
async function checkNoContent(folder: string): Promise<void> {
  const { length } = await new FolderChunks(folder).list();
  if (length === 0) return;
  throw new HazeError(
    'storage-damaged',
    `The folder ${folder} has ${length} files of content in blobs, and no journal (records-….log) that says whose they are. Put the journal back from a copy; or begin an empty store, which keeps the files aside: haze doctor --repair --data-dir FOLDER.`,
  );
}

async function isFullDisk(folder: string, reserves: readonly FolderReserve[]): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LITTLE_BYTES || reserves.some(({ isThere }) => !isThere);
}

/**
 * Opens the store in a folder, and creates the folder when missing. Throws `folder-locked` when another live process
 * has it, `folder-unusable` when it cannot be made or written, `storage-damaged` when its files are not what this
 * program writes. On a full disk, reading and deleting still work.
 */
export async function openFolderStore(folder: string, options: FolderStoreOptions = {}): Promise<Store> {
  const { schema = currentSchema, rewriteFromBytes = 4 << 20, report = () => undefined } = options;
  let lock: FolderLock | undefined;
  try {
    await makeFolder(folder, PRIVATE_FOLDER);
    lock = await lockFolder(folder);
    const { vault, isNew } = await openVaultFile(options.keyFile ?? join(folder, 'seal-key'));
    const { journal, tables, storedSchema } = await loadJournal(folder, schema, {
      vault,
      isTakenOver: lock.isTakenOver,
    });
    if (isNew && storedSchema >= SEALING_SCHEMA) {
      report(
        'the key that secrets were sealed with is not there any more: tokens of repositories must be entered again, and addresses that were handed out are void',
      );
    }
    const chunks = new FolderChunks(folder);
    await chunks.sweep(tables.allBlobs());
    const reserve = new FolderReserve(folder, 'reserve');
    const statusReserve = new FolderReserve(folder, 'reserve-status');
    await reserve.take();
    await statusReserve.take();
    if (await isFullDisk(folder, [reserve, statusReserve])) {
      report(
        `the disk of ${folder} is full: what is stored can be read and deleted, and nothing can be added until there is room`,
      );
    }
    const header = headerOf(schema);
    const letGo = lock.release;
    const engine = new FolderEngine({
      tables,
      journal,
      chunks,
      header,
      reserve,
      statusReserve,
      rewriteFromBytes,
      letGo,
    });
    return createStore(engine, { ...options, vault });
  } catch (error) {
    await lock?.release();
    throw maybeFolderUnusable(folder, error) ?? toStoreError(error);
  }
}
