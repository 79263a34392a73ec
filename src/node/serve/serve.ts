// The service as a server: the API on Node's HTTP server. Requested faults are injected in front of the API. Requests
// that concern the service's entire state are handled separately on the same port. The site with the playground is
// served if it has been built.
import type { HttpBindings } from '@hono/node-server';
import { realtimeAddress } from '../../api/realtime/handshake.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { checkBuilt } from '../engine/assets.ts';
import type { Fault } from '../faults/fault.ts';
import { createUnruly } from '../faults/unruly.ts';
import { openDataFolder } from '../folders/data-folder.ts';
import { keepKey, maybeReadKey } from '../folders/serve-data.ts';
import { keepBodyOfGet } from '../http/get-with-body.ts';
import { createHttpServer } from '../http/http-server.ts';
import { type ListenOptions, listen } from '../http/listen.ts';
import { requireWholeBody, settleRequest } from '../http/whole-requests.ts';
import { type Tell, withRequestId } from '../logs/log-events.ts';
import {
  createOperations,
  maybeAnswerOperations,
  type Operations,
  serveOperations,
} from '../operations/operations.ts';
import { maybeAnswerAdmin } from '../service/admin.ts';
import { type DatabaseOptions, openDatabase, shareOf, shareOwnKey } from '../service/database.ts';
import { startJobNews } from '../service/job-news.ts';
import { createRandomness } from '../service/seeded-random.ts';
import { type Service, type ServiceOptions, startService } from '../service/service.ts';
import { Snapshots } from '../service/snapshots.ts';
import { StillClock } from '../service/still-clock.ts';
import type { WorkforceOptions } from '../service/workforce.ts';
import type { AskedRequest } from './asked-request.ts';
import { AskedRequests } from './asked-requests.ts';
import { openSite, type Site } from './site.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface ServeOptions
  extends ListenOptions,
    Omit<ServiceOptions, 'openStore' | 'mayHaveJobs' | 'shareKey' | 'share' | 'clock'>,
    Pick<WorkforceOptions, 'leaseMs'> {
  /** Data folder, created if it does not exist; if not set, all data is kept in memory. */
  readonly dataFolder?: string | undefined;
  /** Maximum number of concurrent builds and tasks without a database; default: the number of processors plus one. */
  readonly jobs?: number | undefined;
  /** A PostgreSQL database shared by several servers and workers, instead of a folder. */
  readonly database?: DatabaseOptions | undefined;
  /** Fixed time of the service's clock, in epoch milliseconds. */
  readonly clockMs?: number | undefined;
  /** Delay before every API response. */
  readonly latencyMs?: number | undefined;
  /** Requests that fail, for tests. */
  readonly faults?: readonly Fault[] | undefined;
  /** Enables POST /admin/…; default false. */
  readonly hasAdmin?: boolean | undefined;
  /** Stores client requests; default: same as `hasAdmin`. */
  readonly keepsRequests?: boolean | undefined;
  /** Maximum size of POST /admin/import, in bytes. */
  readonly importBytes?: number | undefined;
  /** Serves the playground; default true. */
  readonly hasSite?: boolean;
  /** Enables shared memory in pages, which other toolchains need; default true. */
  readonly isIsolated?: boolean;
  /** Terminates the process if its main thread hangs; default false, because other programs run servers too. */
  readonly isWatched?: boolean | undefined;
  /** Serves /health/live, /health/ready and, with the service's key, /metrics; default false. */
  readonly hasOperations?: boolean | undefined;
  /** A separate port that serves only health and metrics, without a key. */
  readonly operations?: ListenOptions | undefined;
}

export interface RunningServer {
  /** The server's address, such as `http://127.0.0.1:8787`. */
  readonly address: string;
  /** URL of realtime events for client settings, such as `ws://127.0.0.1:8787/event/realtime`. */
  readonly realtime: string;
  readonly key: string;
  /** True if the address serves the playground, which requires a built site. */
  readonly hasSite: boolean;
  readonly service: Service;
  readonly snapshots: Snapshots;
  /** The fixed clock, if there is one. */
  readonly clock?: StillClock | undefined;
  /** Client requests, oldest first, if they are stored. */
  requests(): readonly AskedRequest[];
  /** URL of the operations, if they have a separate port. */
  readonly operations?: string | undefined;
  /** Announces that this server will stop; it still responds to new requests. */
  drain(): void;
  /**
   * Stops responding to requests, lets jobs finish within the grace period, and reschedules the rest for the next
   * start.
   * @param last called after the last change, before the store closes
   */
  stop(graceMs: number, last?: () => Promise<void>): Promise<void>;
}

const NO_SITE: Site = { hasIndex: false, maybeAnswer: () => undefined };

/** Time for pending responses after all jobs have finished. */
const LAST_ANSWERS_MS = 2000;
const ID = /\b[a-z]{3}_[0-9a-f]{32}\b/g;

/** Tracks pending responses, and logs them. */
function createDesk(tell: Tell, watchdog: Watchdog | undefined) {
  const answering = new Set<Promise<unknown>>();
  return {
    answer: (request: Request, work: () => Promise<Response>): Promise<Response> =>
      withRequestId(request.headers, async (requestId) => {
        const startedMs = performance.now();
        const { pathname: path } = new URL(request.url);
        const done = watchdog?.begin(`${request.method} ${path.replaceAll(ID, '{ID}')} (${requestId})`);
        const answer = work();
        const settled = answer.catch(() => undefined);
        answering.add(settled);
        void settled.then(() => {
          answering.delete(settled);
          done?.();
        });
        const { status } = await answer;
        const tookMs = performance.now() - startedMs;
        tell({ what: 'request', requestId, method: request.method, path, status, tookMs });
        return answer;
      }),
    /** Waits for pending responses, except endless streams. */
    async untilIdle(): Promise<void> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_ANSWERS_MS);
      });
      await Promise.race([Promise.all(answering), late]);
      clearTimeout(timer);
    },
  };
}

