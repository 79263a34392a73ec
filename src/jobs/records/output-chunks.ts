// Output of a running program on its way to the store: collected, cut at line ends, compressed, and written in order
// once it is large or old enough. Every chunk is a separate gzip file.
import { concatenate } from '../../errors/concatenate.ts';
import type { StreamName } from './records.ts';

/** Output to be appended to a stream. */
export interface OutputChunk {
  readonly gzip: Uint8Array;
  /** The chunk's output size, before compression. */
  readonly sizeBytes: number;
}

export type OutputChunks = Partial<Record<StreamName, OutputChunk>>;

export interface OutputOptions {
  /** Stores chunks. An error stops the collection of output and is passed to `onFailure`. */
  readonly write: (chunks: OutputChunks) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly chunkBytes: number;
  readonly chunkMs: number;
}

const NEWLINE = 10;
/** Fraction of the usual wait that applies to the first output, since a user may be waiting for it. */
const FIRST_WAIT = 0.1;

/** Compresses bytes to a gzip file. */
async function gzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  // A Blob is unsuitable: browsers store Blobs in another process, and endless output would fill its memory.
  const written = writer.write(bytes as BufferSource).then(() => writer.close());
  const [packed] = await Promise.all([new Response(readable).arrayBuffer(), written]);
  return new Uint8Array(packed);
}

/** Position at which to split ongoing output: after its last complete line, or else before an incomplete character. */
export function findCut(bytes: Uint8Array): number {
  const afterLine = bytes.lastIndexOf(NEWLINE) + 1;
  if (afterLine > 0) return afterLine;
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

class Gathered {
  #pieces: Uint8Array[] = [];
  sizeBytes = 0;

  add(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.sizeBytes += bytes.length;
  }

  /** Takes the output that is ready to be stored, or all of it if `isLast`. */
  take(isLast: boolean): Uint8Array {
    const whole = concatenate(this.#pieces);
    const cut = isLast ? whole.length : findCut(whole);
    this.#pieces = cut < whole.length ? [whole.subarray(cut)] : [];
    this.sizeBytes = whole.length - cut;
    return whole.subarray(0, cut);
  }
}

/** Collects both output streams of a program. */
export class OutputGatherer {
  readonly #options: OutputOptions;
  readonly #streams = { Stdout: new Gathered(), Stderr: new Gathered() };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isFlushing = false;
  #hasEnded = false;
  #isFirst = true;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  /** Adds output of the program. */
  add(stream: StreamName, bytes: Uint8Array): void {
    if (this.#hasEnded) return;
    const gathered = this.#streams[stream];
    gathered.add(bytes);
    if (gathered.sizeBytes >= this.#options.chunkBytes) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), this.#waitMs());
  }

  #waitMs(): number {
    const { chunkMs } = this.#options;
    return this.#isFirst ? chunkMs * FIRST_WAIT : chunkMs;
  }

  /** Waits until all earlier output is stored; returns the rest for the final write. Accepts no more output. */
  async end(): Promise<OutputChunks> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#takeChunks(true);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isFlushing) {
      // Waits while a write is running: on a slow disk, chunks then grow instead of queueing up.
      this.#timer = setTimeout(() => this.#flush(), this.#options.chunkMs);
      return;
    }
    this.#isFlushing = true;
    this.#isFirst = false;
    this.#writing = this.#takeChunks(false)
      .then((chunks) => (chunks.Stdout || chunks.Stderr ? this.#options.write(chunks) : undefined))
      .catch((error: unknown) => {
        this.#hasEnded = true;
        this.#options.onFailure(error);
      })
      .finally(() => {
        this.#isFlushing = false;
      });
  }

  async #takeChunks(isLast: boolean): Promise<OutputChunks> {
    const chunks: OutputChunks = {};
    for (const stream of ['Stdout', 'Stderr'] as const) {
      const bytes = this.#streams[stream].take(isLast);
      if (bytes.length > 0) chunks[stream] = { gzip: await gzipBytes(bytes), sizeBytes: bytes.length };
    }
    return chunks;
  }
}
