// The list of the toolchain's files, which is stored alongside the files so that it is available offline.
import { HazeError } from '../../../../errors/haze-error.ts';
import { loadPatiently } from '../../../../jobs/compiling/load-patiently.ts';
import { maybeToolchainList, SERVED, type ToolchainList } from '../../../../toolchain/sources/file-list.ts';
import { isIntact, warnOfDamage } from './sealed-response.ts';
import type { Shelf } from './shelf.ts';

/**
 * Timeout for a fetch, which is then retried: the list is only a few kilobytes, so a slower response will never arrive.
 */
const LIST_LIMIT_MS = 60_000;

export interface FetchedList {
  readonly list: Promise<ToolchainList>;
  /** True if our service worker answers fetches from this thread. */
  readonly isServed: Promise<boolean>;
}

/** Returns the list, from the shelf if it is stored there. @throws HazeError `asset-missing` */
export function fetchList(url: URL, opening: Promise<Shelf>): FetchedList {
  const finding = opening.then((shelf) => findList(shelf, url.href));
  const ask = (cache: RequestCache = 'default') =>
    fetch(url, { cache, signal: AbortSignal.timeout(LIST_LIMIT_MS) });
  const fetching = finding.then((kept) => (kept ? ask() : loadPatiently(() => ask()))).catch(() => undefined);
  const isServed = fetching.then((answer) => answer?.headers.has(SERVED) ?? false);
  const read = async (): Promise<ToolchainList> => {
    const kept = await finding;
    // The request continues in the background: a stored list is returned immediately.
    if (kept) return kept;
    let asked = await readList(await fetching);
    // The browser's own cache may have lost part of the file.
    if (asked && !asked.list) asked = await readList(await ask('reload').catch(() => undefined));
    if (!asked?.list) {
      throw new HazeError(
        'asset-missing',
        `The list of the compiler's files could not be loaded: ${url.pathname}. Check the network, and that the file is served.`,
      );
    }
    await (await opening).keep(url.href, asked.bytes, 'application/json');
    return asked.list;
  };
  return { list: read(), isServed };
}

// Drops a damaged list, because without a valid list no compiler file can be found.
async function findList(shelf: Shelf, address: string): Promise<ToolchainList | undefined> {
  const kept = await shelf.find(address);
  if (!kept) return undefined;
  const read = await readList(kept.clone());
  if (read?.list && (await isIntact(kept))) return read.list;
  warnOfDamage(address);
  await shelf.drop(address);
  return undefined;
}

async function readList(response: Response | undefined) {
  // The body may also be cut off.
  const body = response?.ok ? await response.arrayBuffer().catch(() => undefined) : undefined;
  if (!body) return undefined;
  const bytes = new Uint8Array(body);
  return { list: maybeToolchainList(new TextDecoder().decode(bytes)), bytes };
}
