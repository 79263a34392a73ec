// How a server and the process of a task speak: pieces with a kind and a length. Messages are what V8 makes of them; output
// goes as it is. A process that is hostile may send what it likes, so lengths are bounded, and kinds are checked.
import { Buffer } from 'node:buffer';
import { deserialize, serialize } from 'node:v8';

export type Frame =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array };

const MESSAGE = 0;
const STDOUT = 1;
const STDERR = 2;
const HEADER_BYTES = 5;
/** Files of a program and the draws of a traced run come in one message. */
const LARGEST_BYTES = 2 ** 31 - 1;

/** A message as bytes: values that can be cloned, without modules and shared memory. */
export function encodeMessage(message: unknown): Uint8Array {
  const body = serialize(message);
  return Buffer.concat([header(MESSAGE, body.length), body]);
}

/** A piece of output as bytes. */
export function encodeOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): Uint8Array {
  return Buffer.concat([header(stream === 'stdout' ? STDOUT : STDERR, bytes.length), bytes]);
}

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

/** Puts frames together from what comes over a pipe. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  #pieces: Buffer[] = [];
  #length = 0;
  /** So many bytes make up what is looked for next. */
  #wanted = HEADER_BYTES;

  constructor(take: (frame: Frame) => void) {
    this.#take = take;
  }

  /** @throws Error when what comes is no frame */
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
    let at = 0;
    for (;;) {
      this.#wanted = HEADER_BYTES;
      if (all.length - at < HEADER_BYTES) return all.subarray(at);
      const kind = all.readUInt8(at);
      const length = all.readUInt32LE(at + 1);
      if (kind > STDERR || length > LARGEST_BYTES) throw new Error('it sent what is no message');
      this.#wanted = HEADER_BYTES + length;
      if (all.length - at < this.#wanted) return all.subarray(at);
      const body = all.subarray(at + HEADER_BYTES, at + this.#wanted);
      at += this.#wanted;
      this.#take(decode(kind, body));
    }
  }
}

function decode(kind: number, body: Buffer): Frame {
  // Output is kept for longer than the piece that it came in.
  if (kind === MESSAGE) return { kind: 'message', message: deserialize(body) };
  return { kind: 'output', stream: kind === STDOUT ? 'stdout' : 'stderr', bytes: new Uint8Array(body) };
}
