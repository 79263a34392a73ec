// The one call that a page makes: registers the service worker, hands out a key, lets the page stand for executor.

import { defaultSettings } from '../api/services.ts';
import { HazeError } from '../errors/haze-error.ts';
import type { LoadProgress } from '../jobs/compile-client.ts';
import type { JobLimits } from '../jobs/limits.ts';
import { loadPatiently } from '../jobs/load-patiently.ts';
import type { CheckedOut } from '../repositories/check-out.ts';
import { openIndexedDbStore } from '../store/indexeddb-store.ts';
import type { Store } from '../store/store.ts';
import type { ForeignToolchain } from '../toolchain/toolchain-choice.ts';
import { BaseAddress } from './base-address.ts';
import { type JobChange, JobNews } from './job-news.ts';
import { type PageExecutor, startPageExecutor } from './page-executor.ts';
import { createPageFetch } from './page-fetch.ts';
import { openPageKey } from './page-key.ts';
import { createPageRasteriser } from './page-rasteriser.ts';
import { fetchRepository, type RepositoryWish } from './page-repositories.ts';
import { createPageServices, openWorkChannel } from './page-services.ts';
import { type Registered, registerServiceWorker, type Update } from './register.ts';
import { holdVersion } from './site/version-lock.ts';
import { requireIsolation } from './toolchain/isolation.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';
import type { ToolchainFiles } from './toolchain/toolchain-files.ts';

export interface ConnectOptions {
  /**
   * Where the service answers: a path of this site, such as `/haze`, or another origin, such as `https://api.example`.
   * One service worker serves one base: all pages in its scope must use the same.
   */
  readonly base: string;
  /** Address of haze-service-worker.js, which must lie in a folder above the page; `false` to do without. */
  readonly serviceWorker?: string | false;
  /** Pages to be served, where the server allows more than the script's own folder. */
  readonly scope?: string;
  /** Name of the IndexedDB database; pages with the same one share everything. Default `haze`. */
  readonly database?: string;
  /** A key of one's own, with an account of its own; the page's key when absent. */
  readonly key?: string;
  /** Whether this page may build and run. Default true; without any page that may, jobs wait. */
  readonly execute?: boolean;
  /**
   * Whether the page that builds loads the compiler at once where it has been downloaded, while `connect` goes on; as
   * `prepare` does later. Default false.
   */
  readonly loadAhead?: boolean;
  readonly limits?: Partial<JobLimits>;
  /** Hosts that repositories may be connected from; `*` for any. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /**
   * Address of a server that passes requests for repositories on, as isomorphic-git's `cors-proxy` does: hosts of
   * repositories do not answer to pages of other sites. It sees what is fetched, tokens included.
   */
  readonly corsProxy?: string;
  /** A newer version of Haze is here. This page goes on with its own until `use` is called, or all pages are closed. */
  readonly onUpdate?: (update: Update) => void;
  /** The compiler is being downloaded: compressed bytes, as they travel. Never called when it is here already. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

export interface Connection {
  /** The whole base address, without a slash at its end. */
  readonly base: string;
  /** For the header `Authorization`. */
  readonly key: string;
  /** Reaches the service in every mode. */
  readonly fetch: typeof fetch;
  /** `service-worker`: every request of the page reaches the service; `page`: only those through `fetch` above. */
  readonly mode: 'service-worker' | 'page';
  /** Why there is no service worker; empty when there is one. */
  readonly reason: string;
  /**
   * Calls back when a build or task may have changed, whichever page works on it; ask the service what it is now.
   * Answers a function that ends this.
   */
  onJobChange(listener: (job: JobChange) => void): () => void;
  /** Whether this page builds and runs now, of all that could. */
  isExecutor(): boolean;
  /**
   * Downloads compiler and kernels, and loads them ahead in the page that builds. From then on no network is needed.
   * @throws HazeError `download-cancelled`, `network-away`, `asset-missing`, `asset-damaged`, `toolchain-load-failed`
   */
  prepare(): Promise<void>;
  /** Stops a download. What has arrived is kept, and the next build or `prepare` goes on from there. */
  cancelDownload(): void;
  /**
   * Builds with another compiler in this page from now on; without one, with the built-in one again. Nothing of another
   * toolchain is fetched before. It builds while this page is the one that builds.
   * @throws HazeError `not-isolated`, `not-executor`, `toolchain-load-failed`; then the built-in compiler builds
   */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /** The files of a repository, submodules included, by path. @throws HazeError saying what is wrong with it */
  fetchRepository(wish: RepositoryWish): Promise<CheckedOut>;
  /** How much of the download is here already. */
  measureDownload(): Promise<LoadProgress>;
  /** Puts running jobs back for another page and lets go of everything. */
  close(): Promise<void>;
}

