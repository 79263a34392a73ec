// Set-up for benchmarks with a server in their own process.
import { type RunningServer, startServer } from '../../src/node/serve/serve.ts';
import { inFolder } from '../harness.ts';

/** Runs `work` with a server in this process, which has a new data folder. */
export function onServer<T>(work: (server: RunningServer) => Promise<T>): Promise<T> {
  return inFolder(async (dataFolder) => {
    const server = await startServer({ port: 0, host: '127.0.0.1', dataFolder, tell: () => undefined });
    return work(server).finally(() => server.stop(0));
  });
}
