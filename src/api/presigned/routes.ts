// Targets of signed URLs: reading a stored object, or writing a file. The signature replaces the key.
import { HazeError } from '../../errors/haze-error.ts';
import {
  buildLogKey,
  buildModuleKey,
  builds,
  taskStreamKey,
  tasks,
  taskTraceKey,
  userFileKey,
} from '../../jobs/records/records.ts';
import { stepsOf } from '../../jobs/records/states.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ApiApp, readBody, serve } from '../app/api-app.ts';
import { storeFile } from '../files/store-file.ts';
import { answerPicture } from '../plots/pictures.ts';
import { describeRoute, failures, jsonAnswer, okSchema } from '../requests/answers.ts';
import { gunzipChunks, toStream } from '../requests/byte-streams.ts';
import { invalidRequest } from '../requests/failures.ts';
import { z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { checkSignature, type SignedObject } from './signatures.ts';

const signedQuery = z.object({
  object: z.string().default(''),
  expires: z.string().default(''),
  signature: z.string().default(''),
});

const readRoute = describeRoute('get /presigned', {
  summary: 'Read the object at a signed URL',
  security: [],
  request: { query: signedQuery },
  responses: { 200: { description: 'The object’s bytes.' }, ...failures(403, 404, 503) },
});

const writeRoute = describeRoute('put /presigned', {
  summary: 'Write the file at a signed URL',
  security: [],
  request: { query: signedQuery },
  responses: { 200: jsonAnswer(okSchema, 'Stored.'), ...failures(400, 403, 409, 412, 413, 429) },
});

interface FoundObject {
  readonly type: string;
  /** Suggested file name for a client that saves the object. */
  readonly name?: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const TEXT = 'text/plain; charset=utf-8';

async function findBlob(services: Services, key: string, type: string): Promise<FoundObject | undefined> {
  const bytes = await services.store.readBlob(key);
  return bytes && { type, bytes };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/**
 * Creates a log from the reason why a build was stopped, in case the build could not store its own log, for instance
 * because the storage was full.
 */
async function findReason(store: Store, buildId: string): Promise<FoundObject | undefined> {
  const build = await store.get(builds, buildId);
  if (build?.status !== 'Stopped') return undefined;
  const reason = stepsOf(build.body).at(-1)?.Message ?? '';
  return { type: TEXT, bytes: oneChunk(new TextEncoder().encode(`haze: error: ${reason}\n`)) };
}

async function findObject(
  services: Services,
  object: Exclude<SignedObject, { what: 'plot' }>,
): Promise<FoundObject | undefined> {
  switch (object.what) {
    case 'build-log':
      return (
        (await findBlob(services, buildLogKey(object.id), TEXT)) ?? findReason(services.store, object.id)
      );
    case 'build-module':
      return findBlob(services, buildModuleKey(object.id), 'application/wasm');
    case 'task-stream': {
      const chunks = await services.store.readBlob(taskStreamKey(object.id, object.stream));
      if (chunks) return { type: TEXT, bytes: gunzipChunks(chunks) };
      // There is no blob for a stream without output, nor for a deleted task.
      return (await services.store.get(tasks, object.id)) && { type: TEXT, bytes: noBytes() };
    }
    case 'task-chunk': {
      const chunk = await services.store.readChunk(
        taskStreamKey(object.id, object.stream ?? 'Stdout'),
        object.index,
      );
      return chunk && { type: 'application/gzip', bytes: oneChunk(chunk) };
    }
    case 'task-trace':
      return findBlob(services, taskTraceKey(object.id), 'application/json');
    case 'file': {
      const key = userFileKey(object.owner, object.path);
      const found = await findBlob(services, key, 'application/octet-stream');
      return found && { ...found, name: object.path.split('/').at(-1)! };
    }
    case 'upload':
      throw new HazeError('bad-signature', 'This URL is for writing a file with PUT, not for reading.');
  }
}

/** Encodes a name according to RFC 5987. */
function toFilename(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

function toResponse(found: FoundObject | undefined): Response | undefined {
  if (!found) return undefined;
  const headers = new Headers({ 'Content-Type': found.type });
  if (found.name !== undefined) {
    headers.set('Content-Disposition', `attachment; filename*=UTF-8''${toFilename(found.name)}`);
  }
  return new Response(toStream(found.bytes), { headers });
}

async function* exactly(source: AsyncIterable<Uint8Array>, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const piece of source) {
    received += piece.length;
    yield piece;
  }
  if (received !== sizeBytes) {
    throw invalidRequest('body', `has ${received} bytes, but the URL is for a file of ${sizeBytes}`);
  }
}

/** Adds the routes of signed URLs. */
export function addPresignedRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, readRoute, async (c) => {
    const object = await checkSignature(services, c.req.valid('query'));
    const found =
      object.what === 'plot'
        ? await answerPicture(services, object.id, c.req.header('Accept') ?? '')
        : toResponse(await findObject(services, object));
    if (!found) throw new HazeError('unknown-resource', 'The target of this URL no longer exists.');
    return found;
  });
  serve(api, writeRoute, async (c) => {
    const object = await checkSignature(services, c.req.valid('query'));
    if (object.what !== 'upload') {
      throw new HazeError('bad-signature', 'This URL is for reading, not for writing.');
    }
    const body = exactly(readBody(c.req.raw, object.sizeBytes), object.sizeBytes);
    // Checks the path and the quota again, because other files may have arrived since the URL was signed.
    await storeFile(services, { file: object, body, headers: c.req.raw.headers });
    return c.json({ message: 'OK' });
  });
}
