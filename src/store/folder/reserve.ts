// A file that only reserves space: on a full disk it is deleted. One reserve lets deletions work, which write a few
// bytes in the journal before they free many. A separate reserve lets jobs change their state: a job without a recorded
// end can be neither deleted nor understood.
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from './private-files.ts';

const RESERVE_BYTES = 64 * 1024;

export class FolderReserve {
  readonly #path: string;
  #isThere = false;

  constructor(folder: string, name: 'reserve' | 'reserve-status') {
    this.#path = join(folder, name);
  }

  /** True when the space is reserved. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** Reserves the space, if there is room for it. */
  async take(): Promise<void> {
    if (this.#isThere) return;
    try {
      // An existing file is kept: rewriting it on a full disk would lose it, since its space is free in between.
      const kept = await stat(this.#path).catch(() => undefined);
      // Not zeros: some file systems store zeros without reserving space.
      const bytes = new Uint8Array(RESERVE_BYTES).fill(0x5a);
      if (kept?.size !== RESERVE_BYTES) await writeFile(this.#path, bytes, { mode: PRIVATE_FILE });
      this.#isThere = true;
    } catch {
      // The disk is full. A later call may succeed, and no data depend on the reserve.
      await rm(this.#path, { force: true });
    }
  }

  /** Frees the space; false when there was none to free. */
  async giveUp(): Promise<boolean> {
    if (!this.#isThere) return false;
    await rm(this.#path, { force: true });
    this.#isThere = false;
    return true;
  }
}
