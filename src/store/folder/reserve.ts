// A placeholder file that reserves space: if the disk is full, it is deleted. One reserve makes deletions possible,
// because they write a few pages before they free many. A separate reserve lets jobs change their state: a job whose
// final state is not recorded can neither be deleted nor make sense to its user.
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from './private-files.ts';

const RESERVE_BYTES = 512 * 1024;
/** Space for the pages of one small transaction. */
const LEAST_BYTES = 64 * 1024;

export class FolderReserve {
  readonly #path: string;
  #isThere = false;

  constructor(folder: string, name: 'reserve' | 'reserve-status') {
    this.#path = join(folder, name);
  }

  /** True while the space is reserved. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** Reserves the space, or as much of it as fits. */
  async take(): Promise<void> {
    if (this.#isThere) return;
    // The bytes are not zeros, because some file systems store zeros without reserving space. An existing file is not
    // rewritten: on a full disk, rewriting would lose it.
    const kept = await sizeOf(this.#path);
    if (kept < RESERVE_BYTES) {
      const rest = new Uint8Array(RESERVE_BYTES - kept).fill(0x5a);
      await writeFile(this.#path, rest, { flag: 'a', mode: PRIVATE_FILE }).catch(() => undefined);
    }
    this.#isThere = (await sizeOf(this.#path)) >= LEAST_BYTES;
  }

  /** Frees the space; returns false if no space was reserved. */
  async giveUp(): Promise<boolean> {
    // Checks the file itself, because other processes use the same reserve.
    const isThere = (await sizeOf(this.#path)) > 0;
    await rm(this.#path, { force: true });
    this.#isThere = false;
    return isThere;
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
