// Cached bytes in this user's folder, shared by all the user's processes. A key is derived from the inputs that
// produced the bytes. Each file holds one entry, preceded by its hash: a damaged entry counts as missing and is
// removed. Writing finishes with a rename, so that no process ever reads half an entry. The least recently used entries
// are evicted first. If the disk is full or failing, nothing is cached.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../store/folder/private-files.ts';
import { readUserSystem, type UserSystem } from './home-folder.ts';

/** Number and total size of a cache's entries. */
export interface CacheContents {
  readonly entries: number;
  readonly sizeBytes: number;
}

export interface ContentCacheOptions {
  /** Maximum total size of all entries, in bytes; default: 512 MiB. */
  readonly maxSizeBytes?: number;
  /** Called with the key of a damaged entry, after its removal. */
  readonly onDamaged?: (key: string) => void;
}

const DEFAULT_CACHE_BYTES = 512 * 2 ** 20;
/** Interval at which use is recorded, long enough that reading rarely causes a write. */
const NOTE_USE_AFTER_MS = 3600 * 1000;
/** Age above which temporary files are assumed to be left over from processes that have exited. */
const ABANDONED_AFTER_MS = 3600 * 1000;
/**
 * Fraction of the space that remains in use after an eviction. An eviction frees a quarter of the space, so most new
 * entries need no scan of all others.
 */
const KEPT_SHARE = 0.75;
const KEY_PATTERN = /^[\w-]{1,200}$/;
const SUFFIX = '.entry';
const WRITABLE_BY_ALL = 0o002;
/**
 * The first bytes of an entry identify its format. They are followed by the SHA-256 of the content, then the content.
 */
const FORM = new TextEncoder().encode('haze-entry-1\n');
const HASH_BYTES = 32;
const HEAD_BYTES = FORM.length + HASH_BYTES;

/**
 * Our folder within this user's cache folder, unless `HAZE_CACHE_DIR` specifies another. Undefined for a user without
 * their own folder.
 */
export function maybeCacheFolder(system: UserSystem = readUserSystem()): string | undefined {
  const { platform, env, home } = system;
  if (env.HAZE_CACHE_DIR) return resolve(env.HAZE_CACHE_DIR);
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? (home && join(home, 'AppData', 'Local'));
    return local && join(local, 'haze', 'cache');
  }
  if (platform === 'darwin') return home && join(home, 'Library', 'Caches', 'haze');
  // Ignores a relative path, as the XDG Base Directory Specification requires.
  const caches = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : home && join(home, '.cache');
  return caches && join(caches, 'haze');
}

interface Entry extends CacheFile {
  readonly sizeBytes: number;
  readonly usedMs: number;
}

interface CacheFile {
  readonly path: string;
  readonly name: string;
}

/** A cache in a folder. It may evict entries at any time, and no entry can ever make it fail. */
export class ContentCache {
  readonly folder: string;
  readonly maxSizeBytes: number;
  /**
   * Number of bytes that this process may write before it scans the whole folder; the process's first entry triggers a
   * scan.
   */
  #budgetBytes = 0;
  readonly #onDamaged: (key: string) => void;

  constructor(
    folder: string,
    { maxSizeBytes = DEFAULT_CACHE_BYTES, onDamaged = () => undefined }: ContentCacheOptions = {},
  ) {
    this.folder = folder;
    this.maxSizeBytes = maxSizeBytes;
    this.#onDamaged = onDamaged;
  }

