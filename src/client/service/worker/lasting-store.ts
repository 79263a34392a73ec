// A store that survives the loss of its database. If the database is closed or removed while in use (because site data
// was cleared, or another tab deleted or upgraded it), the store reopens it and retries the call. A database opened
// while a browser clears site data is removed, too, so the store retries a few times.
import { HazeError } from '../../../errors/haze-error.ts';
import type { BlobInfo, Change, Store, Transaction } from '../../../store/contract/store.ts';
import { storeClosed, storeUnreachable } from '../../../store/contract/store-errors.ts';
import type { Vault } from '../../../store/contract/vault.ts';

const LOST: ReadonlySet<string> = new Set(['store-closed', 'storage-evicted']);
/** Errors that pending calls report while a database is being removed, before the browser reports the loss. */
const GOING: ReadonlySet<string> = new Set([
  'AbortError',
  'InvalidStateError',
  'UnknownError',
  'NotFoundError',
]);
const MOST_ATTEMPTS = 7;
const FIRST_PAUSE_MS = 10;
/** Timeout for opening a database, far longer than opening takes. */
const OPEN_LIMIT_MS = 10_000;

function isLost(error: unknown): boolean {
  if (!(error instanceof HazeError)) return false;
  const { cause } = error;
  return LOST.has(error.code) || (cause instanceof DOMException && GOING.has(cause.name));
}

export interface LastingStore extends Store {
  /** Reopens the database if it was removed; otherwise does nothing. */
  reopen(): Promise<void>;
}

export interface LastingOptions {
  /** Restores essential records before other callers reach a reopened store. */
  readonly restore?: (store: Store) => Promise<void>;
}

class ReopeningStore implements LastingStore {
  readonly #open: () => Promise<Store>;
  readonly #restore: (store: Store) => Promise<void>;
  readonly #listeners = new Set<(changes: readonly Change[]) => void>();
  #store: Promise<Store>;
  #isClosed = false;

  constructor(first: Store, open: () => Promise<Store>, { restore }: LastingOptions) {
    this.#open = open;
    this.#restore = restore ?? (async () => undefined);
    this.#store = Promise.resolve(first);
    this.#watch(first);
  }

  readonly vault: Vault = {
    seal: (text, place) => this.#ask((store) => store.vault.seal(text, place)),
    open: (sealed, place) => this.#ask((store) => store.vault.open(sealed, place)),
  };
  get: Store['get'] = (type, id) => this.#ask((store) => store.get(type, id));
  list: Store['list'] = (type, query) => this.#ask((store) => store.list(type, query));
  count: Store['count'] = (type, filter) => this.#ask((store) => store.count(type, filter));
  nextOwner: Store['nextOwner'] = (type, query) => this.#ask((store) => store.nextOwner(type, query));
  claim: Store['claim'] = (type, filter, work) => this.#ask((store) => store.claim(type, filter, work));
  blobInfo: Store['blobInfo'] = (key) => this.#ask((store) => store.blobInfo(key));
  listBlobs: Store['listBlobs'] = (query) => this.#ask((store) => store.listBlobs(query));
  sizeOf: Store['sizeOf'] = (owner) => this.#ask((store) => store.sizeOf(owner));
  openBlob: Store['openBlob'] = (key) => this.#ask((store) => store.openBlob(key));
  readBlob: Store['readBlob'] = (key) => this.#ask((store) => store.readBlob(key));
  readChunk: Store['readChunk'] = (key, index) => this.#ask((store) => store.readChunk(key, index));
  reset: Store['reset'] = () => this.#ask((store) => store.reset());

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    // A failed transaction has stored nothing, so it can be repeated.
    return this.#ask((store) => store.transaction(work));
  }

  async writeBlob(...[key, ...rest]: Parameters<Store['writeBlob']>): Promise<BlobInfo> {
    // A stream cannot be read twice, so another call first ensures that the store is open.
    await this.blobInfo(key);
    return (await this.#store).writeBlob(key, ...rest);
  }

  onChange(listener: (changes: readonly Change[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readAll: Store['readAll'] = () => ({
    records: () => later(this.#store, (store) => store.readAll().records()),
    blobs: () => later(this.#store, (store) => store.readAll().blobs()),
  });

  replaceAll: Store['replaceAll'] = async (contents) => (await this.#store).replaceAll(contents);

  async reopen(): Promise<void> {
    await this.count({ kind: 'installation' }, {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    await this.#store.then(
      (store) => store.close(),
      () => undefined,
    );
  }

  async #ask<T>(work: (store: Store) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const asked = this.#store;
      try {
        return await work(await asked);
      } catch (error) {
        if (this.#isClosed || !isLost(error) || attempt === MOST_ATTEMPTS) throw error;
        // The first caller reopens the store.
        if (this.#store === asked) this.#store = this.#openAgain(asked);
        if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
      }
    }
  }

  #openAgain(lost: Promise<Store>): Promise<Store> {
    // The old database may still be open, which would prevent other code from removing it.
    void lost.then((store) => store.close()).catch(() => undefined);
    const opening = openInTime(this.#open, storeClosed).then(async (store) => {
      await this.#restore(store);
      if (this.#isClosed) await store.close();
      else this.#watch(store);
      return store;
    });
    // The next call retries.
    opening.catch(() => {
      if (this.#store === opening) this.#store = rejected(storeClosed());
    });
    return opening;
  }

  #watch(store: Store): void {
    store.onChange((changes) => {
      for (const listener of this.#listeners) listener(changes);
    });
  }
}

/**
 * Opens a store with a timeout. If the browser opens it too late, the call fails with the error from `late`, and the
 * store is closed.
 */
function openInTime(open: () => Promise<Store>, late: () => HazeError): Promise<Store> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(late());
    }, OPEN_LIMIT_MS);
    open()
      .then((store) => (isLate ? store.close() : resolve(store)), reject)
      .finally(() => clearTimeout(timer));
  });
}

/** A promise whose rejection may remain unhandled. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject(error);
  promise.catch(() => undefined);
  return promise;
}

async function* later<T>(store: Promise<Store>, read: (store: Store) => AsyncIterable<T>): AsyncGenerator<T> {
  yield* read(await store);
}

/**
 * Opens a store with `open`, which is called again whenever the database has been removed. @throws HazeError
 * `storage-failed` if the browser does not open it in time, and errors of `open`
 */
export async function openLastingStore(
  open: () => Promise<Store>,
  options: LastingOptions = {},
): Promise<LastingStore> {
  return new ReopeningStore(await openInTime(open, storeUnreachable), open, options);
}
