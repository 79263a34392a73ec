// /files: the account's storage. Clients upload to a signed URL, or send the body directly. Folders are entries whose
// key ends with a slash; a folder also exists as long as it contains files.
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { userFileKey } from '../../jobs/records/records.ts';
import type { BlobInfo } from '../../store/contract/store.ts';
import { checkStorageQuota } from '../accounts/quotas.ts';
import { type ApiApp, readBody, serve, serveBelow } from '../app/api-app.ts';
import { signAddress } from '../presigned/signatures.ts';
import {
  describeRoute,
  failures,
  jsonAnswer,
  okAnswer,
  okSchema,
  secondsSchema,
} from '../requests/answers.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { toStream } from '../requests/byte-streams.ts';
import { describeIssue, type ValidationIssue } from '../requests/describe-issue.ts';
import { invalidRequest, unknownResource, wrongState } from '../requests/failures.ts';
import { flag, integer, whole, z } from '../requests/schema-language.ts';
import { type Services, toSeconds } from '../requests/services.ts';
import { checkFilePath, readFilePath } from './file-paths.ts';
import { checkPreconditions, isKnown, readPreconditions } from './preconditions.ts';
import { checkAsked, checkPlace, type FileOfUser, storeFile } from './store-file.ts';

/**
 * Tests whether an `Accept` header requests a file's bytes, which is the case if it lists types but not JSON. Clients
 * of the service expect a description in JSON, and accept JSON or any type.
 */
function wantsBytes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
    return type === '' || parameters.includes('q=0') ? [] : [type];
  });
  const takesJson = types.some((type) => type === 'application/json' || type.endsWith('+json'));
  return !takesJson && types.some((type) => type !== '*/*' && type !== 'application/*');
}

const PAGE_LIMIT = 25;

export const fileItemSchema = z.object({
  path: z.string(),
  last_modified: secondsSchema,
  size: integer,
  etag: z.string(),
});

export const fileListSchema = z.object({
  count: integer,
  items: z.array(fileItemSchema),
  nextContinuationToken: z.string().optional(),
});

const listRoute = describeRoute('get /files', {
  summary: 'List all files, or the files in a folder',
  request: { query: z.object({ path: z.string().optional(), startKey: z.string().optional() }) },
  responses: { 200: jsonAnswer(fileListSchema, 'Files, by path.') },
});

const params = z.object({ path: z.string() });
const sizeQuery = z.object({
  size: whole({ minimum: 0 }, 'Return a URL for an upload of this many bytes.'),
  directory: flag('Create a folder.'),
});

const downloadQuery = z.object({ download: flag('Return a URL that serves the bytes without a key.') });

const deleteQuery = z.object({
  recursive: flag('If false, a non-empty folder is not deleted.'),
  directory: flag('True for a folder, false for a file (default: either).'),
});

