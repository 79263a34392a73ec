// Identifiers: a prefix that tells the kind, and 32 hexadecimal digits.
import { toHex } from '../store/random-bytes.ts';
import type { ReadView, RecordType, StoredRecord } from '../store/store.ts';
import { unknownResource } from './failures.ts';
import { z } from './schema-language.ts';
import type { Services } from './services.ts';

/** The prefix of each kind of resource, by the name of its field. */
export const ID_PREFIXES = {
  CoreID: 'cor',
  BuildID: 'bld',
  TaskID: 'tsk',
  RepositoryID: 'rep',
  ValueID: 'val',
  UserID: 'usr',
  BucketID: 'buc',
  DriveID: 'drv',
} as const;

export type IdField = keyof typeof ID_PREFIXES;

const ID_BYTES = 16;

/** A new identifier. */
export function makeId(services: Services, field: IdField): string {
  return `${ID_PREFIXES[field]}_${toHex(services.random(ID_BYTES))}`;
}

/** Schema of an identifier. */
export function idSchema(field: IdField) {
  const prefix = ID_PREFIXES[field];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `must be ${prefix}_ and 32 hexadecimal digits`)
    .openapi({ example: `${prefix}_0123456789abcdef0123456789abcdef` });
}

/** Schema of a path with one identifier. */
export function idParam<F extends IdField>(field: F) {
  return z.object({ [field]: idSchema(field) } as Record<F, ReturnType<typeof idSchema>>);
}

/** The record of that ID, where it belongs to the user; somebody else's is as unknown as none. */
export async function requireOwned<Body extends object>(
  view: ReadView,
  type: RecordType<Body>,
  id: string,
  userId: string,
): Promise<StoredRecord<Body>> {
  const record = await view.get(type, id);
  if (record?.owner !== userId) throw unknownResource(type.kind, id);
  return record;
}
