// Sends git's requests. Redirects are returned as responses. A host that the operator did not list must not resolve
// to an address within the network. The address is checked when connecting, because DNS may have returned a different
// address earlier. Errors do not contain the address, because accounts read them.
import { Agent, fetch } from 'undici';
import { HazeError } from '../../errors/haze-error.ts';
import type { GitSend } from '../../repositories/git/git-send.ts';
import { isListedHost } from '../../repositories/repository-address.ts';
import { createOutwardLookup } from './outward-lookup.ts';

function resolvesInside(hostname: string): HazeError {
  return new HazeError(
    'repository-not-allowed',
    `The name ${hostname} resolves to an address on this machine or its network; fetching from there is not allowed. To allow it, specify the host: --repository-hosts ${hostname}.`,
  );
}

/** Error of a failed connection in terms of the URL; any other error unchanged. */
function hideAddress(error: unknown, { host }: URL): unknown {
  const { cause } = error as { readonly cause?: Partial<NodeJS.ErrnoException> };
  // A name with several addresses has an error for each address.
  const isConnecting =
    cause?.name === 'AggregateError' ||
    cause?.syscall === 'connect' ||
    cause?.code === 'UND_ERR_CONNECT_TIMEOUT';
  if (!isConnecting) return error;
  return new TypeError('fetch failed', { cause: new Error(`connecting to ${host} failed (${cause.code})`) });
}

/** Sends requests for repositories. @param hosts allowed hosts; `*` allows every host on the internet */
export function createGitTransport(hosts: readonly string[]): GitSend {
  const createAgent = (mayBeInternal: boolean) =>
    new Agent({ connect: { lookup: createOutwardLookup(() => mayBeInternal, resolvesInside) } });
  const listed = createAgent(true);
  const unlisted = createAgent(false);
  return async (url, init) => {
    const target = new URL(url);
    const dispatcher = isListedHost(target, hosts) ? listed : unlisted;
    try {
      return (await fetch(url, { ...init, dispatcher } as never)) as unknown as Response;
    } catch (error) {
      throw hideAddress(error, target);
    }
  };
}
