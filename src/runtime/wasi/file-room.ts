// Limit on the total size of a program's files. Files reserve their bytes here before they grow, so a program that
// writes too much gets "no space left" instead of exhausting the machine.

export interface FileRoomOptions {
  /**
   * Returns the number of bytes that all files together may currently use. It is called at each write, because the
   * program's memory counts against the same core.
   */
  readonly limitBytes: () => number;
  /** Called once, at the first rejected reservation. */
  readonly onFull?: () => void;
}

/** Maximum number of file and folder names. They use JavaScript's memory, which does not count against any core. */
const MOST_NAMES = 100_000;
const NS_IN_MS = 1_000_000n;

/** The room that all files of a program share. */
export class FileRoom {
  #revisions = 0;
  #lastNumber = 0n;
  readonly #options: FileRoomOptions;
  #usedBytes = 0;
  #names = 0;
  #wasFull = false;
  #startMs = Date.now();
  #isStanding = false;

  constructor(options: FileRoomOptions) {
    this.#options = options;
  }

  /**
   * Time at which the program started, in epoch nanoseconds. If the program's clock stands still, all its changes have
   * this time, too.
   */
  get startNs(): bigint {
    return BigInt(Math.round(this.#startMs)) * NS_IN_MS;
  }

  nowNs(): bigint {
    return this.#isStanding ? this.startNs : BigInt(Date.now()) * NS_IN_MS;
  }

  /** Makes the clock of all files stand still at this time, in epoch milliseconds. */
  stopClock(ms: number): void {
    this.#startMs = ms;
    this.#isStanding = true;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Reserves bytes; returns false if too few are left. */
  take(bytes: number): boolean {
    if (!this.#hasRoom(bytes)) return false;
    this.#usedBytes += bytes;
    return true;
  }

  /** Returns a revision number for a file's content; every content has a different number. */
  nextRevision(): number {
    this.#revisions += 1;
    return this.#revisions;
  }

  /**
   * Returns an inode number for a new file or folder. The library's own counter spans all programs of a thread, which a
   * program could notice.
   */
  nextNumber(): bigint {
    this.#lastNumber += 1n;
    return this.#lastNumber;
  }

  /** Reserves room for one more name of this cost; returns false if there is none. */
  takeName(bytes: number): boolean {
    if (this.#names >= MOST_NAMES) return this.#refuse();
    if (!this.take(bytes)) return false;
    this.#names += 1;
    return true;
  }

  /** Releases a name that is no longer needed. */
  giveBackName(bytes: number): void {
    this.giveBack(bytes);
    this.#names = Math.max(0, this.#names - 1);
  }

  #hasRoom(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.#options.limitBytes() || this.#refuse();
  }

  #refuse(): false {
    if (!this.#wasFull) this.#options.onFull?.();
    this.#wasFull = true;
    return false;
  }

  /** Releases bytes that are no longer needed. */
  giveBack(bytes: number): void {
    // No room was ever reserved for files given at the start.
    this.#usedBytes = Math.max(0, this.#usedBytes - bytes);
  }
}
