// Interface of a backend: rows found by key or by a range of one index, chunks found by number, and transactions over
// them. The store on top of it adds everything that users see (filters, pages, errors).

import type { BlobInfo, Change, ExportedRecord } from './store.ts';

/** A record whose body is JSON text. */
export interface RecordRow extends Omit<ExportedRecord, 'body'> {
  /** JSON text, without the fields in `fixed`. */
  readonly body: string;
  /** Large fields that never change, as JSON text; absent if there are none. */
  readonly fixed?: string;
  /** Reason why the backend considers the row damaged. */
  readonly damage?: string;
}

/**
 * A blob's entry. Its chunks are stored under `blobId`, so that new content never overwrites chunks that are being
 * read.
 */
export interface BlobRow extends Omit<BlobInfo, 'version'> {
  readonly blobId: string;
  /** Account for which the bytes are stored; `''` if there is none. */
  readonly owner: string;
}

/** Rows under one index term whose order lies strictly between two bounds. */
export interface OrderRange {
  readonly term: string;
  readonly after: string;
  readonly before: string;
}

export interface TableReader {
  record(kind: string, id: string): Promise<RecordRow | undefined>;
  /**
   * Rows from several disjoint ranges, as of a single moment, with at most `limit` rows from each range.
   */
  scan(ranges: readonly OrderRange[], limit: number, descending: boolean): Promise<readonly RecordRow[]>;
  /** Number of rows in all the ranges together. */
  count(ranges: readonly OrderRange[]): Promise<number>;
  /**
   * The next owner after this one, in a backend-specific order, with a record of this kind in one of these states.
   */
  nextOwner(kind: string, statuses: readonly string[], after: string): Promise<string | undefined>;
  blob(key: string): Promise<BlobRow | undefined>;
  /** Blobs whose key begins with `prefix` and sorts after `after`, ordered by key; at most `limit` blobs. */
  scanBlobs(prefix: string, after: string, limit: number): Promise<readonly BlobRow[]>;
  /** Total bytes of an owner's content and fixed fields; for all owners if `owner` is undefined. */
  sizeOf(owner: string | undefined): Promise<number>;
}

export interface TableWriter extends TableReader {
  /**
   * The first row that no other claim holds, in the first range that has such a row. Used only in claims; the claim
   * then holds the row.
   */
  holdFirst?(ranges: readonly OrderRange[]): Promise<RecordRow | undefined>;
  /** A sequence number that no record in this store has ever had. */
  nextSequence(): Promise<number>;
  /** Makes later sequence numbers greater than this number. */
  raiseSequence(above: number): Promise<void>;
  /** @param keepsFixed true if the stored record has the same fixed fields, which then need not be written */
  putRecord(row: RecordRow, keepsFixed?: boolean): Promise<void>;
  deleteRecord(row: RecordRow): Promise<void>;
  /** Adds or replaces the entry, without changing chunks. */
  putBlob(row: BlobRow): Promise<void>;
  /** Removes the entry and its chunks. */
  deleteBlob(row: BlobRow): Promise<void>;
  /** Removes only the entry: like staged chunks, its chunks stay until `dropStaged` or a sweep removes them. */
  forgetBlob(row: BlobRow): Promise<void>;
  putChunk(blobId: string, index: number, bytes: Uint8Array): Promise<void>;
  /** Removes all records, and all blob entries with their chunks; staged chunks stay. */
  clear(): Promise<void>;
}

/** A backend. Its errors are `storage-full`, `storage-evicted` or `storage-failed`. */
export interface StoreEngine {
  read<T>(work: (reader: TableReader) => Promise<T>): Promise<T>;
  /** @param isClaim true if `work` depends only on rows from `holdFirst`: claims run concurrently */
  write<T>(work: (writer: TableWriter) => Promise<T>, isClaim?: boolean): Promise<T>;
  /**
   * Like `write`, but for work that also waits for other calls, such as calls to `readChunk`. Backends without this
   * method terminate a transaction whose work waits.
   */
  writeLong?<T>(work: (writer: TableWriter) => Promise<T>): Promise<T>;
  readChunk(blobId: string, index: number): Promise<Uint8Array | undefined>;
  /**
   * Stores a chunk of content that has no entry yet. If the content never gets an entry, a later sweep removes it.
   */
  stageChunk(blobId: string, index: number, bytes: Uint8Array): Promise<void>;
  dropStaged(blobId: string, chunkCount: number): Promise<void>;
  /**
   * Frees space in backends in which deletion alone frees none: removes all cache blobs, and recovers the space of
   * deleted rows. Returns true if there may be space now.
   */
  makeRoom?(): Promise<boolean>;
  /** Calls `listener` with commits by other processes on the same tables; returns a function that stops the calls. */
  listen?(listener: (changes: readonly Change[]) => void): () => void;
  /** A snapshot of the tables, unaffected by later writes; `end` releases it. */
  freeze?(): Promise<FrozenTables>;
  close(): Promise<void>;
}

/** A snapshot of the tables. */
export interface FrozenTables extends Pick<StoreEngine, 'read' | 'readChunk'> {
  end(): Promise<void>;
}
