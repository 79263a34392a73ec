// The service as a server: the API on Node's HTTP server, with what was asked for to go wrong before it, the requests to
// all of its state beside it, and the site with the playground where it has been built.
import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { realtimeAddress } from '../api/realtime/handshake.ts';
import type { ApiSettings } from '../api/services.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { maybeAnswerAdmin } from './admin.ts';
import { checkBuilt } from './assets.ts';
import { openDataFolder } from './data-folder.ts';
import { type DatabaseOptions, openDatabase, shareOf, shareOwnKey } from './database.ts';
import type { Fault } from './faults/fault.ts';
import { createUnruly } from './faults/unruly.ts';
import { keepBodyOfGet } from './get-with-body.ts';
import { startJobNews } from './job-news.ts';
import { type ListenOptions, listen } from './listen.ts';
import { createRandomness } from './seeded-random.ts';
import { keepKey, maybeReadKey } from './serve-data.ts';
import { type Service, startService } from './service.ts';
import { openSite, type Site } from './site.ts';
import { answerBrokenRequests, settleRequest } from './whole-requests.ts';

export interface ServeOptions extends ListenOptions {
  /** Made when it is not there; everything is in memory when it is absent. */
  readonly dataFolder?: string | undefined;
  /** Builds and tasks at once, where there is no database; one more than there are processors when absent. */
  readonly jobs?: number | undefined;
  /** In the place of a folder: a PostgreSQL that several servers and workers have together. */
  readonly database?: DatabaseOptions | undefined;
  /** A key of any form, which gets an account of its own; the folder's own key, or a new one, when absent. */
  readonly key?: string | undefined;
  /** Other settings of the API than the default ones. */
  readonly settings?: Partial<ApiSettings>;
  /** Everything random follows from it, keys among them. In memory only. */
  readonly seed?: bigint | undefined;
  /** Epoch milliseconds at which time stands still. */
  readonly clockMs?: number | undefined;
  /** Every answer of the API waits so long. */
  readonly latencyMs?: number | undefined;
  /** What this process may take; the memory of the machine or of its container when absent. */
  readonly memoryBytes?: number | undefined;
  /** Requests that fail because somebody wants to see it. */
  readonly faults?: readonly Fault[] | undefined;
  /** Whether POST /admin/… is answered; default false. */
  readonly hasAdmin?: boolean | undefined;
  /** The most that POST /admin/import takes. */
  readonly importBytes?: number | undefined;
  /** Whether the playground is served; default true. */
  readonly hasSite?: boolean;
  /** Whether the pages get shared memory, which other toolchains need; default true. */
  readonly isIsolated?: boolean;
  /** Takes one line a request. */
  readonly log: (line: string) => void;
  /** Takes what goes wrong with us; `log` when absent. */
  readonly logErrors?: (line: string) => void;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8787`. */
  readonly address: string;
  /** Of realtime events, such as `ws://127.0.0.1:8787/event/realtime`: a setting of its own in clients. */
  readonly realtime: string;
  readonly key: string;
  /** Whether the playground is at the address; it is where the site has been built. */
  readonly hasSite: boolean;
  readonly service: Service;
  /**
   * Answers no more requests, lets jobs end within the time and puts the rest back, for the next start.
   * @param last done when nothing changes any more, before the store is closed
   */
  stop(graceMs: number, last?: () => Promise<void>): Promise<void>;
}

const NO_SITE: Site = { hasIndex: false, maybeAnswer: () => undefined };

// Paths are logged without their query: signed addresses are as good as a key for an hour.
function logged(fetch: (request: Request) => Promise<Response>, log: (line: string) => void) {
  return async (request: Request): Promise<Response> => {
    const startedMs = performance.now();
    const response = await fetch(request);
    const tookMs = (performance.now() - startedMs).toFixed(1);
    const { pathname } = new URL(request.url);
    log(`${new Date().toISOString()} ${request.method} ${pathname} ${response.status} ${tookMs} ms`);
    return response;
  };
}

async function openService(options: ServeOptions): Promise<Service> {
  const { dataFolder, database, settings, memoryBytes, seed, clockMs, log, logErrors = log } = options;
  const service = {
    ...(settings && { settings }),
    memoryBytes,
    seed,
    clockMs,
    log: logErrors,
    logNotice: log,
    ...(options.jobs !== undefined && { share: { parallelJobs: options.jobs } }),
  };
  if (database) {
    return startService({
      ...service,
      key: options.key,
      shareKey: shareOwnKey,
      share: shareOf(database),
      mayHaveJobs: true,
      openStore: (store) => openDatabase(database, (line) => log(`haze: ${line}`), store),
    });
  }
  if (dataFolder === undefined) {
    const openStore = async (store: object) => createMemoryStore(store);
    return startService({ ...service, key: options.key, openStore, mayHaveJobs: false });
  }
  const known = options.key ?? (await maybeReadKey(dataFolder));
  const opened = await startService({
    ...service,
    key: known,
    mayHaveJobs: true,
    openStore: (store) => openDataFolder(dataFolder, (line) => log(`haze: ${line}`), store),
  });
  if (known === undefined) await keepKey(dataFolder, opened.key);
  return opened;
}

/** What a request that was dropped is answered, which nobody gets to see. */
function drop({ incoming }: HttpBindings): Response {
  incoming.socket.destroy();
  return new Response(null, { status: 599 });
}

function dated(response: Response, clockMs: number | undefined): Response {
  if (clockMs === undefined) return response;
  // In the place of the time that Node would say.
  const headers = new Headers(response.headers);
  headers.set('Date', new Date(clockMs).toUTCString());
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Starts serving.
 * @throws HazeError `cannot-listen`, `not-built`, and those of `openDataFolder`
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { seed, clockMs, latencyMs, faults, hasAdmin = false, importBytes, isIsolated = true, log } = options;
  await checkBuilt();
  const service = await openService(options);
  try {
    const random = createRandomness(seed).source('faults');
    const unruly = createUnruly({ latencyMs, faults, random });
    const site = options.hasSite === false ? NO_SITE : await openSite({ isIsolated });
    const answer = async (request: Request, bindings: HttpBindings): Promise<Response> => {
      const known =
        site.maybeAnswer(request) ??
        (await maybeAnswerAdmin(request, { service, isOn: hasAdmin, importBytes }));
      if (known) return known;
      const mishap = await unruly.meet(request);
      if (mishap === 'drop') return drop(bindings);
      return dated(mishap ?? (await service.fetch(request)), clockMs);
    };
    const hear = (request: Request, bindings: HttpBindings) =>
      logged(async (given) => {
        const { incoming } = bindings;
        return settleRequest(incoming, await answer(keepBodyOfGet(given, incoming), bindings));
      }, log)(request);
    const server = createAdaptorServer({ fetch: hear as (request: Request) => Promise<Response> }) as Server;
    answerBrokenRequests(server);
    const news = startJobNews(server, {
      services: service.services,
      log: options.logErrors ?? log,
      isShared: service.isShared,
    });
    const address = await listen(server, options);
    const stop = async (graceMs: number, last?: () => Promise<void>) => {
      unruly.close();
      await news.close();
      server.close();
      server.closeIdleConnections();
      await service.close(graceMs, last);
      server.closeAllConnections();
    };
    return {
      address,
      realtime: realtimeAddress(address),
      key: service.key,
      hasSite: site.hasIndex,
      service,
      stop,
    };
  } catch (error) {
    await service.close(0);
    throw error;
  }
}
