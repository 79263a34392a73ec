// Lazy-loads the site keeper once a service worker answers. A page without a service worker never loads the keeper.
import { HazeError } from '../../../errors/haze-error.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import type { PageKeeperOptions, SiteKeeper } from './keep-site.ts';

export class LateKeeper {
  #loading: Promise<SiteKeeper> | undefined;
  #keeper: SiteKeeper | undefined;

  /**
   * Called when a service worker starts to respond. A page that stores all files starts to do so even before its first
   * job.
   */
  begin(options: PageKeeperOptions): void {
    this.#loading = loadPatiently(() => import('./keep-site.ts')).then(
      ({ createSiteKeeper }) => {
        this.#keeper = createSiteKeeper(options);
        if (!options.signal.aborted) this.#keeper.begin();
        if (options.keepsAll || options.isUsed()) this.#keeper.delay();
        return this.#keeper;
      },
      (cause: unknown) => {
        const message = 'Haze could not be stored for offline visits. Check the network and reload.';
        throw new HazeError('asset-missing', message, { cause });
      },
    );
    // The caller of `keep` receives the error.
    this.#loading.catch(() => undefined);
  }

  /** Postpones storing, because other work has priority. */
  delay(): void {
    this.#keeper?.delay();
  }

  /** Like `SiteKeeper.keep`; does nothing if there is no service worker. */
  async keep(): Promise<void> {
    await (await this.#loading)?.keep();
  }

  /** Like `SiteKeeper.keepService`; does nothing if there is no service worker. */
  async keepService(): Promise<void> {
    await (await this.#loading)?.keepService();
  }
}
