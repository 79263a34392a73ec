// Opens a server's port, and formats its address.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HazeError } from '../../errors/haze-error.ts';

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
}

/** Starts listening; returns an address such as `http://127.0.0.1:8787`. @throws HazeError `cannot-listen` */
export async function listen(server: Server, options: ListenOptions): Promise<string> {
  return describeAddress(await bind(server, options));
}

function bind(server: Server, { port, host }: ListenOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: 'another program is already listening there. Choose another port with --port',
        EACCES: 'this user is not allowed to listen there. Choose a port above 1023 with --port',
        EADDRNOTAVAIL: 'this machine does not have that address. Choose another with --host',
        ENOTFOUND: 'that host name is unknown. Specify an address of this machine with --host',
        EAI_AGAIN:
          'that host name cannot be resolved right now. Specify an address of this machine with --host',
        EINVAL: 'a server cannot listen on that address. Specify an address of this machine with --host',
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
