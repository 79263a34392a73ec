// The API's services in a browser: a store in IndexedDB, and announcements of new work to the executor page.
import { defaultSettings, type Services } from '../../../api/requests/services.ts';
import { platformRandom } from '../../../store/contract/random-bytes.ts';
import type { Store } from '../../../store/contract/store.ts';
import type { BaseAddress } from '../bases/base-address.ts';
import { type Channel, openChannel } from './open-channel.ts';

/** Maximum time limit of a task: one hour, because the user of a page can stop a run at any time. */
const MOST_TASK_SECONDS = 3600;

/** Channel on which a database's pages and service worker announce new work. */
export function openWorkChannel(database: string): Channel {
  return openChannel(`haze-work:${database}`);
}

/** Creates the API's services in a browser. */
export function createPageServices(options: {
  readonly store: Store;
  readonly base: BaseAddress;
  readonly channel: Pick<Channel, 'postMessage'>;
  readonly rasterise: Services['rasterise'];
  /** Hosts whose repositories may be connected; undefined for the default hosts. */
  readonly repositoryHosts?: readonly string[] | undefined;
}): Services {
  const { store, base, channel, repositoryHosts, rasterise } = options;
  return {
    store,
    jobs: { announce: () => channel.postMessage('work') },
    now: Date.now,
    random: platformRandom,
    rasterise,
    saltMemory: {},
    reportError: ({ id, method, path, error }) => {
      console.error(`Haze: fault ${id} in ${method} ${path}`, error);
    },
    settings: {
      ...defaultSettings,
      basePath: base.path,
      // A page sends nothing over the network, so its webhooks are messages to the page itself.
      webhookHosts: ['*', 'internal'],
      limits: { maxTaskSeconds: MOST_TASK_SECONDS },
      ...(repositoryHosts && { repositoryHosts }),
    },
  };
}
