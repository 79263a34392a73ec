// Hosts within the machine or its network: this machine, private and link-local networks (where cloud providers serve
// a machine's credentials), and all other addresses outside the public internet. Ranges: IANA's special-purpose
// registries.
import ipaddr from 'ipaddr.js';

/**
 * Names for the machine itself, and names that the surrounding network resolves (RFC 6761, RFC 6762; ICANN's
 * `internal`).
 */
const INTERNAL_NAME = /^(localhost|.*\.(localhost|local|internal|home\.arpa))\.?$/;

/**
 * Azure's WireServer: a public address at which a virtual machine reaches its own host, which holds the machine's
 * secrets.
 */
const WIRE_SERVER = '168.63.129.16';

/** A URL's host without the brackets around an IPv6 address. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Tests whether an IP address is outside the public internet. */
export function isInternalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 addresses in IPv6 notation count as IPv4.
  const known = ipaddr.process(address);
  if (known.range() !== 'unicast' || known.toString() === WIRE_SERVER) return true;
  // Global unicast is 2000::/3; `::a00:1`, which lies outside it, is an old form of 10.0.0.1.
  return known instanceof ipaddr.IPv6 && (known.parts[0]! & 0xe000) !== 0x2000;
}

/**
 * Tests whether a host is internal, based only on its name; the resolved address is checked on connection.
 * @param host as given by `URL`, which converts other notations of IPv4 to dotted numbers
 */
export function isInternalHost(host: string): boolean {
  return INTERNAL_NAME.test(host.toLowerCase()) || isInternalAddress(bare(host));
}

/** Tests whether a host is this machine itself, so that no third party can intercept traffic. */
export function isThisMachine(host: string): boolean {
  const address = bare(host);
  if (!ipaddr.isValid(address)) return /^(.*\.)?localhost\.?$/i.test(host);
  return ipaddr.process(address).range() === 'loopback';
}
