// What builds, tasks, repositories and drives have in common: arguments, data sources and trace variables, with the
// checks that need the account (does this bucket exist, whose storage is this).
import type { DataSource } from '../../jobs/records.ts';
import type { ReadView, RecordType } from '../../store/store.ts';
import { buckets } from '../buckets/buckets.ts';
import { drives } from '../drives/drives.ts';
import { invalidRequest } from '../failures.ts';
import { z } from '../schema-language.ts';

const DEFAULT_LOCATION = 'sd0';
const NUL = String.fromCharCode(0);

export const argumentsSchema = z
  .string()
  .max(1_000_000)
  .refine((text) => !text.includes(NUL), 'cannot hold the character of code 0')
  .openapi({ description: 'Command-line arguments, split as a POSIX shell splits words.' });

/** A folder below the working directory of a program. */
export const locationSchema = z
  .string()
  .max(1000)
  .refine((path) => !/^[/\\]|^[A-Za-z]:/.test(path), 'must be relative to the working directory')
  .refine((path) => !path.split(/[/\\]/).includes('..'), 'must stay below the working directory')
  .refine((path) => !path.includes(NUL), 'cannot hold the character of code 0');

export const dataSourceSchema = z
  .object({
    Location: locationSchema.default(DEFAULT_LOCATION),
    ResourceID: z.string().max(1000).default(''),
    ResourceType: z.string().openapi({
      description: 'Bucket, Drive, ServiceCloudStorage or any …CloudStorage. Gateway is refused.',
    }),
  })
  .openapi('DataSource');

export const dataSourcesSchema = z.array(dataSourceSchema).max(100);

export const traceVariableSchema = z
  .object({
    File: z.string().min(1).max(4000),
    LineNumber: z.number().int().min(1),
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

function checkStorageOwner(path: string, resourceId: string, userId: string): void {
  const owner = /\b(usr_[0-9a-f]+)/.exec(resourceId)?.[1];
  if (owner !== undefined && owner !== userId) {
    throw invalidRequest(path, `names the storage of another account than ${userId}`);
  }
}

/**
 * Checks that the account has what the data sources name.
 * @throws HazeError `invalid-request` naming the field
 */
export async function checkDataSources(
  view: ReadView,
  sources: readonly DataSource[],
  userId: string,
): Promise<void> {
  for (const [index, { ResourceID, ResourceType }] of sources.entries()) {
    const path = `DataSources.${index}.ResourceID`;
    if (ResourceType === 'Bucket') await checkOwned(view, buckets, { path, id: ResourceID, userId });
    else if (ResourceType === 'Drive') await checkOwned(view, drives, { path, id: ResourceID, userId });
    else if (ResourceType.endsWith('CloudStorage')) checkStorageOwner(path, ResourceID, userId);
    else {
      const reason =
        ResourceType === 'Gateway'
          ? 'a Gateway is a stream of a device, and there are no devices here; use the account’s storage, a Bucket or a Drive'
          : `must be Bucket, Drive or …CloudStorage, not "${ResourceType.slice(0, 80)}"`;
      throw invalidRequest(`DataSources.${index}.ResourceType`, reason);
    }
  }
}
