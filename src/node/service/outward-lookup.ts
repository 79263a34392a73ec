// Name resolution of connections out of a server. The addresses of a name are checked at the connection: an earlier
// look-up of the same name may have given another address.
import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isInternalAddress } from '../../repositories/internal-host.ts';

/**
 * Resolves names, and refuses names with an address of this machine or its network.
 * @param mayBeInternal tests whether the operator has listed a host
 * @param refuse creates the error for an internal address
 */
export function createOutwardLookup(
  mayBeInternal: (hostname: string) => boolean,
  refuse: (hostname: string, address: string) => Error,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0);
      const inside = mayBeInternal(hostname)
        ? undefined
        : addresses.find(({ address }) => isInternalAddress(address));
      if (inside) return callback(refuse(hostname, inside.address), '', 0);
      // The caller requests all addresses, or one.
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
