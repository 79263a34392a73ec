// Identifiers in requests: their schemas, and the records that they identify.
import type { ReadView, RecordType, StoredRecord } from '../../store/contract/store.ts';
import { unknownResource } from './failures.ts';
import { ID_PREFIXES, type IdField } from './make-id.ts';
import { z } from './schema-language.ts';

export { type IdField, makeId } from './make-id.ts';

/** Schema for an identifier. */
export function idSchema(field: IdField) {
  const prefix = ID_PREFIXES[field];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `must be ${prefix}_ followed by 32 hexadecimal digits`)
    .openapi({ example: `${prefix}_0123456789abcdef0123456789abcdef` });
}

/** Schema for a path with a single identifier. */
export function idParam<F extends IdField>(field: F) {
  return z.object({ [field]: idSchema(field) } as Record<F, ReturnType<typeof idSchema>>);
}

/** Returns a record if it belongs to the user. @throws HazeError `unknown-resource` */
export function ownedOf<Body extends object>(
  found: StoredRecord<Body> | undefined,
  type: RecordType<Body>,
  id: string,
  userId: string,
): StoredRecord<Body> {
  if (found?.owner !== userId) throw unknownResource(type.kind, id);
  return found;
}

/** The record with this ID, if it belongs to the user; other users' records count as unknown. */
export async function requireOwned<Body extends object>(
  view: ReadView,
  type: RecordType<Body>,
  id: string,
  userId: string,
): Promise<StoredRecord<Body>> {
  return ownedOf(await view.get(type, id), type, id, userId);
}
