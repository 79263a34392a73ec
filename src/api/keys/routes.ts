// /keys: the account's API keys. A key appears only in the response to its creation.
import { loadInstallation } from '../../store/contract/installation.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { findKeyIds, identifyKey, type KeyBody, keys, makeKey } from '../accounts/authentication.ts';
import { insertResource } from '../accounts/quotas.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { answerList, listSchema, pageQuery } from '../app/listing.ts';
import { describeRoute, jsonAnswer, okAnswer, requiredBody, secondsSchema } from '../requests/answers.ts';
import { invalidRequest, unknownResource } from '../requests/failures.ts';
import { z } from '../requests/schema-language.ts';
import { nowSeconds, toSeconds } from '../requests/services.ts';

/** Latest millisecond that a Date can hold. */
const MAX_TIME = 8_640_000_000_000_000;
/** Smaller values are seconds; all others are milliseconds, as published clients interpret them. */
const FIRST_MILLISECONDS = 1e12;

const newKeySchema = z.object({
  Name: z.string().min(1).max(200),
  ValidUntil: z
    .union([z.number().min(0).max(MAX_TIME), z.iso.datetime({ offset: true }), z.iso.date(), z.null()])
    .optional()
    .openapi({
      description:
        'Epoch seconds (milliseconds if at least 10¹²) or an ISO 8601 time (default: never expires).',
    }),
});

const keySchema = z
  .object({
    Object: z.literal('Key'),
    Key: z.string().optional().openapi({ description: 'Only in the response that creates the key.' }),
    KeyID: z.string(),
    Name: z.string(),
    Owner: z.string(),
    CreatedAt: secondsSchema,
    ValidUntil: secondsSchema
      .nullable()
      .openapi({ description: 'Epoch seconds; null if the key never expires.' }),
  })
  .openapi('Key');

const listRoute = describeRoute('get /keys', {
  summary: 'List keys without their values',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer(listSchema('Keys', keySchema), 'Keys.') },
});

const createKeyRoute = describeRoute('post /keys', {
  summary: 'Create a key',
  request: { body: requiredBody(newKeySchema) },
  responses: { 201: jsonAnswer(keySchema, 'The key, shown once.') },
});

const deleteRoute = describeRoute('delete /keys/{KeyID}', {
  summary: 'Delete a key; the service rejects it from then on',
  request: {
    params: z.object({
      KeyID: z.string().min(1).max(1000).openapi({ description: 'The KeyID, or the key itself.' }),
    }),
  },
  responses: { 200: okAnswer },
});

function toKeyView({ id, owner, createdAt, body }: StoredRecord<KeyBody>): object {
  const { Name, ValidUntil } = body;
  const CreatedAt = toSeconds(createdAt);
  return { Object: 'Key', KeyID: id, Name, Owner: owner, CreatedAt, ValidUntil: ValidUntil ?? null };
}

/** Epoch seconds; undefined for a key that never expires. */
function readValidUntil(
  value: z.infer<typeof newKeySchema>['ValidUntil'],
  nowInSeconds: number,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  const isSeconds = typeof value === 'number' && value < FIRST_MILLISECONDS;
  const seconds = isSeconds ? Math.floor(value) : toSeconds(new Date(value).getTime());
  if (seconds <= nowInSeconds)
    throw invalidRequest('ValidUntil', 'is in the past: the key could never be used');
  return seconds;
}

/** Adds the key routes. */
export function addKeyRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, (c) => {
    const query = c.req.valid('query');
    return answerList(c, services, { name: 'Keys', type: keys, toView: toKeyView, query });
  });
  serve(api, createKeyRoute, async (c) => {
    const wish = c.req.valid('json');
    const ValidUntil = readValidUntil(wish.ValidUntil, nowSeconds(services));
    const Key = makeKey(services);
    const { keyId, hash } = await identifyKey(Key, await loadInstallation(store, services));
    const body = { Name: wish.Name, Hash: hash, ...(ValidUntil !== undefined && { ValidUntil }) };
    const record = { id: keyId, owner: c.get('userId'), createdAt: services.now(), body };
    const stored = await store.transaction((tx) => insertResource(tx, keys, record));
    return c.json({ ...toKeyView(stored), Key }, 201);
  });
  serve(api, deleteRoute, async (c) => {
    const { KeyID } = c.req.valid('param');
    const owner = c.get('userId');
    const ids = await findKeyIds(services, KeyID);
    await store.transaction(async (tx) => {
      for (const id of ids) if ((await tx.get(keys, id))?.owner === owner) return tx.delete(keys, id);
      // The string may itself be a key, so the response does not repeat it.
      throw unknownResource('key', /^[0-9a-f]{32}$/.test(KeyID) ? KeyID : '…');
    });
    return c.json({ message: 'OK' });
  });
}
