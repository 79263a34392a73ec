// The service worker: answers requests to the service from the store, and keeps our own files for when there is no
// network. It holds no state and does no work, so that it may be ended between any two requests. Its address says what
// it serves: `haze-service-worker.js?base=<address>&database=<name>`.
import type { Api } from '../api/create-api.ts';
import { HazeError } from '../errors/haze-error.ts';
import { openIndexedDbStore } from '../store/indexeddb-store.ts';
import { BaseAddress } from './base-address.ts';
import { createPageApi, createPageServices, openWorkChannel } from './page-services.ts';

const ASSET_CACHE = 'haze-assets';
/** Errors after which the database must be opened anew. */
const LOST_STORE: ReadonlySet<string> = new Set(['store-closed', 'storage-evicted']);

class RequestServer {
  readonly #base: BaseAddress;
  readonly #database: string;
  readonly #assets: string;
  #api: Promise<Api> | undefined;

  constructor(script: string) {
    const { searchParams } = new URL(script);
    this.#base = new BaseAddress(searchParams.get('base') ?? '/haze', script);
    this.#database = searchParams.get('database') ?? 'haze';
    this.#assets = new URL('assets/', script).href;
  }

  /** The answer to a request, or undefined when it is none of ours. */
  maybeAnswer(request: Request): Promise<Response> | undefined {
    if (this.#base.includes(request.url)) return this.#answer(request);
    if (request.method === 'GET' && request.url.startsWith(this.#assets)) return this.#answerAsset(request);
    return undefined;
  }

  /** Forgets files of earlier versions. */
  async dropOldAssets(): Promise<void> {
    const list = await fetch(new URL('../assets.json', this.#assets)).catch(() => undefined);
    if (!list?.ok) return;
    const names = new Set((await list.json()) as string[]);
    const cache = await caches.open(ASSET_CACHE);
    for (const { url } of await cache.keys()) {
      if (url.startsWith(this.#assets) && !names.has(url.slice(this.#assets.length))) await cache.delete(url);
    }
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
      channel: openWorkChannel(this.#database),
      onFault: (error) => {
        if (error instanceof HazeError && LOST_STORE.has(error.code)) this.#api = undefined;
      },
    });
    return createPageApi(services);
  }

  // The names of these files change with their contents, so that a kept one is never out of date.
  async #answerAsset(request: Request): Promise<Response> {
    const cache = await caches.open(ASSET_CACHE);
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) {
      // A full disk costs the copy for later, and not the answer.
      await cache.put(request.url, response.clone()).catch(() => undefined);
    }
    return response;
  }
}

/** Makes the global scope of a service worker serve. */
export function startServiceWorker(scope: ServiceWorkerGlobalScope): void {
  const server = new RequestServer(scope.location.href);
  // Without state there is nothing to wait for: the old version ends its requests, the new one takes all others.
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([scope.clients.claim(), server.dropOldAssets()])),
  );
  // A page that was reloaded past the service worker asks to be served again.
  scope.addEventListener('message', (event) => event.waitUntil(scope.clients.claim()));
  scope.addEventListener('fetch', (event) => {
    const answer = server.maybeAnswer(event.request);
    if (answer) event.respondWith(answer);
  });
}
