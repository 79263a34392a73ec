// Brings the page under the service worker, or says in a sentence why that cannot be.
import type { BaseAddress } from './base-address.ts';

export interface RegisterOptions {
  readonly base: BaseAddress;
  readonly database: string;
  /** Address of haze-service-worker.js. */
  readonly scriptUrl: string;
  /** The part of the site whose pages are served; the script's folder when absent. */
  readonly scope?: string | undefined;
  /** Called when a newer version of the service worker has taken over. */
  readonly onUpdate: () => void;
}

const TIMEOUT_MS = 10_000;
const ASK_AGAIN_MS = 500;

/** What came of it. */
export type Registered =
  | { readonly isControlled: true }
  | { readonly isControlled: false; readonly reason: string };

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
    const ask = () => registration.active?.postMessage('serve this page');
    const timer = setTimeout(() => finish(false), TIMEOUT_MS);
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
  const { base, database, scriptUrl, scope, onUpdate } = options;
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container)
    return refuse('this page may have no service worker (not loaded over https, or a private window)');
  const script = new URL(scriptUrl, document.baseURI);
  script.searchParams.set('base', base.href);
  script.searchParams.set('database', database);
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
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  container.addEventListener('controllerchange', onUpdate);
  return { isControlled: true };
}
