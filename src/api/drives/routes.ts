// /drives: creates, reads, changes and deletes sets of data sources.
import type { ApiApp } from '../app/api-app.ts';
import { serveNamed } from '../app/named-resource.ts';
import { dataSourceSchema, dataSourcesSchema } from '../builds/program-inputs.ts';
import { secondsSchema } from '../requests/answers.ts';
import { idSchema } from '../requests/identifiers.ts';
import { z } from '../requests/schema-language.ts';
import { type DriveBody, drives } from './drives.ts';

const changes = z.object({
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

/** Adds the drive routes. */
export function addDriveRoutes(api: ApiApp): void {
  serveNamed(api, {
    path: '/drives',
    idField: 'DriveID',
    type: drives,
    schema: driveSchema,
    changes,
    // A drive's resources need not exist yet: a build or task that uses the drive checks them.
    makeBody: ({ Name, DataSources = [] }, UpdatedAt): DriveBody => ({ Name, DataSources, UpdatedAt }),
    effect: 'its data stay',
  });
}
