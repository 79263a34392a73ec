// The page's connection to its service, established in the background so that the user can type immediately. Requests
// wait for the connection. The page is notified of the connection's state and the progress of the compiler's download.
import type { Connection, Update } from '../../../client/index.ts';
import { maybeStorage } from '../../browser/tab-storage.ts';
import type { Program } from '../../draft/program.ts';
import type { DownloadProgress } from '../../run/describe-run.ts';
import { InputFolder, nameFolder } from '../../run/input-folder.ts';
import { RequestLog } from '../../service/request-log.ts';
import { ServiceClient } from '../../service/service-client.ts';
import type { Core } from '../../service/service-records.ts';
import { untilPressed, untilRunIsNear, untilTouched, wantsToSaveData } from './compiler-download.ts';

/** The service, once it has been reached. */
export interface Service {
  readonly connection: Connection;
  readonly client: ServiceClient;
  /** Opens the folder of a program's runs, which contains its input files. */
  readonly openFolder: (programId: string) => InputFolder;
  readonly fetch: typeof fetch;
}

export interface ServiceNews {
  readonly connection?: Connection;
  readonly cores?: readonly Core[];
  readonly progress?: DownloadProgress;
  readonly update?: Update;
  /** True if the browser's storage has just been cleared. */
  readonly isStorageCleared?: boolean;
  /** Error that occurred while connecting. */
  readonly problem?: unknown;
}

export interface PageServiceOptions {
  /** The open program, if it can run without a compiler. */
  readonly maybeReady: () => Program | undefined;
  readonly onNews: (news: ServiceNews) => void;
}

/** Base URL of the service, relative to the page's own folder, because a site need not be at the root of its host. */
const BASE = './api';

export class PageService {
  readonly log = new RequestLog();
  readonly #options: PageServiceOptions;
  #service: Promise<Service> | undefined;

  constructor(options: PageServiceOptions) {
    this.#options = options;
  }

  /** Resolves with the service. @throws the connection error */
  reach(): Promise<Service> {
    this.#service ??= this.#connect().catch((problem: unknown) => {
      this.#service = undefined;
      this.#options.onNews({ problem });
      throw problem;
    });
    return this.#service;
  }

  /** Lists the cores again. */
  async readCores(): Promise<void> {
    const { client } = await this.reach();
    this.#options.onNews({ cores: await client.listCores() });
  }

  async #connect(): Promise<Service> {
    const { onNews, maybeReady } = this.#options;
    const pressed = untilPressed(() => maybeReady() !== undefined);
    const runWhen = untilRunIsNear().then(() => {
      const program = maybeReady();
      // Runs of other programs have to wait for the compiler anyway, so preparing them would save no time.
      if (!program || wantsToSaveData()) return new Promise<never>(() => undefined);
      void import('../../run/run-session.ts').catch(() => undefined);
      return program;
    });
    const { connect } = await import('../../../client/connecting.ts');
    const folders = new Map<string, InputFolder>();
    const connection = await connect({
      base: BASE,
      loadAhead: true,
      early: true,
      runWhen,
      ...(!wantsToSaveData() && { downloadWhen: pressed }),
      onLoading: (progress) => onNews({ progress }),
      onUpdate: (update) => onNews({ update }),
      onStorageCleared: () => {
        for (const folder of folders.values()) folder.forget();
        onNews({ isStorageCleared: true });
      },
    });
    const { base, key } = connection;
    const recorded = this.log.recording(connection.fetch);
    const client = new ServiceClient({ base, key, fetch: recorded });
    onNews({ connection, problem: undefined });
    void untilCheap(connection)
      .then(() => client.listCores())
      .then(
        (cores) => onNews({ cores }),
        () => undefined,
      );
    const note = maybeStorage(() => sessionStorage);
    const openFolder = (programId: string) => {
      const folder = folders.get(programId) ?? new InputFolder(client, nameFolder(programId), note);
      folders.set(programId, folder);
      return folder;
    };
    return { connection, client, openFolder, fetch: recorded };
  }
}

/**
 * Waits until requests are cheap. A request loads the service's interface, which on a first visit comes from the
 * network, so a first visit waits until the user shows interest. On a later visit, part of the compiler is already
 * stored, so there is no need to wait.
 */
async function untilCheap(connection: Connection): Promise<void> {
  const touched = untilTouched();
  const isLater = async () => {
    await connection.settled;
    return connection.mode === 'service-worker' && (await connection.measureDownload()).doneBytes > 0;
  };
  if (!(await isLater().catch(() => false))) await touched;
}
