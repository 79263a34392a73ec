// The only call that a page needs to make: registers the service worker, issues a key, and makes the page a candidate
// for executor.

import type { Api } from '../../api/create-api.ts';
import { defaultSettings, type Services } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { messageOf } from '../../errors/message-of.ts';
import { loadPatiently } from '../../jobs/compiling/load-patiently.ts';
import type { UnwrittenEnds } from '../../jobs/records/held-job.ts';
import { platformRandom, toHex } from '../../store/contract/random-bytes.ts';
import type { Store } from '../../store/contract/store.ts';
import { openIndexedDbStore } from '../../store/indexeddb/indexeddb-store.ts';
import { setAssets, siteFolderUrl } from '../program/site-files.ts';
import { isAnythingKept } from '../program/toolchain/download/shelf.ts';
import type { ToolchainFiles } from '../program/toolchain/download/toolchain-files.ts';
import { requireIsolation } from '../program/toolchain/isolation.ts';
import { openToolchainFiles } from '../program/toolchain/page-toolchain.ts';
import { BaseAddress } from './bases/base-address.ts';
import type { Connection, ConnectOptions } from './connection.ts';
import { openPageEvents } from './page/events.ts';
import { PageExecutor } from './page/executor.ts';
import { createPageFetch } from './page/fetch.ts';
import { JobNews } from './page/job-news.ts';
import { openPageKey, restorePageKey } from './page/key.ts';
import { createPageRasteriser } from './page/rasteriser.ts';
import { fetchRepository } from './page/repositories.ts';
import { createPageServices, openWorkChannel } from './page/services.ts';
import { LateKeeper } from './site/late-keeper.ts';
import { holdVersion } from './site/version-lock.ts';
import { keepFiles } from './worker/kept-files.ts';
import { type LastingStore, openLastingStore } from './worker/lasting-store.ts';
import { type Registered, registerServiceWorker } from './worker/register.ts';

/**
 * If storage is lost several times within this time, the losses have the same cause, so the page reports only the
 * first.
 */
const TELL_AGAIN_MS = 2000;

/** Pause before the service worker is registered on a first visit, and between checks for a run in progress. */
const QUIET_MS = 1000;

/** A page's part of a database: its store, and notifications about its jobs. */
interface PageData {
  readonly store: LastingStore;
  readonly news: JobNews;
}

/** Callbacks for a database that was removed and is being reopened. */
interface DataEvents {
  restore: (store: Store) => Promise<void>;
  onTakenAway: () => void;
}

/** Reason why this page cannot store anything; undefined if it can. */
function maybeForgetful(): string | undefined {
  // The key for stored secrets can be created only with WebCrypto.
  if (globalThis.isSecureContext === false || !crypto.subtle)
    return 'browsers let pages store data only over HTTPS or on localhost; this page was loaded over HTTP';
  try {
    // Browsers block all kinds of storage together, but only localStorage reports this synchronously.
    void (globalThis as { readonly localStorage?: unknown }).localStorage;
    return undefined;
  } catch {
    return 'this browser blocks storage for this site';
  }
}

/**
 * Options for a page that cannot store anything: its own in-memory database, which is inaccessible to anything else.
 */
function forgetfully(options: ConnectOptions, reason: string | undefined): ConnectOptions {
  if (reason === undefined) return options;
  return { ...options, database: `page-${toHex(platformRandom(8))}`, serviceWorker: false };
}

async function openMemory(): Promise<Store> {
  const { createMemoryStore } = await loadPatiently(() => import('../../store/memory/memory-store.ts'));
  return createMemoryStore();
}

async function openData(database: string, events: DataEvents, isKept: boolean): Promise<PageData> {
  let store: LastingStore | undefined;
  // Reopens immediately rather than on the next request, because other code in the page may call the service worker.
  const reopen = () =>
    void store
      ?.reopen()
      .then(() => events.onTakenAway())
      .catch(() => undefined);
  const open = () => (isKept ? openIndexedDbStore(database, { onTakenAway: reopen }) : openMemory());
  store = await openLastingStore(open, { restore: (opened) => events.restore(opened) });
  return { store, news: new JobNews(database, store) };
}

async function closeData({ store, news }: PageData): Promise<void> {
  news.close();
  await store.close();
}

/**
 * True if a service worker answers fetches from the page and its workers; on a first visit, only once it has taken
 * control.
 */
function isServed(): boolean {
  return Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller);
}

/**
 * Waits until no run is in progress. A first visit fetches the service worker's script, which is as large as all other
 * scripts of a run together, but which a first run does not need.
 */
async function untilQuiet(isBusy: () => boolean): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  while (isBusy());
}