async function openService(options: ServeOptions, clock: StillClock | undefined): Promise<Service> {
  const { dataFolder, database, tell } = options;
  const say = (line: string) => tell({ what: 'said', message: `haze: ${line}` });
  const service = { ...options, clock };
  const { jobs: parallelJobs, leaseMs } = options;
  const share = { isShared: dataFolder !== undefined, isLocal: true, parallelJobs, leaseMs };
  if (database) {
    return startService({
      ...service,
      shareKey: shareOwnKey,
      share: shareOf(database),
      mayHaveJobs: true,
      openStore: (store) => openDatabase(database, say, store),
    });
  }
  if (dataFolder === undefined) {
    const openStore = async (store: object) => createMemoryStore(store);
    return startService({ ...service, share, openStore, mayHaveJobs: false });
  }
  return startService({
    ...service,
    key: options.key ?? (await maybeReadKey(dataFolder)),
    shareKey: (_, made) => keepKey(dataFolder, made),
    share,
    mayHaveJobs: true,
    openStore: (store) => openDataFolder(dataFolder, say, store),
  });
}

/** Response to a dropped request, which nobody receives. */
function drop({ incoming }: HttpBindings): Response {
  incoming.socket.destroy();
  return new Response(null, { status: 599 });
}

function dated(response: Response, clock: StillClock | undefined): Response {
  if (!clock) return response;
  // Replaces the `Date` header, which Node would take from the machine's clock.
  const headers = new Headers(response.headers);
  headers.set('Date', new Date(clock.now()).toUTCString());
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Starts serving.
 * @throws HazeError `cannot-listen`, `not-built`, and the errors of `openDataFolder`
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { seed, clockMs, latencyMs, faults, hasAdmin = false, importBytes, isIsolated = true } = options;
  const { keepsRequests = hasAdmin } = options;
  await checkBuilt();
  let operations: Operations | undefined;
  let watchdog: Watchdog | undefined;
  const tell: Tell = (event) => {
    options.tell(event);
    operations?.tell(event);
    watchdog?.hear(event);
  };
  const clock = clockMs === undefined ? undefined : new StillClock(clockMs);
  const service = await openService({ ...options, tell }, clock);
  watchdog = options.isWatched ? startWatchdog() : undefined;
  let port: Awaited<ReturnType<typeof serveOperations>> | undefined;
  let news: ReturnType<typeof startJobNews> | undefined;
  try {
    if (options.hasOperations) operations = createOperations(service.store);
    port = operations && options.operations && (await serveOperations(operations, options.operations));
    const random = createRandomness(seed).source('faults');
    const asked = new AskedRequests();
    const snapshots = new Snapshots(service);
    const admin = { service, snapshots, listRequests: () => asked.list(), clock, importBytes };
    const unruly = createUnruly({ latencyMs, faults, random });
    const site = options.hasSite === false ? NO_SITE : await openSite({ isIsolated });
    const answer = async (request: Request, bindings: HttpBindings): Promise<Response> => {
      const known =
        site.maybeAnswer(request) ??
        (await maybeAnswerOperations(request, operations, service.key)) ??
        (await maybeAnswerAdmin(request, { ...admin, isOn: hasAdmin }));
      if (known) return known;
      const mishap = await unruly.meet(request);
      if (mishap === 'drop') return drop(bindings);
      const work = async (whole: Request) => mishap ?? (await service.fetch(whole));
      return dated(await (keepsRequests ? asked.note(request, work) : work(request)), clock);
    };
    const desk = createDesk(tell, watchdog);
    const hear = (request: Request, bindings: HttpBindings) =>
      desk.answer(request, async () => {
        const { incoming } = bindings;
        const whole = requireWholeBody(keepBodyOfGet(request, incoming), incoming);
        return settleRequest(incoming, await answer(whole, bindings));
      });
    const server = createHttpServer(hear);
    const telling = startJobNews(server, {
      services: service.services,
      log: (message) => tell({ what: 'said', message, isError: message.startsWith('error') }),
      isShared: service.isShared,
    });
    news = telling;
    const address = await listen(server, options);
    const stop = async (graceMs: number, last?: () => Promise<void>) => {
      operations?.stopping();
      unruly.close();
      server.close();
      server.closeIdleConnections();
      try {
        await service.close(graceMs, async () => {
          await desk.untilIdle();
          await telling.close();
          await last?.();
        });
      } finally {
        server.closeAllConnections();
        port?.close();
        watchdog?.close();
      }
    };
    return {
      address,
      realtime: realtimeAddress(options.settings?.publicAddress ?? address),
      key: service.key,
      hasSite: site.hasIndex,
      service,
      snapshots,
      clock,
      requests: () => asked.list(),
      operations: port?.address,
      drain: () => operations?.stopping(),
      stop,
    };
  } catch (error) {
    watchdog?.close();
    port?.close();
    await news?.close();
    await service.close(0);
    throw error;
  }
}
