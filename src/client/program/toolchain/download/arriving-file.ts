// A file that can be read from its start while it arrives, so that a module compiles, or an archive unpacks, during the
// download.

export class ArrivingFile {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Readers that are waiting for more bytes. */
  #waiting: (() => void)[] = [];

  constructor(sizeBytes: number) {
    this.#bytes = new Uint8Array(sizeBytes);
  }

  /** The whole file, once it is complete. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /** True once all bytes have arrived. */
  get isWhole(): boolean {
    return this.#length === this.#bytes.length;
  }

  /** Appends bytes. @throws RangeError if the file would become longer than expected */
  add(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.#wake();
  }

  /** Marks the file as failed: all readers receive this error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** The file from its start, for one reader. If the file fails, so does the stream. */
  read(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          while (at === this.#length && !this.isWhole) {
            if (this.#failure) throw this.#failure.error;
            await new Promise<void>((resolve) => this.#waiting.push(resolve));
          }
          // A reader may transfer a chunk's memory, so each reader gets its own copy.
          if (at < this.#length) controller.enqueue(this.#bytes.slice(at, this.#length));
          at = this.#length;
          if (this.isWhole) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
