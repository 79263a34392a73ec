// In-memory objects of a repository, accessed through isomorphic-git: commits, trees and files from the fetched
// packs. fetched-repository.ts fetches and stores packs.
import type { TreeEntry } from 'isomorphic-git';
import { HazeError } from '../../errors/haze-error.ts';
import type { GitLibrary } from './git-library.ts';
import { GIT_FOLDER, MemoryGitFolder } from './memory-git-folder.ts';
import { checkPack, type PackBounds } from './pack-bounds.ts';
import { checkEntryPath, type Revision, type RevisionEntry, type SubmoduleEntry } from './revision.ts';

const LINK_MODE = '120000';
const MAX_ENTRIES = 200_000;
const MOST_PATH_LENGTH = 4096;
const HEADER_BYTES = 12;

type FoundEntry =
  | { readonly path: string; readonly kind: 'file' | 'link'; readonly oid: string }
  | SubmoduleEntry;

/**
 * State of a traversal of a commit. The number of visited entries is limited, because a few trees that contain each
 * other many times would expand to a virtually infinite number of files.
 */
interface Walk {
  readonly found: FoundEntry[];
  /** Trees read so far, by ID. */
  readonly trees: Map<string, readonly TreeEntry[]>;
  visited: number;
}

export class GitObjects {
  readonly git: GitLibrary;
  readonly folder: MemoryGitFolder;
  /** Common arguments for the library's calls. */
  readonly where: { readonly fs: MemoryGitFolder; readonly gitdir: string; readonly cache: object };
  readonly #url: string;
  readonly #bounds: PackBounds;
  /** Error for a rejected pack, stored because the library retries failed writes. */
  #refused: unknown;