const readRoute = describeRoute('get /files/{path}', {
  summary: 'Describe a file, or read it',
  description:
    'Returns the metadata of the file; with download=true, the URL of its bytes; and the bytes themselves for ' +
    'requests whose `Accept` header lists types but not JSON, such as application/octet-stream.',
  request: { params, query: downloadQuery },
  responses: {
    200: {
      description: 'A description of the file, a URL valid for an hour, or its bytes.',
      content: {
        'application/json': { schema: z.union([fileItemSchema, z.object({ download_url: z.string() })]) },
        'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
    304: { description: 'If-None-Match specifies the current version.' },
    ...failures(400, 404, 412),
  },
});

/** Clients upload with either method. */
const writeRoutes = ['put', 'post'].map((method) =>
  describeRoute(`${method} /files/{path}`, {
    summary: 'Write a file or create a folder',
    request: { params, query: sizeQuery },
    responses: {
      200: jsonAnswer(
        okSchema.extend({ upload_url: z.string().optional() }),
        'With size: the URL for a PUT request with the bytes. Without size: the file was stored.',
      ),
      ...failures(400, 409, 412, 413, 429),
    },
  }),
);

const deleteRoute = describeRoute('delete /files/{path}', {
  summary: 'Delete a file, or a folder with everything in it',
  request: { params, query: deleteQuery },
  responses: { 200: okAnswer, ...failures(400, 404, 409, 412) },
});

function toItem(info: BlobInfo, prefix: string): z.infer<typeof fileItemSchema> {
  return {
    path: info.key.slice(prefix.length),
    last_modified: toSeconds(info.updatedAt),
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
  const after = query.startKey ? root + query.startKey : '';
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
      `A file may have at most ${maxFileBytes} bytes; this file would have ${sizeBytes}.`,
    );
  }
}

async function deleteFiles(
  services: Services,
  { owner, path, headers }: FileOfUser & { readonly headers: Headers },
  { recursive, directory }: z.infer<typeof deleteQuery>,
): Promise<void> {
  const key = userFileKey(owner, path);
  const folder = `${key}/`;
  const removed = await services.store.transaction(async (tx) => {
    checkPreconditions(readPreconditions(headers), (await tx.blobInfo(key))?.version, path);
    if (recursive === 'false' && directory !== 'false') {
      const inside = (await tx.listBlobs({ prefix: folder, limit: 2 })).filter((info) => info.key !== folder);
      if (inside.length > 0) {
        throw wrongState(
          `"${path}" is a folder that contains files, and recursive is false. Nothing was deleted.`,
        );
      }
    }
    const below = directory === 'false' ? 0 : await tx.deleteBlobs(folder);
    if (directory === 'true' || !(await tx.blobInfo(key))) return below;
    await tx.deleteBlob(key);
    return below + 1;
  });
  if (removed === 0) throw unknownResource(directory === 'true' ? 'folder' : 'file', path);
}

/** Validates the query here, because the app does not validate routes whose path contains slashes. */
function readQuery<Schema extends z.ZodType>(c: Context<ApiEnv>, schema: Schema): z.infer<Schema> {
  const query = schema.safeParse(c.req.query());
  if (query.success) return query.data;
  const [issue] = query.error.issues;
  throw invalidRequest(String(issue?.path[0]), describeIssue(issue as ValidationIssue));
}

async function answerFile(c: Context<ApiEnv>, services: Services): Promise<Response> {
  const { store } = services;
  const owner = c.get('userId');
  const path = readFilePath(c.req.path);
  const { download } = readQuery(c, downloadQuery);
  const key = userFileKey(owner, path);
  const info = await store.blobInfo(key);
  if (!info) throw unknownResource('file', path);
  if (download === 'true') {
    return c.json({ download_url: await signAddress(c, services, { what: 'file', owner, path }) });
  }
  const asked = readPreconditions(c.req.raw.headers);
  const { version } = info;
  if (isKnown(asked, version)) {
    return new Response(null, { status: 304, headers: { ETag: `"${version}"`, Vary: 'Accept' } });
  }
  checkPreconditions(asked, version, path);
  if (!wantsBytes(c.req.header('Accept'))) {
    const headers = { ETag: `"${version}"`, Vary: 'Accept' };
    return c.json(toItem(info, userFileKey(owner, '')), 200, headers);
  }
  const file = await store.openBlob(key);
  if (!file) throw unknownResource('file', path);
  return new Response(toStream(file.chunks), {
    headers: {
      ETag: `"${file.info.version}"`,
      Vary: 'Accept',
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.info.sizeBytes),
    },
  });
}

/** Adds the file routes. */
export function addFileRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, async (c) =>
    c.json(await listFiles(services, c.get('userId'), c.req.valid('query'))),
  );
  serveBelow(api, readRoute, (c) => answerFile(c, services));
  const write = async (c: Context<ApiEnv>): Promise<Response> => {
    const file = { owner: c.get('userId'), path: readFilePath(c.req.path) };
    const { size, directory } = readQuery(c, sizeQuery);
    if (directory === 'true') {
      await store.transaction(async (tx) => {
        await checkPlace(tx, file, true);
        await tx.putBlob(`${userFileKey(file.owner, file.path)}/`, new Uint8Array(0));
      });
      return c.json({ message: 'OK' });
    }
    if (size === undefined) {
      const body = readBody(c.req.raw, services.settings.maxFileBytes);
      await storeFile(services, { file, body, headers: c.req.raw.headers });
      return c.json({ message: 'OK' });
    }
    await checkAsked(store, file, c.req.raw.headers);
    checkSize(services, size);
    await checkStorageQuota(services, file.owner, size);
    const upload_url = await signAddress(c, services, { what: 'upload', ...file, sizeBytes: size });
    return c.json({ message: 'OK', upload_url });
  };
  for (const route of writeRoutes) serveBelow(api, route, write);
  serveBelow(api, deleteRoute, async (c) => {
    const file = { owner: c.get('userId'), path: readFilePath(c.req.path) };
    await deleteFiles(services, { ...file, headers: c.req.raw.headers }, readQuery(c, deleteQuery));
    return c.json({ message: 'OK' });
  });
}
