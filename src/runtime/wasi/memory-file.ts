// A program's file, in memory. The WASI library's own file copies all its bytes at every write, accepts any size and
// stores no timestamps. It also reports no link count, so files look like pipes. This implementation has none of these
// faults.
import { OpenFile, File as PlainFile, wasi } from '@bjorn3/browser_wasi_shim';
import type { FileRoom } from './file-room.ts';
import { describeEntry, EntryTimes } from './file-state.ts';
import { LARGEST_FILE_BYTES, SparseBytes } from './sparse-bytes.ts';

const LARGEST_OFFSET = 2n ** 63n - 1n;

/** A file that uses memory only for the parts that have been written. */
export class MemoryFile extends PlainFile {
  readonly #original: Uint8Array | undefined;
  readonly #bytes: SparseBytes;
  readonly times: EntryTimes;
  #isChanged: boolean;
  #revision: number;
  readonly #room: FileRoom;
  #links = 0;
  #descriptors = 0;

  /** @param original the file's content when the program starts; undefined if the program creates the file */
  constructor(room: FileRoom, original?: Uint8Array) {
    super(new ArrayBuffer(0));
    this.ino = room.nextNumber();
    this.#original = original;
    this.#bytes = new SparseBytes(room, original);
    this.#isChanged = original === undefined;
    this.#room = room;
    this.times = new EntryTimes(room);
    if (this.#isChanged) this.times.touch();
    this.#revision = room.nextRevision();
  }

  /** Tests whether the file was given with these bytes and has not been changed since. */
  isStill(given: Uint8Array | undefined): boolean {
    return !this.#isChanged && this.#original === given;
  }

  /** Returns all bytes of the file. In this form, a file with holes uses more memory. */
  content(): Uint8Array {
    return this.#bytes.toBytes();
  }

  /** Revision number of the content, which differs after each change and between files. */
  get revision(): number {
    return this.#revision;
  }

  get sizeBytes(): number {
    return this.#bytes.size;
  }

  override get size(): bigint {
    return BigInt(this.#bytes.size);
  }

  override stat(): wasi.Filestat {
    const { ino, size } = this;
    // A link count of 0 would make an open file look like a pipe.
    const links = Math.max(1, this.#links);
    return describeEntry({ ino, size, links, filetype: wasi.FILETYPE_REGULAR_FILE }, this.times);
  }

  override path_open(oflags: number, rights: bigint, fdFlags: number): { ret: number; fd_obj: OpenFile } {
    if (oflags & wasi.OFLAGS_TRUNC) this.resize(0);
    this.#descriptors += 1;
    return {
      ret: wasi.ERRNO_SUCCESS,
      fd_obj: new OpenMemoryFile(this, rights, (fdFlags & wasi.FDFLAGS_APPEND) !== 0),
    };
  }

  /** Called when an entry for the file is added to a folder. */
  link(): void {
    this.#links += 1;
  }

  /** Called when an entry for the file is removed from a folder. */
  unlink(): void {
    this.#links -= 1;
  }

  /** Called when a descriptor for the file has been closed. */
  close(): void {
    this.#descriptors -= 1;
    this.releaseIfUnreachable();
  }

  /** Releases the file's room once neither a folder nor a descriptor refers to it. */
  releaseIfUnreachable(): void {
    if (this.#links <= 0 && this.#descriptors <= 0) this.#bytes.release();
  }

  /** Truncates the file to `size` bytes, or extends it with zeros. */
  resize(size: number): void {
    this.#bytes.resize(size);
    this.#touch();
  }

  /** Allocates room in advance; returns false if there is too little. */
  allocate(at: number, end: number): boolean {
    const isThere = this.#bytes.allocate(at, end);
    if (isThere) this.#touch();
    return isThere;
  }

  /** Returns the number of bytes read. */
  readInto(target: Uint8Array, at: number): number {
    return this.#bytes.readInto(target, at);
  }

  /** Returns the number of bytes written, which is smaller if the room runs out. */
  write(bytes: Uint8Array, at: number): number {
    const written = this.#bytes.write(bytes, at);
    if (written > 0) this.#touch();
    return written;
  }

  #touch(): void {
    this.#isChanged = true;
    this.#revision = this.#room.nextRevision();
    this.times.touch();
  }
}

/** A file descriptor. Bytes are copied directly between the file and the program's memory. */
export class OpenMemoryFile extends OpenFile {
  readonly #file: MemoryFile;
  readonly #rights: bigint;
  #append: boolean;

  /** @param rights access that the descriptor allows: reading, writing or both */
  constructor(file: MemoryFile, rights: bigint, append: boolean) {
    super(file);
    this.#file = file;
    this.#rights = rights;
    this.#append = append;
  }

  #may(right: number): boolean {
    return (this.#rights & BigInt(right)) !== 0n;
  }

  /** Reads at the position, or at an offset without changing the position. */
  readInto(target: Uint8Array, offset?: bigint): { ret: number; count: number } {
    if (!this.#may(wasi.RIGHTS_FD_READ)) return { ret: wasi.ERRNO_BADF, count: 0 };
    const at = offset ?? this.file_pos;
    if (at < 0n) return { ret: wasi.ERRNO_INVAL, count: 0 };
    const count = at > LARGEST_FILE_BYTES ? 0 : this.#file.readInto(target, Number(at));
    if (offset === undefined) this.file_pos += BigInt(count);
    return { ret: wasi.ERRNO_SUCCESS, count };
  }

  /** Writes at the position, or at an offset without changing the position. */
  writeFrom(bytes: Uint8Array, offset?: bigint): { ret: number; count: number } {
    if (!this.#may(wasi.RIGHTS_FD_WRITE)) return { ret: wasi.ERRNO_BADF, count: 0 };
    if (this.#append && offset === undefined) this.file_pos = this.#file.size;
    const at = offset ?? this.file_pos;
    if (at < 0n) return { ret: wasi.ERRNO_INVAL, count: 0 };
    if (bytes.length === 0) return { ret: wasi.ERRNO_SUCCESS, count: 0 };
    const room = BigInt(LARGEST_FILE_BYTES) - at;
    if (room <= 0n) return { ret: wasi.ERRNO_FBIG, count: 0 };
    const fitting = BigInt(bytes.length) > room ? bytes.subarray(0, Number(room)) : bytes;
    const count = this.#file.write(fitting, Number(at));
    if (count === 0) return { ret: wasi.ERRNO_NOSPC, count };
    if (offset === undefined) this.file_pos += BigInt(count);
    return { ret: wasi.ERRNO_SUCCESS, count };
  }

  override fd_close(): number {
    this.#file.close();
    return wasi.ERRNO_SUCCESS;
  }

  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat } {
    const flags = this.#append ? wasi.FDFLAGS_APPEND : 0;
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_REGULAR_FILE, flags);
    fdstat.fs_rights_base = this.#rights;
    return { ret: wasi.ERRNO_SUCCESS, fdstat };
  }

  /** Changes whether writes go to the end of the file. Files never block, so the other flags change nothing. */
  override fd_fdstat_set_flags(flags: number): number {
    this.#append = (flags & wasi.FDFLAGS_APPEND) !== 0;
    return wasi.ERRNO_SUCCESS;
  }

  override fd_filestat_set_times(accessed: bigint, modified: bigint, flags: number): number {
    return this.#file.times.set(accessed, modified, flags);
  }

  override fd_allocate(offset: bigint, length: bigint): number {
    if (!this.#may(wasi.RIGHTS_FD_WRITE)) return wasi.ERRNO_BADF;
    if (offset < 0n || length <= 0n) return wasi.ERRNO_INVAL;
    if (offset + length > LARGEST_FILE_BYTES) return wasi.ERRNO_FBIG;
    const isThere = this.#file.allocate(Number(offset), Number(offset + length));
    return isThere ? wasi.ERRNO_SUCCESS : wasi.ERRNO_NOSPC;
  }

  override fd_filestat_set_size(size: bigint): number {
    if (size < 0n || !this.#may(wasi.RIGHTS_FD_WRITE)) return wasi.ERRNO_INVAL;
    if (size > LARGEST_FILE_BYTES) return wasi.ERRNO_FBIG;
    this.#file.resize(Number(size));
    return wasi.ERRNO_SUCCESS;
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    return this.#read(size, undefined);
  }

  override fd_pread(size: number, offset: bigint): { ret: number; data: Uint8Array } {
    return this.#read(size, offset);
  }

  #read(size: number, offset: bigint | undefined): { ret: number; data: Uint8Array } {
    const data = new Uint8Array(Math.min(size, this.#file.sizeBytes));
    const { ret, count } = this.readInto(data, offset);
    return { ret, data: data.subarray(0, count) };
  }

  override fd_seek(offset: bigint, whence: number): { ret: number; offset: bigint } {
    const base = this.#baseOf(whence);
    if (base === undefined || base + offset < 0n) return { ret: wasi.ERRNO_INVAL, offset: 0n };
    if (base + offset > LARGEST_OFFSET) return { ret: wasi.ERRNO_OVERFLOW, offset: 0n };
    this.file_pos = base + offset;
    return { ret: 0, offset: this.file_pos };
  }

  #baseOf(whence: number): bigint | undefined {
    if (whence === wasi.WHENCE_SET) return 0n;
    if (whence === wasi.WHENCE_CUR) return this.file_pos;
    return whence === wasi.WHENCE_END ? this.#file.size : undefined;
  }

  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    const { ret, count } = this.writeFrom(data);
    return { ret, nwritten: count };
  }

  override fd_pwrite(data: Uint8Array, offset: bigint): { ret: number; nwritten: number } {
    const { ret, count } = this.writeFrom(data, offset);
    return { ret, nwritten: count };
  }

  override fd_sync(): number {
    return wasi.ERRNO_SUCCESS;
  }
}
