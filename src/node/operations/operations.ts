// Health and metrics for operators: /health/live, /health/ready and /metrics, on a separate port (--operations) or on
// the port of the service's interface.
import { setTimeout } from 'node:timers/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { builds } from '../../jobs/records/records.ts';
import type { Store } from '../../store/contract/store.ts';
import { createHttpServer } from '../http/http-server.ts';
import { type ListenOptions, listen } from '../http/listen.ts';
import type { LogEvent, Tell } from '../logs/log-events.ts';
import { isKey } from '../service/admin.ts';
import type { Metrics } from './metrics.ts';

/** Time after which a store counts as unreachable. */
const READY_WITHIN_MS = 2000;
const RETRY_AFTER_SECONDS = '2';

export interface Operations {
  /** Receives events, for the metrics. */
  readonly tell: Tell;
  /** Marks the process as not ready from now on, because it accepts no more work. */
  stopping(): void;
  /** The response to a GET request for one of the paths; undefined for all other paths. */
  maybeAnswer(path: string): Promise<Response> | undefined;
}

/** Operations for a store's server or worker. The metrics library is loaded after startup, but no events are missed. */
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

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

function notReady(reason: string): Response {
  return json(503, { status: 'not ready', reason }, { 'Retry-After': RETRY_AFTER_SECONDS });
}

/** A process is ready if its store can be read. */
async function answerReady(store: Pick<Store, 'list'>): Promise<Response> {
  const asked = store.list(builds, { limit: 1 }).then(
    () => json(200, { status: 'ready' }),
    (error: unknown) => notReady(error instanceof HazeError ? error.message : 'the store does not respond'),
  );
  const late = setTimeout(READY_WITHIN_MS, notReady('the store does not respond in time'), { ref: false });
  return Promise.race([asked, late]);
}

async function answerMetrics(load: () => Promise<Metrics>): Promise<Response> {
  const metrics = await load();
  try {
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return new Response(await metrics.text(), { headers });
  } catch {
    return notReady('the store does not respond');
  }
}

/**
 * The response to a request for one of the paths; undefined for all other requests.
 * @param key required for metrics, if given
 */
export async function maybeAnswerOperations(
  request: Request,
  operations: Operations | undefined,
  key?: string,
): Promise<Response | undefined> {
  if (!operations || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const path = new URL(request.url).pathname.replace(/(?<!\/)\/+$/, '');
  if (path === '/metrics' && key !== undefined && !isKey(request, key)) {
    const message =
      'The "Authorization" header must contain the key of the service; --operations has a port that needs no key.';
    return Response.json({ message, Message: message, code: 'unauthorized' }, { status: 401 });
  }
  return operations.maybeAnswer(path);
}

const NOTHING = 'Only /health/live, /health/ready and /metrics are available here, with GET.';

/** A port that serves only operations, without a key. @throws HazeError `cannot-listen` */
export async function serveOperations(
  operations: Operations,
  address: ListenOptions,
): Promise<{ readonly address: string; close(): void }> {
  const server = createHttpServer(
    async (request) =>
      (await maybeAnswerOperations(request, operations)) ??
      json(404, { message: NOTHING, Message: NOTHING, code: 'unknown-path' }),
  );
  const listening = await listen(server, address);
  return {
    address: listening,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
