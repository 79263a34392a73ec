// Chunks of blobs as files of the folder backend: `blobs/3f/3fa…-0.sum`, with a CRC-32 (little-endian) behind the
// content, which is verified at each reading. (Earlier programs wrote `blobs/3f/3fa…-0` without it.) A file is complete
// and on the disk before the journal has its blob. Files without a blob in the journal are leftovers of a crash, and
// removed at opening.
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';
import type { BlobRow } from '../contract/tables.ts';
import { syncFolder } from './journal.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const AT_ONCE = 16;
const SUM_BYTES = 4;
const NAME_PATTERN = /^([^-]+)-(\d+)(?:\.sum)?$/;

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
    return join(this.#subfolder(blobId), `${blobId}-${index}.sum`);
  }

  #pathWithoutSum(blobId: string, index: number): string {
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
      const sum = Buffer.alloc(SUM_BYTES);
      sum.writeUInt32LE(crc32(bytes));
      await handle.writeFile(Buffer.concat([bytes, sum]));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /** The chunk, or undefined when there is none. @throws HazeError `storage-damaged` */
  async read(blobId: string, index: number): Promise<Uint8Array | undefined> {
    const path = this.#path(blobId, index);
    const file = await maybeRead(path);
    if (!file) return maybeRead(this.#pathWithoutSum(blobId, index));
    const end = file.length - SUM_BYTES;
    const bytes = file.subarray(0, Math.max(end, 0));
    if (end >= 0 && crc32(bytes) === file.readUInt32LE(end)) return new Uint8Array(bytes);
    throw new HazeError(
      'storage-damaged',
      `The stored content in ${path} is damaged. Restore the file from a copy; haze doctor lists all that is damaged.`,
    );
  }

  /** Removes files; the next opening removes the files that cannot be removed now. */
  async remove(blobId: string, chunkCount: number): Promise<void> {
    for (let index = 0; index < chunkCount; index += 1) {
      await rm(this.#path(blobId, index), { force: true }).catch(() => undefined);
      await rm(this.#pathWithoutSum(blobId, index), { force: true }).catch(() => undefined);
    }
  }

  /** Removes files of a failed write, however much was written. */
  async discard(files: readonly ChunkFile[]): Promise<void> {
    for (const { blobId, index } of files) {
      await rm(this.#path(blobId, index), { force: true }).catch(() => undefined);
    }
  }

  /** Paths of all files below the folder, in parts: subfolder and name. */
  async list(): Promise<[string, string][]> {
    const files: [string, string][] = [];
    for (const subfolder of await readdir(this.#folder).catch(() => [])) {
      const names = await readdir(join(this.#folder, subfolder)).catch(() => []);
      for (const name of names) files.push([subfolder, name]);
    }
    return files;
  }

  /** Files without an entry. */
  async #listUnclaimed(blobs: Iterable<BlobRow>): Promise<[string, string][]> {
    const chunkCounts = new Map<string, number>();
    for (const row of blobs) chunkCounts.set(row.blobId, row.chunkCount);
    return (await this.list()).filter(([, name]) => {
      const [, blobId = '', index = ''] = NAME_PATTERN.exec(name) ?? [];
      return !(Number(index) < (chunkCounts.get(blobId) ?? 0));
    });
  }

  /** Removes every file without an entry. */
  async sweep(blobs: Iterable<BlobRow>): Promise<void> {
    await makeFolder(this.#folder, PRIVATE_FOLDER);
    for (const file of await this.#listUnclaimed(blobs))
      await rm(join(this.#folder, ...file), { force: true });
  }

  /** Moves every file without an entry into another folder of the same disk. Returns their number. */
  async setAside(blobs: Iterable<BlobRow>, folder: string): Promise<number> {
    const unclaimed = await this.#listUnclaimed(blobs);
    for (const [subfolder, name] of unclaimed) {
      await makeFolder(join(folder, subfolder), PRIVATE_FOLDER);
      await rename(join(this.#folder, subfolder, name), join(folder, subfolder, name));
    }
    return unclaimed.length;
  }
}

async function maybeRead(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Waits for all writes, then throws the first failure: no write continues after its caller has given up. */
async function settleAll(writes: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
