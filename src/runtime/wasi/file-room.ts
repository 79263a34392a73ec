// Limit on the total size of a program's files. A file first reserves its bytes here. So a program that writes too much
// gets "no space left", and the machine is not harmed.

export interface FileRoomOptions {
  /**
   * Bytes that all files may take now; read at each write, because the program's memory counts against the same core.
   */
  readonly limitBytes: () => number;
  /** Called once, at the first refusal. */
  readonly onFull?: () => void;
}

/** Maximum number of names of files and folders: they are in JavaScript's memory, which counts against no core. */
const MOST_NAMES = 100_000;

/** The room that the files of one program share. */
export class FileRoom {
  #revisions = 0;
  #lastNumber = 0n;
  readonly #options: FileRoomOptions;
  #usedBytes = 0;
  #names = 0;
  #wasFull = false;

  constructor(options: FileRoomOptions) {
    this.#options = options;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Reserves bytes; false when there are too few. */
  take(bytes: number): boolean {
    if (!this.#hasRoom(bytes)) return false;
    this.#usedBytes += bytes;
    return true;
  }

  /** A number for a file's content, different for every content. */
  nextRevision(): number {
    this.#revisions += 1;
    return this.#revisions;
  }

  /**
   * Inode number of a new file or folder. The library counts over all programs of a thread, which a program would see.
   */
  nextNumber(): bigint {
    this.#lastNumber += 1n;
    return this.#lastNumber;
  }

  /** Reserves one more name of this cost; false when there is no room. */
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
    // The files given at the start were never reserved.
    this.#usedBytes = Math.max(0, this.#usedBytes - bytes);
  }
}
