// The program's files, in memory: the WASI library's folders with files of ours. The library's own file copies all of its
// bytes at every write, tells no link count (which makes files look like pipes) and keeps no times; these do better.
import {
  Directory,
  type Inode,
  OpenDirectory,
  OpenFile,
  File as PlainFile,
  wasi,
} from '@bjorn3/browser_wasi_shim';

/** Files by path below the working directory. A path that ends with a slash is a folder, without bytes. */
export type FileMap = ReadonlyMap<string, Uint8Array>;

/** A file whose room grows ahead of its size. */
export class MemoryFile extends PlainFile {
  #size: number;
  #modifiedMs = Date.now();
  readonly #original: Uint8Array | undefined;
  #changed: boolean;

  /** @param original the content at the start of the program; undefined for a file that the program makes */
  constructor(original?: Uint8Array) {
    super(new ArrayBuffer(0));
    this.data = original ?? new Uint8Array(0);
    this.#original = original;
    this.#size = this.data.length;
    this.#changed = original === undefined;
  }

  /** Whether it is a file that was given with these bytes, and the program has not written to it. */
  isStill(given: Uint8Array | undefined): boolean {
    return !this.#changed && this.#original === given;
  }

  /** The bytes of the file, without the room behind them. */
  get content(): Uint8Array {
    return this.data.subarray(0, this.#size);
  }

  override get size(): bigint {
    return BigInt(this.#size);
  }

  override stat(): wasi.Filestat {
    return withTimes(super.stat(), this.#modifiedMs);
  }

  override path_open(oflags: number, _rights: bigint, fdFlags: number): { ret: number; fd_obj: OpenFile } {
    if (oflags & wasi.OFLAGS_TRUNC) this.resize(0);
    return {
      ret: wasi.ERRNO_SUCCESS,
      fd_obj: new OpenMemoryFile(this, (fdFlags & wasi.FDFLAGS_APPEND) !== 0),
    };
  }

  /** Cuts the file, or fills it with zeros up to `size` bytes. */
  resize(size: number): void {
    this.#reserve(size);
    if (size < this.#size) this.data.fill(0, size, this.#size);
    this.#size = size;
    this.#touch();
  }

  write(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    this.#reserve(end);
    this.data.set(bytes, at);
    this.#size = Math.max(this.#size, end);
    this.#touch();
  }

  #touch(): void {
    this.#changed = true;
    this.#modifiedMs = Date.now();
  }

  // The original belongs to the caller, so the first change copies it.
  #reserve(size: number): void {
    if (size <= this.data.length && this.data !== this.#original) return;
    const room = new Uint8Array(
      Math.max(size, Math.min(2 * this.data.length, this.data.length + (16 << 20)), 1024),
    );
    room.set(this.content);
    this.data = room;
  }
}

class OpenMemoryFile extends OpenFile {
  readonly #file: MemoryFile;
  readonly #append: boolean;

  constructor(file: MemoryFile, append: boolean) {
    super(file);
    this.#file = file;
    this.#append = append;
  }

  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat } {
    return {
      ret: 0,
      fdstat: new wasi.Fdstat(wasi.FILETYPE_REGULAR_FILE, this.#append ? wasi.FDFLAGS_APPEND : 0),
    };
  }

  override fd_allocate(offset: bigint, length: bigint): number {
    const end = Number(offset + length);
    if (end > Number(this.#file.size)) this.#file.resize(end);
    return wasi.ERRNO_SUCCESS;
  }

  override fd_filestat_set_size(size: bigint): number {
    this.#file.resize(Number(size));
    return wasi.ERRNO_SUCCESS;
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    const { ret, data } = this.fd_pread(size, this.file_pos);
    this.file_pos += BigInt(data.length);
    return { ret, data };
  }

  override fd_pread(size: number, offset: bigint): { ret: number; data: Uint8Array } {
    return { ret: 0, data: this.#file.content.slice(Number(offset), Number(offset) + size) };
  }

  override fd_seek(offset: bigint, whence: number): { ret: number; offset: bigint } {
    const base =
      whence === wasi.WHENCE_SET ? 0n : whence === wasi.WHENCE_CUR ? this.file_pos : this.#file.size;
    if (base + offset < 0n) return { ret: wasi.ERRNO_INVAL, offset: 0n };
    this.file_pos = base + offset;
    return { ret: 0, offset: this.file_pos };
  }

  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    if (this.#append) this.file_pos = this.#file.size;
    const result = this.fd_pwrite(data, this.file_pos);
    this.file_pos += BigInt(result.nwritten);
    return result;
  }

  override fd_pwrite(data: Uint8Array, offset: bigint): { ret: number; nwritten: number } {
    this.#file.write(data, Number(offset));
    return { ret: 0, nwritten: data.length };
  }

  override fd_sync(): number {
    return wasi.ERRNO_SUCCESS;
  }
}

/** A folder whose new files are memory files. */
export class MemoryFolder extends Directory {
  readonly #madeMs = Date.now();
  readonly #parent: Directory | undefined;

  constructor(parent: Directory | undefined) {
    super(new Map());
    this.#parent = parent;
  }

  override parent_ino(): bigint {
    return (this.#parent ?? this).ino;
  }

  override stat(): wasi.Filestat {
    return withTimes(super.stat(), this.#madeMs);
  }

  override create_entry_for_path(path: string, isFolder: boolean): { ret: number; entry: Inode | null } {
    const made = super.create_entry_for_path(path, isFolder);
    if (made.entry === null) return made;
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = parts.pop()!;
    const parent = this.#folderAt(parts);
    const entry = isFolder ? new MemoryFolder(parent) : new MemoryFile();
    parent.contents.set(name, entry);
    return { ret: made.ret, entry };
  }

  #folderAt(parts: readonly string[]): Directory {
    const trail: Directory[] = [this];
    for (const part of parts) {
      if (part === '..') trail.pop();
      else trail.push(trail.at(-1)!.contents.get(part) as Directory);
    }
    return trail.at(-1)!;
  }
}

/** The working directory, opened before the program starts. It is the root, so `/x` and `x` are one file. */
export class WorkingDirectory extends OpenDirectory {
  override fd_prestat_get(): { ret: number; prestat: wasi.Prestat } {
    return { ret: 0, prestat: wasi.Prestat.dir('/') };
  }
}

/** The folders of a program that start with these files. */
export function openWorkingDirectory(files: FileMap): WorkingDirectory {
  const root = new MemoryFolder(undefined);
  for (const [path, content] of files) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder: Directory = root;
    for (const part of parts) folder = childFolder(folder, part);
    if (name !== '') folder.contents.set(name, new MemoryFile(content));
  }
  return new WorkingDirectory(root);
}

function childFolder(folder: Directory, name: string): Directory {
  const child = folder.contents.get(name);
  if (child instanceof Directory) return child;
  const made = new MemoryFolder(folder);
  folder.contents.set(name, made);
  return made;
}

/** What a program left otherwise than it found it. */
export interface FileChanges {
  /** Files that the program made, changed or moved there, by path. */
  readonly files: Map<string, Uint8Array>;
  /** Paths of files, and with a slash at their end of folders, that were given and are not there any more. */
  readonly removedFiles: string[];
}

/** @param given the files that the directory was opened with */
export function collectFileChanges(directory: WorkingDirectory, given: FileMap): FileChanges {
  const files = new Map<string, Uint8Array>();
  const seen = new Set<string>();
  const visit = (folder: Directory, prefix: string) => {
    for (const [name, entry] of folder.contents) {
      const path = prefix + name;
      seen.add(entry instanceof Directory ? `${path}/` : path);
      if (entry instanceof Directory) visit(entry, `${path}/`);
      else if (entry instanceof MemoryFile && !entry.isStill(given.get(path)))
        files.set(path, entry.content.slice());
    }
  };
  visit(directory.dir, '');
  return { files, removedFiles: [...given.keys()].filter((path) => !seen.has(path)) };
}

function withTimes(stat: wasi.Filestat, modifiedMs: number): wasi.Filestat {
  stat.nlink = 1n;
  stat.mtim = BigInt(modifiedMs) * 1_000_000n;
  stat.atim = stat.mtim;
  stat.ctim = stat.mtim;
  return stat;
}
