// Compiled objects in a worker's memory, backed by the executor's store. Precompiled headers are large, so they are
// written to the store only if other workers or the next visit can use them. No build waits for this write.
import type { ObjectCache } from '../../toolchain/sources/object-cache.ts';
import type { KeptKind } from './compile-service.ts';

const KEYS: Readonly<Record<KeptKind, RegExp>> = {
  objects: /^(object|dependencies)-/,
  headers: /^header-/,
};

/** The kind of object that a key denotes; undefined for objects that stay in memory. */
export function kindOfKey(key: string): KeptKind | undefined {
  return (Object.keys(KEYS) as KeptKind[]).find((kind) => KEYS[kind].test(key));
}

export class LayeredObjectCache implements ObjectCache {
  readonly #near: ObjectCache;
  readonly #far: ObjectCache;
  readonly #kept: readonly KeptKind[];

  /** @param kept kinds of objects that also go to the store */
  constructor(near: ObjectCache, far: ObjectCache, kept: readonly KeptKind[]) {
    this.#near = near;
    this.#far = far;
    this.#kept = kept;
  }

  #keptKind(key: string): KeptKind | undefined {
    const kind = kindOfKey(key);
    return kind && this.#kept.includes(kind) ? kind : undefined;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const near = await this.#near.get(key);
    if (near !== undefined || !this.#keptKind(key)) return near;
    const far = await this.#far.get(key);
    if (far !== undefined) await this.#near.put(key, far);
    return far;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#near.put(key, bytes);
    const kind = this.#keptKind(key);
    if (kind === undefined) return;
    const kept = this.#far.put(key, bytes);
    if (kind === 'objects') await kept;
    // Ignores a failed write: a worker that does not find the header compiles it again.
    else kept.catch(() => undefined);
  }
}
