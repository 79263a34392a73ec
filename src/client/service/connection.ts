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

/** A program that the user is about to run. */
export interface LikelyRun {
  readonly source: string;
  readonly language: Language;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * Address of the service: a path of this site, such as `/haze`, or another origin, such as `https://api.example`.
   * Pages with different bases can be open side by side.
   */
  readonly base: string;
  /** Address of the folder made by `npx haze init`, relative to the page; this script's folder when absent. */
  readonly assets?: string | URL;
  /**
   * Address of haze-service-worker.js, by default beside haze.js; `false` for no service worker. It serves pages in and
   * below its own folder; further pages if its host sends `Service-Worker-Allowed`.
   */
  readonly serviceWorker?: string | false;
  /** Pages to serve, if the server allows more than the script's own folder. */
  readonly scope?: string;
  /**
   * Your own pages and files, such as `[location.href, 'app.js']`, that must open without a network; see `kept` of the
   * connection. The site of Haze is always kept.
   */
  readonly keep?: readonly string[];
  /**
   * Delays the service worker of a first visit until this resolves: its script shares the line with the files of a
   * first run. For pages with `early`.
   */
  readonly registerWhen?: Promise<unknown>;
  /** Name of the IndexedDB database; pages with the same name share everything. Default `haze`. */
  readonly database?: string;
  /** A separate key, with its own account; absent for the page's key. */
  readonly key?: string;
  /** Lets this page build and run. Default true. Jobs wait while no page does. */
  readonly execute?: boolean;
  /**
   * Loads an already downloaded compiler in the page that builds, while `connect` continues; `prepare` does so later.
   * Once a program has run, the site is kept for visits without a network. Default false.
   */
  readonly loadAhead?: boolean;
  /**
   * Resolves when a build is likely: the page that builds then downloads the files that every build needs, while
   * `connect` continues. `Promise.resolve()` for a page that runs a program as soon as it opens. If absent, the first
   * build or `prepare` downloads them.
   */
  readonly downloadWhen?: Promise<unknown>;
  /**
   * Resolves when a run of the program is likely: the page that builds then loads what the run needs, while `connect`
   * continues.
   */
  readonly runWhen?: Promise<LikelyRun>;
  /**
   * Returns without waiting for the service worker; `mode` is `page` until the service worker answers. Default false.
   */
  readonly early?: boolean;
  /** Limits of builds and tasks. */
  readonly limits?: Partial<JobLimits>;
  /** Hosts from which repositories may be connected; `*` for all. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /**
   * Address of a proxy for requests to repositories, such as isomorphic-git's `cors-proxy`: hosts of repositories do
   * not answer pages of other sites. The proxy sees all requests, tokens included.
   */
  readonly corsProxy?: string;
  /**
   * Replaces the page's global WebSocket by the connection's, for clients that use the global. Only sockets to the
   * realtime address change; `close` restores the page's own. Default false.
   */
  readonly installWebSocket?: boolean;
  /**
   * A newer version of Haze is available. This page keeps its version until `use` is called or all pages are closed.
   */
  readonly onUpdate?: (update: Update) => void;
  /**
   * Called when the browser's storage is removed while the page is open, for instance because site data were cleared.
   * The connection continues with an empty store and the same key: earlier builds, tasks and files are lost.
   */
  readonly onStorageCleared?: () => void;
  /** Reports the download of the compiler, in compressed bytes. Never called when the compiler is stored already. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** Parts of the compiler that a page prepares. */
export interface PrepareOptions {
  /** `every-build`: without C++, libraries of Fortran, pictures and rare functions. Default: everything. */
  readonly only?: 'every-build' | undefined;
}

/** The service in a page. */
export interface Connection {
  /** The full base address, without a trailing slash. */
  readonly base: string;
  /** Value for the header `Authorization`. */
  readonly key: string;
  /**
   * Reaches the service in every mode, inside the page: requests below `base` never go to the network, whatever the
   * state of storage, service worker or other tabs.
   */
  readonly fetch: typeof fetch;
  /** Address of realtime events, `ws://…` or `wss://…`: a separate setting in clients. The page answers it. */
  readonly realtime: string;
  /** The page's `WebSocket`, which answers the realtime address itself and passes all others to the browser. */
  readonly WebSocket: typeof WebSocket;
  /**
   * `service-worker`: other requests of the page to `base` reach the service, too; `page`: only requests through
   * `fetch` above. It changes when the browser removes the service worker.
   */
  readonly mode: 'service-worker' | 'page';
  /** Reason for a missing service worker; empty if the page has one, and until `settled` resolves. */
  readonly reason: string;
  /** Resolves once the service worker answers, or cannot answer; with `early`, after `connect` has returned. */
  readonly settled: Promise<void>;
  /**
   * False if the browser lets the page keep nothing (plain http at a host other than localhost, blocked storage): all
   * data then last as long as the page. `reason` says why.
   */
  readonly isKept: boolean;
  /**
   * Calls back when a build or task may have changed, whichever page works on it; poll the service for its state.
   * Returns a function that removes the listener.
   */
  onJobChange(listener: (job: JobChange) => void): () => void;
  /** True when this page is the one that builds and runs now. */
  isExecutor(): boolean;
  /**
   * Downloads compiler and kernels, and preloads them in the page that builds. Afterwards no program needs a network;
   * with `only: 'every-build'`, no program in C does.
   * @throws HazeError `download-cancelled`, `network-away`, `asset-missing`, `asset-damaged`, `toolchain-load-failed`;
   *   `storage-full` when everything is loaded but not everything kept
   */
  prepare(options?: PrepareOptions): Promise<void>;
  /** Cancels a download. Arrived pieces stay stored, and the next build or `prepare` continues with them. */
  cancelDownload(): void;
  /**
   * Builds with another compiler in this page from now on; without an argument, with the built-in compiler again.
   * Nothing of another toolchain is fetched before this call. It builds while this page is the executor.
   * @throws HazeError `not-isolated`, `not-executor`, `toolchain-load-failed`; then the built-in compiler builds
   */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /**
   * Diagnostics of the compiler for a source during editing: makes no object, and downloads no part of clang. Undefined
   * when the compiler is not loaded, is busy, or runs in another tab, and for sources that no build would compile.
   * Never rejects.
   */
  check(check: SourceCheck): Promise<readonly Diagnostic[] | undefined>;
  /**
   * `build`, `run` and `open` in this page with its only compiler, which loads with the first program that is not the
   * site's own. Undefined with `execute: false`.
   */
  openEngine(): Promise<Haze | undefined>;
  /** The files of a repository, submodules included, by path. @throws HazeError with the fault */
  fetchRepository(wish: RepositoryWish): Promise<CheckedOut>;
  /**
   * All builds, tasks, files, cores and connections of the service, of all accounts in this database, in the form of
   * `haze export`, without secrets. `haze import` reads it, and so does `importAll`, here or in another browser.
   */
  exportAll(): Promise<Blob>;
  /**
   * Replaces all data by an archive of `exportAll` or `haze export`. The key stays valid, for the archive's account.
   * Other pages of the database see the new data at their next request.
   * @throws HazeError `bad-export`, `store-too-new`, `store-too-old`, `storage-full`; then nothing has changed
   */
  importAll(archive: Blob): Promise<{ readonly records: number; readonly blobs: number }>;
  /**
   * Resolves when the browser keeps the current state of all files of `keep`, and all files that Haze needs offline.
   * Rejects with HazeError `not-kept`, which names the file and the reason
   */
  readonly kept: Promise<void>;
  /** Progress of the download for every build; with `isWhole`, including all languages and their libraries. */
  measureDownload(options?: { readonly isWhole?: boolean }): Promise<LoadProgress>;
  /** Returns running jobs to the queue for another page, and releases everything. */
  close(): Promise<void>;
}
