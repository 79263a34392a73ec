// Stores the rest of the site (the files that the first value does not need) through the service worker, once the page
// is idle. Later visits then work offline.
import { HazeError } from '../../../errors/haze-error.ts';
import { hasRoom } from '../../program/toolchain/download/shelf.ts';
import type { PageMessage, WholeMessage } from './service-worker-messages.ts';

/** Idle time after the last job, or after the last request that transferred bytes. */
const IDLE_MS = 5000;
/**
 * Timeout for a reply. A service worker may be terminated before it replies: the page then repeats the request, and
 * the worker continues where it stopped.
 */
const ANSWER_MS = 60_000;
const MAX_ASKED = 3;
/** Upper bound on the size of all files that are stored without a request. */
const SITE_BYTES = 8 * 2 ** 20;

/** Set of files that the service worker should store. */
type Wanted = Extract<PageMessage['kind'], 'keep-service' | 'keep-all'>;

export interface SiteKeeperOptions {
  /** Files to store without a request from the page. */
  readonly unasked: Wanted;
  /** True while a build or task runs. */
  readonly isBusy: () => boolean;
  /**
   * True if there is enough space for builds and tasks in addition to the site; otherwise only `keep` stores the site.
   */
  readonly hasRoom: () => Promise<boolean>;
  /** Aborted when the page no longer needs the service. */
  readonly signal: AbortSignal;
  /** Sends the URLs that the page has loaded to the service worker. */
  readonly tell: () => void;
  /** Sends a request to the service worker. */
  readonly ask: (wanted: Wanted) => Promise<WholeMessage | undefined>;
}

export class SiteKeeper {
  readonly #options: SiteKeeperOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #done = new Set<Wanted>();
  #isBegun = false;

  constructor(options: SiteKeeperOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Called once a service worker answers. */
  begin(): void {
    this.#isBegun = true;
    this.#options.tell();
  }

  /**
   * Postpones storing, because other work has priority. Since the service is in use, its files are stored once the page
   * is idle.
   */
  delay(): void {
    clearTimeout(this.#timer);
    const { unasked, isBusy, signal } = this.#options;
    if (!this.#isBegun || this.#done.has(unasked) || signal.aborted) return;
    this.#timer = setTimeout(() => {
      if (isBusy()) this.delay();
      // After a network failure, the next job or visit retries.
      else void this.#keepUnasked().catch(() => undefined);
    }, IDLE_MS);
  }

  async #keepUnasked(): Promise<void> {
    const { hasRoom, unasked } = this.#options;
    if (await hasRoom()) await this.#keep(unasked);
  }

  /**
   * Stores all files now; does nothing if there is no service worker. @throws HazeError `asset-missing` if a file is
   * unavailable, `storage-full`
   */
  keep(): Promise<void> {
    return this.#keep('keep-all');
  }

  /**
   * Stores the files that the service needs immediately, and all other files once the page is idle.
   * @throws as `keep`
   */
  keepService(): Promise<void> {
    return this.#keep('keep-service').finally(() => this.delay());
  }

  async #keep(wanted: Wanted): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isBegun || this.#done.has(wanted)) return;
    for (let attempt = 1; attempt <= MAX_ASKED; attempt += 1) {
      const answer = await this.#options.ask(wanted);
      if (answer?.isWhole) {
        this.#done.add(wanted).add('keep-service');
        return;
      }
      if (answer?.isFull)
        throw new HazeError(
          'storage-full',
          'Not all of Haze could be stored for offline visits: there is not enough space. Free some disk space and reload.',
        );
      if (answer) throw notWhole(answer.reason);
    }
    throw notWhole('the service worker does not respond');
  }
}

function notWhole(reason: string): HazeError {
  return new HazeError(
    'asset-missing',
    `Not all of Haze could be stored for offline visits: ${reason}. The downloaded parts are kept; try again when the network is back.`,
  );
}

function send(message: PageMessage, transfer: Transferable[] = []): void {
  navigator.serviceWorker.controller?.postMessage(message, transfer);
}

// On a first visit, these files are loaded before there is a service worker.
function tellServiceWorker(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  send({ kind: 'keep-loaded', addresses: [location.href, ...loaded] });
}

async function askServiceWorker(wanted: Wanted): Promise<WholeMessage | undefined> {
  if (!navigator.serviceWorker.controller)
    return { isWhole: false, reason: 'no service worker responds to this page' };
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<WholeMessage | undefined>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<WholeMessage>) => resolve(data);
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  send({ kind: wanted }, [port2]);
  return answer.finally(() => {
    clearTimeout(timer);
    port1.close();
  });
}

export interface PageKeeperOptions extends Pick<SiteKeeperOptions, 'signal' | 'isBusy'> {
  /** True if the page stores all files without a request, unless the browser's data saver is on. */
  readonly keepsAll: boolean;
  /** True if a job has run, possibly before the service worker was registered. */
  readonly isUsed: () => boolean;
}

/** Stores the files that this page's service needs once the service is used, and all other files on request. */
export function createSiteKeeper({ signal, isBusy, keepsAll }: PageKeeperOptions): SiteKeeper {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  const unasked = keepsAll && !connection?.saveData ? 'keep-all' : 'keep-service';
  return new SiteKeeper({
    unasked,
    isBusy,
    hasRoom: () => hasRoom(SITE_BYTES),
    signal,
    tell: tellServiceWorker,
    ask: askServiceWorker,
  });
}
