// Ignores offers to switch protocols. Java clients send such an offer with each request over plain HTTP
// (`Upgrade: h2c`), as does curl with --http2. A server may ignore the offer (RFC 9110, section 7.8). But if a server
// accepts WebSockets, Node hands all such requests over to the server's upgrade handler, together with the connection.
// This file returns them to Node without the offer.
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { PendingAnswers } from './pending-answers.ts';

/** True if a request asks for a WebSocket. */
export function wantsSocket({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '');
}

/** An option that newer versions of Node call before an upgrade; the type declarations lack it. */
export const upgradeOptions = { shouldUpgradeCallback: wantsSocket } as ServerOptions;

const OF_UPGRADES: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** The beginning of the request as received, without the offered protocols. */
function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (OF_UPGRADES.has(name.toLowerCase())) continue;
    const isConnection = name.toLowerCase() === 'connection';
    const kept = isConnection ? withoutWords(value) : value;
    if (!isConnection || kept !== '') lines.push(`${name}: ${kept}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function withoutWords(value: string): string {
  const words = value.split(',').map((word) => word.trim());
  return words.filter((word) => !OF_UPGRADES.has(word.toLowerCase())).join(', ');
}

/** Responds to requests that offer unsupported protocols as if they made no offer. */
export class IgnoredUpgrades {
  readonly #server: Server;
  readonly #answers: PendingAnswers;

  constructor(server: Server) {
    this.#server = server;
    this.#answers = new PendingAnswers(server);
  }

  /** Reads a request again once earlier requests on its connection have been answered. */
  readAgain(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // While the connection changes owners, a client that disconnects is not a fault.
    const gone = () => socket.destroy();
    socket.on('error', gone);
    this.#answers.afterwards(socket, () => {
      socket.off('error', gone);
      if (socket.destroyed) return;
      // Pauses the socket so that the returned bytes wait for their reader.
      socket.pause();
      socket.unshift(Buffer.concat([headWithoutOffer(request), head]));
      this.#server.emit('connection', socket);
      socket.resume();
    });
  }
}
