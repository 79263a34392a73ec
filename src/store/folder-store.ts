// The store in a folder, for Node: takes the folder for this process, reads its journal, migrates it where it is older,
// and clears away what a crash left. Killed at any moment, the folder opens with every transaction that was over and no
// part of any other. Browser code never imports this file.
import { mkdir } from 'node:fs/promises';
import { createStore, type StoreOptions } from './engine-store.ts';
import { FolderChunks } from './folder-chunks.ts';
import { FolderEngine, snapshotFrames } from './folder-engine.ts';
import { FolderJournal } from './folder-journal.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { FolderReserve } from './folder-reserve.ts';
import type { JournalEntry, JournalHeader } from './journal-frames.ts';
import { MemoryTables } from './memory-tables.ts';
import { checkSchema, currentSchema, migrateRow, type Schema } from './schema.ts';
import type { Store } from './store.ts';
import { toStoreError } from './store-errors.ts';

export interface FolderStoreOptions extends StoreOptions {
  /** Size of the smallest journal that is worth rewriting without what is outdated; 4 MiB unless told. */
  readonly rewriteFromBytes?: number;
}

function applyEntry(tables: MemoryTables, entry: JournalEntry): void {
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

function headerOf(schema: Schema): JournalHeader {
  return { format: 'haze-store', schema: schema.version };
}

/** Reads the folder into tables, migrated to the program's version. */
async function loadJournal(
  folder: string,
  schema: Schema,
): Promise<{ journal: FolderJournal; tables: MemoryTables }> {
  const tables = new MemoryTables();
  const opened = await FolderJournal.open(folder);
  if (!opened) return { journal: await FolderJournal.create(folder, headerOf(schema)), tables };
  const { journal, contents } = opened;
  try {
    const stored = contents.header.schema;
    checkSchema(stored, schema);
    for (const entry of contents.entries) applyEntry(tables, entry);
    if (stored === schema.version) return { journal, tables };
    for (const row of [...tables.allRecords()]) {
      const migrated = migrateRow(row, stored, schema);
      tables.deleteRecord(row.kind, row.id);
      if (migrated) tables.putRecord(migrated);
    }
    await journal.rewrite(headerOf(schema), snapshotFrames(tables));
    return { journal, tables };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/**
 * Opens the store in a folder, which is made when it is not there. `folder-locked` when another live process has it;
 * `storage-damaged` when its files are not what this program writes.
 */
export async function openFolderStore(folder: string, options: FolderStoreOptions = {}): Promise<Store> {
  const { schema = currentSchema, rewriteFromBytes = 4 << 20 } = options;
  let lock: FolderLock | undefined;
  try {
    await mkdir(folder, { recursive: true });
    lock = await lockFolder(folder);
    const { journal, tables } = await loadJournal(folder, schema);
    const chunks = new FolderChunks(folder);
    await chunks.sweep(tables.allBlobs());
    const reserve = new FolderReserve(folder, 'reserve');
    const statusReserve = new FolderReserve(folder, 'reserve-status');
    await reserve.take();
    await statusReserve.take();
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
    return createStore(engine, options);
  } catch (error) {
    await lock?.release();
    throw toStoreError(error);
  }
}
