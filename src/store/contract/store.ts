// The only interface for records and blobs, in IndexedDB, in a folder, in PostgreSQL or in memory. The store is
// independent of builds and tasks. A record is a body of plain JSON data in an envelope (ID, owner, parent, status,
// time of creation); lists filter by the envelope. Time, randomness and the meaning of bodies belong to callers.

import type { Vault } from './vault.ts';

/** A kind of record, tied to the type of its body: `recordType<TaskBody>('task')`. */
export interface RecordType<Body extends object> {
  readonly kind: string;
  /** Never present: carries the body's type only. */
  readonly body?: Body;
}

/** Creates the token for calls about one kind of record. */
export function recordType<Body extends object>(kind: string): RecordType<Body> {
  return { kind };
}

/** Fields of a new record. */
export interface NewRecord<Body extends object> {
  readonly id: string;
  /** Owner, such as a UserID. */
  readonly owner: string;
  /** Parent of the record, such as the BuildID of a task; default: none. */
  readonly parent?: string;
  /** Status of the record, a filter besides owner and parent. */
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
  /** `''` for a record without a parent. */
  readonly parent: string;
  /** `''` for a record without a status. */
  readonly status: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Position in creation order: compares as a string, unique in the store; the basis of continuation keys. */
  readonly order: string;
  readonly body: Body;
}

/** Filter for records to list or count. Without `owner`: records of all owners. */
export interface RecordFilter {
  readonly owner?: string;
  /** Only with `owner`. */
  readonly parent?: string;
  /** States to match; an empty array matches nothing. */
  readonly status?: readonly string[];
  /** Created at or after, epoch milliseconds. */
  readonly from?: number;
  /** Created before, epoch milliseconds. */
  readonly to?: number;
}

/** Part of a list. */
export interface RecordQuery extends RecordFilter {
  /** Maximum number of records; default: 25. A page has fewer when records are large. */
  readonly limit?: number;
  /**
   * The `continuationKey` of the page before. It stays valid while records come and go; unknown text is
   * `bad-start-key`.
   */
  readonly startKey?: string;
  /** True for the newest first; default: the oldest first. */
  readonly descending?: boolean;
}

/** A record of a list that cannot be read. */
export interface DamagedRecord {
  readonly id: string;
  readonly message: string;
}

/** One page of a list. */
export interface RecordPage<Body extends object> {
  readonly records: readonly StoredRecord<Body>[];
  /** Records of the page that cannot be read; absent when there are none. */
  readonly damaged?: readonly DamagedRecord[];
  /** Present when more records follow. */
  readonly continuationKey?: string;
}

/** Properties of a blob, without its content. */
export interface BlobInfo {
  readonly key: string;
  readonly sizeBytes: number;
  /** Chunks are numbered from 0. */
  readonly chunkCount: number;
  /** Epoch milliseconds by the store's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Version of the content, different for every content: usable as an ETag. */
  readonly version: string;
}