/** Starts the executor before the service is reachable, because loading the compiler takes the longest. */
function maybeStartExecutor(
  options: ConnectOptions,
  {
    opening,
    unwritten,
    files,
    keeper,
  }: {
    readonly opening: Promise<PageData>;
    readonly unwritten: UnwrittenEnds;
    readonly files: ToolchainFiles;
    readonly keeper: LateKeeper;
  },
): PageExecutor | undefined {
  const {
    database = 'haze',
    execute = true,
    repositoryHosts,
    limits,
    corsProxy,
    onLoading,
    onUpdate,
  } = options;
  if (!execute) return undefined;
  return new PageExecutor({
    store: opening.then(({ store }) => store),
    unwritten,
    files,
    database,
    repositoryHosts: repositoryHosts ?? defaultSettings.repositoryHosts,
    ...(corsProxy !== undefined && { corsProxy }),
    ...(limits && { limits }),
    onLoading: (progress) => {
      keeper.delay();
      onLoading?.(progress);
    },
    ...(onUpdate && { onStoreLost: () => onUpdate({ use: async () => location.reload() }) }),
  });
}

// Ignores failures: the first build retries the load, and reports any failure.
function loadAhead(executor: PageExecutor | undefined): void {
  void executor?.loadKept().catch(() => undefined);
}

async function register(
  options: ConnectOptions,
  base: BaseAddress,
  { signal, forgetful }: { readonly signal: AbortSignal; readonly forgetful: string | undefined },
): Promise<Registered> {
  const {
    serviceWorker,
    database = 'haze',
    scope,
    repositoryHosts,
    keep,
    onUpdate = () => undefined,
  } = options;
  if (serviceWorker === false)
    return { isControlled: false, reason: forgetful ?? 'the page does not use one' };
  if (signal.aborted) return { isControlled: false, reason: 'the connection is closed' };
  return registerServiceWorker({
    base,
    database,
    repositoryHosts,
    scriptUrl: serviceWorker ?? findServiceWorker(),
    scope,
    keepsFiles: keep !== undefined,
    onUpdate,
    signal,
  });
}

/**
 * The service worker's script is next to haze.js, or next to the page if haze.js comes from another site: browsers
 * reject service workers from other origins.
 */
function findServiceWorker(): URL {
  const beside = new URL('haze-service-worker.js', siteFolderUrl());
  return beside.origin === location.origin ? beside : new URL('haze-service-worker.js', document.baseURI);
}

async function keepAll(
  addresses: readonly string[] | undefined,
  registering: Promise<Registered>,
  keeper: LateKeeper,
): Promise<void> {
  if (addresses === undefined) return;
  const registered = await registering;
  if (!registered.isControlled)
    throw new HazeError('not-kept', `Nothing is stored for offline visits: ${registered.reason}.`);
  await keepFiles(addresses);
  // The page's stored files are useless unless Haze itself is stored.
  await keeper.keepService().catch((cause: Error) => {
    throw new HazeError('not-kept', cause.message, { cause });
  });
}

/** The REST interface in this page, loaded only once. */
function openPageApi(services: Services, unwritten: UnwrittenEnds): () => Promise<Api> {
  return loadOnce(async () => {
    const { createPageApi } = await loadPatiently(() => import('./page/page-api.ts'));
    return createPageApi(services, unwritten);
  });
}

/**
 * Loading the interface takes as long as starting the service worker. If both come over the network, a page that itself
 * loads the compiler waits for its first request before loading the interface. This is the case on first visits, when
 * the service worker has no stored files yet.
 */
async function loadApiAhead({ loadAhead }: ConnectOptions, openApi: () => Promise<Api>): Promise<void> {
  if (loadAhead && !(isServed() && (await isAnythingKept()))) return;
  await openApi().catch(() => undefined);
}

/**
 * Makes the service answer in this page.
 *
 * @param wanted base address of the service, and how it stores and builds
 * @throws HazeError `bad-base`, and errors of a store that cannot be opened
 * @example
 * ```ts
 * import { connect } from 'haze/browser';
 * const { base, key, fetch } = await connect({ base: '/haze' });
 * const headers = { Authorization: key, 'Content-Type': 'application/json' };
 * const body = JSON.stringify({ Code: 'int main(void) { return 0; }', Language: 'C' });
 * const { BuildID } = await (await fetch(`${base}/sourcecode/builds`, { method: 'POST', headers, body })).json();
 * console.log(BuildID.startsWith('bld_')); // true
 * ```
 */
