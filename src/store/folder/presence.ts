// The processes that use a folder. Each process holds a shared lock on an empty file for its whole lifetime, and the
// system releases a killed process's lock. A process that acquires the exclusive lock is therefore the only one, and
// may prepare the folder: convert it, migrate it, and clean up after a crash. The locks are SQLite's.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { PRIVATE_FILE } from './private-files.ts';
import { isBusy, SqliteConnection } from './sqlite.ts';

const PATIENCE_MS = 10_000;
const AGAIN_MS = 20;

/** A process's presence in a folder. */
export class Presence {
  readonly #lock: SqliteConnection;
  readonly #folder: string;
  #isAlone = false;

  private constructor(folder: string, lock: SqliteConnection) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** True while no other process can start using the folder. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /**
   * Registers the process, with the exclusive lock if no other process uses the folder. @throws HazeError
   * `folder-locked`
   */
  static async enter(folder: string): Promise<Presence> {
    const path = join(folder, 'in-use');
    await createFile(path);
    const presence = new Presence(folder, new SqliteConnection(path));
    try {
      await presence.#take([EXCLUSIVE, SHARED]);
    } catch (error) {
      presence.leave();
      throw error;
    }
    return presence;
  }

  /** Lets other processes use the folder. */
  async share(): Promise<void> {
    if (!this.#isAlone) return;
    this.#lock.exec('ROLLBACK');
    this.#isAlone = false;
    await this.#take([SHARED]);
  }

  async #take(ways: readonly string[]): Promise<void> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      for (const way of ways) {
        try {
          this.#lock.exec(way);
          this.#isAlone = way !== SHARED;
          return;
        } catch (error) {
          if (!isBusy(error)) throw error;
          if (this.#lock.inTransaction) this.#lock.exec('ROLLBACK');
        }
      }
      if (performance.now() > untilMs) throw this.#locked();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * (1 + Math.random())));
    }
  }

  #locked(): HazeError {
    return new HazeError(
      'folder-locked',
      `The folder ${this.#folder} is used exclusively by another running process: the process is preparing or repairing the folder, or the folder is on a network file system. Stop that process, or specify another folder.`,
      { data: { folder: this.#folder } },
    );
  }

  leave(): void {
    try {
      if (this.#lock.inTransaction) this.#lock.exec('ROLLBACK');
    } finally {
      this.#lock.close();
    }
  }
}

/**
 * Creates an empty file that only its owner can access. An existing file is not opened: closing it would release all
 * locks that this process holds on it.
 */
async function createFile(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', PRIVATE_FILE)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Keeps the journal in memory, because a full disk has no space for a journal file. Nothing is ever written to the
 * file.
 */
const EXCLUSIVE = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';
/** Reading holds a shared lock until the end of the transaction. */
const SHARED = 'BEGIN; SELECT 1 FROM sqlite_schema';
