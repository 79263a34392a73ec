// Services for a command that opens a data folder and runs no jobs.
import { type ApiSettings, defaultSettings, type Services } from '../../api/requests/services.ts';
import { platformRandom } from '../../store/contract/random-bytes.ts';
import type { Store } from '../../store/contract/store.ts';
import { createNodeRasteriser } from '../engine/assets.ts';

/** Services over a store, without an executor. Internal faults are thrown. */
export function createIdleServices(store: Store, settings: Partial<ApiSettings> = {}): Services {
  return {
    store,
    jobs: { announce: () => undefined },
    now: Date.now,
    random: platformRandom,
    rasterise: createNodeRasteriser(),
    reportError: ({ error }) => {
      throw error;
    },
    settings: { ...defaultSettings, ...settings },
  };
}
