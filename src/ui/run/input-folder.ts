// Input files of a program: a bucket of the account's storage. The bucket is the program's working directory, and it
// marks the program's runs. Only files changed since the last run are sent.
import { bytesOfFile, contentOfFile, type InputFile } from '../draft/input-file.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { DataSource } from '../service/service-records.ts';

export interface OutputFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

interface SentFile {
  readonly content: string;
  /** ETag of the content in the service; '' while unknown. */
  readonly etag: string;
}

/** Storage of the bucket's ID, so that the tab finds the bucket again after a reload. */
export type FolderNote = Pick<Storage, 'getItem' | 'setItem'>;

const NOTE = 'haze-folder:';

/** The name of a program's bucket. */
export function nameFolder(programId: string): string {
  return `playground-${programId}`;
}

export class InputFolder {
  readonly #client: ServiceClient;
  readonly #note: FolderNote | undefined;
  /** Name of the bucket. Earlier buckets of the program have the same name when no ID could be stored. */
  readonly name: string;
  readonly #sent = new Map<string, SentFile>();
  #bucket: Promise<{ readonly BucketID: string }> | undefined;

  /** @param name name of the bucket: letters, digits and dashes, unique for each program and tab */
  constructor(client: ServiceClient, name: string, note?: FolderNote) {
    this.#client = client;
    this.#note = note;
    this.name = name;
  }

  /** Forgets the bucket and its files, which no longer exist. */
  forget(): void {
    this.#bucket = undefined;
    this.#sent.clear();
  }

  /**
   * Sends the files to the service, and deletes files of earlier runs. Answers the data sources for a task that reads
   * the files and may write others beside them.
   */
  async send(files: readonly InputFile[]): Promise<DataSource[]> {
    this.#bucket ??= this.#open().catch((error: unknown) => {
      this.#bucket = undefined;
      throw error;
    });
    const { BucketID } = await this.#bucket;
    const wanted = new Map(files.map((file) => [file.path, file]));
    const present = await this.#list();
    for (const { path } of present) {
      if (wanted.has(path)) continue;
      await this.#client.deleteFile(`${this.name}/${path}`);
      this.#sent.delete(path);
    }
    const etags = new Map(present.map(({ path, etag }) => [path, etag]));
    let hasWritten = false;
    for (const [path, file] of wanted) {
      const content = contentOfFile(file);
      const sent = this.#sent.get(path);
      // The program may have changed the file.
      if (sent?.content === content && sent.etag !== '' && sent.etag === etags.get(path)) continue;
      await this.#client.writeFile(`${this.name}/${path}`, bytesOfFile(file));
      this.#sent.set(path, { content, etag: '' });
      hasWritten = true;
    }
    if (hasWritten) await this.#noteEtags();
    return [{ Location: '.', ResourceID: BucketID, ResourceType: 'Bucket', KeepWhenStopped: true }];
  }

  /** Bucket from before the reload, else a new one. */
  async #open(): Promise<{ readonly BucketID: string }> {
    const known = this.#note?.getItem(NOTE + this.name);
    const present = known ? await this.#client.readBucket(known).catch(() => undefined) : undefined;
    if (present?.Name === this.name) return present;
    const made = await this.#client.createBucket(this.name);
    try {
      this.#note?.setItem(NOTE + this.name, made.BucketID);
    } catch {
      // The storage is full: the next load makes another bucket of the same name.
    }
    return made;
  }

  /** Lists the files that the program has made or changed. */
  async listOutputs(): Promise<OutputFile[]> {
    if (!this.#bucket) return [];
    const items = await this.#list();
    return items
      .filter(({ path, etag }) => this.#sent.get(path)?.etag !== etag)
      .map(({ path, size }) => ({ path, size }));
  }

  /** Reads one file. */
  read(path: string): Promise<Blob> {
    return this.#client.readFile(`${this.name}/${path}`);
  }

  async #noteEtags(): Promise<void> {
    for (const { path, etag } of await this.#list()) {
      const sent = this.#sent.get(path);
      if (sent) this.#sent.set(path, { ...sent, etag });
    }
  }

  /** Lists the files of the bucket, without folders. */
  async #list(): Promise<(OutputFile & { readonly etag: string })[]> {
    const items = await this.#client.listFiles(this.name);
    return items
      .map(({ path, size, etag }) => ({ path: path.slice(this.name.length + 1), size, etag }))
      .filter(({ path }) => path !== '' && !path.endsWith('/'));
  }
}
