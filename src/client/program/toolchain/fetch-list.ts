// The list of the toolchain's files: kept as the files are, so that all of it is here without a network.
import { HazeError } from '../../../errors/haze-error.ts';
import { loadPatiently } from '../../../jobs/load-patiently.ts';
import { SERVED, type ToolchainList } from '../../../toolchain/file-list.ts';
import type { Shelf } from './shelf.ts';

/** Some kilobytes: what has not come by then never will, and is asked for again. */
const LIST_LIMIT_MS = 60_000;

export interface FetchedList {
  readonly list: Promise<ToolchainList>;
  /** Whether our service worker answers what is fetched here. */
  readonly isServed: Promise<boolean>;
}

/** The list, from the shelf where it is there. @throws HazeError `asset-missing` */
export function fetchList(url: URL, opening: Promise<Shelf>): FetchedList {
  const finding = opening.then((shelf) => shelf.find(url.href));
  const ask = () => fetch(url, { signal: AbortSignal.timeout(LIST_LIMIT_MS) });
  const fetching = finding.then((kept) => (kept ? ask() : loadPatiently(ask))).catch(() => undefined);
  const isServed = fetching.then((answer) => answer?.headers.has(SERVED) ?? false);
  const read = async (): Promise<ToolchainList> => {
    const kept = await finding;
    // Who serves files is asked meanwhile: a list that is here waits for nobody.
    if (kept) return kept.json();
    const response = await fetching;
    // A body may break off, too.
    const body = response?.ok ? await response.arrayBuffer().catch(() => undefined) : undefined;
    if (!body) {
      throw new HazeError(
        'asset-missing',
        `The list of the compiler's files could not be loaded: ${url.pathname}. Check the network, and that the file is served.`,
      );
    }
    const bytes = new Uint8Array(body);
    await (await opening).keep(url.href, bytes, 'application/json');
    return JSON.parse(new TextDecoder().decode(bytes)) as ToolchainList;
  };
  return { list: read(), isServed };
}