  /** The complete bytes stored under a key; undefined if they are missing or damaged. */
  async get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const path = this.#pathOf(key);
    if (!(await isOfUser(this.folder))) return undefined;
    const file = await readFile(path).catch(() => undefined);
    if (file === undefined) return undefined;
    const content = maybeContent(file);
    if (content === undefined) {
      await rm(path, { force: true }).catch(() => undefined);
      this.#onDamaged(key);
    } else await noteUse(path);
    return content;
  }

  /** Stores bytes under a key, replacing any earlier bytes. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    const sizeBytes = HEAD_BYTES + bytes.length;
    if (sizeBytes > this.maxSizeBytes * KEPT_SHARE) return;
    const passing = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
    try {
      await makeFolder(this.folder, PRIVATE_FOLDER);
      if (!(await isOfUser(this.folder))) return;
      await writeFile(passing, Buffer.concat([FORM, hashOf(bytes), bytes]), {
        mode: PRIVATE_FILE,
        flag: 'wx',
      });
      await rename(passing, path);
    } catch {
      await rm(passing, { force: true }).catch(() => undefined);
      return;
    }
    this.#budgetBytes -= sizeBytes;
    if (this.#budgetBytes < 0) await this.#makeRoom();
  }

  async describe(): Promise<CacheContents> {
    return sumOf(await this.#listEntries());
  }

  /**
   * Removes all entries; returns their number and size, and the paths of entries that the system could not remove.
   */
  async clear(): Promise<CacheContents & { readonly kept: readonly string[] }> {
    const removed: Entry[] = [];
    const kept: string[] = [];
    for (const entry of await this.#listEntries()) {
      await rm(entry.path, { force: true }).then(
        () => removed.push(entry),
        () => kept.push(entry.path),
      );
    }
    // Sets no lower limit on the age: file times have fractions of a millisecond, so a new file may seem to come from
    // the future.
    await this.#removePassing(Number.NEGATIVE_INFINITY);
    return { ...sumOf(removed), kept };
  }

  #pathOf(key: string): string {
    if (!KEY_PATTERN.test(key))
      throw new TypeError(`"${key}" is not a valid key: use up to 200 letters, digits, - and _`);
    return join(this.folder, key + SUFFIX);
  }

  async #makeRoom(): Promise<void> {
    const entries = (await this.#listEntries()).sort((a, b) => b.usedMs - a.usedMs);
    const bound = sumOf(entries).sizeBytes > this.maxSizeBytes ? this.maxSizeBytes * KEPT_SHARE : Infinity;
    let keptBytes = 0;
    for (const { path, sizeBytes } of entries) {
      if (keptBytes + sizeBytes <= bound) keptBytes += sizeBytes;
      else await rm(path, { force: true }).catch(() => undefined);
    }
    // Scans again after a fraction of the remaining space, because other processes also write.
    this.#budgetBytes = (this.maxSizeBytes - keptBytes) / 4;
    await this.#removePassing(ABANDONED_AFTER_MS);
  }

  async #removePassing(afterMs: number): Promise<void> {
    for (const { name, path } of await this.#listFiles()) {
      if (name.endsWith(SUFFIX) || !name.includes(`${SUFFIX}.`)) continue;
      const age = Date.now() - ((await maybeStat(path))?.mtimeMs ?? Date.now());
      if (age >= afterMs) await rm(path, { force: true }).catch(() => undefined);
    }
  }

  async #listEntries(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const file of await this.#listFiles()) {
      const found = file.name.endsWith(SUFFIX) ? await maybeStat(file.path) : undefined;
      if (found) entries.push({ ...file, sizeBytes: found.size, usedMs: found.mtimeMs });
    }
    return entries;
  }

  async #listFiles(): Promise<CacheFile[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new HazeError(
        'folder-unusable',
        `The cache folder ${JSON.stringify(this.folder)} cannot be read (${error.code}). Specify another folder in HAZE_CACHE_DIR, or change the permissions of this one.`,
        { data: { folder: this.folder }, cause: error },
      );
    });
    return names.map((name) => ({ name, path: join(this.folder, name) }));
  }
}

function maybeContent(file: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  if (file.length < HEAD_BYTES || !file.subarray(0, FORM.length).equals(FORM)) return undefined;
  const content = new Uint8Array(file.buffer, file.byteOffset + HEAD_BYTES, file.length - HEAD_BYTES);
  return hashOf(content).equals(file.subarray(FORM.length, HEAD_BYTES)) ? content : undefined;
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function noteUse(path: string): Promise<void> {
  const found = await maybeStat(path);
  const now = new Date();
  if (found && now.getTime() - found.mtimeMs > NOTE_USE_AFTER_MS) {
    await utimes(path, now, now).catch(() => undefined);
  }
}

/**
 * False for a folder to which another user of the machine can add entries. Windows has no mode bits; there, folders
 * under the user's home folder count as private.
 */
async function isOfUser(folder: string): Promise<boolean> {
  const self = process.getuid?.();
  const found = await maybeStat(folder);
  if (self === undefined || !found) return true;
  return (found.uid === self || found.uid === 0) && (found.mode & WRITABLE_BY_ALL) === 0;
}

function maybeStat(path: string) {
  return stat(path).catch(() => undefined);
}

function sumOf(entries: readonly Entry[]): CacheContents {
  return { entries: entries.length, sizeBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** This user's cache; undefined for a user without a folder. */
export function maybeOwnCache(): ContentCache | undefined {
  const folder = maybeCacheFolder();
  return folder === undefined ? undefined : new ContentCache(folder);
}
