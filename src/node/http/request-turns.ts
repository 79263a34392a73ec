// Queues the requests on each connection. Clients may send requests without waiting for responses (pipelining), and
// Node passes them all on at once. Without the queue, their responses would hold files or database connections open
// until their turn, and forever if the connection was closed first.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Maximum number of queued requests on one connection; they may come from many clients behind a load balancer. */
const MOST_WAITING = 500;

interface Turns {
  last: ServerResponse;
  waiting: number;
}

export class RequestTurns {
  readonly #turns = new WeakMap<Duplex, Turns>();

  /**
   * Starts a request after the last response to earlier requests on its connection, and never if the connection
   * closes. Returns false if too many requests are waiting.
   */
  take({ socket }: IncomingMessage, outgoing: ServerResponse, start: () => void): boolean {
    const turns = this.#turns.get(socket) ?? { last: outgoing, waiting: 0 };
    this.#turns.set(socket, turns);
    const { last } = turns;
    turns.last = outgoing;
    if (last === outgoing || last.writableFinished) {
      start();
      return true;
    }
    if (turns.waiting === MOST_WAITING) return false;
    turns.waiting += 1;
    last.once('close', () => {
      turns.waiting -= 1;
      if (socket.writable) start();
    });
    return true;
  }
}
