// A repository on a server: requests the repository's branches, fetches only new objects, and stores them on the shelf.
// Offline, uses the stored objects. A pack is stored once it is complete, and the list of packs is written last.
import { HazeError } from '../errors/haze-error.ts';
import { createGitHttp, isConnectionError } from './git/git-http.ts';
import { type GitLibrary, loadGit } from './git/git-library.ts';
import { GitObjects } from './git/git-objects.ts';
import type { GitSend } from './git/git-send.ts';
import type { PackBounds } from './git/pack-bounds.ts';
import { quote } from './git/quote.ts';
import { findWanted, isFullId, noCommit, type RemoteRefs, type Wanted } from './git/remote-refs.ts';
import type { Revision, RevisionWish } from './git/revision.ts';
import {
  checkTokenAddress,
  isAllowedAddress,
  keyOfAddress,
  notAllowed,
  parseRepositoryAddress,
  type RepositoryAddress,
} from './repository-address.ts';
import type { RepositoryShelf } from './repository-shelf.ts';

/** Settings for fetching repositories. */
export interface FetchSettings extends PackBounds {
  /** Allowed hosts; `*` for any. */
  readonly hosts: readonly string[];
  /** True if `*` also includes hosts within the local network; only for pages. */
  readonly mayBeInternal?: boolean;
  /** URL of a proxy, for browsers: repository hosts reject requests from pages. */
  readonly corsProxy?: string;
  /** Maximum number of bytes to fetch for a repository. */
  readonly maxDownloadBytes: number;
  /** Time without data after which a connection is abandoned. */
  readonly stallMs: number;
  /** Backoff delays before retries of a request that failed because the server was unreachable. */
  readonly retryMs: readonly number[];
}

export interface FetchContext extends FetchSettings {
  readonly shelf: RepositoryShelf;
  readonly signal: AbortSignal;
  /** Sends requests; default: the platform's `fetch`. */
  readonly send?: GitSend | undefined;
  /** Token for the repository; never sent to other hosts. */
  readonly token?: string;
  /** Reports the current step in one line. */
  readonly report: (message: string) => void;
  /** Adds a line to the build log. */
  readonly remark: (line: string) => void;
}

/** Stored data of a repository. */
interface Kept extends RemoteRefs {
  readonly packs: readonly string[];
  /** Content of git's `shallow` file. */
  readonly shallow: string;
  /** Most recently fetched commit. */
  readonly newest: string;
  /** Epoch milliseconds. */
  readonly fetchedAtMs: number;
}

const LIST_VERSION = 1;
/**
 * Maximum number of packs. Every fetch adds a pack; once there are this many, the whole repository is fetched again.
 */
const MOST_PACKS = 24;
const KEPT_REF = 'refs/heads/kept';
const CONFIG = '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';

/** Fetches a revision of a repository from its server. @throws HazeError that explains the problem */
export async function openFetchedRevision(
  address: RepositoryAddress,
  wish: RevisionWish,
  context: FetchContext,
): Promise<Revision> {
  const repository = new FetchedRepository(await loadGit(), address, context);
  try {
    return await repository.open(wish);
  } catch (error) {
    throw toHazeError(error, address.url, context.signal);
  }
}

function toHazeError(error: unknown, url: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof HazeError || !(error instanceof Error)) return error;
  return new HazeError('repository-failed', `The repository ${url} cannot be read: ${quote(error.message)}`, {
    cause: error,
  });
}

class FetchedRepository {
  readonly #git: GitLibrary;
  readonly #address: RepositoryAddress;
  readonly #context: FetchContext;
  readonly #key: string;
  readonly #packsOnShelf = new Set<string>();
  #objects: GitObjects;
  #kept: Kept | undefined;

  constructor(git: GitLibrary, address: RepositoryAddress, context: FetchContext) {
    this.#git = git;
    this.#address = address;
    this.#context = context;
    this.#key = keyOfAddress(address);
    this.#objects = this.#empty();
  }

