// The service worker: answers requests to the service from the store, and requests for the site's files from a single
// version. The service worker is stateless and does no lengthy work, so that it may be terminated between any two
// requests. The URL of its script lists its services (served-bases.ts).

import type { Api } from '../../../api/create-api.ts';
import { HazeError } from '../../../errors/haze-error.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { createRasteriser, type Rasterise } from '../../../plot/drawing/rasterise.ts';
import { openIndexedDbStore } from '../../../store/indexeddb/indexeddb-store.ts';
import { ToolchainFiles } from '../../program/toolchain/download/toolchain-files.ts';
import { openGzip } from '../../program/toolchain/download/unpack-gzip.ts';
import { BaseAddress } from '../bases/base-address.ts';
import { findServedBase, listServedBases, type ServedBase } from '../bases/served-bases.ts';
import { JobNews } from '../page/job-news.ts';
import { createPageApi } from '../page/page-api.ts';
import { loadPageRasteriser } from '../page/rasteriser.ts';
import { createPageServices, openWorkChannel } from '../page/services.ts';
import type { PageMessage, VersionMessage, WholeMessage } from '../site/service-worker-messages.ts';
import { SiteCache } from '../site/site-cache.ts';
import type { SiteList } from '../site/site-list.ts';
import { maybeAnswerKept } from './kept-files.ts';
import { openLastingStore } from './lasting-store.ts';

/** A service listed in the URL. */
interface Service {
  readonly address: BaseAddress;
  readonly fetch: (request: Request) => Promise<Response>;
}

function openServices(script: string, site: SiteList): Service[] {
  const rasterise = createRasteriser(() =>
    loadPageRasteriser(new ToolchainFiles(new URL(site.toolchain, script), openGzip)),
  );
  return listServedBases(script).map((base) => {
    const address = new BaseAddress(base.href, script);
    return { address, fetch: createAnswerer({ base, address, rasterise }) };
  });
}

/**
 * Answers requests to one service. The first request opens the database; if the database is removed, it is reopened.
 */
function createAnswerer({
  base: { database, repositoryHosts },
  address,
  rasterise,
}: {
  readonly base: ServedBase;
  readonly address: BaseAddress;
  readonly rasterise: Rasterise;
}): (request: Request) => Promise<Response> {
  let api: Promise<Api> | undefined;
  let news: JobNews | undefined;
  const open = async () => {
    const store = await openLastingStore(() => openIndexedDbStore(database));
    // Notifies pages of changes that requests make, for example that a job was cancelled before it began.
    news?.close();
    news = new JobNews(database, store);
    const channel = openWorkChannel(database);
    return createPageApi(createPageServices({ store, base: address, repositoryHosts, channel, rasterise }));
  };
  return async (request) => {
    try {
      api ??= open();
      return await (await api).fetch(request);
    } catch (error) {
      api = undefined;
      const message = error instanceof HazeError ? error.message : String(error);
      const code = error instanceof HazeError ? error.code : 'internal';
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return Response.json({ message, Message: message, code }, { status: 500, headers });
    }
  };
}

async function install(scope: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  const { active } = scope.registration;
  // If an active version serves the pages, a new version first fetches all files. The very first version does not wait
  // for them.
  if (active) await cache.fillWhole();
  // A new version waits until the old version's pages are closed or a page activates it. A version that serves more
  // bases starts immediately.
  if (active && active.scriptURL !== scope.location.href) await scope.skipWaiting();
}

async function activate(scope: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  await scope.clients.claim();
  await dropUnused(scope, cache);
}

// Files of a version that is being installed are in use, although no page reports this yet.
async function dropUnused({ registration }: ServiceWorkerGlobalScope, cache: SiteCache): Promise<void> {
  if (!registration.installing && !registration.waiting) await cache.dropUnused();
}

async function answerKeeping(keeping: Promise<void>): Promise<WholeMessage> {
  try {
    await keeping;
    return { isWhole: true };
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return { isWhole: false, reason: messageOf(error), isFull };
  }
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
    case 'keep-loaded':
      // Ignores any failure: a missing file is fetched later with the others.
      return tools.cache.fillLoaded(message.addresses).catch(() => undefined);
    case 'keep-service':
    case 'keep-all': {
      const { cache } = tools;
      const answer = await answerKeeping(message.kind === 'keep-all' ? cache.fillWhole() : cache.fill());
      return ports[0]?.postMessage(answer);
    }
    case 'use':
      return scope.skipWaiting();
  }
}

/** Makes a service worker's global scope serve this version of the site. */
export function startServiceWorker(scope: ServiceWorkerGlobalScope, site: SiteList): void {
  const services = openServices(scope.location.href, site);
  const cache = new SiteCache(site, scope.location.href);
  scope.addEventListener('install', (event) => event.waitUntil(install(scope, cache)));
  scope.addEventListener('activate', (event) => event.waitUntil(activate(scope, cache)));
  scope.addEventListener('message', (event) =>
    event.waitUntil(hear(event, scope, { cache, version: site.version })),
  );
  scope.addEventListener('fetch', (event) => {
    const service = findServedBase(services, event.request.url);
    const answer =
      service?.fetch(event.request) ??
      cache.maybeAnswer(event.request) ??
      maybeAnswerKept(event.request, scope.location.href);
    if (answer) event.respondWith(answer);
  });
}
