// Entry point of the service worker.

import type { SiteList } from '../src/client/service/site/site-list.ts';
import { startServiceWorker } from '../src/client/service/worker/service-worker.ts';

/** Inserted by scripts/build-page.ts. */
declare const HAZE_SITE: SiteList;

startServiceWorker(self as unknown as ServiceWorkerGlobalScope, HAZE_SITE);
