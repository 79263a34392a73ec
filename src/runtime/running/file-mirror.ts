// Copies of a running program's files, sent out while it runs: a program that is terminated from outside leaves the
// files that it has written, like a program that exits by itself.
import type { FileMap, WorkingDirectory } from '../wasi/working-directory.ts';
import { collectNewContents } from '../wasi/working-directory.ts';
import type { FileNews } from './mirrored-files.ts';

/** Total size of all changed files above which nothing is copied. */
const MOST_BYTES = 256 * 2 ** 20;
/** Maximum fraction of the run's time spent on copies. */
const TIME_SHARE = 0.1;
/** Time for copies that is allowed in addition. */
const CREDIT_MS = 200;
/** Interval for copying files that stay open. */
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

  /** Sends changes. @param isWhole true if a file was closed, moved or removed */
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
