import { BlobReaders, readChunkOf } from './blob-readers.ts';
import { platformRandom, toHex } from './random-bytes.ts';
import { everyRecordAfter, rangesOf } from './record-index.ts';
import { replaceAll } from './replace-all.ts';
import type { Schema } from './schema.ts';
import { checkStaged, dropStaged, stageChunks } from './staged-content.ts';
import type { Change, ExportedBlob, ExportedRecord, Store, StoreContents, Transaction } from './store.ts';
import { isStorageFull } from './store-errors.ts';
import { ownerOfBlob } from './stored-for.ts';
import type { BlobRow, FrozenTables, OrderRange, RecordRow, StoreEngine, TableWriter } from './tables.ts';
import {
  CHUNK_SIZE_BYTES,
  checkBlobKey,
  createReadView,
  createTransaction,
  toBlobInfo,
  toRecord,
} from './transaction.ts';
import { createPassingVault, type Vault } from './vault.ts';

/** A store's dependencies. Each has a default; tests pass their own. */
export interface StoreOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /**
   * Called when the database has been removed: by the browser, by a user who cleared site data, or to make way for a
   * newer version.
   */
  readonly onTakenAway?: () => void;
  /** Returns random bytes that are suitable for secrets. */
  readonly random?: (sizeBytes: number) => Uint8Array;
  /** Returns a unique name for newly written content; default: random names. */
  readonly blobName?: (key: string) => string;
  /** The record version that the program understands, with migrations from older versions. */
  readonly schema?: Schema;
  /** Seals secrets. Default: a vault that lasts only as long as the store is open. */
  readonly vault?: Vault;
}

/** The read operations of a backend. */
type Readable = Pick<StoreEngine, 'read' | 'readChunk'>;

const BLOB_ID_BYTES = 16;
const PAGE_SIZE = 100;

/** Prefix of all keys that may be evicted at any time. */
export const CACHE_PREFIX = 'cache/';

/** Splits or joins a stream's chunks so that each has `CHUNK_SIZE_BYTES` bytes; only the last chunk may be smaller. */
async function* regroup(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_SIZE_BYTES);
  let filled = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_SIZE_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === CHUNK_SIZE_BYTES) {
        yield chunk;
        chunk = new Uint8Array(CHUNK_SIZE_BYTES);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.slice(0, filled);
}

async function* readChunks(engine: Readable, row: BlobRow): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < row.chunkCount; index += 1) yield await readChunkOf(engine, row, index);
}

/** Everything in the store, read as of a single moment if the backend supports that. */
function readAll(engine: StoreEngine): StoreContents {
  let frozen: Promise<FrozenTables> | undefined;
  const tables = async (): Promise<Readable> => {
    frozen ??= engine.freeze?.();
    return (await frozen) ?? engine;
  };
  return {
    records: async function* () {
      yield* readRecords(await tables());
    },
    blobs: async function* () {
      yield* readBlobs(await tables());
    },
    end: async () => {
      await (await frozen)?.end();
    },
  };
}

