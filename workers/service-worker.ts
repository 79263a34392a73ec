// Entry of the service worker.
import { startServiceWorker } from '../src/client/service-worker.ts';

startServiceWorker(self as unknown as ServiceWorkerGlobalScope);
