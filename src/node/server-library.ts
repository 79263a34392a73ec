// Haze's service inside the caller's process: `import { startServer } from 'haze/server'`. It runs in memory, on a
// free port, and is ready before the compiler is loaded. A process may start any number of independent services.

import { HazeError, usageError } from '../errors/haze-error.ts';
import { createTextLog } from './logs/log-events.ts';
import { printMessage } from './logs/stderr-line.ts';
import type { AskedRequest } from './serve/asked-request.ts';
import { startServer as startHttpServer } from './serve/serve.ts';
import { readGiven } from './settings/given-options.ts';
import { describeServer } from './settings/serve-settings.ts';
import type { ServerOptions } from './settings/start-server-options.ts';

export type { AskedRequest } from './serve/asked-request.ts';
export type { ServerOptions } from './settings/start-server-options.ts';

/** A running server. `await using server = await startServer()` closes it at the end of the block. */
export interface Server {
  /** Base URL for clients, their `API_ENDPOINT`: `http://127.0.0.1:49152`. */
  readonly base: string;
  /** URL of realtime WebSockets: `ws://127.0.0.1:49152/event/realtime`. */
  readonly realtime: string;
  /** Value for the `Authorization` header of requests. */
  readonly key: string;
  /**
   * Removes all data; the base and the key stay valid. If a seed was given, identifiers and random numbers start from
   * the beginning again.
   */
  reset(): Promise<void>;
  /** Exports all data as bytes for a file; by default without tokens and secrets. */
  export(options?: { readonly withSecrets?: boolean }): Promise<Uint8Array>;
  /**
   * Replaces all data with an export.
   * @throws HazeError `bad-export`, `store-too-new`; the data is then unchanged
   */
  import(archive: Uint8Array): Promise<void>;
  /** Saves the current state in memory under a name, for `restore`. */
  snapshot(name: string): Promise<void>;
  /** Replaces all data with a saved state. @throws HazeError `unknown-resource` if there is no such snapshot */
  restore(name: string): Promise<void>;
  /** The last thousand client requests, oldest first: method, path with query, JSON body, status. */
  requests(): readonly AskedRequest[];
  /**
   * Advances the clock set by the option `clock`: keys and signed URLs expire, and quotas are reset.
   * @param to a time in any form that the option accepts: a Date, seconds since 1970, or ISO 8601 with its zone
   * @throws HazeError `wrong-state` without the option `clock`, `invalid-request` for an earlier time
   */
  moveClock(to: Date | number | string): void;
  /** Stops every job and releases all resources. Idempotent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Reports errors in a caller's callback instead of failing the current request. */
function guarded(log: (line: string) => void): (line: string) => void {
  return (line) => {
    try {
      log(line);
    } catch (error) {
      process.emitWarning(
        `The function that received a server log line threw: ${String(error)}`,
        'HazeLogWarning',
      );
    }
  };
}

/**
 * Starts a server in memory.
 *
 * @param options port, seed, clock, faults and limits of the server
 * @throws HazeError `usage` for an option that makes no sense, `cannot-listen`, `not-built`, and the errors of `import`
 * @example
 * ```ts
 * import { startServer } from 'haze/server';
 * const server = await startServer({ seed: 1 });
 * const answer = await fetch(`${server.base}/cores`, { headers: { Authorization: server.key } });
 * console.log(answer.status); // 200
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  if (typeof options !== 'object' || options === null) {
    throw usageError('startServer accepts only an options object, such as { seed: 1 }.');
  }
  const { log = () => undefined, logErrors = writeError } = options;
  const given = readGiven(options);
  const settings = describeServer(given);
  const server = await startHttpServer({
    ...settings,
    port: settings.port ?? 0,
    key: given.key,
    hasSite: false,
    keepsRequests: true,
    tell: createTextLog(guarded(log), guarded(logErrors)),
  });
  const { service } = server;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.stop(0);
    return closing;
  };
  const importAll = async (archive: Uint8Array) => {
    await service.import(oneChunk(archive));
  };
  try {
    if (options.import) await importAll(options.import);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    base: server.address,
    realtime: server.realtime,
    key: server.key,
    reset: () => service.reset(),
    export: (wish) => joined(service.export(wish ?? {})),
    import: importAll,
    snapshot: (name) => server.snapshots.take(name),
    restore: (name) => server.snapshots.restore(name),
    requests: () => server.requests(),
    moveClock(to) {
      if (!server.clock)
        throw new HazeError(
          'wrong-state',
          'The clock is running: startServer was called without the "clock" option.',
        );
      server.clock.move({ To: to instanceof Date ? to.toISOString() : to });
    },
    close,
    [asyncDispose]: close,
  } as Server;
}

// Node has had the symbol since version 20.4. Compilers that translate `await using` for older engines also define it.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

async function* oneChunk(archive: Uint8Array): AsyncGenerator<Uint8Array> {
  if (!(archive instanceof Uint8Array)) {
    throw new HazeError('bad-export', 'To import, pass an export as a Uint8Array.');
  }
  yield archive;
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(await new Blob(all as BlobPart[]).arrayBuffer());
}

function writeError(line: string): void {
  printMessage(line);
}
