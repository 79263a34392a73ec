// A repository with its submodules as files, ready to build: taken from the server or from an imported copy, with links
// followed and large files omitted or rejected. Other code compiles the files and interprets a connection's
// configuration.
import type { ErrorCode } from '../errors/error-codes.ts';
import { HazeError } from '../errors/haze-error.ts';
import { INPUTS } from './build-folder.ts';
import type { CheckOutSettings } from './check-out-settings.ts';
import { type FetchContext, openFetchedRevision } from './fetched-repository.ts';
import { followLinks, listerOf } from './follow-links.ts';
import {
  checkEntryPath,
  type Revision,
  type RevisionEntry,
  type RevisionWish,
  type SubmoduleEntry,
} from './git/revision.ts';
import { openImportedRevision } from './imports/imported-revision.ts';
import {
  isAllowedAddress,
  keyOfAddress,
  notAllowed,
  parseRepositoryAddress,
  type RepositoryAddress,
  resolveSubmoduleAddress,
} from './repository-address.ts';
import { importKey } from './repository-shelf.ts';
import { parseGitmodules, type Submodule } from './submodules.ts';

/** Request for a check-out. Plain data, so that it can be sent to a worker. */
export interface CheckOutRequest extends RevisionWish {
  readonly url: string;
  /** Folder to build; `''` for the root. */
  readonly directory: string;
  /**
   * Token for a private repository and its submodules with the same origin. Sent only over HTTPS, except on this
   * machine.
   */
  readonly token?: string;
  readonly settings: CheckOutSettings;
}

/** Context of a check-out. */
export type CheckOutContext = Pick<FetchContext, 'shelf' | 'signal' | 'report' | 'send'>;

export interface CheckedOut {
  /** Files by path relative to the repository's root, including submodules. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The commit; `''` for an imported zip. */
  readonly commit: string;
  /** Lines for the build log. */
  readonly remarks: readonly string[];
}

const MOST_POINTER_BYTES = 1024;
const MOST_NESTED = 16;
const MOST_SUBMODULES = 500;
/** Maximum number of lines for the build log. */
const MOST_REMARKS = 1000;
/** Maximum size of a source or header outside the build folder. */
const MOST_BYTES_ELSEWHERE = 8e6;

/**
 * Checks out a repository's files.
 * @throws HazeError `bad-repository-address`, `repository-not-allowed`, `repository-not-found`,
 * `repository-unreachable`, `token-needs-https`, `repository-empty`, `branch-not-found`, `commit-not-found`,
 * `folder-not-found`, `file-too-large`, `repository-too-large`, `submodule-cycle`, `path-outside` and others
 */
export async function checkOut(request: CheckOutRequest, context: CheckOutContext): Promise<CheckedOut> {
  return new CheckOut(request, context).run();
}

interface Level {
  readonly address: RepositoryAddress;
  /** Folder of the repository within the root repository, with a trailing slash. */
  readonly prefix: string;
  /** Addresses of the containing repositories, outermost first. */
  readonly chain: readonly RepositoryAddress[];
}

class CheckOut {
  readonly #request: CheckOutRequest;
  readonly #context: CheckOutContext;
  readonly #remarks: string[] = [];
  readonly #files = new Map<string, Uint8Array>();
  readonly #links = new Map<string, Uint8Array>();
  readonly #directory: string;
  readonly #origin: string;
  /** Total size of all files and links read, including omitted files. */
  #readBytes = 0;
  #totalBytes = 0;
  #submodules = 0;

  constructor(request: CheckOutRequest, context: CheckOutContext) {
    this.#request = request;
    this.#context = context;
    this.#directory = folderPrefix(request.directory);
    this.#origin = new URL(parseRepositoryAddress(request.url).url).origin;
  }

