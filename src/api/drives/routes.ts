// /drives: creates, reads, changes and deletes sets of data sources.
import { createRoute } from '@hono/zod-openapi';
import { allRecords } from '../../store/contract/all-records.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { serveDeletion, serveReading } from '../app/owned-resource.ts';
import { dataSourceSchema, dataSourcesSchema } from '../builds/program-inputs.ts';
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
import { z } from '../requests/schema-language.ts';
import { nowSeconds, toSeconds } from '../requests/services.ts';
import { type DriveBody, drives } from './drives.ts';

const changeSchema = z.object({
  Name: z.string().min(1).max(200).optional(),
  DataSources: dataSourcesSchema.optional(),
});

const driveSchema = z
  .object({
    Object: z.literal('Drive'),
    DriveID: idSchema('DriveID'),
    Owner: z.string(),
    Name: z.string(),
    DataSources: z.array(dataSourceSchema),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
  })
  .openapi('Drive');

const params = idParam('DriveID');

const listSchema = z.object({
  user_id: z.string(),
  drive_ids: z.array(z.string()),
  drive_count: z.number().int(),
});

const listRoute = createRoute({
  method: 'get',
  path: '/drives',
  summary: 'List drives',
  responses: { 200: jsonAnswer(listSchema, 'Their IDs.'), ...failures(401) },
});

const createDriveRoute = createRoute({
  method: 'post',
  path: '/drives',
  summary: 'Make a drive',
  request: { body: requiredBody(changeSchema.required({ Name: true })) },
  responses: { 201: jsonAnswer(driveSchema, 'The drive.'), ...failures(401, ...BODY_FAILURES) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/drives/{DriveID}',
  summary: 'Change a drive',
  request: { params, body: requiredBody(changeSchema) },
  responses: { 200: okAnswer, ...failures(401, 404, ...BODY_FAILURES) },
});

function toDriveView({ id, owner, createdAt, body }: StoredRecord<DriveBody>): object {
  return { Object: 'Drive', DriveID: id, Owner: owner, CreatedAt: toSeconds(createdAt), ...body };
}

const resource = {
  path: '/drives',
  idField: 'DriveID',
  type: drives,
  schema: driveSchema,
  toView: toDriveView,
} as const;

/** Adds the routes of drives. */
export function addDriveRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, async (c) => {
    const user_id = c.get('userId');
    const drive_ids: string[] = [];
    for await (const { id } of allRecords(store, drives, { owner: user_id })) drive_ids.push(id);
    return c.json({ user_id, drive_ids, drive_count: drive_ids.length });
  });
  serve(api, createDriveRoute, async (c) => {
    const { Name, DataSources = [] } = c.req.valid('json');
    const owner = c.get('userId');
    const body = { Name, DataSources, UpdatedAt: nowSeconds(services) };
    const drive = { id: makeId(services, 'DriveID'), owner, createdAt: services.now(), body };
    // Resources of a drive may be missing here: a build or task that uses the drive checks them.
    return c.json(toDriveView(await store.transaction((tx) => tx.insert(drives, drive))), 201);
  });
  serve(api, changeRoute, async (c) => {
    const { DriveID } = c.req.valid('param');
    const owner = c.get('userId');
    const changes = withoutUndefined(c.req.valid('json'));
    await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, drives, DriveID, owner);
      await tx.update(drives, DriveID, { body: { ...body, ...changes, UpdatedAt: nowSeconds(services) } });
    });
    return c.json({ message: 'OK' });
  });
  serveReading(api, resource);
  serveDeletion(api, resource, 'its data stay');
}
