// A file while its pieces arrive, each at its own time. Readers get them in order, so that a module compiles and an
// archive unpacks during the download.

export class ArrivingFile {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  /** End of each arrived piece, by its beginning. */
  readonly #ends = new Map<number, number>();
  #failure: { readonly error: unknown } | undefined;
  /** Readers that wait for more. */
  #waiting: (() => void)[] = [];

  constructor(sizeBytes: number) {
    this.#bytes = new Uint8Array(sizeBytes);
  }

  /** The whole, once every piece was added. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  add(piece: Uint8Array, at: number): void {
    this.#bytes.set(piece, at);
    this.#ends.set(at, at + piece.length);
    this.#wake();
  }

  /** Ends the file: readers fail with this error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** The file from its beginning, for one reader. It fails as the file does. */
  read(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          while (at < this.#bytes.length) {
            const end = this.#ends.get(at);
            if (end !== undefined) {
              // A reader may take the memory of what it is given away.
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
