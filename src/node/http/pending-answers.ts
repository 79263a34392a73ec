// Pending responses on each connection; actions on the connection itself wait for them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The last unwritten response on each of a server's connections. */
export class PendingAnswers {
  readonly #last = new WeakMap<Duplex, ServerResponse>();

  constructor(server: Server) {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#last.set(socket, response);
    });
  }

  /** A connection's last unwritten response to a completely received request. */
  maybePending(socket: Duplex): ServerResponse | undefined {
    const last = this.#last.get(socket);
    return last && !last.writableFinished && last.req.complete ? last : undefined;
  }

  /** Tests whether a connection has sent a request, and whether the last response has been written. */
  stateOf(socket: Duplex): 'silent' | 'idle' | 'busy' {
    const last = this.#last.get(socket);
    if (last === undefined) return 'silent';
    return last.writableFinished ? 'idle' : 'busy';
  }

  /** Runs an action on a connection after its pending responses, or immediately if there are none. */
  afterwards(socket: Duplex, act: () => void): void {
    const pending = this.maybePending(socket);
    if (pending) pending.once('close', act);
    else act();
  }
}
