// Health and metrics for operators: /health/live, /health/ready and /metrics, on a separate port (--operations) or on
// the port of the service's interface.

import { createServer, type Server } from 'node:http';
import { HazeError } from '../../errors/haze-error.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { builds } from '../../jobs/records/records.ts';
import type { Store } from '../../store/contract/store.ts';
import { listen } from '../http/listen.ts';
import type { LogEvent, Tell } from '../logs/log-events.ts';
import { isKey } from '../service/admin.ts';
import type { Metrics } from './metrics.ts';

/** Time after which a store counts as unreachable. */
const READY_WITHIN_MS = 2000;
const RETRY_AFTER_SECONDS = '2';
/** Closes a connection after this time without a byte in either direction. */
const SILENCE_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Operations {
  /** Receives events, for the metrics. */
  readonly tell: Tell;
  /** Reports that the process is not ready from now on: it accepts no more work. */
  stopping(): void;
  /** The response to GET for one of the paths; undefined for all other paths. */
  maybeAnswer(path: string): Promise<Answer> | undefined;
}

/**
 * Operations for a store's server or worker. The metrics library is loaded after startup, without missing any events.
 */
export function createOperations(store: Pick<Store, 'list' | 'count'>): Operations {
  let isStopping = false;
  const load = loadOnce(async (): Promise<Metrics> => (await import('./metrics.ts')).createMetrics(store));
  return {
    tell: (event: LogEvent) => void load().then((loaded) => loaded.observe(event)),
    stopping() {
      isStopping = true;
    },
    maybeAnswer(path) {
      switch (path) {
        case '/health/live':
          return Promise.resolve(json(200, { status: 'live' }));
        case '/health/ready':
          return isStopping ? Promise.resolve(notReady('it is stopping')) : answerReady(store);
        case '/metrics':
          return answerMetrics(load);
        default:
          return undefined;
      }
    },
  };
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  const type = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

function notReady(reason: string): Answer {
  return json(503, { status: 'not ready', reason }, { 'Retry-After': RETRY_AFTER_SECONDS });
}

/** A process is ready if its store can be read. */
async function answerReady(store: Pick<Store, 'list'>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(notReady('the store does not respond in time')), READY_WITHIN_MS);
  });
  const asked = store.list(builds, { limit: 1 }).then(
    () => json(200, { status: 'ready' }),
    (error: unknown) => notReady(error instanceof HazeError ? error.message : 'the store does not respond'),
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

async function answerMetrics(load: () => Promise<Metrics>): Promise<Answer> {
  const metrics = await load();
  try {
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return { status: 200, headers, body: await metrics.text() };
  } catch {
    return notReady('the store does not respond');
  }
}

/**
 * The response to a request for one of the paths on the port of the service's interface; undefined for all other
 * paths. Metrics require the service's own key.
 */
export async function maybeAnswerOperations(
  request: Request,
  operations: Operations | undefined,
  key: string,
): Promise<Response | undefined> {
  if (!operations || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const pathname = withoutSlashes(new URL(request.url).pathname);
  if (pathname === '/metrics' && !isKey(request, key)) {
    const message =
      'The "Authorization" header must contain the key of the service; --operations has a port that needs no key.';
    return Response.json({ message, Message: message, code: 'unauthorized' }, { status: 401 });
  }
  const answer = await operations.maybeAnswer(pathname);
  return answer && new Response(answer.body, { status: answer.status, headers: answer.headers });
}

const NOTHING = 'Only /health/live, /health/ready and /metrics are available here, for GET.';

/** Trailing slashes in a path have no meaning. */
function withoutSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

/** Address of `--operations`. */
export interface OperationsAddress {
  readonly host: string;
  readonly port: number;
}

/** A port that serves only operations, without a key. @throws HazeError `cannot-listen` */
export async function serveOperations(
  operations: Operations,
  address: OperationsAddress,
): Promise<{ readonly address: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const [target = ''] = (request.url ?? '').split('?');
    const path = withoutSlashes(target);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const answering = isRead ? operations.maybeAnswer(path) : undefined;
    const none = Promise.resolve(json(404, { message: NOTHING, Message: NOTHING, code: 'unknown-path' }));
    void (answering ?? none).then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  server.setTimeout(SILENCE_MS);
  const listening = await listen(server, address);
  return {
    address: listening,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
