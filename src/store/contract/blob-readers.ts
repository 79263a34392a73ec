// Retains content while it is being read: replaced or deleted content loses its name immediately, but keeps its chunks
// until the last reader has finished. Readers in other tabs or processes do not count.
import { HazeError } from '../../errors/haze-error.ts';
import type { BlobRow, StoreEngine } from './tables.ts';

/** Time without activity after which a reader counts as gone and no longer delays removals. */
const IDLE_MS = 10 * 60_000;
/**
 * Maximum total size of content without a name, which does not count towards any quota. Above the limit, the oldest
 * content is removed.
 */
const MOST_NAMELESS_BYTES = 2 ** 30;

interface Readers {
  count: number;
  usedMs: number;
}

/** The readers of each piece of content in a backend. */
export class BlobReaders {
  /** The backend, wrapped so that content outlives its name while it is being read. */
  readonly engine: StoreEngine;
  readonly #backend: StoreEngine;
  readonly #now: () => number;
  readonly #mostNamelessBytes: number;
  readonly #readers = new Map<string, Readers>();
  readonly #nameless = new Map<string, BlobRow>();

  /** @param now epoch milliseconds */
  constructor(backend: StoreEngine, now: () => number, mostNamelessBytes = MOST_NAMELESS_BYTES) {
    this.#backend = backend;
    this.#now = now;
    this.#mostNamelessBytes = mostNamelessBytes;
    this.engine = {
      read: (work) => backend.read(work),
      write: (work, isClaim) => this.#write(work, isClaim),
      // Needs no wrapper: `replaceAll`, its only caller, removes entries only through `clear`.
      ...(backend.writeLong && { writeLong: (work) => backend.writeLong!(work) }),
      readChunk: (blobId, index) => backend.readChunk(blobId, index),
      stageChunk: (blobId, index, bytes) => backend.stageChunk(blobId, index, bytes),
      dropStaged: (blobId, chunkCount) => backend.dropStaged(blobId, chunkCount),
      ...(backend.makeRoom && { makeRoom: () => backend.makeRoom!() }),
      close: () => backend.close(),
    };
  }

  /** The current content of a key, and its chunks one after another, whatever happens to the key in the meantime. */
  async open(key: string): Promise<{ row: BlobRow; chunks: AsyncIterable<Uint8Array> } | undefined> {
    const row = await this.#enter(key);
    if (!row) return undefined;
    const chunks = this.#readAll(row);
    // Starts the generator: otherwise, a reader that stops before its first chunk would never be unregistered.
    await chunks.next();
    return { row, chunks };
  }

  /** One chunk of a key's current content. */
  async readChunk(key: string, index: number): Promise<Uint8Array | undefined> {
    const row = await this.#enter(key);
    if (!row) return undefined;
    try {
      return index < row.chunkCount ? await this.#backend.readChunk(row.blobId, index) : undefined;
    } finally {
      await this.#leave(row.blobId);
    }
  }

  // Finds the content and registers its reader in a single read, so that nothing is deleted in between.
  async #enter(key: string): Promise<BlobRow | undefined> {
    let entered: string | undefined;
    return this.#backend.read(async (reader) => {
      // A backend may repeat the read if it depended on a write that was not stored.
      if (entered !== undefined) this.#forget(entered);
      const row = await reader.blob(key);
      entered = row?.blobId;
      if (!row) return undefined;
      const { count } = this.#readers.get(row.blobId) ?? { count: 0 };
      this.#readers.set(row.blobId, { count: count + 1, usedMs: this.#now() });
      return row;
    });
  }

  #forget(blobId: string): void {
    const readers = this.#readers.get(blobId);
    if (readers && readers.count > 1) readers.count -= 1;
    else this.#readers.delete(blobId);
  }

  async #leave(blobId: string): Promise<void> {
    this.#forget(blobId);
    await this.#dropUnread();
  }

  async *#readAll(row: BlobRow): AsyncGenerator<Uint8Array> {
    try {
      yield new Uint8Array();
      for (let index = 0; index < row.chunkCount; index += 1) {
        const readers = this.#readers.get(row.blobId);
        if (readers) readers.usedMs = this.#now();
        yield await readChunkOf(this.#backend, row, index);
      }
    } finally {
      await this.#leave(row.blobId);
    }
  }

  #isRead(blobId: string): boolean {
    const readers = this.#readers.get(blobId);
    return readers !== undefined && this.#now() - readers.usedMs < IDLE_MS;
  }

  async #dropUnread(): Promise<void> {
    let keptBytes = 0;
    for (const { blobId, chunkCount, sizeBytes } of [...this.#nameless.values()].reverse()) {
      const isKept = this.#isRead(blobId) && keptBytes + sizeBytes <= this.#mostNamelessBytes;
      if (isKept) {
        keptBytes += sizeBytes;
        continue;
      }
      this.#nameless.delete(blobId);
      // If the content cannot be removed now, it is removed when the store is next opened.
      await this.#backend.dropStaged(blobId, chunkCount).catch(() => undefined);
    }
  }

  #write: StoreEngine['write'] = async (work, isClaim) => {
    let nameless: BlobRow[] = [];
    const result = await this.#backend.write((writer) => {
      nameless = [];
      return work({
        ...writer,
        deleteBlob: (row) => {
          if (!this.#isRead(row.blobId)) return writer.deleteBlob(row);
          nameless.push(row);
          return writer.forgetBlob(row);
        },
      });
    }, isClaim);
    for (const row of nameless) this.#nameless.set(row.blobId, row);
    if (this.#nameless.size > 0) await this.#dropUnread();
    return result;
  };
}

/** A chunk that must exist. @throws HazeError `blob-gone` */
export async function readChunkOf(
  engine: Pick<StoreEngine, 'readChunk'>,
  row: BlobRow,
  index: number,
): Promise<Uint8Array> {
  const chunk = await engine.readChunk(row.blobId, index);
  if (chunk) return chunk;
  throw new HazeError(
    'blob-gone',
    `"${row.key}" was replaced or removed while it was being read. Read it again.`,
  );
}
