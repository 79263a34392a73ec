// Large chunks as separate files: `blobs/3f/3fa…-0`. A file is completely on disk before its chunk is added to the
// database. The chunk's row contains the SHA-256 of the bytes, which is verified on each read. A crash may leave files
// without a row; they are removed when the store is next opened.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder, maybeReadFile, PRIVATE_FILE, PRIVATE_FOLDER, syncFolder } from './private-files.ts';

const AT_ONCE = 16;
const NAME_PATTERN = /^([^-]+)-(\d+)$/;

/** Name of a single chunk. */
export interface ChunkName {
  readonly blobId: string;
  readonly index: number;
}

/** SHA-256 of a chunk. */
export function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Rejects content that has changed since it was stored. @throws HazeError `storage-damaged` */
export function checkHash(bytes: Uint8Array, hash: Uint8Array, place: string): void {
  if (hashOf(bytes).equals(hash)) return;
  throw new HazeError(
    'storage-damaged',
    `The stored content in ${place} is damaged. Restore it from a backup; haze doctor lists all damage.`,
  );
}

/** The content files of a store in a folder. */
export class ContentFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'blobs');
  }

  path({ blobId, index }: ChunkName): string {
    return join(this.#folder, blobId.slice(0, 2), `${blobId}-${index}`);
  }

  /** Writes files durably, and waits for all of them even if one fails. */
  async write(files: readonly (ChunkName & { readonly bytes: Uint8Array })[]): Promise<void> {
    if (files.length === 0) return;
    const subfolders = new Set(files.map(({ blobId }) => join(this.#folder, blobId.slice(0, 2))));
    for (const subfolder of subfolders) await mkdir(subfolder, { recursive: true, mode: PRIVATE_FOLDER });
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const writes = files.slice(at, at + AT_ONCE).map((file) => writeOne(this.path(file), file.bytes));
      for (const outcome of await Promise.allSettled(writes)) {
        if (outcome.status === 'rejected') throw outcome.reason;
      }
    }
    for (const subfolder of subfolders) await syncFolder(subfolder);
    await syncFolder(this.#folder);
  }

  /** The bytes; undefined if the file is gone. @throws HazeError `storage-damaged` */
  async read(name: ChunkName, hash: Uint8Array): Promise<Uint8Array | undefined> {
    const path = this.path(name);
    const bytes = await maybeReadFile(path);
    if (bytes) checkHash(bytes, hash, path);
    return bytes && new Uint8Array(bytes);
  }

  /** Removes files; a later sweep removes files that cannot be removed now. */
  async remove(names: Iterable<ChunkName>): Promise<void> {
    for (const name of names) await rm(this.path(name), { force: true }).catch(() => undefined);
  }

  /** Paths of all files, split into subfolder and name. */
  async list(): Promise<[string, string][]> {
    const files: [string, string][] = [];
    for (const subfolder of await readdir(this.#folder).catch(() => [])) {
      const names = await readdir(join(this.#folder, subfolder)).catch(() => []);
      for (const name of names) files.push([subfolder, name]);
    }
    return files;
  }

  /**
   * Removes files without a row, or moves them to another folder on the same disk. Returns the number of these files.
   */
  async sweep(hasRow: (name: ChunkName) => boolean, aside?: string): Promise<number> {
    let count = 0;
    for (const [subfolder, name] of await this.list()) {
      const [, blobId = '', index = ''] = NAME_PATTERN.exec(name) ?? [];
      if (blobId !== '' && hasRow({ blobId, index: Number(index) })) continue;
      count += 1;
      const path = join(this.#folder, subfolder, name);
      if (aside === undefined) await rm(path, { force: true });
      else {
        await makeFolder(join(aside, subfolder), PRIVATE_FOLDER);
        await rename(path, join(aside, subfolder, name));
      }
    }
    return count;
  }
}

async function writeOne(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'w', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
