// The service as a process: the API on Node's HTTP server, a store in a folder, an executor on worker_threads, and the
// site with the playground where it has been built.
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { createApi } from '../api/create-api.ts';
import { defaultSettings, type Services } from '../api/services.ts';
import { HazeError } from '../errors/haze-error.ts';
import { createCloneClient } from '../jobs/clone-client.ts';
import { createCompileClient } from '../jobs/compile-client.ts';
import { createExecutor, type Executor } from '../jobs/executor.ts';
import { runReference } from '../reference/run-reference.ts';
import { runProgram } from '../runtime/run-program.ts';
import { openFolderStore } from '../store/folder-store.ts';
import { platformRandom } from '../store/random-bytes.ts';
import type { Store } from '../store/store.ts';
import { createNodeRasteriser, loadKernels } from './assets.ts';
import { keepBodyOfGet } from './get-with-body.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from './node-run-worker.ts';
import { openAccount } from './serve-data.ts';
import { createNodeCloneWorker, createNodeCompileWorker } from './serve-workers.ts';
import { openSite } from './site.ts';

export interface ServeOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly host: string;
  /** Made when it is not there. */
  readonly dataFolder: string;
  /** A key of any form, which gets an account of its own; the folder's own key when absent. */
  readonly key?: string | undefined;
  /** Hosts that repositories may be connected from, `*` for any; the default ones when absent. */
  readonly repositoryHosts?: readonly string[] | undefined;
  /** Whether the pages get shared memory, which other toolchains need; default true. */
  readonly isIsolated?: boolean;
  /** Takes one line a request, and what goes wrong with us. */
  readonly log: (line: string) => void;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8787`. */
  readonly address: string;
  readonly key: string;
  /** Whether the playground is at the address; it is where the site has been built. */
  readonly hasSite: boolean;
  /** Answers no more requests, lets jobs end within the time and puts the rest back, for the next start. */
  stop(graceMs: number): Promise<void>;
}

// Paths are logged without their query: signed addresses are as good as a key for an hour.
function logged(fetch: (request: Request) => Promise<Response>, log: (line: string) => void) {
  return async (request: Request): Promise<Response> => {
    const startedMs = performance.now();
    const response = await fetch(request);
    const tookMs = (performance.now() - startedMs).toFixed(1);
    const { pathname } = new URL(request.url);
    log(`${new Date().toISOString()} ${request.method} ${pathname} ${response.status} ${tookMs} ms`);
    return response;
  };
}

function listen(server: Server, { port, host }: ServeOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: 'another program listens there. Choose another port with --port',
        EACCES: 'this user may not listen there. Choose a port above 1023 with --port',
        EADDRNOTAVAIL: 'this machine does not have that address. Choose another with --host',
      };
      const reason = reasons[error.code ?? ''] ?? error.message;
      reject(new HazeError('cannot-listen', `Cannot serve at ${host}:${port}: ${reason}.`, { cause: error }));
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function describeAddress({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

async function startExecutor(store: Store, { repositoryHosts, log }: ServeOptions) {
  const kernels = await loadKernels();
  const builder = createCompileClient({ createWorker: createNodeCompileWorker });
  const executor = createExecutor({
    store,
    builder,
    run: (request) => runProgram(request, { kernels, createWorker: createNodeRunWorker }),
    repositories: {
      take: createCloneClient(createNodeCloneWorker),
      settings: { hosts: repositoryHosts ?? defaultSettings.repositoryHosts },
    },
    runReference: (request) =>
      runReference(request, {
        kernels,
        createWorker: createNodeReferenceWorker,
        parallelism: availableParallelism(),
      }),
    // The folder's lock lets one process in.
    isAlone: true,
    limits: { parallelJobs: 1 + availableParallelism() },
    reportError: (error, jobId) => log(`error ${jobId} ${describeError(error)}`),
  });
  return { executor, builder };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function describeServices(
  store: Store,
  executor: Executor,
  { repositoryHosts, log }: ServeOptions,
): Services {
  return {
    store,
    jobs: executor,
    now: Date.now,
    random: platformRandom,
    rasterise: createNodeRasteriser(),
    reportError: ({ id, method, path, error }) =>
      log(`error ${id} ${method} ${path} ${describeError(error)}`),
    settings: { ...defaultSettings, ...(repositoryHosts && { repositoryHosts }) },
  };
}

/**
 * Starts serving.
 * @throws HazeError `cannot-listen`, `folder-locked`, `storage-damaged`, `not-built`
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { dataFolder, log } = options;
  // Whoever can read the folder can read every output and make signed addresses.
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const store = await openFolderStore(join(dataFolder, 'store'));
  const { executor, builder } = await startExecutor(store, options);
  const end = async (graceMs: number) => {
    await executor.stop(graceMs);
    builder.close();
    await store.close();
  };
  try {
    const services = describeServices(store, executor, options);
    const key = await openAccount(services, { folder: dataFolder, key: options.key });
    const api = createApi(services);
    const site = await openSite({ isIsolated: options.isIsolated ?? true });
    const answer = async (request: Request) => site.maybeAnswer(request) ?? api.fetch(request);
    const hear = (request: Request, { incoming }: HttpBindings) =>
      logged((given) => answer(keepBodyOfGet(given, incoming)), log)(request);
    const server = createAdaptorServer({ fetch: hear as typeof answer }) as Server;
    const address = describeAddress(await listen(server, options));
    const stop = async (graceMs: number) => {
      server.close();
      server.closeIdleConnections();
      await end(graceMs);
      server.closeAllConnections();
    };
    return { address, key, hasSite: site.hasIndex, stop };
  } catch (error) {
    await end(0);
    throw error;
  }
}
