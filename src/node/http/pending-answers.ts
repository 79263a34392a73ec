// The pending responses of each connection: actions on the connection itself wait for them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The last response of each connection of a server that is not yet written. */
export class PendingAnswers {
  readonly #last = new WeakMap<Duplex, ServerResponse>();

  constructor(server: Server) {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#last.set(socket, response);
    });
  }

  /** The last unwritten response of a connection to a completely received request. */
  maybePending(socket: Duplex): ServerResponse | undefined {
    const last = this.#last.get(socket);
    return last && !last.writableFinished && last.req.complete ? last : undefined;
  }

  /** Tests whether a connection has requested anything, and whether its last response is written. */
  stateOf(socket: Duplex): 'silent' | 'idle' | 'busy' {
    const last = this.#last.get(socket);
    if (last === undefined) return 'silent';
    return last.writableFinished ? 'idle' : 'busy';
  }

  /** Runs an action on a connection after the pending responses, or immediately. */
  afterwards(socket: Duplex, act: () => void): void {
    const pending = this.maybePending(socket);
    if (pending) pending.once('close', act);
    else act();
  }
}
