// Data sources of a job: folders of its account's storage, named directly, by buckets or by drives. The API checks the
// data sources of a request in the same way as a task later opens them.
//
// The ResourceID of an account's cloud storage is `<kind>:/<UserID>`, optionally followed by a folder; `''` denotes all
// of it.
import { HazeError } from '../../errors/haze-error.ts';
import { type ReadView, recordType } from '../../store/contract/store.ts';
import type { DataSource } from './records.ts';

const FORM = /^[\w-]+:\/(usr_[0-9a-f]{32})(?:\/(.*))?$/;

/**
 * Folder in the owner's storage that a ResourceID denotes; `''` for all of it. Undefined for another account's
 * storage, and for malformed IDs.
 */
function maybeStorageFolder(resourceId: string, owner: string): string | undefined {
  if (resourceId === '') return '';
  const [, named, folder = ''] = FORM.exec(resourceId) ?? [];
  const isOwn = named === owner && !folder.split('/').includes('..');
  return isOwn ? folder : undefined;
}

const buckets = recordType<{
  readonly Name: string;
  readonly MountPath: string;
  readonly Read: boolean;
  readonly Write: boolean;
}>('bucket');
const drives = recordType<{ readonly DataSources: readonly DataSource[] }>('drive');

export const DEFAULT_LOCATION = 'sd0';
/** Maximum nesting depth of drives. */
const MAX_DEPTH = 8;
/** Eight levels of drives with a hundred entries each would take forever to expand. */
const MOST_SOURCES = 1000;

/** A folder in the working directory, and its folder in the account's storage. Both end with a slash or are empty. */
export interface Mount {
  readonly location: string;
  readonly folder: string;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
  /** True if the files of a failed program are saved. */
  readonly isKept: boolean;
}

function folderOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw new HazeError('data-source-outside', `the Location "${path}" leads outside the working directory`);
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

function missing(kind: string, id: string): HazeError {
  return new HazeError('data-source-missing', `there is no ${kind} "${id}" in this account`);
}

function unsupported(type: string): HazeError {
  const reason =
    type === 'Gateway'
      ? 'a Gateway is a stream from a device, and there are no devices here; use the account’s storage, a Bucket or a Drive'
      : `a data source must be a Bucket, a Drive or …CloudStorage, not "${type.slice(0, 80)}"`;
  return new HazeError('data-source-unsupported', reason);
}

/**
 * Folders of data sources, including data sources in drives.
 * @param view the store, or a transaction
 * @throws HazeError `data-source-missing`, `data-source-unsupported`, `data-source-outside`, `data-sources-too-many`;
 * `data.index` is the position of the data source
 */
export async function findMounts(
  view: Pick<ReadView, 'get'>,
  owner: string,
  sources: readonly DataSource[],
): Promise<Mount[]> {
  const mounts: Mount[] = [];
  let left = MOST_SOURCES;
  const expand = async (source: DataSource, within: { depth: number; location: string; isKept: boolean }) => {
    const { Location, ResourceID: id, ResourceType: type, KeepWhenStopped = false } = source;
    const isKept = KeepWhenStopped || within.isKept;
    left -= 1;
    if (left < 0) {
      const message = `data sources and drives together contain more than ${MOST_SOURCES} data sources; use fewer`;
      throw new HazeError('data-sources-too-many', message);
    }
    if (type === 'Bucket') {
      const bucket = await view.get(buckets, id);
      if (bucket?.owner !== owner) throw missing('bucket', id);
      const { Name, MountPath, Read: isReadable, Write: isWritable } = bucket.body;
      const location = within.location + folderOf(Location ?? MountPath);
      mounts.push({ location, folder: folderOf(Name), isReadable, isWritable, isKept });
      return;
    }
    const location = within.location + folderOf(Location ?? DEFAULT_LOCATION);
    if (type === 'Drive') {
      const drive = await view.get(drives, id);
      if (drive?.owner !== owner) throw missing('drive', id);
      const depth = within.depth + 1;
      if (depth > MAX_DEPTH) {
        const message = `drives are nested deeper than ${MAX_DEPTH} levels; remove "${id}" from a drive`;
        throw new HazeError('data-sources-too-many', message);
      }
      for (const inner of drive.body.DataSources) await expand(inner, { depth, location, isKept });
      return;
    }
    if (!type.endsWith('CloudStorage')) throw unsupported(type);
    const folder = maybeStorageFolder(id, owner);
    if (folder === undefined) {
      const form = `<kind>:/${owner}, such as cloud_storage:/${owner}, followed by /folder for a part of it`;
      const message = `"${id.slice(0, 80)}" is not this account’s storage: use ${form}`;
      throw new HazeError('data-source-missing', message);
    }
    mounts.push({ location, folder: folderOf(folder), isReadable: true, isWritable: true, isKept });
  };
  for (const [index, source] of sources.entries()) {
    await expand(source, { depth: 0, location: '', isKept: false }).catch((error: unknown) => {
      // The store's own errors are not about the data source.
      if (!(error instanceof HazeError && error.code.startsWith('data-source'))) throw error;
      throw new HazeError(error.code, error.message, { data: { ...error.data, index }, cause: error });
    });
  }
  return mounts;
}
