// The input files of the page's program: a bucket of the account's storage, which the program finds as its working
// directory. Only what has changed since the last run is sent.
import type { InputFile } from '../playground/program.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { DataSource } from '../service/service-records.ts';

export interface OutputFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export class InputFolder {
  readonly #client: ServiceClient;
  readonly #name: string;
  readonly #sent = new Map<string, string>();
  #bucket: Promise<{ readonly BucketID: string }> | undefined;

  /** @param name of the bucket: letters, digits and dashes, another for every tab */
  constructor(client: ServiceClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Brings the files to the service; answers the data sources of a task that is to find them. */
  async send(files: readonly InputFile[]): Promise<DataSource[]> {
    if (files.length === 0 && this.#sent.size === 0) return [];
    this.#bucket ??= this.#client.createBucket(this.#name).catch((error: unknown) => {
      this.#bucket = undefined;
      throw error;
    });
    const { BucketID } = await this.#bucket;
    const wanted = new Map(files.map(({ path, text }) => [path, text]));
    for (const path of this.#sent.keys()) {
      if (wanted.has(path)) continue;
      await this.#client.deleteFile(`${this.#name}/${path}`);
      this.#sent.delete(path);
    }
    for (const [path, text] of wanted) {
      if (this.#sent.get(path) === text) continue;
      await this.#client.writeFile(`${this.#name}/${path}`, text);
      this.#sent.set(path, text);
    }
    return [{ Location: '.', ResourceID: BucketID, ResourceType: 'Bucket' }];
  }

  /** Files that the program has made beside its input. */
  async listOutputs(): Promise<OutputFile[]> {
    if (!this.#bucket) return [];
    const items = await this.#client.listFiles(this.#name);
    return items
      .map(({ path, size }) => ({ path: path.slice(this.#name.length + 1), size }))
      .filter(({ path }) => path !== '' && !path.endsWith('/') && !this.#sent.has(path));
  }

  /** One of them. */
  read(path: string): Promise<Blob> {
    return this.#client.readFile(`${this.#name}/${path}`);
  }
}
