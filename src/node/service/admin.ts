// POST /admin/reset, /admin/export, /admin/import and /admin/snapshots/{name}: act on the service's entire state, for
// test suites. GET /admin/requests: lists client requests. POST /admin/clock: sets a later time. All are disabled
// unless the service starts with --admin; only the service's own key grants access, not an account's key.
import { createHash, timingSafeEqual } from 'node:crypto';
import { toStream } from '../../api/requests/byte-streams.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { Service } from './service.ts';
import type { Snapshots } from './snapshots.ts';
import type { ClockStep, StillClock } from './still-clock.ts';

export interface AdminOptions {
  readonly service: Service;
  readonly snapshots: Snapshots;
  /** Client requests, for GET /admin/requests. */
  readonly listRequests: () => readonly object[];
  /** The clock that POST /admin/clock advances. */
  readonly clock: StillClock | undefined;
  readonly isOn: boolean;
  /** Maximum size of POST /admin/import, in bytes; default: 4 GiB. */
  readonly importBytes?: number | undefined;
}

const SNAPSHOT = /^\/admin\/snapshots\/([\w.~-]+)(\/restore)?$/;
const DEFAULT_IMPORT_BYTES = 4 * 2 ** 30;

/** The response to a request under /admin; undefined for all other requests. */
export async function maybeAnswerAdmin(
  request: Request,
  options: AdminOptions,
): Promise<Response | undefined> {
  const { service, isOn } = options;
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  if ((path !== '/admin' && !path.startsWith('/admin/')) || request.method === 'OPTIONS') return undefined;
  if (!isOn) return refuse(501, 'not-supported', 'This service was started without --admin (HAZE_ADMIN=1).');
  if (!isKey(request, service.key)) {
    return refuse(
      401,
      'unauthorized',
      'The "Authorization" header must contain the key that the service printed.',
    );
  }
  const [, name, then = ''] = SNAPSHOT.exec(path) ?? [];
  const known = name === undefined ? path : `/admin/snapshots/{name}${then}`;
  const [method, action] = (Object.hasOwn(ACTIONS, known) && ACTIONS[known]) || [];
  if (!action)
    return refuse(404, 'unknown-path', `Only ${Object.keys(ACTIONS).join(', ')} are available here.`);
  if (request.method !== method) return refuse(405, 'unknown-method', `${known} accepts only ${method}.`);
  try {
    const asked = { query: searchParams, snapshot: name ?? '' };
    return shared(await action(service, request, { ...options, ...asked }));
  } catch (error) {
    if (error instanceof HazeError)
      return refuse(STATUS_OF_CODE[error.code] ?? 500, error.code, error.message);
    throw error;
  }
}

interface ActionOptions extends AdminOptions {
  readonly query: URLSearchParams;
  /** Name given in the path. */
  readonly snapshot: string;
}

type Action = (service: Service, request: Request, options: ActionOptions) => Promise<Response>;

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  'bad-export': 422,
  'body-too-large': 413,
  'invalid-request': 422,
  'wrong-state': 409,
  'store-too-new': 422,
  'store-too-old': 422,
  'unknown-resource': 404,
  'storage-full': 507,
};

/** Paths, each with its method and action. */
const ACTIONS: Readonly<Record<string, readonly [method: string, action: Action]>> = {
  '/admin/reset': [
    'POST',
    async (service) => {
      await service.reset();
      return Response.json({ message: 'all data was removed; the API key stays valid' });
    },
  ],
  '/admin/requests': [
    'GET',
    async (_service, _request, { listRequests }) => {
      const Requests = listRequests();
      return Response.json({ Requests, Count: Requests.length });
    },
  ],
  '/admin/clock': [
    'POST',
    async (_service, request, { clock }) => {
      if (!clock)
        throw new HazeError(
          'wrong-state',
          'The clock is running: the service was started without --clock (HAZE_CLOCK).',
        );
      const step: unknown = await request.json().catch(() => undefined);
      clock.move((step ?? {}) as ClockStep);
      return Response.json({ Time: new Date(clock.now()).toISOString() });
    },
  ],
  '/admin/snapshots': [
    'GET',
    async (_service, _request, { snapshots }) => Response.json({ Snapshots: snapshots.names() }),
  ],
  '/admin/snapshots/{name}': [
    'POST',
    async (_service, _request, { snapshots, snapshot }) => {
      await snapshots.take(snapshot);
      return Response.json({ message: `saved as "${snapshot}", in memory` });
    },
  ],
  '/admin/snapshots/{name}/restore': [
    'POST',
    async (_service, _request, { snapshots, snapshot }) => {
      await snapshots.restore(snapshot);
      return Response.json({ message: 'everything is restored to its saved state' });
    },
  ],
  '/admin/export': [
    'POST',
    async (service, _request, { query }) => {
      const pieces = service.export({ withSecrets: query.get('secrets') === 'true' });
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment; filename="haze-export"',
      };
      return new Response(toStream(pieces) as BodyInit, { headers });
    },
  ],
  '/admin/import': [
    'POST',
    async (service, request, { importBytes = DEFAULT_IMPORT_BYTES }) => {
      if (!request.body) throw new HazeError('bad-export', 'The body is empty, but must be a Haze export.');
      // Rejects a large body before any change, if the client announces its size.
      if (Number(request.headers.get('Content-Length')) > importBytes) throw tooLarge(importBytes);
      const { records, blobs } = await service.import(bounded(request.body, importBytes));
      return Response.json({ message: 'everything was replaced', records, blobs });
    },
  ],
};

function tooLarge(importBytes: number): HazeError {
  return new HazeError(
    'body-too-large',
    `The export is larger than the ${importBytes} bytes that this service accepts. Start it with a larger --import-bytes (HAZE_IMPORT_BYTES), or with --import FILE.`,
  );
}

/** Chunks of a body. @throws HazeError `bad-export` if the client disconnects midway */
async function* receive(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    const message = 'The connection closed before the whole export arrived. Nothing was changed.';
    throw new HazeError('bad-export', message, { cause });
  }
}

/** Passes chunks on as they arrive. @throws HazeError `body-too-large` if the limit is exceeded */
async function* bounded(pieces: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of receive(pieces)) {
    sizeBytes += piece.length;
    if (sizeBytes > mostBytes) throw tooLarge(mostBytes);
    yield piece;
  }
}

/** True if a request carries the service's own key. */
export function isKey(request: Request, key: string): boolean {
  const given = (request.headers.get('Authorization') ?? '').replace(/^Bearer\s+/i, '').trim();
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(key));
}

function refuse(status: number, code: string, message: string): Response {
  return shared(Response.json({ message, Message: message, code }, { status }));
}

function shared(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*');
  return response;
}
