// A file's bytes, in pages that are allocated on write. Holes use no memory and read as zeros, and appending never
// copies more than one page. Pages grow by doubling, so that small files stay small.
import type { FileRoom } from './file-room.ts';

/** Largest offset in a file: 16 TB, as on common systems. */
export const LARGEST_FILE_BYTES = 2 ** 44;

const PAGE_BYTES = 65_536;
const SMALLEST_PAGE_BYTES = 512;
/** Approximate memory that an engine uses for a page, excluding its content. */
const PAGE_COST_BYTES = 256;

export class SparseBytes {
  readonly #room: FileRoom;
  readonly #original: Uint8Array;
  /** Holes before this offset show the original content. */
  #originalEnd: number;
  readonly #pages = new Map<number, Uint8Array>();
  #size: number;

  /** @param original content that belongs to the caller, uses no room, and is never written */
  constructor(room: FileRoom, original: Uint8Array = new Uint8Array(0)) {
    this.#room = room;
    this.#original = original;
    this.#originalEnd = original.length;
    this.#size = original.length;
  }

  get size(): number {
    return this.#size;
  }

  /** Fills the target with the bytes at `at`; returns the number of bytes. */
  readInto(target: Uint8Array, at: number): number {
    const count = Math.max(0, Math.min(target.length, this.#size - at));
    for (let done = 0; done < count; ) {
      const index = Math.floor((at + done) / PAGE_BYTES);
      const offset = at + done - index * PAGE_BYTES;
      const length = Math.min(PAGE_BYTES - offset, count - done);
      const there = this.#pages.get(index) ?? this.#originalPage(index);
      const piece = there.subarray(offset, offset + length);
      target.set(piece, done);
      target.fill(0, done + piece.length, done + length);
      done += length;
    }
    return count;
  }

  /** Returns the number of bytes written, which is smaller if the room runs out. */
  write(bytes: Uint8Array, at: number): number {
    let done = 0;
    while (done < bytes.length) {
      const index = Math.floor((at + done) / PAGE_BYTES);
      const offset = at + done - index * PAGE_BYTES;
      const length = Math.min(PAGE_BYTES - offset, bytes.length - done);
      const page = this.#reservePage(index, offset + length);
      if (!page) break;
      page.set(bytes.subarray(done, done + length), offset);
      done += length;
    }
    if (done > 0) this.#size = Math.max(this.#size, at + done);
    return done;
  }

  /** Truncates the bytes or appends a hole. */
  resize(size: number): void {
    if (size < this.#size) this.#cut(size);
    this.#size = size;
  }

  /**
   * Allocates the pages for a write from `at` to `end`. Returns false if there is too little room; size and content
   * then stay unchanged.
   */
  allocate(at: number, end: number): boolean {
    const first = Math.floor(at / PAGE_BYTES);
    const last = Math.ceil(end / PAGE_BYTES);
    const needed = (last - first - this.#pages.size) * PAGE_BYTES;
    // Checked before any page in the range is visited, because the range may be a thousand times larger than the room.
    if (needed > 0 && !this.#room.take(needed)) return false;
    if (needed > 0) this.#room.giveBack(needed);
    for (let index = first; index < last; index++) {
      if (!this.#reservePage(index, Math.min(PAGE_BYTES, end - index * PAGE_BYTES))) return false;
    }
    this.#size = Math.max(this.#size, end);
    return true;
  }

  /** Returns all bytes, with holes filled with zeros. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#size);
    bytes.set(this.#original.subarray(0, this.#originalEnd));
    for (const [index, page] of this.#pages) {
      const start = index * PAGE_BYTES;
      bytes.fill(0, start, start + PAGE_BYTES);
      bytes.set(page.subarray(0, Math.max(0, this.#size - start)), start);
    }
    return bytes;
  }

  /** Releases all bytes, because the file is no longer reachable. */
  release(): void {
    this.#cut(0);
    this.#size = 0;
  }

  #cut(size: number): void {
    for (const [index, page] of this.#pages) {
      const start = index * PAGE_BYTES;
      if (start + page.length <= size) continue;
      if (start < size) page.fill(0, size - start);
      else {
        this.#pages.delete(index);
        this.#room.giveBack(page.length + PAGE_COST_BYTES);
      }
    }
    this.#originalEnd = Math.min(this.#originalEnd, size);
  }

  #originalPage(index: number): Uint8Array {
    const start = index * PAGE_BYTES;
    return this.#original.subarray(start, Math.min(start + PAGE_BYTES, Math.max(start, this.#originalEnd)));
  }

  /** Returns the page with room for at least this many bytes, or undefined if there is no room. */
  #reservePage(index: number, neededBytes: number): Uint8Array | undefined {
    const before = this.#pages.get(index);
    if (before && before.length >= neededBytes) return before;
    const content = before ?? this.#originalPage(index);
    const length = pageLength(Math.max(neededBytes, content.length));
    const cost = before ? length - before.length : length + PAGE_COST_BYTES;
    if (!this.#room.take(cost)) return undefined;
    const page = new Uint8Array(length);
    page.set(content);
    this.#pages.set(index, page);
    return page;
  }
}

function pageLength(neededBytes: number): number {
  let length = SMALLEST_PAGE_BYTES;
  while (length < neededBytes) length *= 2;
  return length;
}
