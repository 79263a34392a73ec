// Objects that can be rebuilt, such as compiled modules, under keys derived from their inputs. The least recently
// used objects are evicted first. Use is recorded at most once an hour, so that reads rarely cause writes.
import { HazeError } from '../../errors/haze-error.ts';
import { CACHE_PREFIX } from './engine-store.ts';
import type { BlobInfo, ReadView, Store, Transaction } from './store.ts';
import { isStorageFull } from './store-errors.ts';

const NOTE_USE_AFTER_MS = 3600 * 1000;
const PAGE_SIZE = 100;
const KEY_PATTERN = /^[\w.-]{1,200}$/;

/** Bounds on the cached objects. */
export interface CacheBounds {
  /** Maximum total size of all objects, in bytes. */
  readonly maxSizeBytes?: number;
  /** Evicts objects that have not been used since this time, in epoch milliseconds. */
  readonly usedSince?: number;
  /** Keys that must not be evicted, because other data still refers to them. */
  readonly keep?: ReadonlySet<string>;
}

/** All blobs whose keys begin with the prefix. */
export async function* allBlobs(view: ReadView, prefix: string): AsyncGenerator<BlobInfo> {
  let after = '';
  for (;;) {
    const page = await view.listBlobs({ prefix, after, limit: PAGE_SIZE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.key;
  }
}

/** Waits for a write, and ignores its failure if the storage is full. */
export async function forgiveFull(stored: Promise<unknown>): Promise<void> {
  await stored.catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });
}

/**
 * A cache of objects in a store, as blobs `cache/<name>/<key>`. Objects may disappear on any call to `evict`, or when
 * the storage is full.
 */
export class ObjectCache {
  readonly #store: Store;
  readonly #prefix: string;
  readonly #now: () => number;

  /** @param name a name such as `modules`, consisting of letters and digits */
  constructor(store: Store, name: string, now: () => number = Date.now) {
    this.#store = store;
    this.#prefix = `${CACHE_PREFIX}${name}/`;
    this.#now = now;
  }

  #blobKey(key: string): string {
    if (!KEY_PATTERN.test(key))
      throw new TypeError(`"${key}" is not a valid key: use up to 200 letters, digits, -, . and _`);
    return this.#prefix + key;
  }

  /** The object's bytes; undefined if the object is missing or was evicted. */
  async get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const blobKey = this.#blobKey(key);
    const info = await this.#store.blobInfo(blobKey);
    const bytes = info && (await this.#readWhole(blobKey));
    if (bytes && this.#now() - info.updatedAt > NOTE_USE_AFTER_MS) {
      await forgiveFull(this.#store.transaction((tx) => tx.touchBlob(blobKey)));
    }
    return bytes;
  }

  async #readWhole(blobKey: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const pieces: Uint8Array[] = [];
    try {
      const chunks = await this.#store.readBlob(blobKey);
      if (!chunks) return undefined;
      for await (const chunk of chunks) pieces.push(chunk);
    } catch (error) {
      // The object was evicted or replaced in the meantime, perhaps by another tab, so it counts as missing.
      if (error instanceof HazeError && error.code === 'blob-gone') return undefined;
      throw error;
    }
    return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  }

  /** Stores an object, replacing an older object under the same key. Drops the object if there is no room. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await forgiveFull(this.#store.transaction((tx) => this.putWithin(tx, key, bytes)));
  }

  /** Stores an object as part of a transaction, which fails if there is no room. */
  async putWithin(tx: Transaction, key: string, bytes: Uint8Array): Promise<void> {
    await tx.putBlob(this.#blobKey(key), bytes);
  }

  /** Removes objects that exceed the bounds; returns the number removed. */
  async evict(bounds: CacheBounds): Promise<number> {
    const { maxSizeBytes = Number.POSITIVE_INFINITY, usedSince = 0, keep } = bounds;
    const infos: BlobInfo[] = [];
    for await (const info of allBlobs(this.#store, this.#prefix)) infos.push(info);
    infos.sort((a, b) => b.updatedAt - a.updatedAt);
    const isKept = (info: BlobInfo) => keep?.has(info.key.slice(this.#prefix.length)) ?? false;
    let sizeBytes = infos.filter(isKept).reduce((sum, info) => sum + info.sizeBytes, 0);
    const gone: BlobInfo[] = [];
    for (const info of infos.filter((candidate) => !isKept(candidate))) {
      if (info.updatedAt < usedSince || sizeBytes + info.sizeBytes > maxSizeBytes) gone.push(info);
      else sizeBytes += info.sizeBytes;
    }
    if (gone.length > 0) {
      await this.#store.transaction(async (tx) => {
        for (const { key } of gone) await tx.deleteBlob(key);
      });
    }
    return gone.length;
  }
}