async function* readRecords(engine: Readable): AsyncGenerator<ExportedRecord> {
  let after = '';
  for (;;) {
    const rows = await engine.read((reader) => reader.scan([everyRecordAfter(after)], PAGE_SIZE, false));
    for (const row of rows) yield { kind: row.kind, ...toRecord(row) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.order;
  }
}

async function* readBlobs(engine: Readable): AsyncGenerator<ExportedBlob> {
  let after = '';
  for (;;) {
    const rows = await engine.read((reader) => reader.scanBlobs('', after, PAGE_SIZE));
    for (const row of rows) yield { info: toBlobInfo(row), chunks: () => readChunks(engine, row) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.key;
  }
}

/**
 * The backend, wrapped so that caches make room for everything else: if the storage is full, the wrapper removes the
 * caches and retries the call.
 */
function withRoomOfCaches(engine: StoreEngine): StoreEngine {
  let freed = 0;
  let freeing: Promise<void> | undefined;
  const freeCaches = async () => {
    if (engine.makeRoom) {
      if (await engine.makeRoom()) freed += 1;
      return;
    }
    freed += await engine.write(async (writer) => {
      for (let count = 0; ; ) {
        const rows = await writer.scanBlobs(CACHE_PREFIX, '', PAGE_SIZE);
        if (rows.length === 0) return count;
        for (const row of rows) await writer.deleteBlob(row);
        count += rows.length;
      }
    });
  };
  const retry = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const freedBefore = freed;
    try {
      return await call();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      // Calls that fail together evict the caches only once.
      freeing ??= freeCaches().finally(() => {
        freeing = undefined;
      });
      await freeing.catch(() => undefined);
      if (freed === freedBefore) throw error;
      return call();
    }
  };
  const { writeLong } = engine;
  return {
    ...(writeLong && { writeLong: (work) => retry(() => writeLong(work)) }),
    read: (work) => engine.read(work),
    write: (work, isClaim) => retry(() => engine.write(work, isClaim)),
    readChunk: (blobId, index) => engine.readChunk(blobId, index),
    stageChunk: (blobId, index, bytes) => retry(() => engine.stageChunk(blobId, index, bytes)),
    dropStaged: (blobId, chunkCount) => engine.dropStaged(blobId, chunkCount),
    close: () => engine.close(),
  };
}

/** The first row of the first non-empty range. In a backend with claims, rows held by other claims do not count. */
async function firstOf(writer: TableWriter, ranges: readonly OrderRange[]): Promise<RecordRow | undefined> {
  if (writer.holdFirst) return writer.holdFirst(ranges);
  for (const range of ranges) {
    for (let { after } = range; ; ) {
      const [row] = await writer.scan([{ ...range, after }], 1, false);
      if (row?.damage === undefined) {
        if (row) return row;
        break;
      }
      // Skips a damaged job, which cannot run and must not block other jobs.
      after = row.order;
    }
  }
  return undefined;
}

/** Creates a store over a backend. */
export function createStore(backend: StoreEngine, options: StoreOptions = {}): Store {
  const { now = Date.now, random = platformRandom, vault = createPassingVault() } = options;
  const readers = new BlobReaders(backend, now);
  const engine = withRoomOfCaches(readers.engine);
  const listeners = new Set<(changes: readonly Change[]) => void>();
  const newBlobId = options.blobName ?? (() => toHex(random(BLOB_ID_BYTES)));
  const notify = (changes: readonly Change[]) => {
    if (changes.length === 0) return;
    // Listeners run after the transaction has finished, so their errors cannot make it fail.
    for (const listener of [...listeners]) queueMicrotask(() => listener(changes));
  };
  backend.listen?.(notify);
  const write = async <T>(
    work: (tx: Transaction, writer: TableWriter) => Promise<T>,
    isClaim: boolean,
  ): Promise<T> => {
    let changes: Change[] = [];
    const result = await engine.write((writer) => {
      changes = [];
      return work(createTransaction(writer, { now, newBlobId, changes }), writer);
    }, isClaim);
    notify(changes);
    return result;
  };
  const writeBlob: Store['writeBlob'] = async (key, source, within) => {
    checkBlobKey(key);
    const blobId = newBlobId(key);
    const size = await stageChunks(engine, blobId, regroup(source));
    const time = now();
    const row = { key, blobId, ...size, createdAt: time, updatedAt: time };
    const info = toBlobInfo(row);
    const naming = checkStaged(engine, row).then(() =>
      write(async (tx, writer) => {
        await within?.(tx, info);
        const old = await writer.blob(key);
        if (old) await writer.deleteBlob(old);
        await writer.putBlob({ ...row, owner: await ownerOfBlob(writer, key) });
      }, false),
    );
    await naming.catch(async (error) => {
      await dropStaged(engine, [row]);
      throw error;
    });
    notify([{ what: 'blob', key, gone: false }]);
    return info;
  };
  return {
    vault,
    get: (type, id) => engine.read((reader) => createReadView(reader).get(type, id)),
    list: (type, query) => engine.read((reader) => createReadView(reader).list(type, query)),
    count: (type, filter) => engine.read((reader) => createReadView(reader).count(type, filter)),
    nextOwner: (type, query) => engine.read((reader) => createReadView(reader).nextOwner(type, query)),
    blobInfo: (key) => engine.read((reader) => createReadView(reader).blobInfo(key)),
    listBlobs: (query) => engine.read((reader) => createReadView(reader).listBlobs(query)),
    sizeOf: (owner) => engine.read((reader) => reader.sizeOf(owner)),
    transaction: (work) => write(work, false),
    claim: (type, filter, work) =>
      write(async (tx, writer) => {
        const row = await firstOf(writer, rangesOf(type.kind, filter));
        return row && work(tx, toRecord(row));
      }, true),
    writeBlob,
    openBlob: async (key) => {
      const found = await readers.open(key);
      return found && { info: toBlobInfo(found.row), chunks: found.chunks };
    },
    readBlob: async (key) => (await readers.open(key))?.chunks,
    readChunk: (key, index) => readers.readChunk(key, index),
    reset: async () => {
      await engine.write((writer) => writer.clear());
      notify([{ what: 'everything' }]);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readAll: () => readAll(backend),
    replaceAll: async (contents) => {
      await replaceAll(engine, contents, newBlobId);
      notify([{ what: 'everything' }]);
    },
    close: () => engine.close(),
  };
}