  async run(): Promise<CheckedOut> {
    const { url, branch, commit } = this.#request;
    const address = parseRepositoryAddress(url);
    const revision = await this.#take({ address, prefix: '', chain: [] }, { branch, commit });
    const unresolved = followLinks(this.#files, this.#links);
    for (const path of unresolved)
      this.#remark(`omitted ${path}: it is a link to something outside the repository`);
    this.#checkFolder(address);
    return { files: this.#files, commit: revision.commit, remarks: this.#remarks };
  }

  /** Adds all files of a repository and its submodules. */
  async #take(level: Level, wish: RevisionWish): Promise<Revision> {
    const { address, prefix } = level;
    const revision = await this.#open(address, wish);
    const at = revision.commit === '' ? 'its imported copy' : `commit ${revision.commit}`;
    this.#remark(
      prefix === '' ? `${address.url}, ${at}` : `submodule ${prefix.slice(0, -1)}: ${address.url}, ${at}`,
    );
    const entries = revision.entries.filter((entry) => entry.kind !== 'submodule');
    for (const entry of entries) await this.#add(entry, prefix);
    await this.#takeSubmodules(level, revision);
    return revision;
  }

  async #open(address: RepositoryAddress, wish: RevisionWish): Promise<Revision> {
    const { shelf, signal, report, send } = this.#context;
    const { settings, token } = this.#request;
    const { url } = address;
    signal.throwIfAborted();
    const bytes = await shelf.get(importKey(keyOfAddress(address)));
    const remark = (line: string) => this.#remark(line);
    if (bytes) {
      const copy = { url, bytes, maxBytes: settings.maxTotalBytes, bounds: settings, remark };
      return openImportedRevision(copy, wish);
    }
    const { hosts, mayBeInternal } = settings;
    if (!isAllowedAddress(address, hosts, mayBeInternal)) throw notAllowed(address, hosts);
    const isSameOrigin = new URL(url).origin === this.#origin;
    const own = token !== undefined && isSameOrigin ? { token } : {};
    return openFetchedRevision(address, wish, { ...settings, ...own, send, shelf, signal, report, remark });
  }

  async #add(entry: RevisionEntry, prefix: string): Promise<void> {
    const path = prefix + entry.path;
    const bytes = await entry.read();
    const { maxFileBytes, maxTotalBytes, maxUnpackedBytes } = this.#request.settings;
    // Counts every file separately, because a commit may contain one object under many names.
    this.#readBytes += bytes.length;
    this.#checkTotal(this.#readBytes, maxUnpackedBytes);
    if (entry.kind === 'link') {
      this.#links.set(path, bytes);
      return;
    }
    const isWanted = path.startsWith(this.#directory) || path.startsWith(INPUTS);
    const megabytes = `${Math.round(bytes.length / 1e6)} MB`;
    if (isWanted && bytes.length > maxFileBytes) {
      throw new HazeError(
        'file-too-large',
        `The file "${path}" is ${megabytes}, but a repository file can be at most ${Math.round(maxFileBytes / 1e6)} MB. Upload it to the account's storage and specify it as a data source.`,
        { data: { path } },
      );
    }
    if (!isWanted && bytes.length > MOST_BYTES_ELSEWHERE) {
      this.#remark(`omitted ${path} (${megabytes}): it is outside the build folder and inputs/`);
      return;
    }
    if (isLargeFilePointer(bytes)) {
      this.#remark(
        `${path} is stored in Git LFS, which is not fetched: the file contains only its name there`,
      );
    }
    this.#totalBytes += bytes.length;
    this.#checkTotal(this.#totalBytes, maxTotalBytes);
    this.#files.set(path, bytes);
  }

  #checkTotal(bytes: number, most: number): void {
    if (bytes <= most) return;
    throw new HazeError(
      'repository-too-large',
      `The files of ${this.#request.url} exceed ${Math.round(most / 1e6)} MB in total. Keep large data in the account's storage.`,
    );
  }

  async #takeSubmodules(level: Level, revision: Revision): Promise<void> {
    const { prefix, address } = level;
    const listed = this.#files.get(`${prefix}.gitmodules`);
    const submodules = listed
      ? parseGitmodules(new TextDecoder().decode(listed))
      : new Map<string, Submodule>();
    const wanted = revision.entries.filter((entry) => entry.kind === 'submodule');
    for (const { path, commit } of revision.commit === '' ? this.#missingOfCopy(level, submodules) : wanted) {
      const submodule = submodules.get(path);
      if (!submodule)
        throw inSubmodule(
          path,
          address,
          'submodule-unknown',
          '.gitmodules has no URL for it. Add it there with "git submodule add".',
        );
      await this.#takeSubmodule(level, submodule, commit);
    }
  }

  // An archive does not specify its submodules' commits, so the latest state of a submodule is fetched if the
  // submodule's folder is empty.
  #missingOfCopy({ prefix, address }: Level, submodules: ReadonlyMap<string, Submodule>): SubmoduleEntry[] {
    const listBelow = listerOf(this.#files.keys());
    // Checks these paths, because they are just strings in a file; git itself checks only the paths of entries.
    for (const path of submodules.keys()) checkEntryPath(path, address.url);
    return [...submodules.keys()]
      .filter((path) => listBelow(`${prefix}${path}/`).length === 0)
      .map((path) => ({ path, kind: 'submodule', commit: 'HEAD' }));
  }

  async #takeSubmodule(level: Level, { path, url, branch }: Submodule, commit: string): Promise<void> {
    try {
      const address = resolveSubmoduleAddress(url, level.address);
      const chain = [...level.chain, level.address];
      checkChain(address, chain);
      this.#submodules += 1;
      if (this.#submodules > MOST_SUBMODULES) {
        throw new HazeError(
          'repository-too-large',
          `the repository has more than ${MOST_SUBMODULES} submodules.`,
        );
      }
      const prefix = `${level.prefix}${path}/`;
      await this.#take({ address, prefix, chain }, { branch: commit === 'HEAD' ? branch : '', commit });
    } catch (error) {
      if (!(error instanceof HazeError)) throw error;
      throw inSubmodule(path, level.address, error.code, error.message);
    }
  }

  #checkFolder(address: RepositoryAddress): void {
    const paths = [...this.#files.keys()];
    if (paths.length === 0) {
      throw new HazeError(
        'repository-empty',
        `The repository ${address.url} is empty: its commit has no files.`,
      );
    }
    if (this.#directory === '' || paths.some((path) => path.startsWith(this.#directory))) return;
    const folders = [
      ...new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!)),
    ];
    const there =
      folders.length === 0 ? 'It has no folders.' : `Its folders: ${folders.slice(0, 10).join(', ')}.`;
    const name = this.#directory.slice(0, -1);
    const what = paths.includes(name) ? 'that is a file' : 'there is none';
    throw new HazeError(
      'folder-not-found',
      `BuildDirectory names the folder "${name}", but ${what} in ${address.url}. ${there}`,
      { data: { directory: name } },
    );
  }

  #remark(line: string): void {
    if (this.#remarks.length < MOST_REMARKS) this.#remarks.push(line);
    else this.#remarks[MOST_REMARKS] = 'more messages about this repository are omitted';
  }
}

