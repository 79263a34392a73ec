// Reads a task's growing output: fetches new chunks, decompresses them, and preserves their order.
import type { ServiceClient } from '../service/service-client.ts';
import { hasEnded, type Task, type TaskOutputs } from '../service/service-records.ts';

/** Receives a string and its size in bytes. */
type TakeText = (text: string, sizeBytes: number) => void;

/** The service's methods for reading output. */
export type OutputClient = Pick<ServiceClient, 'readOutputs' | 'readStream' | 'download'>;

/**
 * Maximum size of a completed task's output that is read as a single string. Reading a string takes one request,
 * whereas reading chunks by URL takes at least two.
 */
const MOST_AT_ONCE_BYTES = 64 * 1024;

class StreamReader {
  readonly #client: OutputClient;
  readonly #name: 'Stdout' | 'Stderr';
  readonly #take: TakeText;
  readonly #decoder = new TextDecoder();
  #chunkCount = 0;
  #sizeBytes = 0;

  constructor(client: OutputClient, name: 'Stdout' | 'Stderr', take: TakeText) {
    this.#client = client;
    this.#name = name;
    this.#take = take;
  }

  hasMore(task: Task): boolean {
    return this.#sizeOf(task) !== this.#sizeBytes;
  }

  isReadAtOnce(task: Task): boolean {
    return hasEnded(task) && this.#sizeBytes === 0 && this.#sizeOf(task) <= MOST_AT_ONCE_BYTES;
  }

  async readAtOnce(task: Task): Promise<void> {
    const text = await this.#client.readStream(task.TaskID, this.#name);
    this.#sizeBytes = this.#sizeOf(task);
    this.#take(text, this.#sizeBytes);
  }

  async readChunks(outputs: TaskOutputs): Promise<void> {
    const addresses = outputs[`${this.#name}Chunks`] ?? [];
    for (const url of addresses.slice(this.#chunkCount)) {
      const response = await this.#client.download(url);
      const plain = response.body?.pipeThrough(new DecompressionStream('gzip'));
      const bytes = new Uint8Array(await new Response(plain ?? null).arrayBuffer());
      this.#chunkCount += 1;
      this.#sizeBytes += bytes.length;
      // Chunks end at a line or character boundary, except in binary output.
      this.#take(this.#decoder.decode(bytes, { stream: true }), bytes.length);
    }
  }

  #sizeOf({ Streams }: Task): number {
    return Streams?.[this.#name].SizeInBytes ?? 0;
  }
}

export class OutputReader {
  readonly #client: OutputClient;
  readonly #streams: readonly StreamReader[];

  constructor(client: OutputClient, take: { readonly onStdout: TakeText; readonly onStderr: TakeText }) {
    this.#client = client;
    this.#streams = [
      new StreamReader(client, 'Stdout', take.onStdout),
      new StreamReader(client, 'Stderr', take.onStderr),
    ];
  }

  /** Reads new output from both streams. */
  async readMore(task: Task): Promise<void> {
    const grown = this.#streams.filter((stream) => stream.hasMore(task));
    if (grown.length === 0) return;
    if (grown.every((stream) => stream.isReadAtOnce(task))) {
      await Promise.all(grown.map((stream) => stream.readAtOnce(task)));
      return;
    }
    const outputs = await this.#client.readOutputs(task.TaskID);
    await Promise.all(grown.map((stream) => stream.readChunks(outputs)));
  }
}
