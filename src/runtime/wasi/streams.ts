// The program's standard streams. Output goes to a sink as it is written, counted against a limit; input comes from a
// source that may block (a terminal) or not (bytes that are there).
import { ConsoleStdout, Fd, wasi } from '@bjorn3/browser_wasi_shim';
import { FileState } from './file-state.ts';

/** Answers at most `size` bytes of input; none at its end. It may block. */
export type InputSource = (size: number) => Uint8Array;

/** An output stream, a terminal to the program: it is flushed at every line, so that a killed program loses nothing. */
export class OutputStream extends ConsoleStdout {
  /** @param write takes each piece, and ends the task when there is too much */
  constructor(write: (bytes: Uint8Array) => void) {
    super(write);
  }

  override fd_filestat_get(): { ret: number; filestat: wasi.Filestat } {
    return { ret: wasi.ERRNO_SUCCESS, filestat: new FileState(0n, wasi.FILETYPE_CHARACTER_DEVICE, 0n) };
  }
}

/** Standard input. */
export class InputStream extends Fd {
  readonly #read: InputSource;

  constructor(read: InputSource) {
    super();
    this.#read = read;
  }

  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat } {
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(wasi.RIGHTS_FD_READ);
    return { ret: wasi.ERRNO_SUCCESS, fdstat };
  }

  override fd_filestat_get(): { ret: number; filestat: wasi.Filestat } {
    return { ret: wasi.ERRNO_SUCCESS, filestat: new FileState(0n, wasi.FILETYPE_CHARACTER_DEVICE, 0n) };
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    return { ret: wasi.ERRNO_SUCCESS, data: this.#read(size) };
  }
}

/** A source that gives these bytes and then ends. */
export function inputFromBytes(bytes: Uint8Array): InputSource {
  let at = 0;
  return (size) => {
    const piece = bytes.subarray(at, at + size);
    at += piece.length;
    return piece;
  };
}
