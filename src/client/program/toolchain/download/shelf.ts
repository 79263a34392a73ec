// Storage for downloaded files: the browser's cache storage, which persists after the page is closed. Files that do
// not fit there, or all files in a page without storage, are held in memory.
import { sealResponse } from './sealed-response.ts';

export interface Shelf {
  /** Finds the response stored under a URL, if any. */
  find(address: string): Promise<Response | undefined>;
  /** Stores bytes; returns true if they will outlive this page. */
  keep(address: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<boolean>;
  drop(address: string): Promise<void>;
  /** URLs of all completely stored files. */
  list(): Promise<Set<string>>;
  /** URLs of all stored files, including files that may be truncated. */
  listAll(): Promise<Set<string>>;
}

/** Name of the shelf for toolchain files, which all versions share: the content at a URL never changes. */
export const TOOLCHAIN_SHELF = 'haze-toolchain';

/** Folder that contains the files and their pieces; their list is stored elsewhere. */
const FILES_FOLDER = '/toolchain/';

/** True if this or an earlier visit may have downloaded part of the toolchain. */
export async function isAnythingKept(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  // This check creates the shelf, and a check for missing files stores the list of files, so neither of them proves
  // that anything was downloaded.
  const look = async () => {
    const kept = await (await caches.open(TOOLCHAIN_SHELF)).keys();
    return kept.some(({ url }) => url.includes(FILES_FOLDER));
  };
  return look().catch(() => false);
}

/** Space reserved for the user's builds, tasks and drafts. */
const RESERVED_BYTES = 32 * 2 ** 20;

/**
 * Marker next to a file that is being written. If the worker is terminated, Firefox retains part of the file, so a
 * file with this marker may be incomplete.
 */
const BEGUN = '?begun';

/** A shelf that lasts as long as the page. */
export class MemoryShelf implements Shelf {
  readonly #kept = new Map<string, Blob>();

  async find(address: string): Promise<Response | undefined> {
    const blob = this.#kept.get(address);
    return blob && new Response(blob, { headers: { 'Content-Type': blob.type } });
  }

  async keep(address: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
    this.#kept.set(address, new Blob([bytes], { type }));
    return false;
  }

  async drop(address: string): Promise<void> {
    this.#kept.delete(address);
  }

  async list(): Promise<Set<string>> {
    return new Set(this.#kept.keys());
  }

  listAll(): Promise<Set<string>> {
    return this.list();
  }
}

// Some browsers that have cache storage lack this function (Safari before version 17).
async function askEstimate(): Promise<StorageEstimate> {
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  return (await storage?.estimate?.()) ?? {};
}

/** True if `length` bytes fit, according to the browser, and still leave working space. */
export async function hasRoom(length: number): Promise<boolean> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await askEstimate().catch(
    (): StorageEstimate => ({}),
  );
  return usage + length + RESERVED_BYTES <= quota;
}

class CacheShelf implements Shelf {
  readonly #cache: Cache;
  readonly #memory = new MemoryShelf();

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  async find(address: string): Promise<Response | undefined> {
    return (await this.#cache.match(address)) ?? this.#memory.find(address);
  }

  async keep(address: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
    const headers = { 'Content-Type': type };
    try {
      if (!(await hasRoom(bytes.length))) return this.#memory.keep(address, bytes, type);
      await this.#cache.put(address + BEGUN, new Response());
      await this.#cache.put(address, await sealResponse(bytes, headers));
      await this.#cache.delete(address + BEGUN);
      return true;
    } catch {
      // Storage is full, or this page is no longer allowed to write to it.
      await this.#dropKept(address).catch(() => undefined);
      return this.#memory.keep(address, bytes, type);
    }
  }

  async drop(address: string): Promise<void> {
    await Promise.all([this.#dropKept(address), this.#memory.drop(address)]);
  }

  // The marker is deleted last.
  async #dropKept(address: string): Promise<void> {
    await this.#cache.delete(address);
    await this.#cache.delete(address + BEGUN);
  }

  async list(): Promise<Set<string>> {
    const kept = await this.#listKept();
    const isWhole = (url: string) => !url.endsWith(BEGUN) && !kept.has(url + BEGUN);
    return new Set([...[...kept].filter(isWhole), ...(await this.#memory.list())]);
  }

  async listAll(): Promise<Set<string>> {
    const kept = [...(await this.#listKept())].map((url) =>
      url.endsWith(BEGUN) ? url.slice(0, -BEGUN.length) : url,
    );
    return new Set([...kept, ...(await this.#memory.list())]);
  }

  // Once site data has been cleared, an open cache no longer answers; the list is then empty.
  async #listKept(): Promise<Set<string>> {
    const requests = await this.#cache.keys().catch(() => []);
    return new Set(requests.map(({ url }) => url));
  }
}

/** Opens the shelf with this name; in a page without storage, opens a shelf in memory. */
export async function openShelf(name: string): Promise<Shelf> {
  try {
    return new CacheShelf(await caches.open(name));
  } catch {
    return new MemoryShelf();
  }
}

/** Reads the bytes stored under a URL; undefined if nothing is stored at that URL. */
export async function readKept(shelf: Shelf, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await shelf.find(url.href);
  return new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0));
}

/** Stores a piece where other pages can find it, and therefore not in this page's memory. */
export async function keepForOthers(shelf: Shelf, url: URL, packed: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!(await shelf.keep(url.href, packed, 'application/octet-stream'))) await shelf.drop(url.href);
}