  constructor(
    git: GitLibrary,
    repository: { readonly url: string; readonly bounds: PackBounds },
    files: Iterable<readonly [string, Uint8Array]> = [],
  ) {
    this.git = git;
    this.#url = repository.url;
    this.#bounds = repository.bounds;
    this.folder = new MemoryGitFolder(files, (pack) => this.#checkFetched(pack));
    this.where = { fs: this.folder, gitdir: GIT_FOLDER, cache: {} };
  }

  /** Tests whether the objects include this commit, or a tag that points to a commit. */
  async hasCommit(oid: string): Promise<boolean> {
    return this.#ifFound(() => this.git.readCommit({ ...this.where, oid })).then(Boolean);
  }

  /** Full ID of an abbreviated commit; undefined if there is no such commit. @throws HazeError `commit-ambiguous` */
  async maybeExpand(short: string): Promise<string | undefined> {
    try {
      return await this.#ifFound(() => this.git.expandOid({ ...this.where, oid: short.toLowerCase() }));
    } catch (error) {
      if ((error as { code?: string }).code !== 'AmbiguousError') throw error;
      throw new HazeError(
        'commit-ambiguous',
        `Several objects of ${this.#url} begin with "${short}". Specify more digits of the commit ID.`,
        { cause: error },
      );
    }
  }

  /** Reads everything in a commit. @throws HazeError `path-outside`, `repository-too-large`, `repository-damaged` */
  async revision(oid: string): Promise<Revision> {
    const { oid: commit, commit: content } = await this.git.readCommit({ ...this.where, oid });
    const walk: Walk = { found: [], trees: new Map(), visited: 0 };
    await this.#walk(content.tree, '', walk);
    return { commit, entries: walk.found.map((entry) => this.#toEntry(entry)) };
  }

  /**
   * Builds the index of a pack in the folder, and checks that the index lists all of the pack's objects.
   * @throws HazeError `repository-too-large`, `repository-damaged`
   * @throws RangeError if the file is not a pack
   */
  async index(name: string): Promise<void> {
    const filepath = `objects/pack/${name}.pack`;
    checkPack(this.folder.files().get(filepath)!, this.#bounds, this.#url);
    await this.git.indexPack({ ...this.where, dir: GIT_FOLDER, filepath });
    this.check(name);
  }

  /** @throws HazeError `repository-damaged` if the index of a pack lacks objects */
  check(name: string): void {
    const files = this.folder.files();
    const pack = files.get(`objects/pack/${name}.pack`);
    const index = files.get(`objects/pack/${name}.idx`);
    if (pack && index && countPacked(pack) === countIndexed(index)) return;
    throw this.#damaged(`objects of its pack ${name} cannot be read`);
  }

  #checkFetched(pack: Uint8Array): void {
    if (this.#refused) throw this.#refused;
    try {
      checkPack(pack, this.#bounds, this.#url);
    } catch (error) {
      this.#refused = error instanceof RangeError ? this.#damaged(error.message, error) : error;
      throw this.#refused;
    }
  }

  #damaged(how: string, cause?: unknown): HazeError {
    return new HazeError(
      'repository-damaged',
      `The data received from ${this.#url} is damaged: ${how}. Build again to fetch it again.`,
      { cause },
    );
  }

  /** Names of the packs, without their suffixes. */
  packs(): string[] {
    const names = [...this.folder.files().keys()].flatMap(
      (path) => /^objects\/pack\/(.+)\.pack$/.exec(path)?.[1] ?? [],
    );
    return names.sort();
  }

  async #walk(tree: string, prefix: string, walk: Walk): Promise<void> {
    const entries = walk.trees.get(tree) ?? (await this.#readTree(tree));
    walk.trees.set(tree, entries);
    for (const { path: name, oid, type, mode } of entries) {
      const path = prefix + name;
      // Checks the length before the path itself, because nested folders can produce paths of any length.
      if (path.length > MOST_PATH_LENGTH)
        throw this.#tooLarge(`a path of more than ${MOST_PATH_LENGTH} characters`);
      checkEntryPath(path, this.#url);
      walk.visited += 1;
      if (walk.visited > MAX_ENTRIES) throw this.#tooLarge(`more than ${MAX_ENTRIES} files and folders`);
      if (type === 'tree') await this.#walk(oid, `${path}/`, walk);
      else if (type === 'commit') walk.found.push({ path, kind: 'submodule', commit: oid });
      else walk.found.push({ path, kind: mode === LINK_MODE ? 'link' : 'file', oid });
    }
  }

  #tooLarge(what: string): HazeError {
    return new HazeError('repository-too-large', `The repository ${this.#url} has ${what}.`);
  }

  async #readTree(oid: string): Promise<readonly TreeEntry[]> {
    try {
      return (await this.git.readTree({ ...this.where, oid })).tree;
    } catch (error) {
      const { code, data } = error as { code?: string; data?: { filepath?: string } };
      if (code === 'UnsafeFilepathError') checkEntryPath(data?.filepath ?? '..', this.#url);
      throw error;
    }
  }

  #toEntry(entry: FoundEntry): RevisionEntry | SubmoduleEntry {
    if (entry.kind === 'submodule') return entry;
    const { path, kind, oid } = entry;
    return { path, kind, read: async () => (await this.git.readBlob({ ...this.where, oid })).blob };
  }

  async #ifFound<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if ((error as { code?: string }).code === 'NotFoundError') return undefined;
      throw error;
    }
  }
}

// gitformat-pack(5): "PACK", version, number of objects.
function countPacked(pack: Uint8Array): number {
  if (pack.length < HEADER_BYTES) return -1;
  return new DataView(pack.buffer, pack.byteOffset).getUint32(8);
}

// gitformat-pack(5), version 2: 8 header bytes, then 256 counts; the last count is the total number of objects.
function countIndexed(index: Uint8Array): number {
  const lastCountAt = 8 + 255 * 4;
  if (index.length < lastCountAt + 4) return -2;
  return new DataView(index.buffer, index.byteOffset).getUint32(lastCountAt);
}
