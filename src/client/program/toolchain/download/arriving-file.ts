// A file whose pieces arrive one at a time, in any order. Readers get the pieces in order, so that a module can
// compile and an archive can unpack during the download.

export class ArrivingFile {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  /** End offset of each piece that has arrived, by its start offset. */
  readonly #ends = new Map<number, number>();
  #failure: { readonly error: unknown } | undefined;
  /** Readers that wait for more bytes. */
  #waiting: (() => void)[] = [];

  constructor(sizeBytes: number) {
    this.#bytes = new Uint8Array(sizeBytes);
  }

  /** The whole file, once every piece has been added. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  add(piece: Uint8Array, at: number): void {
    this.#bytes.set(piece, at);
    this.#ends.set(at, at + piece.length);
    this.#wake();
  }

  /** Marks the file as failed: all readers get this error. */
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
          while (at < this.#bytes.length) {
            const end = this.#ends.get(at);
            if (end !== undefined) {
              // A reader may transfer the memory of a chunk, so each reader gets a copy.
              controller.enqueue(this.#bytes.slice(at, end));
              at = end;
              break;
            }
            if (this.#failure) throw this.#failure.error;
            await new Promise<void>((resolve) => this.#waiting.push(resolve));
          }
          if (at === this.#bytes.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
