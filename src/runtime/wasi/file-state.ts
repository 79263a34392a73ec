// The result of `stat` for a file, folder or stream, in WASI's layout. The library writes the times six bytes too early
// and overwrites the size.
import { wasi } from '@bjorn3/browser_wasi_shim';
import type { FileRoom } from './file-room.ts';

export class FileState extends wasi.Filestat {
  override write_bytes(view: DataView, at: number): void {
    view.setBigUint64(at, this.dev, true);
    view.setBigUint64(at + 8, this.ino, true);
    view.setUint8(at + 16, this.filetype);
    view.setBigUint64(at + 24, this.nlink, true);
    view.setBigUint64(at + 32, this.size, true);
    view.setBigUint64(at + 40, this.atim, true);
    view.setBigUint64(at + 48, this.mtim, true);
    view.setBigUint64(at + 56, this.ctim, true);
  }
}

/**
 * Times of a file or folder, in epoch nanoseconds. Until changed, they equal the time at which the program started.
 */
export class EntryTimes {
  readonly #room: FileRoom;
  #accessed: bigint | undefined;
  #modified: bigint | undefined;
  #changed: bigint | undefined;

  constructor(room: FileRoom) {
    this.#room = room;
  }

  get modified(): bigint {
    return this.#modified ?? this.#room.startNs;
  }

  get accessed(): bigint {
    return this.#accessed ?? this.modified;
  }

  get changed(): bigint {
    return this.#changed ?? this.modified;
  }

  /** Records that the content has just changed. */
  touch(): void {
    this.#modified = this.#room.nowNs();
    this.#changed = this.#modified;
  }

  /** Sets the times that WASI's flags select; returns a WASI error number. */
  set(accessed: bigint, modified: bigint, flags: number): number {
    const now = this.#room.nowNs();
    // Otherwise, changing the modification time would also change the access time.
    this.#accessed = this.accessed;
    if (flags & wasi.FSTFLAGS_ATIM) this.#accessed = BigInt.asUintN(64, accessed);
    if (flags & wasi.FSTFLAGS_ATIM_NOW) this.#accessed = now;
    if (flags & wasi.FSTFLAGS_MTIM) this.#modified = BigInt.asUintN(64, modified);
    if (flags & wasi.FSTFLAGS_MTIM_NOW) this.#modified = now;
    this.#changed = now;
    return wasi.ERRNO_SUCCESS;
  }
}

/** The state of an entry in a folder. */
export function describeEntry(
  entry: { readonly ino: bigint; readonly filetype: number; readonly size: bigint; readonly links: number },
  times: EntryTimes,
): FileState {
  const state = new FileState(entry.ino, entry.filetype, entry.size);
  state.nlink = BigInt(entry.links);
  state.mtim = times.modified;
  state.atim = times.accessed;
  state.ctim = times.changed;
  return state;
}
