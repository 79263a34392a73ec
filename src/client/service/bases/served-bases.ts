// Services for which a service worker answers. The URL of the worker's script lists these services, because the worker
// needs the list before its first request and may be terminated at any time:
// `haze-service-worker.js?service=[…]&service=[…]`. A page that connects adds its own service, so that one worker can
// serve pages with different bases.
import { untilAborted } from '../../program/when-aborted.ts';
import { BaseAddress } from './base-address.ts';

/** A service: its address, its storage, and its repository hosts. */
export interface ServedBase {
  /** Full URL without a trailing slash. */
  readonly href: string;
  readonly database: string;
  /** Repository hosts; undefined for the default hosts. */
  readonly repositoryHosts?: readonly string[] | undefined;
}

/**
 * Maximum number of services in a URL, whose length is limited. The oldest services without an open page are dropped
 * first.
 */
const MOST = 16;
const LOCK_PREFIX = 'haze-base:';

/** Reads the services from the URL of a service worker's script. */
export function listServedBases(script: string): ServedBase[] {
  const { searchParams } = new URL(script);
  const services = searchParams.getAll('service').flatMap((text) => maybeServedBase(text, script) ?? []);
  // Older form of the URL, with a single service.
  const href = searchParams.get('base');
  if (href === null) return services;
  const hosts = searchParams.get('repository-hosts')?.split(',');
  const database = searchParams.get('database') ?? 'haze';
  return [{ href, database, ...(hosts && { repositoryHosts: hosts }) }, ...services];
}

/** URL of the script that answers for all these services. */
export function nameScript(script: URL, bases: readonly ServedBase[]): URL {
  const named = new URL(script);
  for (const name of ['service', 'base', 'database', 'repository-hosts']) named.searchParams.delete(name);
  for (const base of bases) named.searchParams.append('service', nameBase(base));
  return named;
}

/** String that changes whenever a property of the service changes. */
export function nameBase({ href, database, repositoryHosts }: ServedBase): string {
  return JSON.stringify(repositoryHosts ? [href, database, repositoryHosts] : [href, database]);
}

/** True if a service worker's script answers for exactly this service. */
export function isServedBy(script: string, base: ServedBase): boolean {
  return listServedBases(script).some((served) => nameBase(served) === nameBase(base));
}

/**
 * Adds a service to the known services, replacing any service with the same address. @param used names of services
 * that open pages use
 */
export function addServedBase(
  known: readonly ServedBase[],
  own: ServedBase,
  used: ReadonlySet<string>,
): ServedBase[] {
  if (known.some((base) => nameBase(base) === nameBase(own))) return [...known];
  const others = known.filter(({ href }) => href !== own.href);
  const unused = others.filter((base) => !used.has(nameBase(base)));
  const leaving = new Set(unused.slice(0, Math.max(0, others.length + 1 - MOST)));
  return [...others.filter((base) => !leaving.has(base)), own];
}

/** Finds the service for a request. If addresses are nested, the longest match wins. */
export function findServedBase<Base extends { readonly address: BaseAddress }>(
  bases: readonly Base[],
  url: string,
): Base | undefined {
  return bases
    .filter(({ address }) => address.includes(url))
    .sort((a, b) => b.address.href.length - a.address.href.length)[0];
}

/**
 * Announces to all pages of the origin that this page uses the service, until `signal` is aborted or the page is
 * closed.
 */
export async function holdBase(base: ServedBase, signal: AbortSignal): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await new Promise<void>((resolve) => {
    const hold = () => {
      resolve();
      return untilAborted(signal);
    };
    const name = LOCK_PREFIX + nameBase(base);
    if (locks && !signal.aborted) locks.request(name, { mode: 'shared' }, hold).catch(() => resolve());
    else resolve();
  });
}

/** Names of the services that the origin's open pages use. */
export async function listUsedBases(): Promise<Set<string>> {
  const { held = [] } = (await (navigator.locks as LockManager | undefined)?.query()) ?? {};
  const names = held.flatMap(({ name }) =>
    name?.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : [],
  );
  return new Set(names);
}

function maybeServedBase(text: string, script: string): ServedBase | undefined {
  try {
    const [href, database, repositoryHosts] = JSON.parse(text) as [string, string, string[] | undefined];
    return {
      href: new BaseAddress(href, script).href,
      database,
      ...(repositoryHosts && { repositoryHosts }),
    };
  } catch {
    return undefined;
  }
}
