// Options and result of `connect`.

import type { JobLimits } from '../../jobs/records/limits.ts';
import type { Haze } from '../../program/engine.ts';
import type { CheckedOut } from '../../repositories/check-out.ts';
import type { SourceCheck } from '../../toolchain/building/check-source.ts';
import type { ForeignToolchain } from '../../toolchain/building/toolchain-choice.ts';
import type { LoadProgress } from '../../toolchain/clang/clang.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { Language } from '../../toolchain/sources/language.ts';
import type { JobChange } from './page/job-news.ts';
import type { RepositoryWish } from './page/repositories.ts';
import type { Update } from './worker/register.ts';

/** A program that the user is likely to run. */
export interface LikelyRun {
  readonly source: string;
  readonly language: Language;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * Address of the service: a path on this site, such as `/haze`, or another origin, such as `https://api.example`.
   * Pages with different bases can be open side by side.
   */
  readonly base: string;
  /** URL of the folder created by `npx haze init`, relative to the page; this script's folder if undefined. */
  readonly assets?: string | URL;
  /**
   * URL of haze-service-worker.js, by default next to haze.js; `false` for no service worker. The service worker serves
   * pages in its own folder and its subfolders, and further pages if its host sends `Service-Worker-Allowed`.
   */
  readonly serviceWorker?: string | false;
  /** Path of the pages to serve, if the server allows more than the script's own folder. */
  readonly scope?: string;
  /**
   * Your own pages and files that must open offline, such as `[location.href, 'app.js']`; see `kept` in the connection.
   * Haze's own site is always stored.
   */
  readonly keep?: readonly string[];
  /** Name of the IndexedDB database; pages with the same name share everything. Default `haze`. */
  readonly database?: string;
  /** A separate key, with its own account; if undefined, the page's key is used. */
  readonly key?: string;
  /** Lets this page build and run jobs. Default true. Jobs wait until some page may run them. */
  readonly execute?: boolean;
  /**
   * Preloads an already downloaded compiler in the page that builds, while `connect` continues; `prepare` can do so
   * later. Once a program has run, this page is stored for offline visits; after `prepare`, so is the whole site.
   * Default false.
   */
  readonly loadAhead?: boolean;
  /**
   * Resolves when a build is likely: the page that builds then downloads the files that every build needs, while
   * `connect` continues. Use `Promise.resolve()` for a page that runs a program as soon as it opens. If undefined,
   * the first build or `prepare` downloads the files.
   */
  readonly downloadWhen?: Promise<unknown>;
  /**
   * Resolves when the program is likely to be run: the page that builds then loads everything that the run needs,
   * while `connect` continues.
   */
  readonly runWhen?: Promise<LikelyRun>;
  /**
   * Returns without waiting for the service worker, which a first visit registers a second later, when no program is
   * running; `mode` is `page` until the service worker answers. Default false.
   */
  readonly early?: boolean;
  /** Limits for builds and tasks. */
  readonly limits?: Partial<JobLimits>;
  /** Hosts whose repositories may be connected; `*` for any. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /**
   * URL of a proxy for requests to repositories, such as isomorphic-git's `cors-proxy`: repository hosts reject
   * requests from pages of other sites. The proxy sees all requests, including tokens.
   */
  readonly corsProxy?: string;
  /**
   * Replaces the page's global WebSocket with the connection's, for clients that use the global WebSocket. Only
   * sockets to the realtime address behave differently; `close` restores the page's own WebSocket. Default false.
   */
  readonly installWebSocket?: boolean;
  /**
   * Called when a newer version of Haze is available. This page keeps its version until `use` is called or all pages
   * are closed.
   */
  readonly onUpdate?: (update: Update) => void;
  /**
   * Called if the browser's storage is removed while the page is open, for instance because site data was cleared. The
   * connection continues with an empty store and the same key; earlier builds, tasks and files are lost.
   */
  readonly onStorageCleared?: () => void;
  /**
   * Reports the progress of the compiler's download, in compressed bytes. Never called if the compiler is already
   * stored.
   */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** Selects the parts of the compiler that a page prepares. */
export interface PrepareOptions {
  /** `every-build`: excludes C++, Fortran libraries, plots and rarely used functions. Default: everything. */
  readonly only?: 'every-build' | undefined;
}

/** Connection to the service in a page. */
export interface Connection {
  /** Full base URL, without a trailing slash. */
  readonly base: string;
  /** Value for the `Authorization` header. */
  readonly key: string;
  /**
   * Reaches the service within the page, in every mode: requests under `base` never go to the network, whatever the
   * state of storage, the service worker or other tabs.
   */
  readonly fetch: typeof fetch;
  /**
   * URL of realtime events, `ws://…` or `wss://…`, which clients set separately. The page itself answers at this URL.
   */
  readonly realtime: string;
  /**
   * The page's `WebSocket`, which handles the realtime address itself and delegates all other addresses to the
   * browser.
   */
  readonly WebSocket: typeof WebSocket;
  /**
   * `service-worker`: the page's other requests to `base` also reach the service; `page`: only requests made through
   * `fetch` above do. The mode changes if the browser removes the service worker.
   */
  readonly mode: 'service-worker' | 'page';
  /** Reason why there is no service worker; empty if there is a service worker, and until `settled` resolves. */
  readonly reason: string;
  /**
   * Resolves once the service worker answers, or once it is clear that it cannot; with `early`, this happens after
   * `connect` has returned.
   */
  readonly settled: Promise<void>;
  /**
   * False if the browser does not let the page store anything (plain HTTP on a host other than localhost, blocked
   * storage): all data then lasts only as long as the page. `reason` contains the cause.
   */
  readonly isKept: boolean;
  /**
   * Calls the listener when a build or task may have changed, whichever page works on it; poll the service for its
   * state. Returns a function that removes the listener.
   */
  onJobChange(listener: (job: JobChange) => void): () => void;
  /** True if this page currently builds and runs jobs. */
  isExecutor(): boolean;
  /**
   * Downloads the compiler and kernels, and preloads them in the page that builds. Afterwards no program needs a
   * network; with `only: 'every-build'`, no C program does.
   * @throws HazeError `download-cancelled`, `network-away`, `asset-missing`, `asset-damaged`,
   * `toolchain-load-failed`; `storage-full` if everything is loaded but could not all be stored
   */
  prepare(options?: PrepareOptions): Promise<void>;
  /**
   * Cancels a download. Pieces that have arrived stay stored, and the next build or `prepare` continues from them.
   */
  cancelDownload(): void;
  /**
   * Uses another compiler for all later builds in this page; without an argument, uses the built-in compiler again.
   * Nothing from another toolchain is fetched before this call. The other compiler builds while this page is the
   * executor.
   * @throws HazeError `not-isolated`, `not-executor`, `toolchain-load-failed`; builds then use the built-in compiler
   */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /**
   * Checks a source while it is being edited, and returns the compiler's diagnostics. The check produces no object
   * file, and downloads no part of clang. Undefined if the compiler is not loaded, is busy, or runs in another tab, and
   * for sources that no build would compile. Never rejects.
   */
  check(check: SourceCheck): Promise<readonly Diagnostic[] | undefined>;
  /**
   * `build`, `run` and `open` in this page with its only compiler, which loads with the first program that is not the
   * site's own. Undefined with `execute: false`.
   */
  openEngine(): Promise<Haze | undefined>;
  /** Files of a repository by path, including submodules. @throws HazeError that explains the fault */
  fetchRepository(wish: RepositoryWish): Promise<CheckedOut>;
  /**
   * All builds, tasks, files, cores and connections of the service, for all accounts in this database, in the format
   * of `haze export`, without secrets. `haze import` can read it, as can `importAll`, here or in another browser.
   */
  exportAll(): Promise<Blob>;
  /**
   * Replaces all data with an archive from `exportAll` or `haze export`. The key stays valid, for the archive's
   * account. Other pages of the database see the new data on their next request.
   * @throws HazeError `bad-export`, `store-too-new`, `store-too-old`, `storage-full`; then nothing has changed
   */
  importAll(archive: Blob): Promise<{ readonly records: number; readonly blobs: number }>;
  /**
   * Resolves when the browser has stored the current state of all files in `keep`, and all files that Haze needs
   * offline. Rejects with HazeError `not-kept`, which names the file and the reason.
   */
  readonly kept: Promise<void>;
  /** Progress of the download that every build needs; with `isWhole`, includes all languages and their libraries. */
  measureDownload(options?: { readonly isWhole?: boolean }): Promise<LoadProgress>;
  /** Returns running jobs to the queue for another page, and releases everything. */
  close(): Promise<void>;
}
