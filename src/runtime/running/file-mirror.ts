// Copies of the files of a running program, sent out while it runs: a program that is ended from outside leaves the
// files that it has written, as a program that ends by itself does.
import type { FileMap, WorkingDirectory } from '../wasi/working-directory.ts';
import { collectNewContents } from '../wasi/working-directory.ts';

/** Changed files since the last message. */
export interface FileNews {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Paths that the program has removed or moved; a folder ends with a slash. */
  readonly gone: readonly string[];
  /** True from the first message on in which the files were too large to be copied. */
  readonly isTooLarge: boolean;
}

/** Bytes of all changed files, above which nothing is copied. */
const MOST_BYTES = 256 * 2 ** 20;
/** Share of the run's time that copies may take, and time that they may take at once. */
const TIME_SHARE = 0.1;
const CREDIT_MS = 200;
/** Files that stay open are copied so often. */
const OPEN_FILES_MS = 100;

export class FileMirror {
  readonly #directory: WorkingDirectory;
  readonly #given: FileMap;
  readonly #send: (news: FileNews) => void;
  readonly #startMs = performance.now();
  readonly #revisions = new Map<string, number>();
  #lastMs = Number.NEGATIVE_INFINITY;
  #spentMs = 0;

  constructor(directory: WorkingDirectory, given: FileMap, send: (news: FileNews) => void) {
    this.#directory = directory;
    this.#given = given;
    this.#send = send;
  }

  /** Sends changes. @param isWhole true after a file was closed, moved or removed */
  note(isWhole: boolean): void {
    const now = performance.now();
    if (!isWhole && now < this.#lastMs + OPEN_FILES_MS) return;
    if (this.#spentMs > CREDIT_MS + TIME_SHARE * (now - this.#startMs)) return;
    const news = collectNewContents(this.#directory, this.#given, this.#revisions, MOST_BYTES);
    if (news.files.size > 0 || news.gone.length > 0 || news.isTooLarge) this.#send(news);
    this.#lastMs = performance.now();
    this.#spentMs += this.#lastMs - now;
  }
}

/** Files of a run as the messages of its worker tell. */
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

  /** Given paths that are not there any more. */
  removed(given: FileMap): string[] {
    return this.isTooLarge ? [] : [...given.keys()].filter((path) => this.#gone.has(path));
  }
}
