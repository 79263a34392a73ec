// A program's folders, in memory. They are based on the WASI library's folders, with our own files and limits. Every
// name uses room, so that a million empty files cannot circumvent the byte limit. The maximum lengths of names and
// paths are the same as on common systems.
import { Directory, type Inode, OpenDirectory, wasi } from '@bjorn3/browser_wasi_shim';
import type { FileRoom } from './file-room.ts';
import { describeEntry, EntryTimes } from './file-state.ts';
import { MemoryFile } from './memory-file.ts';

/** Maximum length of a name in a folder, in bytes. */
const LONGEST_NAME = 255;
/** Maximum length of a path from the root, in bytes. */
export const LONGEST_PATH = 4096;
const ALL_RIGHTS = (1n << 30n) - 1n;
/** Approximate memory that an engine uses for an entry and an empty file, excluding the name. */
const ENTRY_COST_BYTES = 1024;

/** A folder whose new files are memory files. */
export class MemoryFolder extends Directory {
  readonly room: FileRoom;
  readonly times: EntryTimes;
  #parent: MemoryFolder | undefined;
  /** Length of the folder's name with a trailing slash, in bytes; 0 for the root. */
  #nameBytes = 0;

  constructor(room: FileRoom) {
    super(new Map());
    this.ino = room.nextNumber();
    this.room = room;
    this.times = new EntryTimes(room);
  }

  override parent_ino(): bigint {
    return (this.#parent ?? this).ino;
  }

  override stat(): wasi.Filestat {
    const { ino } = this;
    return describeEntry({ ino, size: 0n, links: 1, filetype: wasi.FILETYPE_DIRECTORY }, this.times);
  }

  override path_open(_flags: number, rights: bigint): { ret: number; fd_obj: OpenDirectory } {
    const isWritten = (rights & BigInt(wasi.RIGHTS_FD_WRITE)) !== 0n;
    return {
      ret: isWritten ? wasi.ERRNO_ISDIR : wasi.ERRNO_SUCCESS,
      fd_obj: new OpenMemoryFolder(this),
    };
  }

  /** Adds an entry under a free name. */
  adopt(name: string, entry: Inode): void {
    this.contents.set(name, entry);
    if (entry instanceof MemoryFile) entry.link();
    else if (entry instanceof MemoryFolder) {
      entry.#parent = this;
      entry.#nameBytes = byteLength(name) + 1;
    }
  }

  /** Tests whether the given folder is this folder or a descendant. */
  holds(folder: MemoryFolder): boolean {
    for (let at: MemoryFolder | undefined = folder; at; at = at.#parent) if (at === this) return true;
    return false;
  }

  /**
   * Reserves room for an entry's name in this folder; returns a WASI error number. `entry`: an entry that is being
   * moved together with its descendants.
   */
  takeName(name: string, entry?: Inode): number {
    const bytes = byteLength(name);
    const below = entry instanceof MemoryFolder ? entry.#longestPathBelow() : 0;
    if (bytes > LONGEST_NAME || this.#pathBytes() + bytes + below > LONGEST_PATH)
      return wasi.ERRNO_NAMETOOLONG;
    return this.room.takeName(ENTRY_COST_BYTES + bytes) ? wasi.ERRNO_SUCCESS : wasi.ERRNO_NOSPC;
  }

  /** Marks the name as free again. */
  giveBackName(name: string): void {
    this.room.giveBackName(ENTRY_COST_BYTES + byteLength(name));
  }

  override create_entry_for_path(path: string, isFolder: boolean): { ret: number; entry: Inode | null } {
    const place = this.placeOf(path);
    if (!place) return { ret: wasi.ERRNO_NOENT, entry: null };
    const { parent, name } = place;
    if (parent.contents.has(name)) return { ret: wasi.ERRNO_EXIST, entry: null };
    if (!isFolder && path.endsWith('/')) return { ret: wasi.ERRNO_ISDIR, entry: null };
    const ret = parent.takeName(name);
    if (ret !== wasi.ERRNO_SUCCESS) return { ret, entry: null };
    const entry = isFolder ? new MemoryFolder(this.room) : new MemoryFile(this.room);
    entry.times.touch();
    parent.adopt(name, entry);
    return { ret, entry };
  }

  /** The folder and the name that a path leads to; undefined if there is no such folder. */
  placeOf(path: string): { parent: MemoryFolder; name: string } | undefined {
    const names: string[] = [];
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue;
      if (part !== '..') names.push(part);
      else if (names.pop() === undefined) return undefined;
    }
    const name = names.pop();
    let parent: Inode | undefined = this;
    for (const part of names) parent = parent instanceof Directory ? parent.contents.get(part) : undefined;
    return name !== undefined && parent instanceof MemoryFolder ? { parent, name } : undefined;
  }

  #pathBytes(): number {
    let bytes = 0;
    for (let at: MemoryFolder | undefined = this; at; at = at.#parent) bytes += at.#nameBytes;
    return bytes;
  }

  #longestPathBelow(): number {
    let longest = 0;
    const open: { folder: MemoryFolder; bytes: number }[] = [{ folder: this, bytes: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const [name, entry] of next.folder.contents) {
        const bytes = next.bytes + 1 + byteLength(name);
        longest = Math.max(longest, bytes);
        if (entry instanceof MemoryFolder) open.push({ folder: entry, bytes });
      }
    }
    return longest;
  }
}

/** A folder descriptor. */
export class OpenMemoryFolder extends OpenDirectory {
  readonly #folder: MemoryFolder;
  #names: readonly string[] | undefined;

