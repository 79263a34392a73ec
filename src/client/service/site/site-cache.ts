// Stores the verified files of a single version of the site, and answers requests for them, always from the same
// version, online or offline. Removes versions that no page uses any more.
import { contentPolicyOf } from '../../../api/requests/content-policy.ts';
import { listAddresses, maybeToolchainList, SERVED } from '../../../toolchain/sources/file-list.ts';
import { hashBytes } from '../../program/toolchain/download/fetch-piece.ts';
import {
  isIntact,
  sealOf,
  sealResponse,
  warnOfDamage,
} from '../../program/toolchain/download/sealed-response.ts';
import { openShelf, TOOLCHAIN_SHELF } from '../../program/toolchain/download/shelf.ts';
import type { SiteFile, SiteList } from './site-list.ts';
import { listUsedVersions } from './version-lock.ts';

/** Maximum number of attempts; the first may be answered from the browser's own cache. */
const MAX_ATTEMPTS = 4;
const PARALLEL_FILES = 6;

/**
 * The first of these headers marks a file that came from the service worker. The other headers give a page shared
 * memory, which foreign toolchains need, even if the host sends no such headers.
 */
const ADDED_HEADERS = {
  [SERVED]: 'yes',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Marker stored among the files once all of them are stored. */
const WHOLE = '?whole';

/**
 * Folders that contain complete toolchain files (`fileAddress`); requests for other folders are not answered here.
 */
const KEPT_TOOLCHAIN = /^toolchain\/[0-9a-f]{64}\//;

// If the service worker answers, the browser stores a module's compiled code along with the module.
async function answerToolchain(request: Request): Promise<Response> {
  const kept = await (await caches.open(TOOLCHAIN_SHELF)).match(request.url);
  return kept ?? new Response(undefined, { status: 204 });
}

export class SiteCache {
  readonly #site: SiteList;
  readonly #folder: string;
  readonly #prefix: string;
  readonly #files: ReadonlyMap<string, SiteFile>;
  /**
   * URLs of files that were verified as intact, with their seals. A page or another worker may replace a file while
   * this worker runs; the replacement then has a different seal or none.
   */
  readonly #checked = new Map<string, string | null>();
  #filling: Promise<void> | undefined;

  /** @param script URL of the service worker */
  constructor(site: SiteList, script: string) {
    this.#site = site;
    this.#folder = new URL('.', script).href;
    this.#prefix = `haze-site:${new URL(this.#folder).pathname}:`;
    this.#files = new Map(site.files.map((file) => [file.path, file]));
  }

  /** Fetches and stores the files that the service needs. @throws Error if a file is missing or damaged */
  fill(): Promise<void> {
    return this.#fill(this.#site.files.filter(({ kept }) => kept === undefined));
  }

  /** Fetches and stores all files except those that only some pages request. @throws as `fill` */
  fillWhole(): Promise<void> {
    // Several pages may request this at the same time.
    this.#filling ??= this.#fillWhole().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #fillWhole(): Promise<void> {
    const cache = await caches.open(this.#name);
    const mark = this.#folder + WHOLE;
    if (await cache.match(mark)) return;
    await this.#fill(this.#site.files.filter(({ kept }) => kept !== 'asked'));
    await cache.put(mark, new Response());
  }

  /** Stores the files at these URLs now, because without them a page would not open offline. @throws as `fill` */
  fillLoaded(addresses: readonly string[]): Promise<void> {
    const own = addresses.filter((address) => address.startsWith(this.#folder));
    const loaded = new Set(own.map((address) => this.#pathOf(address)));
    return this.#fill(this.#site.files.filter(({ path }) => loaded.has(path)));
  }

  async #fill(files: readonly SiteFile[]): Promise<void> {
    const cache = await caches.open(this.#name);
    const missing = [...files];
    const work = async () => {
      for (let file = missing.shift(); file; file = missing.shift()) {
        if (!(await this.#findWhole(file, cache))) await this.#keep(file, cache);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_FILES }, work));
  }

  /** Response to a request for a file of the site; undefined for all other requests. */
  maybeAnswer(request: Request): Promise<Response> | undefined {
    if (request.method !== 'GET' || !request.url.startsWith(this.#folder)) return undefined;
    const path = this.#pathOf(request.url);
    const file = this.#files.get(path);
    if (file) return this.#answer(request, file);
    if (KEPT_TOOLCHAIN.test(path)) return answerToolchain(request);
    return path.startsWith('assets/') ? this.#answerForOther(request) : undefined;
  }

  /** Removes files of versions that no page uses. */
  async dropUnused(): Promise<void> {
    const used = new Set([this.#site.version, ...(await listUsedVersions())]);
    for (const name of await caches.keys()) {
      if (name.startsWith(this.#prefix) && !used.has(name.slice(this.#prefix.length)))
        await caches.delete(name);
    }
    if (used.size === 1) await this.#dropOtherToolchains();
  }

  async #dropOtherToolchains(): Promise<void> {
    const listUrl = new URL(this.#site.toolchain, this.#folder);
    const kept = await (await caches.open(this.#name)).match(listUrl);
    const list = kept && maybeToolchainList(await kept.text().catch(() => ''));
    if (!list) return;
    const own = listAddresses(listUrl, list);
    const shelf = await openShelf(TOOLCHAIN_SHELF);
    const folders = ['toolchain/', 'assets/'].map((name) => this.#folder + name);
    for (const address of await shelf.listAll()) {
      const isOfSite = folders.some((folder) => address.startsWith(folder));
      if (isOfSite && !own.has(address)) await shelf.drop(address);
    }
  }

  get #name(): string {
    return this.#prefix + this.#site.version;
  }

  #pathOf(address: string): string {
    return address
      .slice(this.#folder.length)
      .split(/[?#]/, 1)[0]!
      .replace(/(^|\/)$/, '$1index.html');
  }

  #urlOf({ path }: SiteFile): string {
    return this.#folder + path;
  }

  async #answer(request: Request, file: SiteFile): Promise<Response> {
    const cache = await caches.open(this.#name);
    const kept = await this.#findWhole(file, cache);
    if (kept) return kept;
    // The file has not been stored yet, or storage was cleared. The host may by now have a newer version, which is not
    // stored with this version.
    const response = await fetch(request);
    // A part of a file (status 206) must not look like the whole file.
    if (response.status !== 200) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const described = await this.#describe(file, bytes, response);
    // If the disk is full, the file is returned but not stored.
    if ((await hashBytes(bytes)) === file.hash) {
      await cache.put(this.#urlOf(file), described.clone()).catch(() => undefined);
    }
    return described;
  }

  // Finds a stored file with the right hash: Firefox stores only part of a file if this worker is terminated during the
  // write.
  async #findWhole(file: SiteFile, cache: Cache): Promise<Response | undefined> {
    const url = this.#urlOf(file);
    const isRight = async (kept: Response) => {
      const bytes = await kept.arrayBuffer().catch(() => new ArrayBuffer(0));
      return (await hashBytes(new Uint8Array(bytes))) === file.hash;
    };
    const found = await this.#findChecked(url, cache, isRight);
    // All files are verified again on the next request to store all of them.
    if (!found && (await cache.delete(url))) await cache.delete(this.#folder + WHOLE);
    return found;
  }

  /**
   * A stored response, checked only once. The response that answers a request has no other reader, because the
   * browser stores compiled code with it.
   */
  async #findChecked(
    url: string,
    cache: Cache,
    isRight: (kept: Response) => Promise<boolean>,
  ): Promise<Response | undefined> {
    const kept = await cache.match(url);
    if (!kept) return undefined;
    const seal = sealOf(kept);
    if (seal !== null && this.#checked.get(url) === seal) return kept;
    if (await isRight(kept)) {
      this.#checked.set(url, seal);
      return cache.match(url);
    }
    warnOfDamage(url);
    return undefined;
  }

  // A page from an earlier version continues with its own files; names in `assets` change with the content.
  async #answerForOther(request: Request): Promise<Response> {
    for (const name of await caches.keys()) {
      if (!name.startsWith(this.#prefix)) continue;
      const kept = await this.#findChecked(request.url, await caches.open(name), isIntact);
      if (kept) return kept;
    }
    return fetch(request);
  }

  async #keep(file: SiteFile, cache: Cache): Promise<void> {
    const url = this.#urlOf(file);
    for (let attempt = 1; ; attempt += 1) {
      // A copy in the browser's cache will do, because its hash is checked.
      const response = await fetch(url, { cache: attempt === 1 ? 'force-cache' : 'reload' });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.ok && (await hashBytes(bytes)) === file.hash) {
        await cache.put(url, await this.#describe(file, bytes, response));
        return;
      }
      if (attempt === MAX_ATTEMPTS)
        throw new Error(`${url} does not belong to version ${this.#site.version}`);
    }
  }

  #describe({ path }: SiteFile, bytes: Uint8Array<ArrayBuffer>, { headers }: Response): Promise<Response> {
    const type = headers.get('Content-Type') ?? 'application/octet-stream';
    const added = { ...ADDED_HEADERS, ...contentPolicyOf(path) };
    return sealResponse(bytes, { 'Content-Type': type, ...added });
  }
}
