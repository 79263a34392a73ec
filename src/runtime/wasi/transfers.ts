// Transfers bytes between a program's memory and its descriptors, without an intermediate copy for files and in pieces
// of bounded size for streams.
import { type Fd, wasi } from '@bjorn3/browser_wasi_shim';
import type { WasiFunction } from './guard-calls.ts';
import { OpenMemoryFile } from './memory-file.ts';

/** Maximum number of buffers in one call, as on common systems. */
const MOST_BUFFERS = 1024;
const BUFFER_ENTRY_BYTES = 8;
const PIECE_BYTES = 1 << 20;

/** Result for a single buffer: an error or the number of bytes moved. */
interface Moved {
  readonly ret: number;
  readonly count: number;
}

type Move = (descriptor: Fd, buffer: Uint8Array, offset: bigint | undefined) => Moved;

/** Creates the calls that read and write. */
export function describeTransfers(
  fds: readonly (Fd | undefined)[],
  memory: WebAssembly.Memory,
): Record<'fd_read' | 'fd_pread' | 'fd_write' | 'fd_pwrite', WasiFunction> {
  const transfer = (
    fd: number,
    list: { readonly at: number; readonly count: number; readonly doneAt: number },
    move: Move,
    offset?: bigint,
  ): number => {
    const descriptor = fds[fd];
    if (!descriptor) return wasi.ERRNO_BADF;
    if (list.count > MOST_BUFFERS) return wasi.ERRNO_INVAL;
    const { ret, count } = moveAll(descriptor, readBuffers(memory, list.at, list.count), move, offset);
    new DataView(memory.buffer).setUint32(list.doneAt, count, true);
    // Bytes moved before a failure still count.
    return count > 0 ? wasi.ERRNO_SUCCESS : ret;
  };
  return {
    fd_read: (fd: number, at: number, count: number, doneAt: number) =>
      transfer(fd, { at, count, doneAt }, read),
    fd_pread: (fd: number, at: number, count: number, offset: bigint, doneAt: number) =>
      transfer(fd, { at, count, doneAt }, read, offset),
    fd_write: (fd: number, at: number, count: number, doneAt: number) =>
      transfer(fd, { at, count, doneAt }, write),
    fd_pwrite: (fd: number, at: number, count: number, offset: bigint, doneAt: number) =>
      transfer(fd, { at, count, doneAt }, write, offset),
  };
}

/** The buffers of a call. Throws a RangeError if a buffer lies outside the memory. */
function readBuffers(memory: WebAssembly.Memory, at: number, count: number): Uint8Array[] {
  const entries = new DataView(memory.buffer, at, count * BUFFER_ENTRY_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const start = entries.getUint32(i * BUFFER_ENTRY_BYTES, true);
    const length = entries.getUint32(i * BUFFER_ENTRY_BYTES + 4, true);
    return new Uint8Array(memory.buffer, length === 0 ? 0 : start, length);
  });
}

function moveAll(
  descriptor: Fd,
  buffers: readonly Uint8Array[],
  move: Move,
  offset: bigint | undefined,
): Moved {
  let total = 0;
  for (const buffer of buffers) {
    const { ret, count } = move(
      descriptor,
      buffer,
      offset === undefined ? undefined : offset + BigInt(total),
    );
    total += count;
    if (ret !== wasi.ERRNO_SUCCESS) return { ret, count: total };
    if (count < buffer.length) break;
  }
  return { ret: wasi.ERRNO_SUCCESS, count: total };
}

const read: Move = (descriptor, buffer, offset) => {
  if (descriptor instanceof OpenMemoryFile) return descriptor.readInto(buffer, offset);
  const size = Math.min(buffer.length, PIECE_BYTES);
  const { ret, data } = offset === undefined ? descriptor.fd_read(size) : descriptor.fd_pread(size, offset);
  buffer.set(data);
  return { ret, count: data.length };
};

const write: Move = (descriptor, buffer, offset) => {
  if (descriptor instanceof OpenMemoryFile) return descriptor.writeFrom(buffer, offset);
  let count = 0;
  do {
    // The bytes are copied, because streams retain what they receive while the program continues to write to its
    // memory.
    const piece = buffer.slice(count, count + PIECE_BYTES);
    const { ret, nwritten } =
      offset === undefined ? descriptor.fd_write(piece) : descriptor.fd_pwrite(piece, offset);
    count += nwritten;
    if (ret !== wasi.ERRNO_SUCCESS || nwritten < piece.length) return { ret, count };
  } while (count < buffer.length);
  return { ret: wasi.ERRNO_SUCCESS, count };
};
