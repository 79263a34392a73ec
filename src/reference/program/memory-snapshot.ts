// Snapshot of a program's memory from before the first instruction, restored before every run. Memory that was never
// written to needs no restoring, so the cost depends on the memory used, not on the memory available. The stack lies
// below the data (see the linker flags), so the search for data that a run left behind starts at the top of the stack.

const BLOCK_BYTES = 4096;
/** Number of empty blocks after which the stack search stops. */
const GAP_BLOCKS = 64;

interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Content; undefined if all bytes are zero. */
  readonly bytes?: Uint8Array;
}

export class MemorySnapshot {
  readonly #memory: WebAssembly.Memory;
  readonly #stackTop: number;
  readonly #stretches: readonly Stretch[];
  readonly #initialEnd: number;
  #bytes: Uint8Array;
  #words: Int32Array;
  /** Lowest known stack address that any run has written to. */
  #stackLow: number;

  /** @param stackTop the address from which the stack grows down */
  constructor(memory: WebAssembly.Memory, stackTop: number) {
    this.#memory = memory;
    this.#stackTop = stackTop - (stackTop % BLOCK_BYTES);
    this.#stackLow = this.#stackTop;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Int32Array(memory.buffer);
    this.#initialEnd = this.#bytes.length;
    this.#stretches = this.#collectStretches();
  }

  /** @param heapEnd end of the used heap within the memory that the program added; 0 if it added none */
  restore(heapEnd: number): void {
    if (this.#bytes.buffer !== this.#memory.buffer) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#words = new Int32Array(this.#memory.buffer);
    }
    this.#clearStack();
    for (const { start, end, bytes } of this.#stretches) {
      if (bytes) this.#bytes.set(bytes, start);
      else this.#bytes.fill(0, start, end);
    }
    if (heapEnd > this.#initialEnd)
      this.#bytes.fill(0, this.#initialEnd, Math.min(heapEnd, this.#bytes.length));
  }

  #collectStretches(): Stretch[] {
    const stretches: Stretch[] = [];
    let start = this.#stackTop;
    let isZero = this.#isZero(start, start + BLOCK_BYTES);
    for (let at = start; at < this.#initialEnd; at += BLOCK_BYTES) {
      const next = at + BLOCK_BYTES;
      const nextIsZero = next < this.#initialEnd && this.#isZero(next, next + BLOCK_BYTES);
      if (next < this.#initialEnd && nextIsZero === isZero) continue;
      stretches.push(
        isZero ? { start, end: next } : { start, end: next, bytes: this.#bytes.slice(start, next) },
      );
      start = next;
      isZero = nextIsZero;
    }
    return stretches;
  }

  // If a run used more of the stack than earlier runs, the data that it left behind starts right below the known part,
  // and the search continues from there. Data below a gap is visible only to a program that reads uninitialised
  // variables.
  #clearStack(): void {
    const below = Math.max(0, this.#stackLow - BLOCK_BYTES);
    if (!this.#isZero(below, this.#stackLow)) this.#stackLow = this.#findStackLow();
    this.#bytes.fill(0, this.#stackLow, this.#stackTop);
  }

  #findStackLow(): number {
    let low = this.#stackLow;
    for (let gap = 1; gap <= GAP_BLOCKS; gap++) {
      const at = low - gap * BLOCK_BYTES;
      if (at < 0) break;
      if (this.#isZero(at, at + BLOCK_BYTES)) continue;
      [low, gap] = [at, 0];
    }
    return low;
  }

  #isZero(start: number, end: number): boolean {
    const words = this.#words;
    // The whole stack may have to be searched, so each step tests four words.
    for (let i = start >>> 2; i < end >>> 2; i += 4)
      if ((words[i]! | words[i + 1]! | words[i + 2]! | words[i + 3]!) !== 0) return false;
    return true;
  }
}
