// Reads a task's stdout as it grows: the chunks that were not there the last time, decompressed and in order.
import type { ServiceClient } from '../service/service-client.ts';
import type { Task } from '../service/service-records.ts';

export class OutputReader {
  readonly #client: ServiceClient;
  readonly #onText: (text: string, sizeBytes: number) => void;
  readonly #decoder = new TextDecoder();
  #chunkCount = 0;
  #sizeBytes = 0;

  constructor(client: ServiceClient, onText: (text: string, sizeBytes: number) => void) {
    this.#client = client;
    this.#onText = onText;
  }

  /** Reads what has been added since the last call. */
  async readMore({ TaskID, Streams }: Task): Promise<void> {
    const sizeBytes = Streams?.Stdout.SizeInBytes ?? 0;
    if (sizeBytes === this.#sizeBytes) return;
    const { StdoutChunks } = await this.#client.readOutputs(TaskID);
    for (const url of StdoutChunks.slice(this.#chunkCount)) {
      const response = await this.#client.download(url);
      const plain = response.body?.pipeThrough(new DecompressionStream('gzip'));
      const bytes = new Uint8Array(await new Response(plain ?? null).arrayBuffer());
      this.#chunkCount += 1;
      this.#sizeBytes += bytes.length;
      // Chunks end where a line or a character does, except when the program writes neither.
      this.#onText(this.#decoder.decode(bytes, { stream: true }), bytes.length);
    }
  }
}
