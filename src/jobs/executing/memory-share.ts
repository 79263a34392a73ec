// A memory budget shared by all concurrent work. Work that may exceed the remaining memory waits, in order of arrival,
// so concurrent programs together never use more than the machine's memory.

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

export class MemoryShare {
  readonly totalBytes: number;
  readonly #heldBytes: () => number;
  #takenBytes = 0;
  #waiting: Waiting[] = [];

  /**
   * @param heldBytes returns the memory currently in use apart from this work; this memory never delays work if no
   *   other work is running
   */
  constructor(totalBytes: number, heldBytes: () => number = () => 0) {
    this.totalBytes = totalBytes;
    this.#heldBytes = heldBytes;
  }

  /**
   * Runs the work once `bytes` of memory are free; work that may exceed the total gets all of it. If the signal fires
   * during the wait, the work starts immediately and is cancelled.
   */
  async use<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(bytes, this.totalBytes);
    if (!(await this.#take(taken, signal))) return work();
    try {
      return await work();
    } finally {
      this.#takenBytes -= taken;
      this.#beginNext();
    }
  }

  /** Resolves to true when the memory is reserved, and to false if the signal fires first. */
  #take(bytes: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(false);
        this.#beginNext();
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        this.#takenBytes += bytes;
        resolve(true);
      };
      const waiting = { bytes, begin };
      if (signal?.aborted) return resolve(false);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#beginNext();
    });
  }

  #beginNext(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const together = this.#takenBytes + next.bytes + this.#heldBytes();
      if (this.#takenBytes > 0 && together > this.totalBytes) return;
      this.#waiting.shift();
      next.begin();
    }
  }
}
