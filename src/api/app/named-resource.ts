// Routes for named records that need only the basic operations, such as buckets and drives: list, create, read,
// change, delete.
import { allRecords } from '../../store/contract/all-records.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { checkRecordQuota, insertResource } from '../accounts/quotas.ts';
import { describeRoute, jsonAnswer, okAnswer, requiredBody } from '../requests/answers.ts';
import { idParam, makeId, requireOwned } from '../requests/identifiers.ts';
import { withoutUndefined } from '../requests/optional-fields.ts';
import { integer, z } from '../requests/schema-language.ts';
import { nowSeconds, toSeconds } from '../requests/services.ts';
import { type ApiApp, serve } from './api-app.ts';
import { type OwnedResource, serveDeletion, serveReading } from './owned-resource.ts';

interface NamedBody {
  readonly Name: string;
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

/** A new record, as described by its request. */
export type Wish<Body extends NamedBody> = Partial<Body> & Pick<Body, 'Name'>;

export interface NamedResource<Body extends NamedBody> extends Omit<OwnedResource<Body>, 'toView'> {
  /** Fields that a request may change. Creation requires `Name`. */
  readonly changes: z.ZodObject<{ Name: z.ZodOptional<z.ZodString> }>;
  readonly makeBody: (wish: Wish<Body>, UpdatedAt: number) => Body;
  /** Effect of deletion on other data, for the description. */
  readonly effect: string;
}

/** Adds all routes for a kind of record. */
export function serveNamed<Body extends NamedBody>(api: ApiApp, named: NamedResource<Body>): void {
  const { path, idField, type, schema, changes, makeBody, effect } = named;
  const { services } = api;
  const { store } = services;
  const { kind } = type;
  const toView = ({ id, owner, createdAt, body }: StoredRecord<Body>) => ({
    Object: idField.replace(/ID$/, ''),
    [idField]: id,
    Owner: owner,
    CreatedAt: toSeconds(createdAt),
    ...body,
  });
  const listSchema = z.object({
    user_id: z.string(),
    [`${kind}_ids`]: z.array(z.string()),
    [`${kind}_count`]: integer,
  });
  const listRoute = describeRoute(`get ${path}`, {
    summary: `List ${kind}s`,
    responses: { 200: jsonAnswer(listSchema, 'Their IDs.') },
  });
  const creationRoute = describeRoute(`post ${path}`, {
    summary: `Make a ${kind}`,
    request: { body: requiredBody(changes.required({ Name: true })) },
    responses: { 201: jsonAnswer(schema, `The ${kind}.`) },
  });
  const changeRoute = describeRoute(`patch ${path}/{${idField}}`, {
    summary: `Change a ${kind}`,
    request: { params: idParam(idField), body: requiredBody(changes) },
    responses: { 200: okAnswer },
  });
  serve(api, listRoute, async (c) => {
    const user_id = c.get('userId');
    const ids: string[] = [];
    for await (const { id } of allRecords(store, type, { owner: user_id })) ids.push(id);
    return c.json({ user_id, [`${kind}_ids`]: ids, [`${kind}_count`]: ids.length });
  });
  serve(api, creationRoute, async (c) => {
    const wish = withoutUndefined(c.req.valid('json')) as Wish<Body>;
    const body = makeBody(wish, nowSeconds(services));
    const place = { id: makeId(services, idField), owner: c.get('userId'), createdAt: services.now() };
    await checkRecordQuota(services, place.owner, body);
    const record = { ...place, body };
    return c.json(toView(await store.transaction((tx) => insertResource(tx, type, record))), 201);
  });
  serve(api, changeRoute, async (c) => {
    const id = c.req.valid('param')[idField] as string;
    const changed = withoutUndefined(c.req.valid('json'));
    await checkRecordQuota(services, c.get('userId'), changed);
    await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, type, id, c.get('userId'));
      await tx.update(type, id, { body: { ...body, ...changed, UpdatedAt: nowSeconds(services) } });
    });
    return c.json({ message: 'OK' });
  });
  serveReading(api, { ...named, toView });
  serveDeletion(api, named, effect);
}
