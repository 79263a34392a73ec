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
   * Address of haze-service-worker.js, by default beside haze.js; `false` to do without. It serves pages of its own
   * folder and below; others where its host sends `Service-Worker-Allowed` with it.
   */
  readonly serviceWorker?: string | false;
  /** Pages to serve, if the server allows more than the script's own folder. */
  readonly scope?: string;
  /**
   * Pages and files of one's own, such as `[location.href, 'app.js']`, that are to open without a network; see `kept`
   * of the connection. The site of Haze is kept anyway.
   */
  readonly keep?: readonly string[];
  /** Name of the IndexedDB database; pages with the same name share everything. Default `haze`. */
  readonly database?: string;
  /** A separate key, with its own account; absent for the page's key. */
  readonly key?: string;
  /** Lets this page build and run. Default true. Without an executing page, jobs wait. */
  readonly execute?: boolean;
  /**
   * Loads a compiler that is already downloaded in the page that builds, while `connect` continues; `prepare` does so
   * later. The site is then kept for visits without a network once a program was run. Default false.
   */
  readonly loadAhead?: boolean;
  /**
   * Once this is resolved, somebody is about to build: what every build takes is downloaded from then on in the page
   * that builds, while `connect` continues. `Promise.resolve()` for a page that runs a program as soon as it opens.
   * Without it the first build or `prepare` downloads.
   */
  readonly downloadWhen?: Promise<unknown>;
  /**
   * Once this is resolved, somebody is about to run the program: its run loads in the page that builds, while `connect`
   * continues.
   */
  readonly runWhen?: Promise<LikelyRun>;
  /**
   * Returns without waiting for the service worker; `mode` is `page` until the service worker answers. Default false.
   */
  readonly early?: boolean;
  /** Limits of builds and tasks. */
  readonly limits?: Partial<JobLimits>;
  /** Hosts that repositories may be connected from; `*` for all. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /**
   * Address of a server that passes requests for repositories on, as isomorphic-git's `cors-proxy` does: hosts of
   * repositories do not answer to pages of other sites. It sees what is fetched, tokens included.
   */
  readonly corsProxy?: string;
  /**
   * Replaces the page's WebSocket by the one below, for clients that use the global. Only sockets to the realtime
   * address change; `close` puts the page's own back. Default false.
   */
  readonly installWebSocket?: boolean;
  /**
   * A newer version of Haze is available. This page continues with its own until `use` is called, or all pages are
   * closed.
   */
  readonly onUpdate?: (update: Update) => void;
  /**
   * Called when the browser's storage is gone while the page is open (site data were cleared, say). The connection goes
   * on with an empty store and the same key: earlier builds, tasks and files are unknown from then on.
   */
  readonly onStorageCleared?: () => void;
  /** Reports the download of the compiler, in compressed bytes. Never called when the compiler is stored already. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** Parts of the compiler that a page prepares. */
export interface PrepareOptions {
  /** `every-build`: without C++, libraries of Fortran, pictures and rare functions. Everything when absent. */
  readonly only?: 'every-build' | undefined;
}

/** The service in a page. */
export interface Connection {
  /** The full base address, without a trailing slash. */
  readonly base: string;
  /** Value for the header `Authorization`. */
  readonly key: string;
  /**
   * Reaches the service in every mode, inside the page: requests below `base` never go to the network, whatever happens
   * to storage, service worker or other tabs.
   */
  readonly fetch: typeof fetch;
  /** Address of realtime events, `ws://…` or `wss://…`: a separate setting in clients. The page answers it. */
  readonly realtime: string;
  /** The page's `WebSocket`, which answers the realtime address itself and leaves all others to the browser. */
  readonly WebSocket: typeof WebSocket;
  /**
   * `service-worker`: other requests of the page to `base` reach the service, too; `page`: only those through `fetch`
   * above. It changes when the browser takes the service worker away.
   */
  readonly mode: 'service-worker' | 'page';
  /** Reason for a missing service worker; empty when there is one, and until `settled` is resolved. */
  readonly reason: string;
  /** Resolves once the service worker answers, or cannot answer; with `early`, after `connect` has returned. */
  readonly settled: Promise<void>;
  /**
   * False where the browser lets the page keep nothing (plain http at another host than localhost, blocked storage):
   * everything then lasts as long as the page. `reason` says why.
   */
  readonly isKept: boolean;
  /**
   * Calls back when a build or task may have changed, whichever page works on it; poll the service for its state.
   * Returns a function that ends this.
   */
  onJobChange(listener: (job: JobChange) => void): () => void;
  /** True when this page, among all candidates, builds and runs now. */
  isExecutor(): boolean;
  /**
   * Downloads compiler and kernels, and loads them ahead in the page that builds. From then on no network is needed;
   * with `only: 'every-build'`, none is needed for programs in C.
   * @throws HazeError `download-cancelled`, `network-away`, `asset-missing`, `asset-damaged`, `toolchain-load-failed`;
   *   `storage-full` where all is loaded, and not all of it kept
   */
  prepare(options?: PrepareOptions): Promise<void>;
  /** Cancels a download. Arrived pieces stay stored, and the next build or `prepare` continues with them. */
  cancelDownload(): void;
  /**
   * Builds with another compiler in this page from now on; without one, with the built-in one again. Nothing of another
   * toolchain is fetched before. It builds while this page is the one that builds.
   * @throws HazeError `not-isolated`, `not-executor`, `toolchain-load-failed`; then the built-in compiler builds
   */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /**
   * Diagnostics of the compiler for a source while it is written: makes no object, and downloads nothing of clang.
   * Undefined where the compiler is not loaded, builds something, or is another tab's, and for sources that no build
   * would compile. Never rejected.
   */
  check(check: SourceCheck): Promise<readonly Diagnostic[] | undefined>;
  /**
   * `build`, `run` and `open` in this page with the compiler that jobs are built with, which is in memory only once.
   * Undefined while another tab builds.
   */
  openEngine(): Promise<Haze | undefined>;
  /** The files of a repository, submodules included, by path. @throws HazeError with the fault */
  fetchRepository(wish: RepositoryWish): Promise<CheckedOut>;
  /**
   * All builds, tasks, files, cores and connections of the service, of all accounts in this database, in the form of
   * `haze export`; no secrets. `haze import` takes it, and `importAll`, here or in another browser.
   */
  exportAll(): Promise<Blob>;
  /**
   * Puts an archive (of `exportAll`, or of `haze export`) in place of all that is there. The key continues, with the
   * archive's account. Other pages of the database see it with their next request.
   * @throws HazeError `bad-export`, `store-too-new`, `store-too-old`, `storage-full`; then nothing has changed
   */
  importAll(archive: Blob): Promise<{ readonly records: number; readonly blobs: number }>;
  /**
   * Resolved when the browser keeps all files of `keep` as they are now, and all that Haze needs to answer them without
   * a network. Rejected with HazeError `not-kept`, which names the file and the reason
   */
  readonly kept: Promise<void>;
  /** Progress of the download for every build; with `isWhole`, including all languages and their libraries. */
  measureDownload(options?: { readonly isWhole?: boolean }): Promise<LoadProgress>;
  /** Puts running jobs back for another page and releases everything. */
  close(): Promise<void>;
}
