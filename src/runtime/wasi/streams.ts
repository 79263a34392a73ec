// The program's standard streams. Output goes immediately to a sink with a limit. Input comes from a source that may
// block (a terminal) or one that never does (given bytes).
import { ConsoleStdout, Fd, wasi } from '@bjorn3/browser_wasi_shim';
import { FileState } from './file-state.ts';

/** Returns at most `size` bytes of input, or no bytes at EOF. May block. */
export interface InputSource {
  (size: number): Uint8Array;
  /** Size of the file in bytes. */
  readonly sizeBytes?: number;
  /**
   * Seeks in a file, relative to its start, the current position or its end; returns the new position, or undefined
   * if it would be before the start.
   */
  readonly seek?: (offset: number, whence: number) => number | undefined;
}

/** Creates a source whose bytes pass through a function. */
export function passThrough(source: InputSource, read: (size: number) => Uint8Array): InputSource {
  const { seek, sizeBytes } = source;
  return seek && sizeBytes !== undefined ? Object.assign(read, { seek, sizeBytes }) : read;
}

/** Kind of the other end of a standard stream. */
export type StreamKind = 'terminal' | 'pipe' | 'file';

/** The kinds of standard input, output and error. */
export type StreamKinds = readonly [StreamKind, StreamKind, StreamKind];

/** Stream kinds if the other end of each stream is the service, which stores or provides bytes. */
export const PIPES: StreamKinds = ['pipe', 'pipe', 'pipe'];

// WASI has no file type for pipes: wasm/guest/permissions.c converts sockets to pipes.
const FILE_TYPES: Readonly<Record<StreamKind, number>> = {
  terminal: wasi.FILETYPE_CHARACTER_DEVICE,
  pipe: wasi.FILETYPE_SOCKET_STREAM,
  file: wasi.FILETYPE_REGULAR_FILE,
};

function stateOf(kind: StreamKind, sizeBytes = 0): { ret: number; filestat: wasi.Filestat } {
  return { ret: wasi.ERRNO_SUCCESS, filestat: new FileState(0n, FILE_TYPES[kind], BigInt(sizeBytes)) };
}

/**
 * An output stream. `fd_fdstat_get` reports a terminal, so that the C library flushes the stream after every line and a
 * killed program loses nothing. The program's `fstat` and `isatty` call `fd_filestat_get` instead.
 */
export class OutputStream extends ConsoleStdout {
  readonly #kind: StreamKind;

  /** @param write receives each piece of output, and stops the task at the limit */
  constructor(write: (bytes: Uint8Array) => void, kind: StreamKind) {
    super(write);
    this.#kind = kind;
  }

  override fd_filestat_get(): { ret: number; filestat: wasi.Filestat } {
    return stateOf(this.#kind);
  }

  /** Streams never block and always append, so the flags change nothing. */
  override fd_fdstat_set_flags(): number {
    return wasi.ERRNO_SUCCESS;
  }

  override fd_seek(): { ret: number; offset: bigint } {
    return { ret: wasi.ERRNO_SPIPE, offset: 0n };
  }

  override fd_tell(): { ret: number; offset: bigint } {
    return this.fd_seek();
  }
}

/** Standard input. */
export class InputStream extends Fd {
  readonly #read: InputSource;
  readonly #kind: StreamKind;

  constructor(read: InputSource, kind: StreamKind) {
    super();
    this.#read = read;
    this.#kind = kind;
  }

  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat } {
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(wasi.RIGHTS_FD_READ);
    return { ret: wasi.ERRNO_SUCCESS, fdstat };
  }

  /**
   * Rejects non-blocking reads from a terminal, where reads always wait. Reads from other sources never wait for long.
   */
  override fd_fdstat_set_flags(flags: number): number {
    const waits = this.#kind === 'terminal' && (flags & wasi.FDFLAGS_NONBLOCK) !== 0;
    return waits ? wasi.ERRNO_NOTSUP : wasi.ERRNO_SUCCESS;
  }

  override fd_filestat_get(): { ret: number; filestat: wasi.Filestat } {
    return stateOf(this.#kind, this.#kind === 'file' ? this.#read.sizeBytes : 0);
  }

  override fd_seek(offset: bigint, whence: number): { ret: number; offset: bigint } {
    if (this.#kind !== 'file' || !this.#read.seek) return { ret: wasi.ERRNO_SPIPE, offset: 0n };
    const place = this.#read.seek(Number(offset), whence);
    if (place === undefined) return { ret: wasi.ERRNO_INVAL, offset: 0n };
    return { ret: wasi.ERRNO_SUCCESS, offset: BigInt(place) };
  }

  override fd_tell(): { ret: number; offset: bigint } {
    return this.fd_seek(0n, wasi.WHENCE_CUR);
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    return { ret: wasi.ERRNO_SUCCESS, data: this.#read(size) };
  }
}

/** A source that yields these bytes, then EOF. */
export function inputFromBytes(bytes: Uint8Array): InputSource {
  let at = 0;
  const read = (size: number) => {
    const piece = bytes.subarray(at, at + size);
    at += piece.length;
    return piece;
  };
  const seek = (offset: number, whence: number) => {
    const base = whence === wasi.WHENCE_SET ? 0 : whence === wasi.WHENCE_CUR ? at : bytes.length;
    if (base + offset < 0) return undefined;
    at = base + offset;
    return at;
  };
  return Object.assign(read, { seek, sizeBytes: bytes.length });
}
