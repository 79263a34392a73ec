// The page's connection to its service: made in the background, so that one can write before it is there. Whoever needs
// it waits for it; what became of it, and the compiler's download, is told to the page.
import type { Connection, Update } from '../../client/index.ts';
import type { DownloadProgress } from '../run/describe-run.ts';
import { InputFolder } from '../run/input-folder.ts';
import { RequestLog } from '../service/request-log.ts';
import { ServiceClient } from '../service/service-client.ts';
import type { Core } from '../service/service-records.ts';

/** The service, reached. */
export interface Service {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly folder: InputFolder;
  readonly fetch: typeof fetch;
}

export interface ServiceNews {
  readonly connection?: Connection;
  readonly cores?: readonly Core[];
  readonly progress?: DownloadProgress;
  readonly update?: Update;
  /** Whether what the browser had stored was just removed. */
  readonly isStorageCleared?: boolean;
  /** Why there is no connection. */
  readonly problem?: unknown;
}

export interface PageServiceOptions {
  /** Names the folder of the page's input files: another for every tab. */
  readonly tabId: () => Promise<string>;
  readonly onNews: (news: ServiceNews) => void;
}

/** Pages served elsewhere than at a site's root have their service below their own folder. */
const BASE = './api';

export class PageService {
  readonly log = new RequestLog();
  readonly #options: PageServiceOptions;
  #service: Promise<Service> | undefined;

  constructor(options: PageServiceOptions) {
    this.#options = options;
  }

  /** The service, once it is there. @throws why it cannot be reached */
  reach(): Promise<Service> {
    this.#service ??= this.#connect().catch((problem: unknown) => {
      this.#service = undefined;
      this.#options.onNews({ problem });
      throw problem;
    });
    return this.#service;
  }

  /** Asks for the cores anew. */
  async readCores(): Promise<void> {
    const { client } = await this.reach();
    this.#options.onNews({ cores: await client.listCores() });
  }

  async #connect(): Promise<Service> {
    const { onNews, tabId } = this.#options;
    const { connect } = await import('../../client/index.ts');
    const cleared: { folder?: InputFolder } = {};
    const connection = await connect({
      base: BASE,
      loadAhead: true,
      onLoading: (progress) => onNews({ progress }),
      onUpdate: (update) => onNews({ update }),
      onStorageCleared: () => {
        cleared.folder?.forget();
        onNews({ isStorageCleared: true });
      },
    });
    const { base, key } = connection;
    const recorded = this.log.recording(connection.fetch);
    const client = new ServiceClient({ base, key, fetch: recorded });
    onNews({ connection, problem: undefined });
    void client.listCores().then(
      (cores) => onNews({ cores }),
      () => undefined,
    );
    const folder = new InputFolder(client, `playground-${await tabId()}`);
    cleared.folder = folder;
    return { connection, client, folder, fetch: recorded };
  }
}