/** Content of a key when it was opened. */
export interface OpenedBlob {
  readonly info: BlobInfo;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Blobs to list: all blobs whose key begins with `prefix`, in order of their keys. */
export interface BlobQuery {
  readonly prefix: string;
  /** Lists only keys after this key. */
  readonly after?: string;
  /** Maximum number of blobs; default: 25. */
  readonly limit?: number;
}

/** Reads of one consistent state. */
export interface ReadView {
  /** The record, or undefined when there is none. */
  get<Body extends object>(type: RecordType<Body>, id: string): Promise<StoredRecord<Body> | undefined>;
  /** One page of records in creation order. */
  list<Body extends object>(type: RecordType<Body>, query: RecordQuery): Promise<RecordPage<Body>>;
  /** Counts matching records without reading them. */
  count(type: RecordType<object>, filter: RecordFilter): Promise<number>;
  /**
   * The next owner after `after`, in a fixed order, with such a record in one of these states; undefined when there is
   * none. `''` is before all owners.
   */
  nextOwner(
    type: RecordType<object>,
    query: { readonly after: string; readonly status: readonly string[] },
  ): Promise<string | undefined>;
  /** Properties of a blob, or undefined when there is none. */
  blobInfo(key: string): Promise<BlobInfo | undefined>;
  /** Blobs by prefix, in order of their keys. */
  listBlobs(query: BlobQuery): Promise<readonly BlobInfo[]>;
  /** Number of bytes stored for an owner: files, sources, inputs, outputs and logs. Without `owner`: for all owners. */
  sizeOf(owner?: string): Promise<number>;
}

/** Reads and writes that happen atomically. */
export interface Transaction extends ReadView {
  /** Adds a record; `record-exists` when the ID is taken. */
  insert<Body extends object>(type: RecordType<Body>, record: NewRecord<Body>): Promise<StoredRecord<Body>>;
  /** Replaces status or body of a record; `record-missing` when there is none. Returns the stored record. */
  update<Body extends object>(
    type: RecordType<Body>,
    id: string,
    change: { readonly status?: string; readonly body?: Body },
  ): Promise<StoredRecord<Body>>;
  /** Removes a record; false when there was none. */
  delete(type: RecordType<object>, id: string): Promise<boolean>;
  /** Writes a whole blob, and replaces an older blob with the key. A large blob becomes several chunks. */
  putBlob(key: string, bytes: Uint8Array): Promise<BlobInfo>;
  /** Appends a chunk to a blob; the first chunk creates the blob. */
  appendChunk(key: string, bytes: Uint8Array): Promise<BlobInfo>;
  /** Marks a blob as used now (`updatedAt`), so that eviction by age spares it. False when there is none. */
  touchBlob(key: string): Promise<boolean>;
  /** Removes one blob; false when there was none. */
  deleteBlob(key: string): Promise<boolean>;
  /** Removes every blob whose key begins with `prefix`; returns the number of blobs. */
  deleteBlobs(prefix: string): Promise<number>;
}

/** One change by a committed transaction. */
export type Change =
  | {
      readonly what: 'record';
      readonly kind: string;
      readonly id: string;
      readonly gone: boolean;
      /** The current status of the record; absent for records without a status. */
      readonly status?: string;
    }
  | { readonly what: 'blob'; readonly key: string; readonly gone: boolean }
  /** A reset or an import. */
  | { readonly what: 'everything' };

/**
 * Records and blobs with transactions.
 *
 * Every call may fail with `storage-full` (nothing of the call was stored), `storage-evicted` (the data were removed
 * meanwhile, as a browser may do) or `storage-failed` (anything else, with the cause).
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
   * Runs `work` as if no other transaction, of this or another tab, ran at the same time. Resolves when its writes are
   * durable; when `work` throws, nothing of them is stored. Inside, await only calls of `tx`: awaiting anything else (a
   * fetch, WebCrypto, this store itself) ends or blocks the transaction. On a full storage, caches are removed and
   * `work` runs again.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction with the oldest record in the first of these states that has one, and returns
   * undefined if there is none. Claims of other processes skip this record meanwhile. `work` decides by this record
   * alone.
   */
  claim<Body extends object, T>(
    type: RecordType<Body>,
    filter: { readonly owner: string; readonly status: readonly string[] },
    work: (tx: Transaction, record: StoredRecord<Body>) => Promise<T>,
  ): Promise<T | undefined>;
  /** Writes a blob from a stream, and replaces an older blob with the key; others see it only once it is whole. */
  writeBlob(key: string, source: AsyncIterable<Uint8Array>): Promise<BlobInfo>;
  /**
   * A blob's size and its chunks, which belong together whatever is stored under the key meanwhile; undefined if there
   * is none.
   */
  openBlob(key: string): Promise<OpenedBlob | undefined>;
  /**
   * The blob's chunks one after another, or undefined when there is none. A blob that is replaced or deleted meanwhile
   * can still be read to its end. Fails with `blob-gone` only if another tab or process did this, or the reader paused
   * for ten minutes.
   */
  readBlob(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** One chunk by its number, or undefined when it does not exist. */
  readChunk(key: string, index: number): Promise<Uint8Array | undefined>;
  /** Removes everything, including the installation's secret. */
  reset(): Promise<void>;
  /**
   * Calls `listener` after every commit of this instance; returns a function that stops this. Other tabs are not seen.
   * Other processes on one folder or PostgreSQL are seen, when they add or remove records or change a status.
   */
  onChange(listener: (changes: readonly Change[]) => void): () => void;
  /**
   * Everything, for `replaceAll` of another store; the reader calls `end` afterwards. Folders and PostgreSQL read as of
   * the first call; in other stores no record may change meanwhile.
   */
  readAll(): StoreContents;
  /** Replaces everything with these contents, in one step. When reading `contents` fails, nothing has changed. */
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
