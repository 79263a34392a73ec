// A program's input files: a bucket in the account's storage. The bucket is the program's working directory, and it
// identifies the program's runs. Only files that have changed since the last run are sent.
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
  /** ETag of the content stored in the service; '' if unknown. */
  readonly etag: string;
}

/** Storage for the bucket's ID, so that the tab finds the bucket again after a reload. */
export type FolderNote = Pick<Storage, 'getItem' | 'setItem'>;

const NOTE = 'haze-folder:';

/** Name of a program's bucket. */
export function nameFolder(programId: string): string {
  return `playground-${programId}`;
}

export class InputFolder {
  readonly #client: ServiceClient;
  readonly #note: FolderNote | undefined;
  /** The bucket's name. If no ID could be stored, the program's earlier buckets have the same name. */
  readonly name: string;
  readonly #sent = new Map<string, SentFile>();
  #bucket: Promise<{ readonly BucketID: string }> | undefined;

  /** @param name the bucket's name: letters, digits and dashes, unique per program and tab */
  constructor(client: ServiceClient, name: string, note?: FolderNote) {
    this.#client = client;
    this.#note = note;
    this.name = name;
  }

  /** Forgets the bucket and its files because they no longer exist. */
  forget(): void {
    this.#bucket = undefined;
    this.#sent.clear();
  }

  /**
   * Sends the files to the service, and deletes files of earlier runs. Returns the data sources for a task that reads
   * these files and may write others to the same folder.
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

  /** The bucket used before the reload, otherwise a new bucket. */
  async #open(): Promise<{ readonly BucketID: string }> {
    const known = this.#note?.getItem(NOTE + this.name);
    const present = known ? await this.#client.readBucket(known).catch(() => undefined) : undefined;
    if (present?.Name === this.name) return present;
    const made = await this.#client.createBucket(this.name);
    try {
      this.#note?.setItem(NOTE + this.name, made.BucketID);
    } catch {
      // Storage is full: the next load creates another bucket with the same name.
    }
    return made;
  }

  /** Lists the files that the program has created or changed. */
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

  /** Lists the bucket's files, without folders. */
  async #list(): Promise<(OutputFile & { readonly etag: string })[]> {
    const items = await this.#client.listFiles(this.name);
    return items
      .map(({ path, size, etag }) => ({ path: path.slice(this.name.length + 1), size, etag }))
      .filter(({ path }) => path !== '' && !path.endsWith('/'));
  }
}
