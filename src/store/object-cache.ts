// Objects that can be made again, such as compiled modules, kept under the hash of what they were made from. The least
// recently used go first. Use is noted at most once an hour, so that reading seldom writes.
import { toHex } from './random-bytes.ts';
import type { BlobInfo, ReadView, Store } from './store.ts';

const NOTE_USE_AFTER_MS = 3600 * 1000;
const PAGE_SIZE = 100;
const HASH_PATTERN = /^[0-9a-f]{64}$/;

/** Which objects may stay. */
export interface CacheBounds {
  /** All objects together, in bytes. */
  readonly maxSizeBytes?: number;
  /** Objects not used since then, epoch milliseconds, go. */
  readonly usedSince?: number;
  /** Hashes that stay whatever their age. */
  readonly keep?: ReadonlySet<string>;
}

/** Hash of contents: the SHA-256 of the parts, each with its length before it, as 64 hexadecimal digits. */
export async function hashContent(parts: readonly (string | Uint8Array)[]): Promise<string> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    pieces.push(encoder.encode(`${bytes.length}:`), bytes);
  }
  const joined = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', joined)));
}

async function* allBlobs(view: ReadView, prefix: string): AsyncGenerator<BlobInfo> {
  let after = '';
  for (;;) {
    const page = await view.listBlobs({ prefix, after, limit: PAGE_SIZE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.key;
  }
}

/** A cache of objects in a store, under keys `cache/<name>/<hash>`. */
export class ObjectCache {
  readonly #store: Store;
  readonly #prefix: string;
  readonly #now: () => number;

  /** @param name such as `modules`; letters and digits */
  constructor(store: Store, name: string, now: () => number = Date.now) {
    this.#store = store;
    this.#prefix = `cache/${name}/`;
    this.#now = now;
  }

  #key(hash: string): string {
    if (!HASH_PATTERN.test(hash)) throw new TypeError(`"${hash}" is not a hash of 64 hexadecimal digits.`);
    return this.#prefix + hash;
  }

  /** The object's bytes, or undefined when it is not there (any more). */
  async get(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const key = this.#key(hash);
    const info = await this.#store.blobInfo(key);
    const chunks = info && (await this.#store.readBlob(key));
    if (!chunks) return undefined;
    const bytes = new Uint8Array(info.sizeBytes);
    let at = 0;
    for await (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    if (this.#now() - info.updatedAt > NOTE_USE_AFTER_MS) {
      await this.#store.transaction((tx) => tx.touchBlob(key));
    }
    return bytes;
  }

  /** Keeps an object; one that is there already is left as it is. */
  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const key = this.#key(hash);
    await this.#store.transaction(async (tx) => {
      if (!(await tx.touchBlob(key))) await tx.putBlob(key, bytes);
    });
  }

  /** Removes what is out of bounds; answers how many objects went. */
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
