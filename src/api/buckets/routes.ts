// /buckets: creates, reads, changes and deletes named folders of the account's storage. Their files stay under /files.
import { createRoute } from '@hono/zod-openapi';
import { allRecords } from '../../store/contract/all-records.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { serveDeletion, serveReading } from '../app/owned-resource.ts';
import { locationSchema } from '../builds/program-inputs.ts';
import {
  BODY_FAILURES,
  failures,
  jsonAnswer,
  okAnswer,
  requiredBody,
  secondsSchema,
} from '../requests/answers.ts';
import { idParam, idSchema, makeId, requireOwned } from '../requests/identifiers.ts';
import { withoutUndefined } from '../requests/optional-fields.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import { nowSeconds, toSeconds } from '../requests/services.ts';
import { type BucketBody, buckets } from './buckets.ts';

const changeSchema = z.object({
  Name: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => !/[/\\]|^\.\.?$/.test(name), {
      ...ifSound,
      error: 'is the name of a folder: no slashes',
    })
    .optional(),
  Account: z.string().max(200).optional(),
  MountPath: locationSchema.optional(),
  Read: z.boolean().optional(),
  Write: z.boolean().optional(),
  Region: z.string().max(200).optional(),
});

const newSchema = changeSchema.required({ Name: true });

export const bucketSchema = z
  .object({
    Object: z.literal('Bucket'),
    BucketID: idSchema('BucketID'),
    Owner: z.string(),
    Name: z.string(),
    Account: z.string(),
    MountPath: z.string(),
    Read: z.boolean(),
    Write: z.boolean(),
    Region: z.string().optional(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
  })
  .openapi('Bucket');

const params = idParam('BucketID');

const listSchema = z.object({
  user_id: z.string(),
  bucket_ids: z.array(z.string()),
  bucket_count: z.number().int(),
});

const listRoute = createRoute({
  method: 'get',
  path: '/buckets',
  summary: 'List buckets',
  responses: { 200: jsonAnswer(listSchema, 'Their IDs.'), ...failures(401) },
});

const createBucketRoute = createRoute({
  method: 'post',
  path: '/buckets',
  summary: 'Make a bucket',
  request: { body: requiredBody(newSchema) },
  responses: { 201: jsonAnswer(bucketSchema, 'The bucket.'), ...failures(401, ...BODY_FAILURES) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/buckets/{BucketID}',
  summary: 'Change a bucket',
  request: { params, body: requiredBody(changeSchema) },
  responses: { 200: okAnswer, ...failures(401, 404, ...BODY_FAILURES) },
});

function toBucketView({ id, owner, createdAt, body }: StoredRecord<BucketBody>): object {
  return { Object: 'Bucket', BucketID: id, Owner: owner, CreatedAt: toSeconds(createdAt), ...body };
}

function makeBody(wish: z.infer<typeof newSchema>, UpdatedAt: number): BucketBody {
  const { Name } = wish;
  const defaults = { Account: '', MountPath: Name, Read: true, Write: true, UpdatedAt };
  return { ...defaults, ...withoutUndefined(wish), Name };
}

const resource = {
  path: '/buckets',
  idField: 'BucketID',
  type: buckets,
  schema: bucketSchema,
  toView: toBucketView,
} as const;

/** Adds the routes of buckets. */
export function addBucketRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, async (c) => {
    const user_id = c.get('userId');
    const bucket_ids: string[] = [];
    for await (const { id } of allRecords(store, buckets, { owner: user_id })) bucket_ids.push(id);
    return c.json({ user_id, bucket_ids, bucket_count: bucket_ids.length });
  });
  serve(api, createBucketRoute, async (c) => {
    const body = makeBody(c.req.valid('json'), nowSeconds(services));
    const bucket = {
      id: makeId(services, 'BucketID'),
      owner: c.get('userId'),
      createdAt: services.now(),
      body,
    };
    return c.json(toBucketView(await store.transaction((tx) => tx.insert(buckets, bucket))), 201);
  });
  serve(api, changeRoute, async (c) => {
    const { BucketID } = c.req.valid('param');
    const changes = withoutUndefined(c.req.valid('json'));
    await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, buckets, BucketID, c.get('userId'));
      await tx.update(buckets, BucketID, { body: { ...body, ...changes, UpdatedAt: nowSeconds(services) } });
    });
    return c.json({ message: 'OK' });
  });
  serveReading(api, resource);
  serveDeletion(api, resource, 'its files stay');
}
