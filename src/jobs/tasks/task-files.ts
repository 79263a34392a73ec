// Files in a task's working directory: inputs from its repository, and files of its data sources from the account's
// storage. Also writes back files that the program created or changed under a data source. The API defines buckets and
// drives.

import { HazeError } from '../../errors/haze-error.ts';
import type { RunOutcome } from '../../runtime/running/run-outcome.ts';
import { allBlobs } from '../../store/contract/object-cache.ts';
import type { Store, Transaction } from '../../store/contract/store.ts';
import { findMounts, type Mount } from '../records/data-sources.ts';
import { maybeReadBlob } from '../records/read-blob.ts';
import { buildInputKey, type DataSource, userFileKey } from '../records/records.ts';

/** A program's changes to its files: new and changed files, and the paths of removed files. */
type Changes = Pick<RunOutcome, 'files' | 'removedFiles'>;

/** Files from the account's storage that a task can access. */
export interface TaskFiles {
  /** Files by path in the working directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Number of bytes that `writeBack` would add. */
  addedBytes(changes: Changes, hasFailed: boolean): Promise<number>;
  /**
   * Stores the program's changes to files under a data source: created, changed and removed files. If the program
   * failed, does this only where the data source allows it; other data sources remain unchanged.
   */
  writeBack(tx: Transaction, changes: Changes, hasFailed: boolean): Promise<void>;
}

function findMountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  const inside = mounts.filter(({ location }) => path.startsWith(location));
  return inside.sort((a, b) => b.location.length - a.location.length)[0];
}

/** Collects files within a size limit; a name is either a file or a folder, never both. */
class GatheredFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly #store: Store;
  readonly #maxBytes: number;
  readonly #folders = new Set<string>();
  #totalBytes = 0;

  constructor(store: Store, maxBytes: number) {
    this.#store = store;
    this.#maxBytes = maxBytes;
  }

  /** Adds a folder that exists even if it is empty. */
  addFolder(location: string): void {
    if (location === '') return;
    this.#checkPlace(location);
    this.files.set(location, new Uint8Array(0));
  }

  /**
   * Adds all files whose keys start with the prefix. @throws HazeError `data-sources-too-large`,
   * `data-source-conflict`
   */
  async addAll(prefix: string, location: string): Promise<void> {
    for await (const { key, sizeBytes } of allBlobs(this.#store, prefix)) {
      this.#totalBytes += sizeBytes;
      if (this.#totalBytes > this.#maxBytes) {
        throw new HazeError(
          'data-sources-too-large',
          `the task's inputs and data sources contain more than ${this.#maxBytes / 1024 ** 2} MB; specify a smaller folder`,
        );
      }
      const path = location + key.slice(prefix.length);
      if (path.endsWith('/')) {
        this.addFolder(path);
        continue;
      }
      this.#checkPlace(path);
      const bytes = await maybeReadBlob(this.#store, key);
      if (bytes) this.files.set(path, bytes);
    }
  }

  #checkPlace(path: string): void {
    const parts = path.split('/');
    const folders = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
    const taken =
      folders.find((folder) => this.files.has(folder)) ?? (this.#folders.has(path) ? path : undefined);
    if (taken !== undefined) {
      throw new HazeError(
        'data-source-conflict',
        `"${taken}" would be both a file and a folder in the working directory; choose another Location for the data source`,
      );
    }
    for (const folder of folders) this.#folders.add(folder);
  }
}

/** A task's properties that concern its files. */
export interface TaskOfFiles {
  readonly owner: string;
  readonly buildId: string;
  readonly sources: readonly DataSource[];
  /** Maximum total size of all files. */
  readonly maxBytes: number;
}

/**
 * Reads the inputs of a task's build, and the files of its data sources.
 * @throws HazeError `data-sources-too-large`, `data-source-conflict`, and the errors of `findMounts`
 */
export async function openTaskFiles(store: Store, task: TaskOfFiles): Promise<TaskFiles> {
  const { owner, buildId, sources, maxBytes } = task;
  const mounts = await findMounts(store, owner, sources);
  const gathered = new GatheredFiles(store, maxBytes);
  await gathered.addAll(buildInputKey(buildId, ''), '');
  for (const { location, folder, isReadable } of mounts) {
    gathered.addFolder(location);
    if (isReadable) await gathered.addAll(userFileKey(owner, folder), location);
  }
  const maybeKey = (path: string, hasFailed: boolean): string | undefined => {
    const mount = findMountOf(mounts, path);
    // The folder of a data source itself is never removed.
    if (!mount?.isWritable || path === mount.location || (hasFailed && !mount.isKept)) return undefined;
    return userFileKey(owner, mount.folder + path.slice(mount.location.length));
  };
  const addedBytes = async (changes: Changes, hasFailed: boolean): Promise<number> => {
    const sizes = new Map<string, number>();
    for (const path of changes.removedFiles) sizes.set(maybeKey(path, hasFailed) ?? '', 0);
    for (const [path, { length }] of changes.files) sizes.set(maybeKey(path, hasFailed) ?? '', length);
    sizes.delete('');
    let sum = 0;
    for (const [key, size] of sizes) sum += size - ((await store.blobInfo(key))?.sizeBytes ?? 0);
    return sum;
  };
  const writeBack = async (
    tx: Transaction,
    { files, removedFiles }: Changes,
    hasFailed: boolean,
  ): Promise<void> => {
    // Removals come first: a new file may have the name of a removed folder.
    for (const path of removedFiles) {
      const key = maybeKey(path, hasFailed);
      if (key !== undefined) await tx.deleteBlob(key);
    }
    for (const [path, bytes] of files) {
      const key = maybeKey(path, hasFailed);
      if (key !== undefined) await tx.putBlob(key, bytes);
    }
  };
  return { files: gathered.files, addedBytes, writeBack };
}
