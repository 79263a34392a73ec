// A store that lasts only as long as its process, for tests, pages without IndexedDB, and single runs.
import { createStore, type StoreOptions } from '../contract/engine-store.ts';
import { createOneAtATime } from '../contract/one-at-a-time.ts';
import type { Store } from '../contract/store.ts';
import { storeClosed } from '../contract/store-errors.ts';
import type { BlobRow, StoreEngine } from '../contract/tables.ts';
import { runWithinEvent } from '../contract/transaction-watch.ts';
import { MemoryTables, type Undo } from './memory-tables.ts';
import { createTableWriter, readMemoryTables, type WriteEffects } from './table-writer.ts';

/** Chunks of blobs, by blob name and chunk number. */
type Chunks = Map<string, Uint8Array[]>;

function putChunk(chunks: Chunks, blobId: string, index: number, bytes: Uint8Array): void {
  const list = chunks.get(blobId) ?? [];
  list[index] = bytes;
  chunks.set(blobId, list);
}

/** Removes the chunks from this number onwards. */
function cutChunks(chunks: Chunks, blobId: string, from: number): void {
  if (from === 0) chunks.delete(blobId);
  else chunks.get(blobId)?.splice(from);
}

/** Changes made by a transaction, recorded until it is committed or undone. */
class KeptEffects implements WriteEffects {
  readonly undos: Undo[] = [];
  readonly outdated: BlobRow[] = [];
  readonly #chunks: Chunks;

  constructor(chunks: Chunks) {
    this.#chunks = chunks;
  }

  changed(undo: Undo): void {
    this.undos.push(undo);
  }

  dropped(row: BlobRow): void {
    this.outdated.push(row);
  }

  putChunk(blobId: string, index: number, bytes: Uint8Array): void {
    putChunk(this.#chunks, blobId, index, bytes);
    this.undos.push(() => cutChunks(this.#chunks, blobId, index));
  }
}

function createMemoryEngine(): StoreEngine {
  const tables = new MemoryTables();
  const chunks: Chunks = new Map();
  const oneAtATime = createOneAtATime();
  let closed = false;
  const enter = () => {
    if (closed) throw storeClosed();
  };
  return {
    read: (work) =>
      oneAtATime(() => {
        enter();
        return work(readMemoryTables(tables));
      }),
    write: (work) =>
      oneAtATime(async () => {
        enter();
        const effects = new KeptEffects(chunks);
        try {
          const result = await runWithinEvent(createTableWriter(tables, effects), work);
          for (const { blobId } of effects.outdated) chunks.delete(blobId);
          return result;
        } catch (error) {
          for (const undo of effects.undos.reverse()) undo();
          throw error;
        }
      }),
    readChunk: async (blobId, index) => {
      enter();
      return chunks.get(blobId)?.[index]?.slice();
    },
    stageChunk: async (blobId, index, bytes) => {
      enter();
      putChunk(chunks, blobId, index, bytes.slice());
    },
    dropStaged: async (blobId) => {
      chunks.delete(blobId);
    },
    close: async () => {
      closed = true;
    },
  };
}

/** A store in memory. */
export function createMemoryStore(options: StoreOptions = {}): Store {
  return createStore(createMemoryEngine(), options);
}
