// Reads one of a task's output streams as it grows: the chunks that were not there the last time, decompressed and in order.
import type { ServiceClient } from '../service/service-client.ts';
import type { Task } from '../service/service-records.ts';

export class OutputReader {
  readonly #client: ServiceClient;
  readonly #stream: 'Stdout' | 'Stderr';
  readonly #onText: (text: string, sizeBytes: number) => void;
  readonly #decoder = new TextDecoder();
  #chunkCount = 0;
  #sizeBytes = 0;

  constructor(
    client: ServiceClient,
    stream: 'Stdout' | 'Stderr',
    onText: (text: string, sizeBytes: number) => void,
  ) {
    this.#client = client;
    this.#stream = stream;
    this.#onText = onText;
  }

  /** Reads what has been added since the last call. */
  async readMore({ TaskID, Streams }: Task): Promise<void> {
    const sizeBytes = Streams?.[this.#stream].SizeInBytes ?? 0;
    if (sizeBytes === this.#sizeBytes) return;
    const { [`${this.#stream}Chunks` as const]: chunks } = await this.#client.readOutputs(TaskID);
    for (const url of (chunks ?? []).slice(this.#chunkCount)) {
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
