// Compiled objects in the memory of a worker, with the executor's store behind it. Precompiled headers stay in memory:
// they are large, and quickly made again.
import type { ObjectCache } from '../toolchain/object-cache.ts';

const KEPT_KEY = /^(object|dependencies)-/;

export class LayeredObjectCache implements ObjectCache {
  readonly #near: ObjectCache;
  readonly #far: ObjectCache;

  constructor(near: ObjectCache, far: ObjectCache) {
    this.#near = near;
    this.#far = far;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const near = await this.#near.get(key);
    if (near !== undefined || !KEPT_KEY.test(key)) return near;
    const far = await this.#far.get(key);
    if (far !== undefined) await this.#near.put(key, far);
    return far;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#near.put(key, bytes);
    if (KEPT_KEY.test(key)) await this.#far.put(key, bytes);
  }
}
