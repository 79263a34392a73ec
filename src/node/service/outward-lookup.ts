// Name resolution of connections out of a server. The addresses of a name are checked at the connection: an earlier
// answer for the same name may have been another.
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { isInternalAddress } from '../../repositories/internal-host.ts';

const HOSTS_FILE =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

/** A silent name server takes about 8 s: the second try waits longer. */
const PATIENCE = { timeout: 2500, tries: 2 };

/** The machine's name servers at this moment; a resolver that is kept would not notice a change. */
function createResolver(): Resolver {
  return new Resolver(PATIENCE);
}

/** Tests whether only the platform knows a name: from its file of hosts or its search domains. */
async function isPlatformName(hostname: string): Promise<boolean> {
  if (!hostname.includes('.')) return true;
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const names = text.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1));
  return names.some((name) => name.toLowerCase() === hostname.toLowerCase());
}

function askPlatform(hostname: string, family: number): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    resolveName(hostname, { family, all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

async function askNameServers(
  hostname: string,
  family: number,
  resolver: Resolver,
): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([
    family === 6 ? [] : resolver.resolve4(hostname),
    family === 4 ? [] : resolver.resolve6(hostname),
  ]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  const failed = [four, six].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}

/**
 * Resolves names, and refuses names with an address of this machine or its network. The platform's own resolution
 * holds one of the process's few threads until it ends, so names that the operator has not listed go to the name
 * servers without a thread: a silent server of one account would delay all others.
 * @param mayBeInternal tests whether the operator has listed a host
 * @param refuse creates the error for an internal address
 */
export function createOutwardLookup(
  mayBeInternal: (hostname: string) => boolean,
  refuse: (hostname: string, address: string) => Error,
  resolverOf = createResolver,
): LookupFunction {
  const find = async (hostname: string, family: number) => {
    const isListed = mayBeInternal(hostname);
    const isPlatform = isListed || (await isPlatformName(hostname));
    const ask = async () => {
      if (isPlatform) return askPlatform(hostname, family);
      return askNameServers(hostname, family, resolverOf()).catch((error: NodeJS.ErrnoException) => {
        // No name server is configured or running here; the platform may have other sources of names.
        if (error.code === 'ECONNREFUSED') return askPlatform(hostname, family);
        throw error;
      });
    };
    const addresses = await ask();
    const inside = isListed ? undefined : addresses.find(({ address }) => isInternalAddress(address));
    if (inside) throw refuse(hostname, inside.address);
    if (addresses.length === 0) throw new Error(`${hostname} has no address`);
    return addresses;
  };
  return (hostname, options, callback) => {
    const family = { IPv4: 4, IPv6: 6 }[options.family as string] ?? Number(options.family ?? 0);
    find(hostname, family).then(
      (addresses) => {
        // The caller asks for all addresses, or for one.
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}
