// Compiled objects and headers in a compile worker's memory, for the worker's lifetime. The oldest are evicted first.
import type { ObjectCache } from '../../toolchain/sources/object-cache.ts';

const MAX_SIZE_BYTES = 64 * 1024 ** 2;

/** A key with its bytes. */
export type KeptEntry = readonly [key: string, bytes: Uint8Array];

/** A cache with a maximum size. */
export class MemoryObjectCache implements ObjectCache {
  readonly #objects = new Map<string, Uint8Array>();
  readonly #maxSizeBytes: number;
  #sizeBytes = 0;

  constructor(maxSizeBytes = MAX_SIZE_BYTES) {
    this.#maxSizeBytes = maxSizeBytes;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const found = this.#objects.get(key);
    if (!found) return undefined;
    // A map iterates in insertion order, so moving a used entry to the end makes it the newest.
    this.#objects.delete(key);
    this.#objects.set(key, found);
    return found;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#drop(key);
    if (bytes.length > this.#maxSizeBytes) return;
    this.#objects.set(key, bytes);
    this.#sizeBytes += bytes.length;
    for (const oldest of this.#objects.keys()) {
      if (this.#sizeBytes <= this.#maxSizeBytes) return;
      this.#drop(oldest);
    }
  }

  /** All entries, the oldest first. */
  entries(): KeptEntry[] {
    return [...this.#objects];
  }

  #drop(key: string): void {
    this.#sizeBytes -= this.#objects.get(key)?.length ?? 0;
    this.#objects.delete(key);
  }
}