// Git LFS specification, "The Pointer".
function isLargeFilePointer(bytes: Uint8Array): boolean {
  if (bytes.length > MOST_POINTER_BYTES) return false;
  return new TextDecoder().decode(bytes).startsWith('version https://git-lfs.github.com/spec/');
}

function folderPrefix(directory: string): string {
  const parts = directory.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw new HazeError(
      'path-outside',
      `BuildDirectory "${directory}" leads outside the repository. Specify a folder inside it.`,
    );
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

function inSubmodule(path: string, parent: RepositoryAddress, code: ErrorCode, message: string): HazeError {
  return new HazeError(code, `Submodule "${path}" of ${parent.url}: ${message}`);
}

function checkChain(address: RepositoryAddress, chain: readonly RepositoryAddress[]): void {
  const key = keyOfAddress(address);
  const start = chain.findIndex((outer) => keyOfAddress(outer) === key);
  if (start >= 0) {
    const names = [...chain.slice(start), address].map(({ url }) => url);
    throw new HazeError(
      'submodule-cycle',
      `the submodules form a cycle: ${names.join(' → ')}. Remove one of them.`,
    );
  }
  if (chain.length > MOST_NESTED) {
    throw new HazeError('submodule-cycle', `submodules are nested more than ${MOST_NESTED} levels deep.`);
  }
}
