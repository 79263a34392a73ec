// Sends copies of a program's files while it is running. A program that is terminated from outside thus leaves the
// files that it has written, just like one that exits by itself.
import type { FileMap, WorkingDirectory } from '../wasi/working-directory.ts';
import { collectNewContents } from '../wasi/working-directory.ts';
import type { FileNews } from './mirrored-files.ts';

/** Maximum total size of all changed files. Above it, nothing is copied. */
const MOST_BYTES = 256 * 2 ** 20;
/** Maximum fraction of the run's time spent on copies. */
const TIME_SHARE = 0.1;
/** Additional time that is always allowed for copies. */
const CREDIT_MS = 200;
/** Interval at which files that stay open are copied. */
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