  constructor(folder: MemoryFolder) {
    super(folder);
    this.#folder = folder;
  }

  /**
   * Reports all rights, because the C library opens files with the rights that their folder passes on, and `access`
   * checks them.
   */
  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat } {
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_DIRECTORY, 0);
    fdstat.fs_rights_base = ALL_RIGHTS;
    fdstat.fs_rights_inherited = ALL_RIGHTS;
    return { ret: wasi.ERRNO_SUCCESS, fdstat };
  }

  override fd_filestat_set_times(accessed: bigint, modified: bigint, flags: number): number {
    return this.#folder.times.set(accessed, modified, flags);
  }

  override path_filestat_set_times(
    lookup: number,
    path: string,
    accessed: bigint,
    modified: bigint,
    flags: number,
  ): number {
    const { ret, inode_obj: entry } = this.path_lookup(path, lookup);
    if (!(entry instanceof MemoryFile || entry instanceof MemoryFolder)) return ret;
    return entry.times.set(accessed, modified, flags);
  }

  /** Makes the clock of all files stand still at this time, in epoch milliseconds. */
  stopClock(ms: number): void {
    this.#folder.room.stopClock(ms);
  }

  override path_create_directory(path: string): number {
    const { ret, inode_obj: entry } = this.path_lookup(path, 0);
    if (entry) return wasi.ERRNO_EXIST;
    return ret === wasi.ERRNO_NOENT ? this.#folder.create_entry_for_path(path, true).ret : ret;
  }

  /** `allowFolder` is true for a rename, which may replace an existing entry, and false for a second name. */
  override path_link(path: string, inode: Inode, allowFolder: boolean): number {
    const place = this.#folder.placeOf(path);
    if (!place) return super.path_link(path, inode, allowFolder);
    const { parent, name } = place;
    const replaced = parent.contents.get(name);
    if (replaced && !allowFolder) return wasi.ERRNO_EXIST;
    if (inode instanceof MemoryFolder && inode.holds(parent)) return wasi.ERRNO_INVAL;
    const ret = parent.takeName(name, inode);
    if (ret !== wasi.ERRNO_SUCCESS) return ret;
    const linked = super.path_link(path, inode, allowFolder);
    // The name was already counted when it belonged to another entry.
    if (linked !== wasi.ERRNO_SUCCESS || replaced) parent.giveBackName(name);
    if (linked !== wasi.ERRNO_SUCCESS) return linked;
    parent.adopt(name, inode);
    if (replaced instanceof MemoryFile) forget(replaced);
    return linked;
  }

  /** Removes an entry in order to move it elsewhere. */
  override path_unlink(path: string): { ret: number; inode_obj: Inode | null } {
    const removed = super.path_unlink(path);
    if (removed.inode_obj === null) return removed;
    if (removed.inode_obj instanceof MemoryFile) removed.inode_obj.unlink();
    this.#giveBackName(path);
    return removed;
  }

  override path_unlink_file(path: string): number {
    const { inode_obj: entry } = this.path_lookup(path, 0);
    const ret = super.path_unlink_file(path);
    if (ret !== wasi.ERRNO_SUCCESS) return ret;
    if (entry instanceof MemoryFile) forget(entry);
    this.#giveBackName(path);
    return ret;
  }

  override path_remove_directory(path: string): number {
    const ret = super.path_remove_directory(path);
    if (ret === wasi.ERRNO_SUCCESS) this.#giveBackName(path);
    return ret;
  }

  // The list of names is fixed when listing begins, so a program that removes files while listing them does not miss
  // any.
  override fd_readdir_single(cookie: bigint): { ret: number; dirent: wasi.Dirent | null } {
    const index = Number(BigInt.asUintN(64, cookie));
    if (index < 2) return super.fd_readdir_single(cookie);
    const { contents } = this.#folder;
    if (index === 2 || !this.#names) this.#names = [...contents.keys()];
    for (let i = index - 2; i < this.#names.length; i++) {
      const name = this.#names[i]!;
      const entry = contents.get(name);
      if (!entry) continue;
      const type = entry instanceof Directory ? wasi.FILETYPE_DIRECTORY : wasi.FILETYPE_REGULAR_FILE;
      return { ret: 0, dirent: new wasi.Dirent(BigInt(i + 3), entry.ino, name, type) };
    }
    return { ret: 0, dirent: null };
  }

  #giveBackName(path: string): void {
    const place = this.#folder.placeOf(path);
    place?.parent.giveBackName(place.name);
  }
}

function forget(file: MemoryFile): void {
  file.unlink();
  file.releaseIfUnreachable();
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
