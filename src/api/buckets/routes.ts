// /buckets: creates, reads, changes and deletes named folders of the account's storage. Deleting a bucket leaves its
// files under /files.
import type { ApiApp } from '../app/api-app.ts';
import { serveNamed } from '../app/named-resource.ts';
import { locationSchema } from '../builds/program-inputs.ts';
import { secondsSchema } from '../requests/answers.ts';
import { idSchema } from '../requests/identifiers.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import { type BucketBody, buckets } from './buckets.ts';

const changes = z.object({
  Name: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => !/[/\\]|^\.\.?$/.test(name), {
      ...ifSound,
      error: 'must be a folder name without slashes',
    })
    .optional(),
  Account: z.string().max(200).optional(),
  MountPath: locationSchema.optional(),
  Read: z.boolean().optional(),
  Write: z.boolean().optional(),
  Region: z.string().max(200).optional(),
});

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

/** Adds the bucket routes. */
export function addBucketRoutes(api: ApiApp): void {
  serveNamed(api, {
    path: '/buckets',
    idField: 'BucketID',
    type: buckets,
    schema: bucketSchema,
    changes,
    makeBody: (wish, UpdatedAt): BucketBody => {
      const defaults = { Account: '', MountPath: wish.Name, Read: true, Write: true, UpdatedAt };
      return { ...defaults, ...wish };
    },
    effect: 'its files stay',
  });
}
