// The one call that a page makes: registers the service worker, hands out a key, lets the page stand for executor.

import { HazeError } from '../errors/haze-error.ts';
import type { LoadProgress } from '../jobs/compile-client.ts';
import type { JobLimits } from '../jobs/limits.ts';
import { loadPatiently } from '../jobs/load-patiently.ts';
import type { CheckedOut } from '../repositories/check-out.ts';
import { openIndexedDbStore } from '../store/indexeddb-store.ts';
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
  const {
    database = 'haze',
    execute = true,
    limits,
    repositoryHosts,
    corsProxy,
    onLoading,
    onUpdate,
  } = options;
  const base = new BaseAddress(options.base, document.baseURI);
  const registered = await register(options, base, database);
  const store = await openIndexedDbStore(database);
  const channel = openWorkChannel(database);
  const rasterise = createPageRasteriser(openToolchainFiles());
  const services = createPageServices({ store, base, channel, repositoryHosts, rasterise });
  const closing = new AbortController();
  if (registered.isControlled) holdVersion(registered.version, closing.signal);
  const letGo = async () => {
    closing.abort();
    channel.close();
    await store.close();
  };
  const open = async () => {
    const key = await openPageKey(services, options.key);
    if (registered.isControlled) return { key, send: globalThis.fetch.bind(globalThis) };
    const { createPageApi } = await loadPatiently(() => import('./page-api.ts'));
    return { key, send: createPageFetch(createPageApi(services), base) };
  };
  const { key, send } = await open().catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  const executor: PageExecutor | undefined = execute
    ? startPageExecutor({
        store,
        database,
        repositoryHosts: services.settings.repositoryHosts,
        ...(corsProxy !== undefined && { corsProxy }),
        ...(limits && { limits }),
        ...(onLoading && { onLoading }),
        ...(onUpdate && { onStoreLost: () => onUpdate({ use: async () => location.reload() }) }),
      })
    : undefined;
  const news = new JobNews(database, store);
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
    measureDownload: () => openToolchainFiles().measure(),
    close: async () => {
      await executor?.close();
      news.close();
      await letGo();
    },
  };
}

function notExecutor(): HazeError {
  return new HazeError(
    'not-executor',
    'Another tab builds the programs of this site. Choose the toolchain there, or close that tab and choose again.',
  );
}
