// How git's requests leave a server: redirects come back as answers, and a name that nobody has allowed by itself connects
// to no address within the network, looked at when the connection is made: what a name resolved to before may have changed.
import { Agent, fetch } from 'undici';
import { HazeError } from '../../errors/haze-error.ts';
import type { GitSend } from '../../repositories/git/git-send.ts';
import { createOutwardLookup } from './outward-lookup.ts';

function resolvesInside(hostname: string, address: string): HazeError {
  return new HazeError(
    'repository-not-allowed',
    `The name ${hostname} leads to ${address}, an address within this machine or its network, from where nothing is fetched. If that is meant, name it: --repository-hosts ${hostname}.`,
  );
}

/** Sends requests for repositories. @param hosts those that may be fetched from; `*` stands for the open internet */
export function createGitTransport(hosts: readonly string[]): GitSend {
  // With or without a port, a host that was named may be anywhere.
  const named = new Set(hosts.map((host) => host.replace(/:\d+$/, '')));
  const lookup = createOutwardLookup((hostname) => named.has(hostname), resolvesInside);
  const dispatcher = new Agent({ connect: { lookup } });
  return (url, init) => fetch(url, { ...init, dispatcher } as never) as unknown as Promise<Response>;
}
