// Reads watched variables from a program's memory after a store. A number counts as assigned once its last byte is
// stored, because code that copies a number in chunks does so in ascending order.
import type { ValueRecorder } from '../values/value-recorder.ts';
import { spanOf, type WatchedValue } from './watch-stores.ts';

interface Element {
  /** Index in the variable's list of elements. */
  readonly index: number;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly lastByte: number;
}

interface Watched {
  /** Start of the watched range within the variable. */
  readonly start: number;
  /** Elements, keyed by their last bytes. */
  readonly elements: readonly Element[];
}

export class WatchedMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #recorder: ValueRecorder;
  readonly #watched: readonly Watched[];

  constructor(memory: WebAssembly.Memory, watched: readonly WatchedValue[], recorder: ValueRecorder) {
    this.#memory = memory;
    this.#recorder = recorder;
    this.#watched = watched.map((value) => ({
      start: spanOf(value).start,
      elements: value.elements
        .map(({ offset, sizeBytes }, index) => ({
          index,
          offset,
          sizeBytes,
          lastByte: offset + sizeBytes - 1,
        }))
        .sort((a, b) => a.lastByte - b.lastByte),
    }));
  }

  /**
   * Reads variable number `variable` after a store of `size` bytes at `address` that overlapped the variable, whose
   * watched range begins at `start`.
   */
  note(variable: number, start: number, address: number, size: number): void {
    const { elements, start: first } = this.#watched[variable]!;
    const base = start - first;
    const view = new DataView(this.#memory.buffer);
    let at = findFirst(elements, address - base);
    for (; at < elements.length && elements[at]!.lastByte < address - base + size; at++) {
      const { index, offset, sizeBytes } = elements[at]!;
      const value =
        sizeBytes === 4 ? view.getFloat32(base + offset, true) : view.getFloat64(base + offset, true);
      this.#recorder.note('Traced', variable, index, value);
    }
  }
}

function findFirst(elements: readonly Element[], byte: number): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elements[middle]!.lastByte < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}
