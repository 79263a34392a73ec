// The files that a task finds in its working directory: those of its data sources, read from the account's storage;
// and the way back, for files that the program makes or changes there. What a bucket or a drive is decides the API.
import { HazeError } from '../errors/haze-error.ts';
import { recordType, type Store, type Transaction } from '../store/store.ts';
import { maybeReadBlob } from './read-blob.ts';
import { type DataSource, userFileKey } from './records.ts';

const buckets = recordType<{ readonly Name: string; readonly Read: boolean; readonly Write: boolean }>(
  'bucket',
);
const drives = recordType<{ readonly DataSources: readonly DataSource[] }>('drive');
const PAGE_SIZE = 100;
/** Drives may name drives. */
const MAX_DEPTH = 8;

/** A folder of the working directory and the folder of the account's storage behind it. Both end with a slash or are empty. */
interface Mount {
  readonly location: string;
  readonly folder: string;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
}

/** What a task sees of its account's storage. */
export interface TaskFiles {
  /** By path below the working directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Stores what the program has made or changed below a data source. */
  writeBack(tx: Transaction, changed: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

function folderOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

async function findMounts(
  store: Store,
  owner: string,
  sources: readonly DataSource[],
  place: { readonly location: string; readonly depth: number },
): Promise<Mount[]> {
  const mounts: Mount[] = [];
  for (const { Location, ResourceID, ResourceType } of sources) {
    const location = place.location + folderOf(Location);
    if (ResourceType === 'Bucket') {
      const bucket = await store.get(buckets, ResourceID);
      if (bucket?.owner !== owner) throw missing('bucket', ResourceID);
      const { Name, Read, Write } = bucket.body;
      mounts.push({ location, folder: folderOf(Name), isReadable: Read, isWritable: Write });
    } else if (ResourceType === 'Drive') {
      const drive = await store.get(drives, ResourceID);
      if (drive?.owner !== owner || place.depth >= MAX_DEPTH) throw missing('drive', ResourceID);
      const inner = { location, depth: place.depth + 1 };
      mounts.push(...(await findMounts(store, owner, drive.body.DataSources, inner)));
    } else mounts.push({ location, folder: '', isReadable: true, isWritable: true });
  }
  return mounts;
}

function missing(kind: string, id: string): HazeError {
  return new HazeError(
    'data-source-missing',
    `the ${kind} ${id} of the task's data sources is not there any more`,
  );
}

async function* listFiles(store: Store, prefix: string): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '';
  for (;;) {
    const page = await store.listBlobs({ prefix, after, limit: PAGE_SIZE });
    // A key that ends with a slash is a folder.
    yield* page.filter(({ key }) => !key.endsWith('/'));
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.key;
  }
}

function findMountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  const inside = mounts.filter(({ location }) => path.startsWith(location));
  return inside.sort((a, b) => b.location.length - a.location.length)[0];
}

/**
 * Reads the files of a task's data sources.
 * @throws HazeError `data-source-missing`, `data-sources-too-large`
 */
export async function openTaskFiles(
  store: Store,
  task: { readonly owner: string; readonly sources: readonly DataSource[]; readonly maxBytes: number },
): Promise<TaskFiles> {
  const { owner, sources, maxBytes } = task;
  const mounts = await findMounts(store, owner, sources, { location: '', depth: 0 });
  const files = new Map<string, Uint8Array>();
  let totalBytes = 0;
  for (const { location, folder } of mounts.filter(({ isReadable }) => isReadable)) {
    const prefix = userFileKey(owner, folder);
    for await (const { key, sizeBytes } of listFiles(store, prefix)) {
      totalBytes += sizeBytes;
      if (totalBytes > maxBytes) {
        throw new HazeError(
          'data-sources-too-large',
          `the task's data sources hold more than ${maxBytes / 1024 ** 2} MB; name a smaller folder`,
        );
      }
      const bytes = await maybeReadBlob(store, key);
      if (bytes) files.set(location + key.slice(prefix.length), bytes);
    }
  }
  const writeBack = async (tx: Transaction, changed: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    for (const [path, bytes] of changed) {
      const mount = findMountOf(mounts, path);
      if (!mount?.isWritable) continue;
      await tx.putBlob(userFileKey(owner, mount.folder + path.slice(mount.location.length)), bytes);
    }
  };
  return { files, writeBack };
}
