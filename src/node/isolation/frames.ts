// Frames between a server and a task's process: chunks with a kind and a length. A hostile process may send anything,
// so the reader checks a frame's size against the maximum for its kind before it stores a byte of it.
import { Buffer } from 'node:buffer';
import { decodeData, encodeData } from './plain-data.ts';

export type Frame =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array };

/** Bounds on what the other process may send. */
export interface FrameBounds {
  /** Maximum size of one message, in bytes. */
  readonly messageBytes: number;
  /** Maximum number of values in one message. */
  readonly messageValues: number;
}

const NO_BOUNDS: FrameBounds = {
  messageBytes: Number.POSITIVE_INFINITY,
  messageValues: Number.POSITIVE_INFINITY,
};

const MESSAGE = 0;
const STDOUT = 1;
const STDERR = 2;
const HEADER_BYTES = 5;
const MOST_OUTPUT_BYTES = 64 * 1024;

/** A message as bytes, in chunks: plain data, without modules or shared memory. */
export function encodeMessage(message: unknown): readonly Uint8Array[] {
  const body = encodeData(message);
  return [
    header(
      MESSAGE,
      body.reduce((sum, piece) => sum + piece.length, 0),
    ),
    ...body,
  ];
}

/** Output as bytes, in frames of at most 64 KiB. */
export function encodeOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): Uint8Array {
  const kind = stream === 'stdout' ? STDOUT : STDERR;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += MOST_OUTPUT_BYTES) {
    const piece = bytes.subarray(at, at + MOST_OUTPUT_BYTES);
    pieces.push(header(kind, piece.length), piece);
  }
  return Buffer.concat(pieces);
}

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

/** Assembles frames from the chunks read from a pipe. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  bounds: FrameBounds;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Length of the current frame or its header. */
  #wanted = HEADER_BYTES;

  constructor(take: (frame: Frame) => void, bounds = NO_BOUNDS) {
    this.#take = take;
    this.bounds = bounds;
  }

  /** @throws Error for malformed or oversized frames */
  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    while (this.#length >= this.#wanted) {
      const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
      const rest = this.#takeFrames(all);
      this.#pieces = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
    }
  }

  #takeFrames(all: Buffer): Buffer {
    // Frames of a single byte cost far more than their bytes, so output that arrives together is passed on together.
    const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
    const flush = () => {
      for (const stream of ['stdout', 'stderr'] as const) {
        const bytes = new Uint8Array(Buffer.concat(output[stream]));
        output[stream] = [];
        if (bytes.length > 0) this.#take({ kind: 'output', stream, bytes });
      }
    };
    let at = 0;
    for (;;) {
      this.#wanted = HEADER_BYTES;
      if (all.length - at < HEADER_BYTES) break;
      const kind = all.readUInt8(at);
      this.#wanted += this.#checkLength(kind, all.readUInt32LE(at + 1));
      if (all.length - at < this.#wanted) break;
      const body = all.subarray(at + HEADER_BYTES, at + this.#wanted);
      at += this.#wanted;
      if (kind !== MESSAGE) {
        output[kind === STDOUT ? 'stdout' : 'stderr'].push(body);
        continue;
      }
      flush();
      this.#take({ kind: 'message', message: decodeData(body, this.bounds.messageValues) });
    }
    flush();
    return all.subarray(at);
  }

  #checkLength(kind: number, length: number): number {
    const most = kind === MESSAGE ? this.bounds.messageBytes : MOST_OUTPUT_BYTES;
    if (kind > STDERR || length === 0) throw new Error('it sent an invalid message');
    if (length > most) throw new Error(`it sent a message of ${length} bytes; the maximum is ${most}`);
    return length;
  }
}
