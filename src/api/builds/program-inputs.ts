// Inputs common to builds, tasks, repositories and drives: arguments, data sources and trace variables. Includes the
// checks that need the account: whether a bucket exists, and whose storage a data source refers to.
import type { DataSource } from '../../jobs/records/records.ts';
import { maybeStorageFolder } from '../../jobs/records/storage-id.ts';
import type { ReadView, RecordType } from '../../store/contract/store.ts';
import { buckets } from '../buckets/buckets.ts';
import { drives } from '../drives/drives.ts';
import { invalidRequest } from '../requests/failures.ts';
import { ifSound, integer, z } from '../requests/schema-language.ts';

const DEFAULT_LOCATION = 'sd0';
/** Maximum depth to which tasks follow nested drives. */
const MAX_DEPTH = 8;
const NUL = String.fromCharCode(0);
const withoutNul = { ...ifSound, error: 'must not contain a NUL character' };

export const argumentsSchema = z
  .string()
  .max(1_000_000)
  .refine((text) => !text.includes(NUL), withoutNul)
  .openapi({ description: 'Command-line arguments, split into words as in a POSIX shell.' });

/** A folder in a program's file system. The root is the working directory, so `data` and `/data` are the same. */
export const locationSchema = z
  .string()
  .max(1000)
  .refine((path) => !/^[A-Za-z]:|\\/.test(path), {
    ...ifSound,
    error: 'must be a path with slashes, without a drive letter',
  })
  .refine((path) => !path.split('/').includes('..'), {
    ...ifSound,
    error: 'must not leave the folder through ".."',
  })
  .refine((path) => !path.includes(NUL), withoutNul);

// Clients send back data source records that they have read, which have more fields than these; the response returns
// all of them.
export const dataSourceSchema = z
  .looseObject({
    Location: locationSchema.optional().openapi({
      description: `Folder in which the program finds the data. Default: the MountPath of a Bucket, "${DEFAULT_LOCATION}" for others.`,
    }),
    ResourceID: z.string().max(1000).default('').openapi({
      description:
        'BucketID or DriveID. For the account’s storage: <kind>:/<UserID>, followed by /folder for a part of it, or empty for all of it.',
    }),
    ResourceType: z.string().max(200).openapi({
      description:
        'Bucket, Drive, ServiceCloudStorage or any …CloudStorage. A drive may also list other types, such as a Gateway, but builds and tasks that use the drive are rejected.',
    }),
    KeepWhenStopped: z.boolean().optional().openapi({
      description:
        'Whether files that a program wrote are kept when it exits with a status other than 0. Default false.',
    }),
  })
  .transform((source): DataSource => {
    if (source.Location !== undefined || source.ResourceType === 'Bucket') return source as DataSource;
    return { ...source, Location: DEFAULT_LOCATION };
  })
  .openapi('DataSource', {
    examples: [
      { ResourceType: 'Bucket', ResourceID: 'buc_0123456789abcdef0123456789abcdef', Location: 'data' },
      { ResourceType: 'Drive', ResourceID: 'drv_0123456789abcdef0123456789abcdef', Location: 'all' },
      {
        ResourceType: 'ServiceCloudStorage',
        ResourceID: 'cloud_storage:/usr_0123456789abcdef0123456789abcdef',
        Location: 'sd0',
      },
    ],
  });

export const dataSourcesSchema = z.array(dataSourceSchema).max(100);

export const traceVariableSchema = z
  .object({
    File: z.string().min(1).max(4000),
    LineNumber: integer.min(1),
    Expression: z.string().min(1).max(1000),
  })
  .openapi('TraceVariable');

export const traceVariablesSchema = z.array(traceVariableSchema).max(1000);

async function checkOwned(
  view: ReadView,
  type: RecordType<object>,
  field: { path: string; id: string; userId: string },
): Promise<void> {
  const record = await view.get(type, field.id);
  if (record?.owner !== field.userId)
    throw invalidRequest(field.path, `there is no ${type.kind} "${field.id}"`);
}

function checkStorage(path: string, resourceId: string, userId: string): void {
  if (maybeStorageFolder(resourceId, userId) !== undefined) return;
  throw invalidRequest(
    path,
    `is not this account’s storage: use <kind>:/${userId}, such as cloud_storage:/${userId}, followed by /folder for a part of it`,
  );
}

/** Position of a data source during the check; data sources in drives are nested. */
interface Place {
  readonly userId: string;
  readonly path: string;
  readonly depth: number;
}

async function checkDrive(view: ReadView, id: string, place: Place): Promise<void> {
  const { path, userId, depth } = place;
  const drive = await view.get(drives, id);
  if (drive?.owner !== userId) throw invalidRequest(path, `there is no drive "${id}"`);
  // Stops here, because drives may contain each other. The task will report any problem when it opens its files.
  if (depth >= MAX_DEPTH) return;
  for (const source of drive.body.DataSources) {
    await checkDataSource(view, source, { ...place, depth: depth + 1 });
  }
}

async function checkDataSource(view: ReadView, source: DataSource, place: Place): Promise<void> {
  const { ResourceID: id, ResourceType } = source;
  const { userId, path } = place;
  if (ResourceType === 'Bucket') await checkOwned(view, buckets, { path, id, userId });
  else if (ResourceType === 'Drive') await checkDrive(view, id, place);
  else if (ResourceType.endsWith('CloudStorage')) checkStorage(path, id, userId);
  else {
    const reason =
      ResourceType === 'Gateway'
        ? 'a Gateway is a stream from a device, and there are no devices here; use the account’s storage, a Bucket or a Drive'
        : `must be Bucket, Drive or …CloudStorage, not "${ResourceType.slice(0, 80)}"`;
    throw invalidRequest(path.replace(/ResourceID$/, 'ResourceType'), reason);
  }
}

/**
 * Checks that the account has the data sources of a build or a task, including data sources in drives.
 * @throws HazeError `invalid-request` naming the field
 */
export async function checkDataSources(
  view: ReadView,
  sources: readonly DataSource[],
  userId: string,
): Promise<void> {
  for (const [index, source] of sources.entries()) {
    await checkDataSource(view, source, { userId, path: `DataSources.${index}.ResourceID`, depth: 0 });
  }
}
