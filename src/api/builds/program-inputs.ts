// Inputs common to builds, tasks, repositories and drives: arguments, data sources and trace variables. Includes the
// checks that need the account: whether a bucket exists, and whose storage a data source refers to.
import { HazeError } from '../../errors/haze-error.ts';
import { DEFAULT_LOCATION, findMounts } from '../../jobs/records/data-sources.ts';
import type { DataSource } from '../../jobs/records/records.ts';
import type { ReadView } from '../../store/contract/store.ts';
import { invalidRequest } from '../requests/failures.ts';
import { ifSound, integer, z } from '../requests/schema-language.ts';

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
  .transform((source) => source as DataSource)
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

/**
 * Checks that the account has the data sources of a build or a task, including data sources in drives.
 * @throws HazeError `invalid-request` naming the field
 */
export async function checkDataSources(
  view: ReadView,
  sources: readonly DataSource[],
  userId: string,
): Promise<void> {
  await findMounts(view, userId, sources).catch((error: unknown) => {
    if (!(error instanceof HazeError) || error.data.index === undefined) throw error;
    const field = error.code === 'data-source-unsupported' ? 'ResourceType' : 'ResourceID';
    throw invalidRequest(`DataSources.${error.data.index}.${field}`, error.message);
  });
}
