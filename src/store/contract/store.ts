// The only interface to records and blobs, in IndexedDB, a folder, PostgreSQL or memory. The store is unaware of builds
// and tasks. A record is a body of plain JSON data in an envelope (ID, owner, parent, status, creation time); lists
// filter by the envelope. Callers provide the time and randomness, and decide what bodies mean.

import type { Vault } from './vault.ts';

/** A kind of record, tied to the type of its body: `recordType<TaskBody>('task')`. */
export interface RecordType<Body extends object> {
  readonly kind: string;
  /** Never present: only carries the body's type. */
  readonly body?: Body;
}

/** Creates the token that calls use for one kind of record. */
export function recordType<Body extends object>(kind: string): RecordType<Body> {
  return { kind };
}

/** Fields of a new record. */
export interface NewRecord<Body extends object> {
  readonly id: string;
  /** Owner, such as a UserID. */
  readonly owner: string;
  /** The record's parent, such as a task's BuildID; default: none. */
  readonly parent?: string;
  /** The record's status. Like owner and parent, it can be used to filter lists. */
  readonly status?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Plain JSON data. It is copied: later changes to the object do not reach the store. */
  readonly body: Body;
}

/** A stored record. */
export interface StoredRecord<Body extends object> {
  readonly id: string;
  readonly owner: string;
  /** `''` if the record has no parent. */
  readonly parent: string;
  /** `''` if the record has no status. */
  readonly status: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Position in creation order, compared as a string and unique in the store. Continuation keys are based on it. */
  readonly order: string;
  readonly body: Body;
}

/** Filter for records to list or count. Without `owner`: the records of all owners. */
export interface RecordFilter {
  readonly owner?: string;
  /** Only with `owner`. */
  readonly parent?: string;
  /** Statuses to match; an empty array matches nothing. */
  readonly status?: readonly string[];
  /** Matches records created at or after this time, in epoch milliseconds. */
  readonly from?: number;
  /** Matches records created before this time, in epoch milliseconds. */
  readonly to?: number;
}

/** Query for part of a list. */
export interface RecordQuery extends RecordFilter {
  /** Maximum number of records; default: 25. A page has fewer records if they are large. */
  readonly limit?: number;
  /**
   * The `continuationKey` of the previous page. It stays valid while records are added and removed; any other string
   * fails with `bad-start-key`.
   */
  readonly startKey?: string;
  /** True to list the newest first; default: the oldest first. */
  readonly descending?: boolean;
}

/** An unreadable record in a list. */
export interface DamagedRecord {
  readonly id: string;
  readonly message: string;
}

/** One page of a list. */
export interface RecordPage<Body extends object> {
  readonly records: readonly StoredRecord<Body>[];
  /** Unreadable records on the page; absent if there are none. */
  readonly damaged?: readonly DamagedRecord[];
  /** Present if more records follow. */
  readonly continuationKey?: string;
}

/** Properties of a blob, without its content. */
export interface BlobInfo {
  readonly key: string;
  readonly sizeBytes: number;
  /** Number of chunks, which are numbered from 0. */
  readonly chunkCount: number;
  /** Epoch milliseconds, by the store's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Version of the content, unique to that content, so that it can serve as an ETag. */
  readonly version: string;
}

