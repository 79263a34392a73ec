// Precompiled library headers in a store, for later workers in another executor or on the next visit. A missing header
// is compiled again, so a store failure does not fail a build.
import { ObjectCache } from '../../store/contract/object-cache.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ObjectCache as ToolchainCache } from '../../toolchain/sources/object-cache.ts';

export interface HeaderCacheOptions {
  /** Maximum total size of all headers. The least recently used are evicted first. */
  readonly maxSizeBytes: number;
  /** Epoch milliseconds. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

export class HeaderCache implements ToolchainCache {
  readonly #cache: Promise<ObjectCache>;
  readonly #maxSizeBytes: number;

  constructor(store: Store | Promise<Store>, { maxSizeBytes, now }: HeaderCacheOptions) {
    this.#cache = Promise.resolve(store).then((opened) => new ObjectCache(opened, 'headers', now));
    // Ignores errors here: the code that opens the store reports them.
    this.#cache.catch(() => undefined);
    this.#maxSizeBytes = maxSizeBytes;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      return await (await this.#cache).get(key);
    } catch {
      return undefined;
    }
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const cache = await this.#cache;
    await cache.put(key, bytes);
    await cache.evict({ maxSizeBytes: this.#maxSizeBytes });
  }
}
