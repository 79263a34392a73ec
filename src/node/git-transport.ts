// How git's requests leave a server: redirects come back as answers, and a name that nobody has allowed by itself connects
// to no address within the network, looked at when the connection is made: what a name resolved to before may have changed.
import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import { HazeError } from '../errors/haze-error.ts';
import type { GitSend } from '../repositories/git-http.ts';
import { isInternalAddress } from '../repositories/internal-host.ts';

function createLookup(hosts: readonly string[]): LookupFunction {
  // With or without a port, a host that was named may be anywhere.
  const named = new Set(hosts.map((host) => host.replace(/:\d+$/, '')));
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0);
      const inside = named.has(hostname)
        ? undefined
        : addresses.find(({ address }) => isInternalAddress(address));
      if (inside) return callback(resolvesInside(hostname, inside.address), '', 0);
      // As the caller asked: all of them, or one.
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function resolvesInside(hostname: string, address: string): HazeError {
  return new HazeError(
    'repository-not-allowed',
    `The name ${hostname} leads to ${address}, an address within this machine or its network, from where nothing is fetched. If that is meant, name it: --repository-hosts ${hostname}.`,
  );
}

/** Sends requests for repositories. @param hosts those that may be fetched from; `*` stands for the open internet */
export function createGitTransport(hosts: readonly string[]): GitSend {
  const dispatcher = new Agent({ connect: { lookup: createLookup(hosts) } });
  return (url, init) => fetch(url, { ...init, dispatcher } as never) as unknown as Promise<Response>;
}
