// Files in a task's working directory: inputs from its repository, and files of its data sources from the account's
// storage. Also writes back files that the program created or changed under a data source. The API defines buckets and
// drives.

import { HazeError } from '../../errors/haze-error.ts';
import type { RunOutcome } from '../../runtime/running/run-outcome.ts';
import { allBlobs } from '../../store/contract/object-cache.ts';
import { recordType, type Store, type Transaction } from '../../store/contract/store.ts';
import { maybeReadBlob } from '../records/read-blob.ts';
import { buildInputKey, type DataSource, userFileKey } from '../records/records.ts';
import { maybeStorageFolder } from '../records/storage-id.ts';

const buckets = recordType<{
  readonly Name: string;
  readonly MountPath: string;
  readonly Read: boolean;
  readonly Write: boolean;
}>('bucket');
const drives = recordType<{ readonly DataSources: readonly DataSource[] }>('drive');
const DEFAULT_LOCATION = 'sd0';
/** Maximum nesting depth of drives. */
const MAX_DEPTH = 8;
/**
 * Maximum number of data sources: expanding eight levels of nested drives with a hundred entries each would take
 * forever.
 */
const MOST_SOURCES = 1000;

/** A folder in the working directory, and its folder in the account's storage. Both end with a slash or are empty. */
interface Mount {
  readonly location: string;
  readonly folder: string;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
  /** True if the files of a failed program are saved. */
  readonly isKept: boolean;
}

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

function folderOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw new HazeError('data-source-outside', `the Location "${path}" leads outside the working directory`);
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

/** Contents of a task's data sources. */
interface Found {
  readonly mounts: Mount[];
  /** Number of data sources so far, including those inside drives. */
  count: number;
}

async function findMounts(
  store: Store,
  owner: string,
  sources: readonly DataSource[],
  place: {
    readonly location: string;
    readonly depth: number;
    readonly found: Found;
    readonly isKept?: boolean;
  },
): Promise<void> {
  const { found, depth } = place;
  for (const { Location, ResourceID, ResourceType, KeepWhenStopped = false } of sources) {
    const isKept = KeepWhenStopped || place.isKept === true;
    found.count += 1;
    if (found.count > MOST_SOURCES)
      throw new HazeError(
        'data-sources-too-many',
        `the task's drives, including nested ones, contain more than ${MOST_SOURCES} data sources in total; use fewer`,
      );
    if (ResourceType === 'Bucket') {
      const bucket = await store.get(buckets, ResourceID);
      if (bucket?.owner !== owner) throw missing('bucket', ResourceID);
      const { Name, MountPath, Read, Write } = bucket.body;
      const location = place.location + folderOf(Location ?? MountPath);
      found.mounts.push({ location, folder: folderOf(Name), isReadable: Read, isWritable: Write, isKept });
      continue;
    }
    const location = place.location + folderOf(Location ?? DEFAULT_LOCATION);
    if (ResourceType === 'Drive') {
      const drive = await store.get(drives, ResourceID);
      if (drive?.owner !== owner || depth >= MAX_DEPTH) throw missing('drive', ResourceID);
      await findMounts(store, owner, drive.body.DataSources, { location, depth: depth + 1, found, isKept });
      continue;
    }
    const folder = ResourceType.endsWith('CloudStorage') ? maybeStorageFolder(ResourceID, owner) : undefined;
    // Older drives may contain unvalidated names.
    if (folder === undefined) {
      throw new HazeError(
        'data-source-unsupported',
        `a drive of the task lists a ${ResourceType.slice(0, 80)} "${ResourceID.slice(0, 80)}", which this service cannot read; remove it from the drive`,
      );
    }
    found.mounts.push({ location, folder: folderOf(folder), isReadable: true, isWritable: true, isKept });
  }
}

function missing(kind: string, id: string): HazeError {
  return new HazeError(
    'data-source-missing',
    `the ${kind} ${id} in the task's data sources no longer exists`,
  );
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
 * @throws HazeError `data-source-missing`, `data-sources-too-many`, `data-sources-too-large`, `data-source-conflict`
 */
export async function openTaskFiles(store: Store, task: TaskOfFiles): Promise<TaskFiles> {
  const { owner, buildId, sources, maxBytes } = task;
  const found: Found = { mounts: [], count: 0 };
  await findMounts(store, owner, sources, { location: '', depth: 0, found });
  const { mounts } = found;
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