  async open(wish: RevisionWish): Promise<Revision> {
    const kept = await this.#load();
    this.#kept = kept;
    if (kept && isFullId(wish.commit) && (await this.#objects.hasCommit(wish.commit.toLowerCase()))) {
      return this.#objects.revision(wish.commit.toLowerCase());
    }
    const { url } = this.#address;
    const refs = await this.#withRetries(() => this.#askForRefs()).catch((error: unknown) => {
      if (!kept || !isConnectionError(error)) throw error;
      const when = new Date(kept.fetchedAtMs).toISOString();
      this.#context.remark(
        `${(error as HazeError).message} Haze uses its state from ${when}, when it was last fetched.`,
      );
      return kept;
    });
    const oid = await this.#find(refs, wish);
    this.#context.report(`reading ${url}`);
    return this.#objects.revision(oid);
  }

  async #find(refs: RemoteRefs, wish: RevisionWish): Promise<string> {
    const { url } = this.#address;
    const wanted = findWanted(refs, wish, url);
    if (wanted.kind === 'short') return this.#findShort(refs, wish, wanted);
    const { oid } = wanted;
    if (await this.#objects.hasCommit(oid)) {
      await this.#keepNames(refs);
      return oid;
    }
    try {
      await this.#fetch({ singleBranch: true, remoteRef: oid, depth: 1 });
    } catch (error) {
      if (!(error instanceof HazeError) || error.code !== 'repository-refused') throw error;
      // Some servers refuse commits that are not at the tip of a branch. If so, fetches the whole branch.
      await this.#fetchDeep(wish.branch === '' ? '' : findTipOf(refs, wish, url));
    }
    if (!(await this.#objects.hasCommit(oid))) throw noCommit(wish.commit, wish.branch, url);
    await this.#keep(refs, oid);
    return oid;
  }

  async #findShort(
    refs: RemoteRefs,
    { commit, branch }: RevisionWish,
    { digits, tip }: Wanted & { kind: 'short' },
  ): Promise<string> {
    let oid = await this.#objects.maybeExpand(digits);
    if (oid === undefined) {
      await this.#fetchDeep(tip);
      oid = await this.#objects.maybeExpand(digits);
      if (oid !== undefined) await this.#keep(refs, oid);
    }
    if (oid !== undefined && (await this.#objects.hasCommit(oid))) return oid;
    throw noCommit(commit, branch, this.#address.url);
  }

  #empty(): GitObjects {
    return this.#objectsOf([['config', new TextEncoder().encode(CONFIG)]]);
  }

  #objectsOf(files: readonly (readonly [string, Uint8Array])[]): GitObjects {
    return new GitObjects(this.#git, { url: this.#address.url, bounds: this.#context }, files);
  }

  async #askForRefs(): Promise<RemoteRefs> {
    const { url } = this.#address;
    this.#context.report(`requesting ${url}`);
    const found = await this.#git.listServerRefs({
      ...this.#request(),
      protocolVersion: 1,
      symrefs: true,
      peelTags: true,
    });
    // Omits other references: servers with pull requests have thousands of them.
    const named = found.filter(({ ref }) => ref === 'HEAD' || /^refs\/(heads|tags)\//.test(ref));
    const commits = named.map(({ ref, oid, peeled }) => [ref, peeled ?? oid] as const);
    const head = found.find(({ ref }) => ref === 'HEAD')?.target ?? '';
    return { commits: Object.fromEntries(commits), head };
  }

  /** Fetches part of the history, and checks the new packs. */
  async #fetch(
    part: Pick<Parameters<GitLibrary['fetch']>[0], 'remoteRef' | 'singleBranch' | 'depth'>,
  ): Promise<void> {
    const named = { remote: 'origin', ref: KEPT_REF, tags: false, ...part };
    await this.#withRetries(() => this.#git.fetch({ ...this.#objects.where, ...this.#request(), ...named }));
    for (const name of this.#objects.packs()) {
      if (!this.#packsOnShelf.has(name)) this.#objects.check(name);
    }
  }

  /** Fetches the full history of a commit, or of all branches, and replaces the stored packs. */
  async #fetchDeep(tip: string): Promise<void> {
    this.#objects = this.#empty();
    this.#packsOnShelf.clear();
    await this.#fetch({ singleBranch: tip !== '', remoteRef: tip === '' ? 'HEAD' : tip });
  }

  #request() {
    const { url } = this.#address;
    const { hosts, mayBeInternal, corsProxy, signal, stallMs, maxDownloadBytes, token, report, send } =
      this.#context;
    if (token !== undefined) {
      checkTokenAddress(this.#address);
      if (corsProxy !== undefined) checkTokenAddress(parseRepositoryAddress(`${corsProxy}/repository`));
    }
    const http = createGitHttp({
      url,
      signal,
      stallMs,
      maxBytes: maxDownloadBytes,
      hasToken: token !== undefined,
      send,
      checkAddress: (target) => {
        // With a proxy, checks the repository's own URL, because the proxy follows redirects itself.
        const address = parseRepositoryAddress(corsProxy === undefined ? target.href : url);
        if (!isAllowedAddress(address, hosts, mayBeInternal)) throw notAllowed(address, hosts);
      },
      onBytes: (doneBytes) => report(`fetching ${url}: ${(doneBytes / 1e6).toFixed(1)} MB`),
    });
    return {
      http,
      url,
      headers: token === undefined ? {} : { Authorization: `Basic ${btoa(`x-access-token:${token}`)}` },
      ...(corsProxy !== undefined && { corsProxy }),
    };
  }

  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    const { retryMs, signal, report } = this.#context;
    for (const waitMs of retryMs) {
      try {
        return await work();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        report(`${(error as HazeError).message} Trying again.`);
        await wait(waitMs, signal);
      }
    }
    return work();
  }

  async #load(): Promise<Kept | undefined> {
    const { shelf } = this.#context;
    const text = await shelf.get(`${this.#key}.json`);
    const kept = text && (JSON.parse(new TextDecoder().decode(text)) as Kept & { version: number });
    if (!kept || kept.version !== LIST_VERSION || kept.packs.length > MOST_PACKS) return undefined;
    const encoder = new TextEncoder();
    const files: [string, Uint8Array][] = [
      ['config', encoder.encode(CONFIG)],
      [KEPT_REF, encoder.encode(`${kept.newest}\n`)],
    ];
    if (kept.shallow !== '') files.push(['shallow', encoder.encode(kept.shallow)]);
    for (const name of kept.packs.flatMap((pack) => [`${pack}.pack`, `${pack}.idx`])) {
      const bytes = await shelf.get(`${this.#key}.${name}`);
      if (!bytes) return undefined;
      files.push([`objects/pack/${name}`, bytes]);
    }
    for (const pack of kept.packs) this.#packsOnShelf.add(pack);
    this.#objects = this.#objectsOf(files);
    return kept;
  }

  /** Stores the current branches, for offline use. */
  async #keepNames(refs: RemoteRefs): Promise<void> {
    const kept = this.#kept;
    if (!kept || kept === refs || describeRefs(kept) === describeRefs(refs)) return;
    await this.#keep(refs, kept.newest);
  }

  async #keep(refs: RemoteRefs, newest: string): Promise<void> {
    const { shelf } = this.#context;
    const files = this.#objects.folder.files();
    const packs = this.#objects.packs();
    for (const pack of packs.filter((name) => !this.#packsOnShelf.has(name))) {
      for (const name of [`${pack}.pack`, `${pack}.idx`]) {
        await shelf.put(`${this.#key}.${name}`, files.get(`objects/pack/${name}`)!);
      }
    }
    const shallow = new TextDecoder().decode(files.get('shallow') ?? new Uint8Array());
    const { commits, head } = refs;
    const kept = { version: LIST_VERSION, commits, head, packs, shallow, newest, fetchedAtMs: Date.now() };
    await shelf.put(`${this.#key}.json`, new TextEncoder().encode(JSON.stringify(kept)));
  }
}

function describeRefs({ commits, head }: RemoteRefs): string {
  return JSON.stringify([commits, head]);
}

function findTipOf(refs: RemoteRefs, { branch }: RevisionWish, url: string): string {
  const tip = findWanted(refs, { branch, commit: 'HEAD' }, url);
  return tip.kind === 'commit' ? tip.oid : '';
}

function wait(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeMs);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
