// Node's service without the network: the API over a store, its workforce, and operations on the entire state.
// `serve.ts` serves it on a port.

import { makeKey } from '../../api/accounts/authentication.ts';
import { createAccount } from '../../api/accounts/users.ts';
import { createApi } from '../../api/create-api.ts';
import { createRequestRate } from '../../api/requests/request-rate.ts';
import { type ApiSettings, defaultSettings, type Services } from '../../api/requests/services.ts';
import type { StoreOptions } from '../../store/contract/engine-store.ts';
import type { Store } from '../../store/contract/store.ts';
import { createNodeRasteriser } from '../engine/assets.ts';
import { changeBody } from '../http/change-body.ts';
import type { Tell } from '../logs/log-events.ts';
import { exportAs } from './archive-secrets.ts';
import { holdWrites } from './held-store.ts';
import { createLazyWorkforce, createNoWorkforce } from './lazy-workforce.ts';
import { createRequestGate } from './request-gate.ts';
import { createBlobNames, createRandomness, type RandomBytes } from './seeded-random.ts';
import { type Imported, importArchive } from './service-state.ts';
import type { WorkforceOptions } from './workforce.ts';

export interface ServiceOptions
  extends Pick<WorkforceOptions, 'isolation' | 'memoryBytes' | 'compilerBytes' | 'taskTimeMs' | 'clock'> {
  /** Opens the store. */
  readonly openStore: (options: StoreOptions) => Promise<Store>;
  /** True if the store may already contain jobs. */
  readonly mayHaveJobs: boolean;
  /** Key of the first account, in any format; default: a new key. */
  readonly key?: string | undefined;
  /** Used if `key` is undefined: finds the key that all servers of the store share, or shares the new key. */
  readonly shareKey?: ((services: Services, made: string) => Promise<string>) | undefined;
  /** Settings for this process's jobs, and for other processes on the same store. */
  readonly share?: Pick<WorkforceOptions, 'isShared' | 'isLocal' | 'parallelJobs' | 'leaseMs'> | undefined;
  readonly settings?: Partial<ApiSettings>;
  /** Seed for all random numbers and identifiers. */
  readonly seed?: bigint | undefined;
  /** Receives events about jobs, internal faults and oddities in requests. */
  readonly tell: Tell;
}

export interface Service {
  readonly key: string;
  readonly settings: ApiSettings;
  /** True if other processes share the store. */
  readonly isShared: boolean;
  readonly store: Store;
  /** API services, for parts that report job events. */
  readonly services: Services;
  fetch(request: Request): Promise<Response>;
  /**
   * Removes all data; the API key stays valid. If a seed was given, identifiers and random numbers start from the
   * beginning again.
   */
  reset(): Promise<void>;
  /**
   * All data as a consistent archive. If the store is in memory, writes are delayed until the archive has been read.
   */
  export(options?: { readonly withSecrets?: boolean }): AsyncGenerator<Uint8Array>;
  /**
   * Replaces all data with an archive. If the archive does not contain the service's key, that key is given access to
   * the archive's account.
   */
  import(source: AsyncIterable<Uint8Array>): Promise<Imported>;
  /**
   * Lets jobs finish within the grace period, then closes the store.
   * @param last called after the last change, before the store closes
   */
  close(graceMs: number, last?: () => Promise<void>): Promise<void>;
}

/** The same request; its body fails when the signal aborts. */
function interruptible(request: Request, interrupted: AbortSignal): Request {
  // The rest of the body still has to be read before the connection's next request.
  const passed = { signal: interrupted, preventCancel: true };
  return changeBody(request, (body) =>
    body.locked ? body : body.pipeThrough(new TransformStream(), passed),
  );
}

/** Starts the service. @throws HazeError the store's errors */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock, seed, tell, memoryBytes, compilerBytes, taskTimeMs, isolation } = options;
  const randomness = createRandomness(seed);
  const now = clock?.now ?? Date.now;
  const storeOptions = {
    now,
    random: randomness.source('store'),
    ...(seed !== undefined && { blobName: createBlobNames(seed) }),
  };
  const { store, hold } = holdWrites(await options.openStore(storeOptions));
  let random: RandomBytes = randomness.source('service');
  const settings = { ...defaultSettings, ...options.settings };
  const { isShared = false, parallelJobs } = options.share ?? {};
  const createWorkforce = parallelJobs === 0 ? createNoWorkforce : createLazyWorkforce;
  const workforce = createWorkforce({
    ...options.share,
    store,
    repositoryHosts: settings.repositoryHosts,
    memoryBytes,
    compilerBytes,
    taskTimeMs,
    isolation,
    clock,
    random: randomness.source('executors'),
    reportError: (error, jobId) => tell({ what: 'error', jobId, error }),
    observe: tell,
    say: (line) => tell({ what: 'said', message: `haze: ${line}` }),
  });
  const services: Services = {
    store,
    jobs: workforce,
    now,
    // A fixed clock cannot measure time.
    ...(clock && { elapsed: () => 0 }),
    random: (sizeBytes) => random(sizeBytes),
    rasterise: createNodeRasteriser(),
    requestRate: createRequestRate(() => performance.now()),
    totalRate: createRequestRate(() => performance.now()),
    saltMemory: {},
    reportError: (report) => tell({ what: 'error', ...report }),
    reportNotice: (report) => tell({ what: 'notice', ...report }),
    settings,
  };
  const made = () => makeKey({ ...services, random: randomness.source('key') });
  const { shareKey } = options;
  const key = options.key ?? (shareKey ? await shareKey(services, made()) : made());
  const keepKey = async () => {
    if (options.key === undefined) await shareKey?.(services, key);
  };
  const api = createApi(services);
  const gate = createRequestGate();
  let { userId } = await createAccount(services, { key });
  if (options.mayHaveJobs) workforce.announce();
  const alone = <Result>(work: () => Promise<Result>) => gate.alone(() => workforce.restartAround(work));
  return {
    key,
    settings,
    isShared,
    store,
    services,
    fetch: (request) => gate.pass((interrupted) => api.fetch(interruptible(request, interrupted))),
    reset: () =>
      alone(async () => {
        await store.reset();
        random = randomness.source('service');
        ({ userId } = await createAccount(services, { key }));
        await keepKey();
      }),
    export: ({ withSecrets = false } = {}) => {
      const archive = exportAs(store, userId, withSecrets);
      // Shared stores provide consistent reads themselves.
      return isShared ? archive : hold(archive);
    },
    import: (source) =>
      alone(async () => {
        const imported = await importArchive(services, source, key);
        userId = imported.userId;
        await keepKey();
        // The archive's IDs may come from the same seed, and new IDs must differ from them.
        random = randomness.source(`service after ${imported.digest}`);
        workforce.announce();
        return imported;
      }),
    async close(graceMs, last = async () => undefined) {
      try {
        await workforce.close(graceMs);
        await last();
      } finally {
        await store.close();
      }
    },
  };
}
