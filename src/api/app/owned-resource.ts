// Common routes for records that belong to an account: reading and deleting a record by its ID. Each kind's other
// routes are in its own folder.
import type { MiddlewareHandler } from 'hono';
import type { RecordType, StoredRecord, Transaction } from '../../store/contract/store.ts';
import { describeRoute, jsonAnswer, okAnswer } from '../requests/answers.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { type IdField, idParam, ownedOf, requireOwned } from '../requests/identifiers.ts';
import type { z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { type ApiApp, type RouteContext, serve } from './api-app.ts';
import { viewOf } from './listing.ts';

/** Properties of one kind of resource, for its routes. */
export interface OwnedResource<Body extends object> {
  /** Path of the list, such as `/buckets`. */
  readonly path: string;
  readonly idField: IdField;
  readonly type: RecordType<Body>;
  readonly schema: z.ZodType;
  readonly toView: (record: StoredRecord<Body>) => object;
}

/**
 * Starts reading the record while the key is checked. No part of the record is returned until the key is known to be
 * valid.
 */
function readNamed(
  services: Services,
  type: RecordType<object>,
  idField: IdField,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const id = c.req.param(idField);
    if (id !== undefined && c.req.header('Authorization')) {
      const reading = services.store.get(type, id);
      // If the key is rejected, nobody awaits the read, so its error is ignored.
      reading.catch(() => undefined);
      c.set('named', reading);
    }
    await next();
  };
}

/** Adds the GET route for a single record. */
export function serveReading<Body extends object>(api: ApiApp, resource: OwnedResource<Body>): void {
  const { path, idField, type, schema, toView } = resource;
  const route = describeRoute(`get ${path}/{${idField}}`, {
    summary: `Read a ${type.kind}`,
    request: { params: idParam(idField) },
    responses: { 200: jsonAnswer(schema, `The ${type.kind}.`) },
  });
  const { services } = api;
  const answer = async (c: RouteContext<typeof route>) => {
    const id = c.req.valid('param')[idField];
    const found = (await c.get('named')) as StoredRecord<Body> | undefined;
    return c.json(viewOf(type, toView, ownedOf(found, type, id, c.get('userId'))));
  };
  serve(api, route, answer, [readNamed(services, type, idField)]);
}

/**
 * Adds the DELETE route for a single record. `effect`: effect on other data, for the description; `alsoDelete`:
 * deletions in the same transaction.
 */
export function serveDeletion<Body extends object>(
  api: ApiApp,
  resource: Pick<OwnedResource<Body>, 'path' | 'idField' | 'type'>,
  effect: string,
  alsoDelete: (tx: Transaction, id: string) => Promise<unknown> = async () => undefined,
): void {
  const { path, idField, type } = resource;
  const route = describeRoute(`delete ${path}/{${idField}}`, {
    summary: `Delete a ${type.kind}; ${effect}`,
    request: { params: idParam(idField) },
    responses: { 200: okAnswer },
  });
  serve(api, route, async (c) => {
    const id = c.req.valid('param')[idField];
    await api.services.store.transaction(async (tx) => {
      await requireOwned(tx, type, id, c.get('userId'));
      await tx.delete(type, id);
      await alsoDelete(tx, id);
    });
    return c.json({ message: 'OK' });
  });
}
