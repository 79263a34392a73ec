// Entry of the service worker.
import { startServiceWorker } from '../src/client/service-worker.ts';
import type { SiteList } from '../src/client/site/site-list.ts';

/** Put in by scripts/build-page.ts. */
declare const HAZE_SITE: SiteList;

startServiceWorker(self as unknown as ServiceWorkerGlobalScope, HAZE_SITE);
