// The answers of each connection that are on their way: what is to happen on a connection itself waits for them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The last answer of each connection of a server that is not yet written. */
export class PendingAnswers {
  readonly #last = new WeakMap<Duplex, ServerResponse>();

  constructor(server: Server) {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#last.set(socket, response);
    });
  }

  /** The last answer of a connection to a request that has come whole, while it is not written. */
  maybePending(socket: Duplex): ServerResponse | undefined {
    const last = this.#last.get(socket);
    return last && !last.writableFinished && last.req.complete ? last : undefined;
  }

  /** Does something on a connection when what came before is answered, or at once. */
  afterwards(socket: Duplex, act: () => void): void {
    const pending = this.maybePending(socket);
    if (pending) pending.once('close', act);
    else act();
  }
}
