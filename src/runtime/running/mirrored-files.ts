// Files of a run, which its worker sends during the run and which are stored outside the worker.

/** Files changed since the last message. */
export interface FileNews {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Paths that the program has removed or moved; a folder's path ends with a slash. */
  readonly gone: readonly string[];
  /** True after the first message reporting that the files are too large to copy. */
  readonly isTooLarge: boolean;
}

/** A run's files, reconstructed from its worker's messages. */
export class MirroredFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly #gone = new Set<string>();
  isTooLarge = false;

  take({ files, gone, isTooLarge }: FileNews): void {
    for (const path of gone) {
      this.files.delete(path);
      this.#gone.add(path);
    }
    for (const [path, bytes] of files) {
      this.files.set(path, bytes);
      this.#gone.delete(path);
    }
    this.isTooLarge = isTooLarge;
    if (isTooLarge) this.files.clear();
  }

  /** Returns the paths of given files that no longer exist. */
  removed(given: ReadonlyMap<string, unknown>): string[] {
    return this.isTooLarge ? [] : [...given.keys()].filter((path) => this.#gone.has(path));
  }
}