/** What a page has of a database: all that is kept, and news of the jobs in it. */
interface PageData {
  readonly store: Store;
  readonly news: JobNews;
}

async function openData(database: string): Promise<PageData> {
  const store = await openIndexedDbStore(database);
  return { store, news: new JobNews(database, store) };
}

async function closeData({ store, news }: PageData): Promise<void> {
  news.close();
  await store.close();
}

/** Whether a service worker answers what the page and its workers fetch; never on a first visit, until it takes the page over. */
function isServed(): boolean {
  return Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller);
}

/** Begins to stand for executor, before the service can be reached: the compiler takes longest to load. */
function maybeStartExecutor(
  options: ConnectOptions,
  { opening, files }: { readonly opening: Promise<PageData>; readonly files: ToolchainFiles },
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
  return startPageExecutor({
    store: opening.then(({ store }) => store),
    files,
    database,
    repositoryHosts: repositoryHosts ?? defaultSettings.repositoryHosts,
    ...(corsProxy !== undefined && { corsProxy }),
    ...(limits && { limits }),
    ...(onLoading && { onLoading }),
    ...(onUpdate && { onStoreLost: () => onUpdate({ use: async () => location.reload() }) }),
  });
}

// What cannot be loaded now, the first build loads, and says why it cannot.
function loadAhead(executor: PageExecutor | undefined): void {
  void executor?.loadKept().catch(() => undefined);
}

function register(
  options: ConnectOptions,
  base: BaseAddress,
  database: string,
): Promise<Registered> | Registered {
  const {
    serviceWorker = './haze-service-worker.js',
    scope,
    repositoryHosts,
    onUpdate = () => undefined,
  } = options;
  if (serviceWorker === false) return { isControlled: false, reason: 'the page wants none' };
  return registerServiceWorker({
    base,
    database,
    repositoryHosts,
    scriptUrl: serviceWorker,
    scope,
    onUpdate,
  });
}

/**
 * Makes the service answer in this page.
 *
 * @throws HazeError `bad-base`, `no-cryptography` (plain http), and those of a store that cannot be opened
 * @example
 * const { base, key, fetch } = await connect({ base: '/haze' });
 * const headers = { Authorization: key, 'Content-Type': 'application/json' };
 * const body = JSON.stringify({ Code: 'int main(void) { return 0; }', Language: 'C' });
 * const { BuildID } = await (await fetch(`${base}/sourcecode/builds`, { method: 'POST', headers, body })).json();
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { database = 'haze', repositoryHosts } = options;
  const base = new BaseAddress(options.base, document.baseURI);
  const files = openToolchainFiles();
  const opening = openData(database);
  const executor = maybeStartExecutor(options, { opening, files });
  // Only by way of the service worker does the browser find what it compiled.
  const isAhead = options.loadAhead === true && isServed();
  if (isAhead) loadAhead(executor);
  const closing = new AbortController();
  const letGo = async () => {
    closing.abort();
    await executor?.close();
    await opening.then(closeData, () => undefined);
  };
  const open = async () => {
    const [registered, { store, news }] = await Promise.all([register(options, base, database), opening]);
    const channel = openWorkChannel(database);
    closing.signal.addEventListener('abort', () => channel.close());
    const rasterise = createPageRasteriser(files);
    const services = createPageServices({ store, base, channel, repositoryHosts, rasterise });
    if (registered.isControlled) holdVersion(registered.version, closing.signal);
    const key = await openPageKey(services, options.key);
    const reached = { registered, store, news, key };
    if (registered.isControlled) return { ...reached, send: globalThis.fetch.bind(globalThis) };
    const { createPageApi } = await loadPatiently(() => import('./page-api.ts'));
    return { ...reached, send: createPageFetch(createPageApi(services), base) };
  };
  const { registered, store, news, key, send } = await open().catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  if (options.loadAhead && !isAhead) loadAhead(executor);
  return {
    base: base.href,
    key,
    fetch: send,
    mode: registered.isControlled ? 'service-worker' : 'page',
    reason: registered.isControlled ? '' : registered.reason,
    onJobChange: (listener) => news.listen(listener),
    isExecutor: () => executor?.isLeading() ?? false,
    prepare: async () => executor?.prepare(),
    useToolchain: async (toolchain) => {
      if (toolchain) {
        requireIsolation();
        if (!executor?.isLeading()) throw notExecutor();
      }
      await executor?.useToolchain(toolchain);
    },
    cancelDownload: () => executor?.cancelDownload(),
    fetchRepository: (wish) => fetchRepository(store, wish),
    measureDownload: () => files.measure(),
    close: letGo,
  };
}

function notExecutor(): HazeError {
  return new HazeError(
    'not-executor',
    'Another tab builds the programs of this site. Choose the toolchain there, or close that tab and choose again.',
  );
}
