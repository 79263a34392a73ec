// Addresses of git repositories: the forms that users write, the relative forms in submodules, allowed hosts, and the
// key of a repository's stored objects. This file makes no network requests.
import { HazeError } from '../errors/haze-error.ts';
import { isInternalHost, isThisMachine } from './internal-host.ts';

/** Address of a repository, in the form used for fetching. */
export interface RepositoryAddress {
  /** `https://host/path`, without a trailing slash and without a username. */
  readonly url: string;
  /** Lower case, without a port. */
  readonly host: string;
}

const SHORT_FORM = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)\/?(.+)$/;
const MAX_KEY_LENGTH = 120;

function unusable(text: string, why: string): HazeError {
  return new HazeError(
    'bad-repository-address',
    `"${text.replace(/\/\/[^/]*@/, '//…@').slice(0, 200)}" is not the URL of a repository that can be fetched: ${why}. Write it as https://host/owner/name.`,
  );
}

/**
 * Parses an address in any of git's forms: `https://…`, `ssh://…`, `git://…` or `user@host:path`. All except HTTP
 * addresses are fetched over HTTPS.
 * @throws HazeError `bad-repository-address`
 */
export function parseRepositoryAddress(text: string): RepositoryAddress {
  const trimmed = text.trim();
  const short = trimmed.includes('://') ? null : SHORT_FORM.exec(trimmed);
  const url = maybeUrl(short ? `https://${short[1]}/${short[2]}` : trimmed);
  if (url === undefined) throw unusable(text, 'it contains no host');
  if (url.password !== '') throw unusable('…', 'it contains a password, which would be stored and shown');
  if (!['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) {
    throw unusable(text, `"${url.protocol}" is not https, http, ssh or git`);
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (url.hostname === '' || path === '') throw unusable(text, 'it contains no path to a repository');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const base = isWeb ? url.origin : `https://${url.hostname}`;
  return { url: base + path, host: url.hostname.toLowerCase() };
}

function maybeUrl(text: string): URL | undefined {
  const web = text.replace(/^(ssh|git):\/\//i, 'https://');
  try {
    const url = new URL(web);
    // A port for SSH or git is meaningless for HTTPS.
    if (web !== text) url.port = '';
    return url;
  } catch {
    return undefined;
  }
}

/**
 * Removes the username, which may be a token, from a web address. Other forms stay unchanged: their user is a name
 * such as `git`.
 */
export function withoutUser(text: string): string {
  return text.trim().replace(/^(https?:\/\/)[^/@:]*@/i, '$1');
}

/**
 * Address of a submodule, which may be relative to the address of its parent repository.
 * @throws HazeError `bad-repository-address`
 */
export function resolveSubmoduleAddress(text: string, parent: RepositoryAddress): RepositoryAddress {
  const isRelative = text.startsWith('./') || text.startsWith('../');
  return parseRepositoryAddress(isRelative ? new URL(text, `${parent.url}/`).href : text);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Tests whether a list of hosts, with or without a port, names the host of a URL. */
export function isListedHost({ hostname, protocol, port }: URL, hosts: readonly string[]): boolean {
  return hosts.includes(hostname) || hosts.includes(`${hostname}:${port || DEFAULT_PORTS[protocol]}`);
}

/**
 * Tests whether repositories at this address may be fetched.
 * @param hosts with or without a port; `*` for every host on the internet; a host within the local network needs its
 *   own entry
 * @param mayBeInternal for the user of a page, who can reach every address that their browser allows
 */
export function isAllowedAddress(
  address: RepositoryAddress,
  hosts: readonly string[],
  mayBeInternal = false,
): boolean {
  if (isListedHost(new URL(address.url), hosts)) return true;
  return hosts.includes('*') && (mayBeInternal || !isInternalHost(address.host));
}

/**
 * Rejects sending a token over a connection that others can read: plain HTTP, except to this machine itself.
 * @throws HazeError `token-needs-https`
 */
export function checkTokenAddress({ url, host }: RepositoryAddress): void {
  if (url.startsWith('https:') || isThisMachine(host)) return;
  throw new HazeError(
    'token-needs-https',
    `${url} is accessed over plain HTTP, where anyone along the way can read the Token. Write https, or omit the Token.`,
  );
}

/** Error for a disallowed address. */
export function notAllowed({ url, host }: RepositoryAddress, hosts: readonly string[]): HazeError {
  const names = hosts.map((name) => (name === '*' ? 'the open internet' : name)).join(' and ') || 'no host';
  const why = isInternalHost(host) ? 'is on this machine or its network' : 'is on another host or port';
  return new HazeError(
    'repository-not-allowed',
    `Repositories are fetched only from ${names}, but ${url} ${why}. To allow it, specify the host: --repository-hosts ${host}.`,
  );
}

/** Key of a repository's stored data: letters, digits, `-`, `.` and `_`; the same for `x` and `x.git`. */
export function keyOfAddress({ url }: RepositoryAddress): string {
  const { host, pathname } = new URL(url);
  const name = host + pathname.replace(/\.git$/, '');
  const encoded = encodeURIComponent(name)
    .replaceAll(/[!'()*~_]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '_');
  if (encoded.length <= MAX_KEY_LENGTH) return encoded;
  return `${encoded.slice(0, MAX_KEY_LENGTH - 20)}-${hashText(name)}`;
}

// Hashes with 64-bit FNV-1a, so that truncated keys still differ.
function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
