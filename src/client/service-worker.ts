// The service worker: answers requests to the service from the store, and requests for files of the site from the one
// version that it stands for. It holds no state and does no work, so that it may be ended between any two requests. Its
// address says what it serves: `haze-service-worker.js?base=<address>&database=<name>`.
import type { Api } from '../api/create-api.ts';
import { HazeError } from '../errors/haze-error.ts';
import { createRasteriser, type Rasterise } from '../plot/rasterise.ts';
import { openIndexedDbStore } from '../store/indexeddb-store.ts';
import { BaseAddress } from './base-address.ts';
import { createPageApi } from './page-api.ts';
import { loadPageRasteriser } from './page-rasteriser.ts';
import { createPageServices, openWorkChannel } from './page-services.ts';
import type { PageMessage, VersionMessage } from './service-worker-messages.ts';
import { SiteCache } from './site/site-cache.ts';
import type { SiteList } from './site/site-list.ts';
import { ToolchainFiles } from './toolchain/toolchain-files.ts';
import { openGzip } from './toolchain/unpack-gzip.ts';

/** Errors after which the database must be opened anew. */
const LOST_STORE: ReadonlySet<string> = new Set(['store-closed', 'storage-evicted']);

class RequestServer {
  readonly #base: BaseAddress;
  readonly #database: string;
  readonly #repositoryHosts: readonly string[] | undefined;
  readonly #rasterise: Rasterise;
  #api: Promise<Api> | undefined;

  constructor(script: string, site: SiteList) {
    const { searchParams } = new URL(script);
    this.#base = new BaseAddress(searchParams.get('base') ?? '/haze', script);
    this.#database = searchParams.get('database') ?? 'haze';
    this.#repositoryHosts = searchParams.get('repository-hosts')?.split(',');
    this.#rasterise = createRasteriser(() =>
      loadPageRasteriser(new ToolchainFiles(new URL(site.toolchain, script), openGzip)),
    );
  }

  /** The answer to a request to the service, or undefined when it is none. */
  maybeAnswer(request: Request): Promise<Response> | undefined {
    return this.#base.includes(request.url) ? this.#answer(request) : undefined;
  }

  async #answer(request: Request): Promise<Response> {
    try {
      this.#api ??= this.#openApi();
      return await (await this.#api).fetch(request);
    } catch (error) {
      this.#api = undefined;
      const message = error instanceof HazeError ? error.message : String(error);
      const code = error instanceof HazeError ? error.code : 'internal';
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return Response.json({ message, Message: message, code }, { status: 500, headers });
    }
  }

  async #openApi(): Promise<Api> {
    const services = createPageServices({
      store: await openIndexedDbStore(this.#database),
      base: this.#base,
      repositoryHosts: this.#repositoryHosts,
      channel: openWorkChannel(this.#database),
      rasterise: this.#rasterise,
      onFault: (error) => {
        if (error instanceof HazeError && LOST_STORE.has(error.code)) this.#api = undefined;
      },
    });
    return createPageApi(services);
  }
}

async function install(scope: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  await cache.fill();
  // A new version waits until its pages are gone or somebody asks for it. One that serves another base is another
  // service, and not a version of this.
  const { active } = scope.registration;
  if (active && active.scriptURL !== scope.location.href) await scope.skipWaiting();
}

async function activate(scope: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  await scope.clients.claim();
  await dropUnused(scope, cache);
}

// The files of a version that is about to come are in use, though no page says so yet.
async function dropUnused({ registration }: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  if (!registration.installing && !registration.waiting) await cache.dropUnused();
}

async function hear(
  { data, ports }: ExtendableMessageEvent,
  scope: ServiceWorkerGlobalScope,
  tools: { readonly cache: SiteCache; readonly version: string },
): Promise<void> {
  const message = data as PageMessage;
  switch (message.kind) {
    case 'serve':
      return scope.clients.claim();
    case 'version': {
      const answer: VersionMessage = { version: tools.version };
      ports[0]?.postMessage(answer);
      return dropUnused(scope, tools.cache);
    }
    case 'use':
      return scope.skipWaiting();
  }
}

/** Makes the global scope of a service worker serve this version of the site. */
export function startServiceWorker(scope: ServiceWorkerGlobalScope, site: SiteList): void {
  const server = new RequestServer(scope.location.href, site);
  const cache = new SiteCache(site, scope.location.href);
  scope.addEventListener('install', (event) => event.waitUntil(install(scope, cache)));
  scope.addEventListener('activate', (event) => event.waitUntil(activate(scope, cache)));
  scope.addEventListener('message', (event) =>
    event.waitUntil(hear(event, scope, { cache, version: site.version })),
  );
  scope.addEventListener('fetch', (event) => {
    const answer = server.maybeAnswer(event.request) ?? cache.maybeAnswer(event.request);
    if (answer) event.respondWith(answer);
  });
}