/** A key's content at the time when it was opened. */
export interface OpenedBlob {
  readonly info: BlobInfo;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Blobs to list: all blobs whose key begins with `prefix`, ordered by key. */
export interface BlobQuery {
  readonly prefix: string;
  /** Lists only keys after this key. */
  readonly after?: string;
  /** Maximum number of blobs; default: 25. */
  readonly limit?: number;
}

/** Read operations on one consistent state. */
export interface ReadView {
  /** The record; undefined if it does not exist. */
  get<Body extends object>(type: RecordType<Body>, id: string): Promise<StoredRecord<Body> | undefined>;
  /** One page of records, in creation order. */
  list<Body extends object>(type: RecordType<Body>, query: RecordQuery): Promise<RecordPage<Body>>;
  /** Counts matching records without reading them. */
  count(type: RecordType<object>, filter: RecordFilter): Promise<number>;
  /**
   * The next owner after `after`, in a fixed order, who has a record of this kind in one of these states; undefined
   * if there is none. `''` comes before all owners.
   */
  nextOwner(
    type: RecordType<object>,
    query: { readonly after: string; readonly status: readonly string[] },
  ): Promise<string | undefined>;
  /** A blob's properties; undefined if it does not exist. */
  blobInfo(key: string): Promise<BlobInfo | undefined>;
  /** Blobs by prefix, ordered by key. */
  listBlobs(query: BlobQuery): Promise<readonly BlobInfo[]>;
  /** Number of bytes stored for an owner: files, sources, inputs, outputs and logs. Without `owner`: for all owners. */
  sizeOf(owner?: string): Promise<number>;
}

/** Reads and writes that take effect atomically. */
export interface Transaction extends ReadView {
  /** Adds a record; fails with `record-exists` if the ID is taken. */
  insert<Body extends object>(type: RecordType<Body>, record: NewRecord<Body>): Promise<StoredRecord<Body>>;
  /**
   * Replaces a record's status or body; fails with `record-missing` if it does not exist. Returns the stored record.
   */
  update<Body extends object>(
    type: RecordType<Body>,
    id: string,
    change: { readonly status?: string; readonly body?: Body },
  ): Promise<StoredRecord<Body>>;
  /** Removes a record; returns false if it does not exist. */
  delete(type: RecordType<object>, id: string): Promise<boolean>;
  /** Writes a whole blob, replacing an older blob under the same key. A large blob becomes several chunks. */
  putBlob(key: string, bytes: Uint8Array): Promise<BlobInfo>;
  /** Appends a chunk to a blob; the first chunk creates the blob. */
  appendChunk(key: string, bytes: Uint8Array): Promise<BlobInfo>;
  /**
   * Marks a blob as used now (`updatedAt`), so that eviction by age spares it. Returns false if there is no such blob.
   */
  touchBlob(key: string): Promise<boolean>;
  /** Removes one blob; returns false if it does not exist. */
  deleteBlob(key: string): Promise<boolean>;
  /** Removes every blob whose key begins with `prefix`; returns the number of removed blobs. */
  deleteBlobs(prefix: string): Promise<number>;
}

/** One change made by a committed transaction. */
export type Change =
  | {
      readonly what: 'record';
      readonly kind: string;
      readonly id: string;
      readonly gone: boolean;
      /** The record's current status; absent if it has no status. */
      readonly status?: string;
    }
  | { readonly what: 'blob'; readonly key: string; readonly gone: boolean }
  /** Everything may have changed, through a reset or an import. */
  | { readonly what: 'everything' };

/**
 * Records and blobs with transactions.
 *
 * Every call may fail with `storage-full` (the call stored nothing), `storage-evicted` (the data was removed, for
 * instance by a browser) or `storage-failed` (anything else, with the cause).
 *
 * @example
 * // Only one of several executors gets the task.
 * const claimed = await store.transaction(async (tx) => {
 *   const task = await tx.get(tasks, id);
 *   if (task?.status !== 'Accepted') return undefined;
 *   return tx.update(tasks, id, { status: 'Initialising' });
 * });
 */
export interface Store extends ReadView {
  /** Seals secrets in records; its key is stored separately. */
  readonly vault: Vault;
  /**
   * Runs `work` as if no other transaction were running at the same time, in this or another tab. Resolves when the
   * writes are durable; if `work` throws, nothing is stored. Inside `work`, await only calls to `tx`: awaiting anything
   * else (a fetch, WebCrypto, this store itself) terminates or blocks the transaction. If the storage is full, caches
   * are removed and `work` runs again.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction with the oldest record in the first of these states that has a record; returns
   * undefined if there is none. Meanwhile, claims by other processes skip this record. Decisions in `work` must depend
   * on this record alone.
   */
  claim<Body extends object, T>(
    type: RecordType<Body>,
    filter: { readonly owner: string; readonly status: readonly string[] },
    work: (tx: Transaction, record: StoredRecord<Body>) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * Writes a blob from a stream, replacing an older blob under the same key; other callers see the blob only once it is
   * complete.
   * @param within checks and changes in the transaction that replaces the older blob; if it throws, nothing is stored
   */
  writeBlob(
    key: string,
    source: AsyncIterable<Uint8Array>,
    within?: (tx: Transaction, blob: BlobInfo) => Promise<unknown>,
  ): Promise<BlobInfo>;
  /**
   * A blob's size and its chunks, which stay consistent even if the key's content changes in the meantime; undefined if
   * the blob does not exist.
   */
  openBlob(key: string): Promise<OpenedBlob | undefined>;
  /**
   * The blob's chunks one after another; undefined if the blob does not exist. A blob that is replaced or deleted in
   * the meantime can still be read to its end. Fails with `blob-gone` only if another tab or process replaced or
   * deleted it, or if the reader paused for ten minutes.
   */
  readBlob(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** One chunk by its number; undefined if it does not exist. */
  readChunk(key: string, index: number): Promise<Uint8Array | undefined>;
  /** Removes everything, including the installation's secret. */
  reset(): Promise<void>;
  /**
   * Calls `listener` after every commit by this instance; returns a function that stops the calls. Commits in other
   * tabs are not reported. Commits by other processes on the same folder or PostgreSQL database are reported if they
   * add or remove records or change a status.
   */
  onChange(listener: (changes: readonly Change[]) => void): () => void;
  /**
   * Everything, for `replaceAll` of another store; the reader calls `end` afterwards. Folders and PostgreSQL are read
   * as of the first call; in other stores, no record may change in the meantime.
   */
  readAll(): StoreContents;
  /** Replaces everything with these contents, in one step. If reading `contents` fails, nothing has changed. */
  replaceAll(contents: StoreContents): Promise<void>;
  /** Releases files and locks. Later calls fail. */
  close(): Promise<void>;
}

/** Contents of an export: records first, then blobs with their chunks. */
export interface StoreContents {
  records(): AsyncIterable<ExportedRecord>;
  blobs(): AsyncIterable<ExportedBlob>;
  /** Releases resources that were held for reading. */
  end?(): Promise<void>;
}

export interface ExportedRecord extends StoredRecord<object> {
  readonly kind: string;
}

export interface ExportedBlob {
  readonly info: BlobInfo;
  chunks(): AsyncIterable<Uint8Array>;
}