export async function connect(wanted: ConnectOptions): Promise<Connection> {
  const forgetful = maybeForgetful();
  const options = forgetfully(wanted, forgetful);
  const { database = 'haze', repositoryHosts, assets } = options;
  if (assets !== undefined) setAssets(assets);
  const base = new BaseAddress(options.base, document.baseURI);
  const files = openToolchainFiles();
  // No event can be missed before there is a key.
  const events: DataEvents = { restore: async () => undefined, onTakenAway: () => undefined };
  const opening = openData(database, events, forgetful === undefined);
  const closing = new AbortController();
  const keeper = new LateKeeper();
  const unwritten: UnwrittenEnds = new Map();
  const executor = maybeStartExecutor(options, { opening, unwritten, files, keeper });
  // The browser finds the compiler's compiled code only through the service worker.
  const isAhead = options.loadAhead === true && isServed();
  if (isAhead) loadAhead(executor);
  const loadFirst = () => (closing.signal.aborted ? undefined : executor?.loadFirst());
  // Ignores failures: the first build retries the fetch.
  void options.downloadWhen?.then(loadFirst).catch(() => undefined);
  void options.runWhen?.then((run) => executor?.loadRun(run)).catch(() => undefined);
  const letGo = async () => {
    closing.abort();
    await executor?.close();
    await opening.then(closeData, () => undefined);
  };
  // The service worker may start answering after the page is connected.
  let registered: Registered = { isControlled: false, reason: '' };
  let settled: Promise<void> = Promise.resolve();
  const open = async () => {
    const isLate = options.early === true && options.serviceWorker !== false && !isServed();
    const registering = (isLate ? untilQuiet(() => executor?.isWorking() ?? false) : Promise.resolve()).then(
      () => register(options, base, { signal: closing.signal, forgetful }),
    );
    const { store, news } = await opening;
    const channel = openWorkChannel(database);
    closing.signal.addEventListener('abort', () => channel.close());
    const rasterise = createPageRasteriser(files);
    const services = createPageServices({ store, base, channel, repositoryHosts, rasterise });
    const openApi = openPageApi(services, unwritten);
    void loadApiAhead(options, openApi);
    void options.runWhen?.then(openApi).catch(() => undefined);
    const key = await openPageKey(services, options.key);
    const realtime = openPageEvents({
      services,
      news,
      base: base.href,
      isInstalled: options.installWebSocket ?? false,
      isSending: () => executor?.isLeading() ?? false,
      signal: closing.signal,
    });
    let isUsed = false;
    news.listen(() => {
      isUsed = true;
      keeper.delay();
    });
    const answering = registering.then((found) => {
      registered = found;
      if (!found.isControlled) return;
      holdVersion(found.version, closing.signal);
      // A page that preloads the compiler does not store all files, because its visitors may never use the service, or
      // may use it only for one program.
      const keepsAll = options.loadAhead !== true;
      const isBusy = () => executor?.isWorking() ?? false;
      keeper.begin({ signal: closing.signal, isBusy, keepsAll, isUsed: () => isUsed });
    });
    settled = answering.catch((error: unknown) => {
      registered = { isControlled: false, reason: messageOf(error) };
    });
    if (!options.early) await answering;
    let toldMs = Number.NEGATIVE_INFINITY;
    // A browser that clears site data may remove several databases in succession, which is reported once.
    const tellCleared = () => {
      if (performance.now() - toldMs > TELL_AGAIN_MS) options.onStorageCleared?.();
      toldMs = performance.now();
    };
    events.restore = async (opened) => {
      const isEmpty = await restorePageKey({ ...services, store: opened }, key, options.key === undefined);
      if (isEmpty) tellCleared();
    };
    events.onTakenAway = () => {
      if (registered.isControlled) void registered.restore();
    };
    const archives = () => loadPatiently(() => import('./page/archive.ts'));
    const isOwn = options.key === undefined;
    const exportAll = async () => (await archives()).exportPage(services, key);
    const importAll = async (archive: Blob) =>
      (await archives()).importPage(services, archive, { key, isOwn });
    const send = createPageFetch(openApi, base);
    return { store, news, key, realtime, send, exportAll, importAll };
  };
  const { store, news, key, realtime, send, ...archives } = await open().catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  if (options.loadAhead && !isAhead) loadAhead(executor);
  return {
    base: base.href,
    key,
    fetch: send,
    realtime: realtime.realtime,
    WebSocket: realtime.WebSocket,
    get mode() {
      return registered.isControlled && registered.isServed() ? 'service-worker' : 'page';
    },
    get reason() {
      if (!registered.isControlled) return registered.reason;
      return registered.isServed() ? '' : 'the browser has removed the service worker';
    },
    settled,
    onJobChange: (listener) => news.listen(listener),
    isExecutor: () => executor?.isLeading() ?? false,
    prepare: async (options) => {
      await executor?.prepare(options);
      await settled;
      await (options?.only === 'every-build' ? keeper.keepService() : keeper.keep());
    },
    useToolchain: async (toolchain) => {
      if (toolchain) {
        requireIsolation();
        if (!executor?.isLeading())
          throw new HazeError(
            'not-executor',
            'Another tab builds this site’s programs. Choose the toolchain there, or close that tab and choose again.',
          );
      }
      await executor?.useToolchain(toolchain);
    },
    check: async (check) => executor?.check(check).catch(() => undefined),
    openEngine: async () => executor?.openEngine(),
    cancelDownload: () => executor?.cancelDownload(),
    fetchRepository: (wish) => fetchRepository(store, wish),
    ...archives,
    isKept: forgetful === undefined,
    kept: keepAll(
      options.keep,
      settled.then(() => registered),
      keeper,
    ),
    measureDownload: ({ isWhole = false } = {}) => (isWhole ? files.measureAll() : files.measure()),
    close: letGo,
  };
}
