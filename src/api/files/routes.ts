// /files: the account's storage. Uploads go to a signed address, or come as the body at once; folders are entries whose
// key ends with a slash, and also exist by having files below them.
import { createRoute } from '@hono/zod-openapi';
import { HazeError } from '../../errors/haze-error.ts';
import { userFileKey } from '../../jobs/records.ts';
import type { BlobInfo } from '../../store/store.ts';
import { failures, jsonAnswer, okAnswer, okSchema } from '../answers.ts';
import { type ApiApp, readBody, serve, serveBelow } from '../api-app.ts';
import { toStream } from '../byte-streams.ts';
import { invalidRequest, unknownResource } from '../failures.ts';
import { signAddress } from '../presigned/signatures.ts';
import { checkStorageQuota } from '../quotas.ts';
import { z } from '../schema-language.ts';
import type { Services } from '../services.ts';
import { checkFilePath, readFilePath } from './file-paths.ts';
import { checkPlace, type FileOfUser, storeFile } from './store-file.ts';

const PAGE_LIMIT = 25;

const itemSchema = z.object({
  path: z.string(),
  last_modified: z.string().openapi({ format: 'date-time' }),
  size: z.number().int(),
  etag: z.string(),
});

const listRoute = createRoute({
  method: 'get',
  path: '/files',
  summary: 'List files, all of them or those below a folder',
  request: { query: z.object({ path: z.string().optional(), startKey: z.string().optional() }) },
  responses: {
    200: jsonAnswer(
      z.object({
        count: z.number().int(),
        items: z.array(itemSchema),
        nextContinuationToken: z.string().optional(),
      }),
      'Files, by path.',
    ),
    ...failures(401, 422),
  },
});

const params = z.object({ path: z.string() });
const sizeQuery = z.object({
  size: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .openapi({ description: 'Asks for an address to upload so many bytes to.' }),
  directory: z.enum(['true', 'false']).optional().openapi({ description: 'Makes a folder.' }),
});

const readRoute = createRoute({
  method: 'get',
  path: '/files/{path}',
  summary: 'Read a file',
  request: { params },
  responses: { 200: { description: 'Its bytes.' }, ...failures(400, 401, 404, 422) },
});

const writeRoute = createRoute({
  method: 'put',
  path: '/files/{path}',
  summary: 'Write a file or make a folder',
  request: { params, query: sizeQuery },
  responses: {
    200: jsonAnswer(
      okSchema.extend({ upload_url: z.string().optional() }),
      'With size: where to PUT the bytes. Without: stored.',
    ),
    ...failures(400, 401, 409, 413, 422, 429),
  },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: '/files/{path}',
  summary: 'Delete a file, or a folder with everything below it',
  request: { params },
  responses: { 200: okAnswer, ...failures(400, 401, 404, 422) },
});

function toItem(info: BlobInfo, prefix: string): z.infer<typeof itemSchema> {
  return {
    path: info.key.slice(prefix.length),
    last_modified: new Date(info.updatedAt).toISOString(),
    size: info.sizeBytes,
    etag: info.version,
  };
}

async function listFiles(
  services: Services,
  owner: string,
  query: { path?: string | undefined; startKey?: string | undefined },
): Promise<object> {
  const root = userFileKey(owner, '');
  const folder = query.path === undefined || /^\/*$/.test(query.path) ? '' : `${checkFilePath(query.path)}/`;
  const after = query.startKey === undefined ? '' : root + query.startKey;
  const found = await services.store.listBlobs({ prefix: root + folder, after, limit: PAGE_LIMIT + 1 });
  const items = found.slice(0, PAGE_LIMIT).map((info) => toItem(info, root));
  const last = items.at(-1);
  const hasMore = found.length > PAGE_LIMIT && last !== undefined;
  return { count: items.length, items, ...(hasMore && { nextContinuationToken: last.path }) };
}

function checkSize(services: Services, sizeBytes: number): void {
  const { maxFileBytes } = services.settings;
  if (sizeBytes > maxFileBytes) {
    throw new HazeError(
      'body-too-large',
      `A file may have ${maxFileBytes} bytes, and this one is to have ${sizeBytes}.`,
    );
  }
}

async function deleteFiles(services: Services, { owner, path }: FileOfUser): Promise<void> {
  const { store } = services;
  const key = userFileKey(owner, path);
  const removed = await store.transaction(async (tx) => {
    const below = await tx.deleteBlobs(`${key}/`);
    if (!(await tx.blobInfo(key))) return below;
    await tx.deleteBlob(key);
    return below + 1;
  });
  if (removed === 0) throw unknownResource('file', path);
}

/** Adds the routes of files. */
export function addFileRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, async (c) =>
    c.json(await listFiles(services, c.get('userId'), c.req.valid('query'))),
  );
  serveBelow(api, readRoute, async (c) => {
    const path = readFilePath(c.req.path);
    const key = userFileKey(c.get('userId'), path);
    const info = await store.blobInfo(key);
    const chunks = info && (await store.readBlob(key));
    if (!chunks) throw unknownResource('file', path);
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(info.sizeBytes),
      ETag: `"${info.version}"`,
    };
    return new Response(toStream(chunks), { headers });
  });
  serveBelow(api, writeRoute, async (c) => {
    const file = { owner: c.get('userId'), path: readFilePath(c.req.path) };
    const query = sizeQuery.safeParse(c.req.query());
    if (!query.success) throw invalidRequest('size', 'must be a whole number of bytes, or directory=true');
    const { size, directory } = query.data;
    if (directory === 'true') {
      await checkPlace(services, file, true);
      await store.transaction((tx) =>
        tx.putBlob(`${userFileKey(file.owner, file.path)}/`, new Uint8Array(0)),
      );
      return c.json({ message: 'OK' });
    }
    if (size === undefined) {
      await storeFile(services, file, readBody(c.req.raw, services.settings.maxFileBytes));
      return c.json({ message: 'OK' });
    }
    await checkPlace(services, file, false);
    checkSize(services, size);
    await checkStorageQuota(services, file.owner, size);
    const upload_url = await signAddress(c, services, { what: 'upload', ...file, sizeBytes: size });
    return c.json({ message: 'OK', upload_url });
  });
  serveBelow(api, deleteRoute, async (c) => {
    await deleteFiles(services, { owner: c.get('userId'), path: readFilePath(c.req.path) });
    return c.json({ message: 'OK' });
  });
}
