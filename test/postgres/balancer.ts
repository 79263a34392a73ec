// A TLS reverse proxy in front of several servers, as described in docs/deploying.md: each request and each WebSocket
// connection goes to the next server in turn.
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Credentials } from './self-signed.ts';

export interface Balancer {
  /** The balancer's address, such as `https://localhost:8443`. */
  readonly address: string;
  /** Sets the servers that receive all further requests, such as `http://127.0.0.1:8787`. */
  serve(bases: readonly string[]): void;
  close(): Promise<void>;
}

export async function startBalancer(credentials: Credentials): Promise<Balancer> {
  let targets: readonly URL[] = [];
  let turn = 0;
  const next = () => {
    turn += 1;
    return targets[turn % targets.length]!;
  };
  const named = (headers: IncomingHttpHeaders) => ({ ...headers, 'x-request-id': `balancer-${turn}` });
  const server = createServer(credentials, (incoming, outgoing) => {
    const { hostname, port } = next();
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers: named(headers) }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port } = next();
    const onward = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      onward.write([`GET ${incoming.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    serve: (bases) => {
      targets = bases.map((base) => new URL(base));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
