// Name resolution for outgoing connections from a server. A name's addresses are checked when connecting, because an
// earlier lookup of the same name may have given different addresses.
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { isInternalAddress } from '../../repositories/internal-host.ts';

/** Sources of host names and addresses. */
export interface NameSources {
  /** File that lists the machine's own names. */
  readonly hostsFile: string;
  /** File with the search domains. */
  readonly searchFile: string;
  /**
   * Creates a resolver with the machine's current name servers; a resolver reused for longer would not notice a
   * change.
   */
  createResolver(): Resolver;
}

/** A silent name server takes about 8 s in total, because the second try waits longer. */
const PATIENCE = { timeout: 2500, tries: 2 };

const SOURCES: NameSources = {
  hostsFile:
    process.platform === 'win32'
      ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
      : '/etc/hosts',
  searchFile: '/etc/resolv.conf',
  createResolver: () => new Resolver(PATIENCE),
};

async function readLines(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.replace(/#.*/, '').toLowerCase().trim().split(/\s+/));
}

/**
 * The forms of a name to try: unchanged, and within each search domain. For a name without dots, the search domains
 * come first.
 */
async function listForms(name: string, file: string): Promise<string[]> {
  if (name.endsWith('.')) return [name];
  const domains = (await readLines(file)).findLast(([word]) => word === 'search' || word === 'domain') ?? [];
  const within = domains.slice(1).map((domain) => `${name}.${domain}`);
  return name.includes('.') ? [name, ...within] : [...within, name];
}

function askPlatform(name: string, family: number): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    resolveName(name, { family, all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

async function askNameServers(name: string, family: number, resolver: Resolver): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([
    family === 6 ? [] : resolver.resolve4(name),
    family === 4 ? [] : resolver.resolve6(name),
  ]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  const failed = [four, six].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}

/** Error codes with which name servers report an unknown name. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA'];

/**
 * Resolves names without the platform, whose resolver blocks one of the process's few threads until it finishes: one
 * account's silent name server would delay all other accounts. The platform resolves only names that are unknown to
 * every name server and may have further sources (multicast), one at a time. If no name server is running, it resolves
 * all names.
 */
class Names {
  readonly #sources: NameSources;
  #platform: Promise<unknown> = Promise.resolve();

  constructor(sources: NameSources) {
    this.#sources = sources;
  }

  /** @param hasMore true if a name without a response may have further sources */
  async find(hostname: string, family: number, hasMore: boolean): Promise<LookupAddress[]> {
    const { hostsFile, searchFile, createResolver } = this.#sources;
    const name = hostname.toLowerCase();
    const lines = (await readLines(hostsFile)).filter(([, ...names]) => names.includes(name));
    const own = lines.map(([address]) => ({ address: address!, family: isIPv6(address!) ? 6 : 4 }));
    const fitting = own.filter((address) => family === 0 || address.family === family);
    if (fitting.length > 0) return fitting;
    let unknown: unknown;
    for (const form of await listForms(name, searchFile)) {
      try {
        return await askNameServers(form, family, createResolver());
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // No name server is configured or running here, but the platform may have other sources of names.
        if (code === 'ECONNREFUSED') return this.#askPlatform(hostname, family);
        if (!UNKNOWN.includes(code)) throw error;
        unknown = error;
      }
    }
    if (hasMore || !name.includes('.')) return this.#askPlatform(hostname, family);
    throw unknown;
  }

  #askPlatform(name: string, family: number): Promise<LookupAddress[]> {
    const answer = this.#platform.then(() => askPlatform(name, family));
    this.#platform = answer.catch(() => undefined);
    return answer;
  }
}

/**
 * Resolves host names, and refuses names that resolve to this machine or its network.
 * @param mayBeInternal tests whether the operator has listed a host
 * @param refuse creates the error for an internal address
 */
export function createOutwardLookup(
  mayBeInternal: (hostname: string) => boolean,
  refuse: (hostname: string, address: string) => Error,
  sources: Partial<NameSources> = {},
): LookupFunction {
  const names = new Names({ ...SOURCES, ...sources });
  const find = async (hostname: string, family: number) => {
    // `*` is also a name that a name server may know; in a list, it stands for the public internet.
    const isListed = hostname !== '*' && mayBeInternal(hostname);
    const addresses = await names.find(hostname, family, isListed);
    const inside = isListed ? undefined : addresses.find(({ address }) => isInternalAddress(address));
    if (inside) throw refuse(hostname, inside.address);
    if (addresses.length === 0) throw new Error(`${hostname} has no address`);
    return addresses;
  };
  return (hostname, options, callback) => {
    const family = { IPv4: 4, IPv6: 6 }[options.family as string] ?? Number(options.family ?? 0);
    find(hostname, family).then(
      (addresses) => {
        // The caller requests either all addresses or one.
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}
