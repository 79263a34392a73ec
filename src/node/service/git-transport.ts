// Sends git's requests. Redirects are returned as responses. A host that the operator did not list must not resolve
// to an address within the network. The address is checked when connecting, because DNS may have returned a different
// address earlier.
import { Agent, fetch } from 'undici';
import { HazeError } from '../../errors/haze-error.ts';
import type { GitSend } from '../../repositories/git/git-send.ts';
import { createOutwardLookup } from './outward-lookup.ts';

function resolvesInside(hostname: string, address: string): HazeError {
  return new HazeError(
    'repository-not-allowed',
    `The name ${hostname} resolves to ${address}, an address on this machine or its network; fetching from there is not allowed. To allow it, specify the host: --repository-hosts ${hostname}.`,
  );
}

/** Sends requests for repositories. @param hosts allowed hosts; `*` allows every host on the internet */
export function createGitTransport(hosts: readonly string[]): GitSend {
  // A listed host, with or without a port, may have any address.
  const named = new Set(hosts.map((host) => host.replace(/:\d+$/, '')));
  const lookup = createOutwardLookup((hostname) => named.has(hostname), resolvesInside);
  const dispatcher = new Agent({ connect: { lookup } });
  return (url, init) => fetch(url, { ...init, dispatcher } as never) as unknown as Promise<Response>;
}
