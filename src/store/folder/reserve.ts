// A file that holds nothing but its place: on a full disk it is given up. One lets deleting work, which writes a few bytes
// in the journal before it frees many; another, so that it cannot take the room of the first, lets jobs change their
// state: one that cannot be said to have ended can be neither deleted nor understood.
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

  /** Whether the place is taken. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** Takes the place, where there is room for it. */
  async take(): Promise<void> {
    if (this.#isThere) return;
    try {
      // Written anew on a disk that is full, it would be lost: its room is free in between.
      const kept = await stat(this.#path).catch(() => undefined);
      // Not zeros, which some file systems keep without taking room for them.
      const bytes = new Uint8Array(RESERVE_BYTES).fill(0x5a);
      if (kept?.size !== RESERVE_BYTES) await writeFile(this.#path, bytes, { mode: PRIVATE_FILE });
      this.#isThere = true;
    } catch {
      // The disk is full. The next time may do better, and nothing depends on it but comfort.
      await rm(this.#path, { force: true });
    }
  }

  /** Gives the place up; false when there was none to give. */
  async giveUp(): Promise<boolean> {
    if (!this.#isThere) return false;
    await rm(this.#path, { force: true });
    this.#isThere = false;
    return true;
  }
}
