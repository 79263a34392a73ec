// Brings the page under the service worker, or says in a sentence why that cannot be; tells of newer versions.
import type { BaseAddress } from './base-address.ts';
import type { PageMessage, VersionMessage } from './service-worker-messages.ts';

/** A newer version of the site, which is here whole and waits. */
export interface Update {
  /** Takes it into use and loads this page again. Other pages go on with their own version. */
  use(): Promise<void>;
}

export interface RegisterOptions {
  readonly base: BaseAddress;
  readonly database: string;
  /** Hosts that repositories may be connected from, where not the default ones. */
  readonly repositoryHosts?: readonly string[] | undefined;
  /** Address of haze-service-worker.js. */
  readonly scriptUrl: string;
  /** The part of the site whose pages are served; the script's folder when absent. */
  readonly scope?: string | undefined;
  /** Called when a newer version waits, or has been taken into use by another page. */
  readonly onUpdate: (update: Update) => void;
}

const TIMEOUT_MS = 10_000;
/** For all, while files of the site are still arriving. */
const INSTALL_TIMEOUT_MS = 40_000;
const ASK_AGAIN_MS = 500;
const MAX_ASKED = 10;

/** What came of it. */
export type Registered =
  | {
      readonly isControlled: true;
      /** Names the version of the site that serves this page. */
      readonly version: string;
    }
  | { readonly isControlled: false; readonly reason: string };

function send(worker: ServiceWorker, message: PageMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

// A service worker may be ended before it answers: then another start of it is asked.
async function askVersion(container: ServiceWorkerContainer, attempts = MAX_ASKED): Promise<string> {
  if (attempts === 0) return 'unknown';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<VersionMessage>) => resolve(data.version);
  });
  send(container.controller!, { kind: 'version' }, [port2]);
  const again = new Promise<undefined>((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  const version = await Promise.race([answer, again]);
  port1.close();
  return version ?? askVersion(container, attempts - 1);
}

async function useUpdate(container: ServiceWorkerContainer, waiting: ServiceWorker): Promise<void> {
  const isServing = new Promise((done) =>
    container.addEventListener('controllerchange', done, { once: true }),
  );
  if (waiting.state === 'installed') {
    send(waiting, { kind: 'use' });
    await isServing;
  }
  location.reload();
}

const ASK_FOR_UPDATE_MS = 30 * 60_000;

/** Tells of versions that come while the page is open, and of one that waits already. */
function watchUpdates(registration: ServiceWorkerRegistration, onUpdate: RegisterOptions['onUpdate']): void {
  const container = navigator.serviceWorker;
  const tell = (worker: ServiceWorker) => onUpdate({ use: () => useUpdate(container, worker) });
  const watch = (worker: ServiceWorker) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active && registration.active !== worker) tell(worker);
    });
  if (registration.waiting) tell(registration.waiting);
  if (registration.installing) watch(registration.installing);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) watch(registration.installing);
  });
  let askedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedMs < ASK_FOR_UPDATE_MS) return;
    askedMs = Date.now();
    // Without a network there is nothing newer.
    void registration.update().catch(() => undefined);
  });
}

function refuse(reason: string): Registered {
  return { isControlled: false, reason };
}

/** Whether this worker runs our script for this base and database, in whatever version. */
function isOurs(worker: ServiceWorker | null, script: URL): boolean {
  return worker?.scriptURL === script.href;
}

async function untilControlled(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  script: URL,
): Promise<boolean> {
  if (isOurs(container.controller, script)) return true;
  return new Promise((resolve) => {
    const finish = (isControlled: boolean) => {
      clearTimeout(timer);
      clearInterval(asking);
      resolve(isControlled);
    };
    const ask = () => registration.active && send(registration.active, { kind: 'serve' });
    const startedMs = Date.now();
    const giveUp = () => {
      const isArriving = registration.installing && Date.now() - startedMs < INSTALL_TIMEOUT_MS;
      if (isArriving) timer = setTimeout(giveUp, TIMEOUT_MS);
      else finish(false);
    };
    let timer = setTimeout(giveUp, TIMEOUT_MS);
    // Until the new version is active, the one that hears this may be the old one.
    const asking = setInterval(ask, ASK_AGAIN_MS);
    container.addEventListener('controllerchange', () => {
      if (isOurs(container.controller, script)) finish(true);
    });
    ask();
  });
}

function describeState({ installing, waiting, active }: ServiceWorkerRegistration): string {
  if (installing) return 'it is still being installed';
  if (waiting) return 'it waits for an older version to end its requests';
  return active ? `it is ${active.state}` : 'it could not be installed';
}

/** Registers the service worker and waits until it serves this page. */
export async function registerServiceWorker(options: RegisterOptions): Promise<Registered> {
  const { base, database, repositoryHosts, scriptUrl, scope, onUpdate } = options;
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container)
    return refuse('this page may have no service worker (not loaded over https, or a private window)');
  const script = new URL(scriptUrl, document.baseURI);
  script.searchParams.set('base', base.href);
  script.searchParams.set('database', database);
  if (repositoryHosts) script.searchParams.set('repository-hosts', repositoryHosts.join(','));
  try {
    const scopeUrl = new URL(scope ?? '.', scope === undefined ? script : document.baseURI).href;
    if (!location.href.startsWith(scopeUrl)) {
      return refuse(`this page lies outside of ${scopeUrl}, the folder of ${script.pathname}`);
    }
    const present = await container.getRegistration(scopeUrl);
    const foreign = present?.scope === scopeUrl && (present.active ?? present.waiting ?? present.installing);
    if (foreign && new URL(foreign.scriptURL).pathname !== script.pathname) {
      return refuse(`the site has another service worker already: ${foreign.scriptURL}`);
    }
    const registration = await container.register(script, { scope: scopeUrl, updateViaCache: 'none' });
    if (!(await untilControlled(container, registration, script))) {
      return refuse(`the service worker did not take this page over in time: ${describeState(registration)}`);
    }
    watchUpdates(registration, onUpdate);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  container.addEventListener('controllerchange', () => onUpdate({ use: async () => location.reload() }));
  return { isControlled: true, version: await askVersion(container) };
}
