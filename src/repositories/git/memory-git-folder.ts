// A bare git folder in memory, which serves as isomorphic-git's file system. It contains a repository's stored data and
// the results of a fetch, which other code stores.

/** Root of the folder in the library's paths. */
export const GIT_FOLDER = '/git';

function fileError(code: 'ENOENT' | 'ENOTDIR' | 'EEXIST' | 'ENOTEMPTY', path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function describe(type: 'file' | 'dir', size: number) {
  const isFile = type === 'file';
  return {
    type,
    mode: isFile ? 0o100644 : 0o40755,
    size,
    ino: 0,
    mtimeMs: 0,
    ctimeMs: 0,
    uid: 0,
    gid: 0,
    dev: 0,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/**
 * Files by path relative to the git folder, accessible through those calls of Node's `fs.promises` that the library
 * makes.
 */
export class MemoryGitFolder {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set<string>(['', GIT_FOLDER]);
  /** The calls in the form that the library expects: an own property of the object. */
  readonly promises = this.#describeCalls();

  readonly #checkPack: (pack: Uint8Array) => void;

  /**
   * @param files by path relative to the git folder, such as `objects/pack/pack-….idx`
   * @param checkPack called with each pack that the library writes, before the library reads it
   */
  constructor(files: Iterable<readonly [string, Uint8Array]>, checkPack: (pack: Uint8Array) => void) {
    this.#checkPack = checkPack;
    for (const [path, bytes] of files) this.#put(`${GIT_FOLDER}/${path}`, bytes);
    this.#addFolder(`${GIT_FOLDER}/objects/pack`);
    this.#addFolder(`${GIT_FOLDER}/refs/heads`);
  }

  /** All files by their paths relative to the git folder. */
  files(): ReadonlyMap<string, Uint8Array> {
    const prefix = `${GIT_FOLDER}/`;
    return new Map([...this.#files].map(([path, bytes]) => [path.slice(prefix.length), bytes]));
  }

  #describeCalls() {
    return {
      readFile: async (path: string, options?: string | { encoding?: string }) => {
        const bytes = this.#files.get(path);
        if (!bytes) throw fileError('ENOENT', path);
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding ? new TextDecoder().decode(bytes) : bytes;
      },
      writeFile: async (path: string, content: Uint8Array | string) => {
        if (!this.#folders.has(parentOf(path))) throw fileError('ENOENT', path);
        if (path.endsWith('.pack')) this.#checkPack(content as Uint8Array);
        this.#put(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
      },
      unlink: async (path: string) => {
        if (!this.#files.delete(path)) throw fileError('ENOENT', path);
      },
      readdir: async (path: string) => this.#list(path),
      mkdir: async (path: string) => {
        if (this.#folders.has(path) || this.#files.has(path)) throw fileError('EEXIST', path);
        if (!this.#folders.has(parentOf(path))) throw fileError('ENOENT', path);
        this.#folders.add(path);
      },
      rmdir: async (path: string) => {
        if (this.#list(path).length > 0) throw fileError('ENOTEMPTY', path);
        this.#folders.delete(path);
      },
      stat: async (path: string) => this.#stat(path),
      lstat: async (path: string) => this.#stat(path),
      readlink: async (path: string): Promise<string> => {
        throw fileError('ENOENT', path);
      },
      symlink: async (_target: string, path: string) => {
        throw fileError('ENOENT', path);
      },
    };
  }

  #put(path: string, bytes: Uint8Array): void {
    this.#addFolder(parentOf(path));
    this.#files.set(path, bytes);
  }

  #addFolder(path: string): void {
    for (let folder = path; !this.#folders.has(folder); folder = parentOf(folder)) this.#folders.add(folder);
  }

  #list(path: string): string[] {
    if (!this.#folders.has(path)) throw fileError(this.#files.has(path) ? 'ENOTDIR' : 'ENOENT', path);
    const entries = [...this.#files.keys(), ...this.#folders];
    return entries
      .filter((entry) => entry !== path && parentOf(entry) === path)
      .map((entry) => entry.slice(path.length + 1));
  }

  #stat(path: string) {
    const bytes = this.#files.get(path);
    if (bytes) return describe('file', bytes.length);
    if (this.#folders.has(path)) return describe('dir', 0);
    throw fileError('ENOENT', path);
  }
}
