// Brings the page under the service worker's control, or reports why this fails. Also reports newer versions.
import { messageOf } from '../../../errors/message-of.ts';
import type { BaseAddress } from '../bases/base-address.ts';
import {
  addServedBase,
  holdBase,
  isServedBy,
  listServedBases,
  listUsedBases,
  nameBase,
  nameScript,
  type ServedBase,
} from '../bases/served-bases.ts';
import type { PageMessage, VersionMessage } from '../site/service-worker-messages.ts';
import { isKeeping, nameKeeping } from './kept-files.ts';

/** A newer version of the site, completely stored and waiting to be activated. */
export interface Update {
  /** Activates the new version and reloads this page. Other pages continue with their own version. */
  use(): Promise<void>;
}

export interface RegisterOptions {
  readonly base: BaseAddress;
  readonly database: string;
  /** Hosts whose repositories may be connected; undefined for the default hosts. */
  readonly repositoryHosts?: readonly string[] | undefined;
  /** Address of haze-service-worker.js. */
  readonly scriptUrl: string | URL;
  /** Path of the pages to serve; undefined for the script's folder. */
  readonly scope?: string | undefined;
  /** True if the page stores its own files for offline use. */
  readonly keepsFiles: boolean;
  /** Called when a newer version is waiting, or when another page has activated a newer version. */
  readonly onUpdate: (update: Update) => void;
  /** Aborted when the page no longer needs the service. */
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
/** Timeout for an installation, while files of the site are still arriving. */
const INSTALL_TIMEOUT_MS = 40_000;
const ASK_AGAIN_MS = 500;
const MAX_ASKED = 10;
/** Time limit for a tab's turn, including the download of the script. */
const ENROL_TIMEOUT_MS = 30_000;
/** Version of a service worker that does not report one. */
const UNKNOWN = 'unknown';

/** Result of a registration. */
export type Registered =
  | {
      readonly isControlled: true;
      /** Version of the site that serves this page. */
      readonly version: string;
      /**
       * True while the service worker answers this page; the browser may remove the worker while the page is open.
       */
      isServed(): boolean;
      /** Restores the service worker after it has been removed. */
      restore(): Promise<void>;
    }
  | { readonly isControlled: false; readonly reason: string };

function send(worker: ServiceWorker, message: PageMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

// Repeats the request if a service worker is terminated before it replies.
async function askVersion(container: ServiceWorkerContainer, attempts = MAX_ASKED): Promise<string> {
  if (attempts === 0 || !container.controller) return UNKNOWN;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<VersionMessage>) => resolve(data.version);
  });
  send(container.controller, { kind: 'version' }, [port2]);
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

/** Reports versions that arrive while the page is open, and any version that is already waiting. */
function watchUpdates(
  registration: ServiceWorkerRegistration,
  { onUpdate, signal }: Pick<RegisterOptions, 'onUpdate' | 'signal'>,
): void {
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
  const ask = () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedMs < ASK_FOR_UPDATE_MS) return;
    askedMs = Date.now();
    // Ignores failures: without a network, no newer version can be found.
    void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask, { signal });
}

function refuse(reason: string): Registered {
  return { isControlled: false, reason };
}

/** A page's registration of its service worker. */
interface Wish {
  readonly container: ServiceWorkerContainer;
  /** URL of the script, without the services. */
  readonly script: URL;
  readonly scope: string;
  readonly served: ServedBase;
}

/** True if the worker that answers this page runs our script, in any version, and serves our base. */
function isServing({ container, script, served }: Wish): boolean {
  const { controller } = container;
  if (!controller || !isOurScript(controller, script)) return false;
  return (
    isServedBy(controller.scriptURL, served) && (!isKeeping(script.href) || isKeeping(controller.scriptURL))
  );
}

function isOurScript(worker: ServiceWorker, script: URL): boolean {
  return new URL(worker.scriptURL).pathname === script.pathname;
}

async function untilControlled(wish: Wish, registration: ServiceWorkerRegistration): Promise<boolean> {
  if (isServing(wish)) return true;
  const { container } = wish;
  return new Promise((resolve) => {
    const finish = (isControlled: boolean) => {
      clearTimeout(timer);
      clearInterval(asking);
      container.removeEventListener('controllerchange', look);
      resolve(isControlled);
    };
    const look = () => {
      if (isServing(wish)) finish(true);
    };
    const ask = () => {
      const { active, waiting } = registration;
      const serves = (worker: ServiceWorker | null) => worker && isServedBy(worker.scriptURL, wish.served);
      if (active && serves(active)) send(active, { kind: 'serve' });
      // Activates a waiting worker that adds our base. A worker that is merely newer keeps waiting.
      else if (waiting && serves(waiting)) send(waiting, { kind: 'use' });
    };
    const startedMs = Date.now();
    const giveUp = () => {
      const isArriving =
        (registration.installing ?? registration.waiting) && Date.now() - startedMs < INSTALL_TIMEOUT_MS;
      if (isArriving) timer = setTimeout(giveUp, TIMEOUT_MS);
      else finish(false);
    };
    let timer = setTimeout(giveUp, TIMEOUT_MS);
    // Repeats the message, because the old version may receive it until the new version is active.
    const asking = setInterval(ask, ASK_AGAIN_MS);
    container.addEventListener('controllerchange', look);
    ask();
  });
}

function describeState({ installing, waiting, active }: ServiceWorkerRegistration): string {
  if (installing) return 'it is still being installed';
  if (waiting) return 'it is waiting for an older version to finish its requests';
  return active ? `it is ${active.state}` : 'it could not be installed';
}

