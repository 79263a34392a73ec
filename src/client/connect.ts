// The one call that a page makes: registers the service worker, hands out a key, lets the page stand for executor.
import type { LoadProgress } from '../jobs/compile-client.ts';
import type { JobLimits } from '../jobs/limits.ts';
import { openIndexedDbStore } from '../store/indexeddb-store.ts';
import { BaseAddress } from './base-address.ts';
import { type PageExecutor, startPageExecutor } from './page-executor.ts';
import { createPageFetch } from './page-fetch.ts';
import { openPageKey } from './page-key.ts';
import { createPageApi, createPageServices, openWorkChannel } from './page-services.ts';
import { type Registered, registerServiceWorker } from './register.ts';

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
  /** A newer version of Haze has taken over. Running tasks go on; reload the page when it suits. */
  readonly onUpdate?: () => void;
  /** The compiler is being loaded. */
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
  /** Whether this page builds and runs now, of all that could. */
  isExecutor(): boolean;
  /** Loads compiler, kernels and workers ahead. With a service worker they are there without a network from then on. */
  prepare(): Promise<void>;
  /** Puts running jobs back for another page and lets go of everything. */
  close(): Promise<void>;
}

function register(
  options: ConnectOptions,
  base: BaseAddress,
  database: string,
): Promise<Registered> | Registered {
  const { serviceWorker = './haze-service-worker.js', scope, onUpdate = () => undefined } = options;
  if (serviceWorker === false) return { isControlled: false, reason: 'the page wants none' };
  return registerServiceWorker({ base, database, scriptUrl: serviceWorker, scope, onUpdate });
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
  const { database = 'haze', execute = true, limits, onLoading, onUpdate } = options;
  const base = new BaseAddress(options.base, document.baseURI);
  const registered = await register(options, base, database);
  const store = await openIndexedDbStore(database);
  const channel = openWorkChannel(database);
  const services = createPageServices({ store, base, channel });
  const api = createPageApi(services);
  const key = await openPageKey(services, options.key);
  const executor: PageExecutor | undefined = execute
    ? startPageExecutor({
        store,
        database,
        ...(limits && { limits }),
        ...(onLoading && { onLoading }),
        ...(onUpdate && { onStoreLost: onUpdate }),
      })
    : undefined;
  return {
    base: base.href,
    key,
    fetch: registered.isControlled ? globalThis.fetch.bind(globalThis) : createPageFetch(api, base),
    mode: registered.isControlled ? 'service-worker' : 'page',
    reason: registered.isControlled ? '' : registered.reason,
    isExecutor: () => executor?.isLeading() ?? false,
    prepare: async () => executor?.prepare(),
    close: async () => {
      await executor?.close();
      channel.close();
      await store.close();
    },
  };
}
