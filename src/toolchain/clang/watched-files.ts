// Tracks which of a program's files a tool reads. A tool's own list of dependencies is incomplete: it omits `.incbin`
// and files that the tool only searched for, and it may not be written at all.
import type { FileContent } from '../sources/source-files.ts';

/**
 * A file's bytes, which report when their length or content is read. The tools' file system reads the three members
 * below.
 */
class WatchedBytes extends Uint8Array<ArrayBuffer> {
  #tell: ((isContent: boolean) => void) | undefined;

  static watch(bytes: Uint8Array, tell: (isContent: boolean) => void): WatchedBytes {
    const watched = new WatchedBytes(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    watched.#tell = tell;
    return watched;
  }

  override get length(): number {
    this.#tell?.(false);
    return super.length;
  }

  override get byteLength(): number {
    this.#tell?.(false);
    return super.byteLength;
  }

  override subarray(begin?: number, end?: number): Uint8Array<ArrayBuffer> {
    this.#tell?.(true);
    return new Uint8Array(this.buffer, this.byteOffset, super.byteLength).subarray(begin, end);
  }
}

/** The program's files that a tool reads. */
export class WatchedFiles {
  readonly #files: ReadonlyMap<string, FileContent>;
  readonly #read = new Set<string>();
  #isOpened = false;

  constructor(files: ReadonlyMap<string, FileContent>) {
    this.#files = files;
  }

  /** Paths of the files whose size or content the tool read, sorted. */
  get read(): readonly string[] {
    return [...this.#read].sort();
  }

  /** True once the content of any file has been read. */
  get isOpened(): boolean {
    return this.#isOpened;
  }

  /** Forgets all reads. */
  forget(): void {
    this.#read.clear();
    this.#isOpened = false;
  }

  /** Files for a run, with a prefix added to their paths. */
  *entries(prefix: string): Generator<[string, Uint8Array]> {
    const encoder = new TextEncoder();
    for (const [path, content] of this.#files) {
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;
      const note = (isContent: boolean) => {
        this.#read.add(path);
        this.#isOpened ||= isContent;
      };
      yield [prefix + path, WatchedBytes.watch(bytes, note)];
    }
  }

  /** True if the file exists. Looking up a name does not count as a read. */
  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** A file's content; the file then counts as read. */
  get(path: string): FileContent | undefined {
    if (this.#files.has(path)) this.#read.add(path);
    return this.#files.get(path);
  }
}