/** Adds our base to the bases of the scope's service worker. Pages take turns doing this, so that no base is lost. */
async function enrol(wish: Wish): Promise<ServiceWorkerRegistration | string> {
  const { container, script, scope, served } = wish;
  const add = async () => {
    const present = await container.getRegistration(scope);
    const workers = present?.scope === scope ? [present.active, present.waiting, present.installing] : [];
    const known: ServedBase[] = [];
    let from = script;
    for (const worker of workers) {
      if (!worker) continue;
      if (!isOurScript(worker, script))
        return `the site already has another service worker: ${worker.scriptURL}`;
      if (isKeeping(worker.scriptURL)) from = nameKeeping(script);
      for (const base of listServedBases(worker.scriptURL)) {
        if (!known.some((other) => nameBase(other) === nameBase(base))) known.push(base);
      }
    }
    const used = await listUsedBases();
    const isTaken = (base: ServedBase) => base.href === served.href && nameBase(base) !== nameBase(served);
    if (known.some((base) => isTaken(base) && used.has(nameBase(base)))) {
      return `another open page uses ${served.href} with a different database or different repository hosts`;
    }
    const named = nameScript(from, addServedBase(known, served, used));
    // A browser in which service workers are disabled may never answer.
    const registration = (await container.register(named, { scope, updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined;
    return registration ?? 'this browser blocks service workers for this site';
  };
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return add();
  // Limits the wait, because a hung tab must not block other tabs' access to their service.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return locks.request(`haze-register:${scope}`, { signal }, add);
}

/** Returns the browser's response, or a message after a timeout. */
function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T | string> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the browser’s service worker API does not respond'), limitMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Enrols and waits to be served; if that fails, returns a message. A page that is already served needs no enrolment.
 */
async function maybeServe(wish: Wish): Promise<ServiceWorkerRegistration | string> {
  if (isServing(wish)) {
    const present = await inTime(wish.container.getRegistration(wish.scope), ENROL_TIMEOUT_MS);
    if (present) return present;
  }
  const registration = await inTime(enrol(wish), ENROL_TIMEOUT_MS);
  if (typeof registration === 'string' || (await untilControlled(wish, registration))) return registration;
  return `the service worker did not take control of this page in time: ${describeState(registration)}`;
}

/** Registers the service worker, and waits until it serves this page. */
export async function registerServiceWorker(options: RegisterOptions): Promise<Registered> {
  const { base, database, repositoryHosts, scriptUrl, scope, keepsFiles, onUpdate, signal } = options;
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container)
    return refuse('this page cannot use a service worker (not loaded over HTTPS, or in a private window)');
  const plain = new URL(scriptUrl, document.baseURI);
  const script = keepsFiles ? nameKeeping(plain) : plain;
  const served = { href: base.href, database, repositoryHosts };
  try {
    const scopeUrl = chooseScope(script, scope);
    if (!location.href.startsWith(scopeUrl)) return refuse(`this page is outside ${scopeUrl}`);
    const wish: Wish = { container, script, scope: scopeUrl, served };
    await holdBase(served, signal);
    const registration = await maybeServe(wish);
    if (typeof registration === 'string') return refuse(registration);
    watchUpdates(registration, { onUpdate, signal });
    const version = await askVersion(container);
    const restore = stayServed(wish, { version, onUpdate, signal });
    return { isControlled: true, version, isServed: () => isServing(wish), restore };
  } catch (error) {
    const isTooWide = error instanceof DOMException && error.name === 'SecurityError';
    if (isTooWide) return refuse(describeScope(script, chooseScope(script, scope)));
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate) return refuse('another tab of this site has not finished registering its service worker');
    return refuse(messageOf(error));
  }
}

/** Path of the pages to serve: the script's folder if it contains this page, otherwise the page's own folder. */
function chooseScope(script: URL, scope: string | undefined): string {
  if (scope !== undefined) return new URL(scope, document.baseURI).href;
  const folder = new URL('.', script).href;
  return location.href.startsWith(folder) ? folder : new URL('.', location.href).href;
}

function describeScope(script: URL, scope: string): string {
  const { pathname } = new URL(scope);
  return `the browser lets ${script.pathname} serve only pages in its own folder. Send the header "Service-Worker-Allowed: ${pathname}" with that file, or put the Haze site in a folder above the page`;
}

/**
 * Watches which worker answers the page. Reports a newer version. Enrols our base again if it is no longer served
 * (because site data was cleared, or an older page registered its own). Returns a function that checks immediately.
 */
function stayServed(
  wish: Wish,
  { version, onUpdate, signal }: Pick<RegisterOptions, 'onUpdate' | 'signal'> & { readonly version: string },
): () => Promise<void> {
  const { container } = wish;
  let restoring: Promise<void> | undefined;
  const restore = () => {
    if (isServing(wish)) return Promise.resolve();
    restoring ??= maybeServe(wish)
      // Ignores any failure: `connect`'s own requests are still answered in the page.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        restoring = undefined;
      });
    return restoring;
  };
  const look = async () => {
    if (!isServing(wish)) return restore();
    const now = await askVersion(container);
    if (now !== version && now !== UNKNOWN) onUpdate({ use: async () => location.reload() });
  };
  container.addEventListener('controllerchange', () => void look(), { signal });
  document.addEventListener('visibilitychange', () => void restore(), { signal });
  return restore;
}
