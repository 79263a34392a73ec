// Chunks of blobs as files of the folder backend: `blobs/3f/3fa…-0`. A file is complete and on the disk before the
// journal has its blob. Files without a blob in the journal are leftovers of a crash, and removed at opening.
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRow } from '../contract/tables.ts';
import { syncFolder } from './journal.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const AT_ONCE = 16;

/** One chunk to be written. */
export interface ChunkFile {
  readonly blobId: string;
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** The files themselves. */
export class FolderChunks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'blobs');
  }

  #subfolder(blobId: string): string {
    return join(this.#folder, blobId.slice(0, 2));
  }

  #path(blobId: string, index: number): string {
    return join(this.#subfolder(blobId), `${blobId}-${index}`);
  }

  /** Writes files durably. The next opening, or `discard`, removes what a failure leaves behind. */
  async write(files: readonly ChunkFile[]): Promise<void> {
    if (files.length === 0) return;
    const subfolders = new Set(files.map((file) => this.#subfolder(file.blobId)));
    for (const subfolder of subfolders) await mkdir(subfolder, { recursive: true, mode: PRIVATE_FOLDER });
    for (let at = 0; at < files.length; at += AT_ONCE) {
      await settleAll(files.slice(at, at + AT_ONCE).map((file) => this.#writeOne(file)));
    }
    for (const subfolder of subfolders) await syncFolder(subfolder);
    await syncFolder(this.#folder);
  }

  async #writeOne({ blobId, index, bytes }: ChunkFile): Promise<void> {
    const handle = await open(this.#path(blobId, index), 'w', PRIVATE_FILE);
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /** The chunk, or undefined when there is none. */
  async read(blobId: string, index: number): Promise<Uint8Array | undefined> {
    try {
      return new Uint8Array(await readFile(this.#path(blobId, index)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Removes files; the next opening removes the files that cannot be removed now. */
  async remove(blobId: string, chunkCount: number): Promise<void> {
    for (let index = 0; index < chunkCount; index += 1) {
      await rm(this.#path(blobId, index), { force: true }).catch(() => undefined);
    }
  }

  /** Removes files of a failed write, however much was written. */
  async discard(files: readonly ChunkFile[]): Promise<void> {
    for (const { blobId, index } of files) {
      await rm(this.#path(blobId, index), { force: true }).catch(() => undefined);
    }
  }

  /** Removes every file without an entry. */
  async sweep(blobs: Iterable<BlobRow>): Promise<void> {
    await makeFolder(this.#folder, PRIVATE_FOLDER);
    const chunkCounts = new Map<string, number>();
    for (const row of blobs) chunkCounts.set(row.blobId, row.chunkCount);
    for (const subfolder of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, subfolder))) {
        const [blobId = '', index = ''] = name.split('-');
        if (Number(index) < (chunkCounts.get(blobId) ?? 0)) continue;
        await rm(join(this.#folder, subfolder, name), { force: true });
      }
    }
  }
}

/** Waits for all writes, then throws the first failure: no write continues after its caller has given up. */
async function settleAll(writes: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
