// Sends output from the worker to the page in messages if the two cannot share memory. The worker is busy until the
// program exits and cannot receive messages, so it must pace its output. Small amounts of output are sent immediately.
// Endless output is batched and throttled: the program has to wait so that the page is never flooded. Nothing is lost
// or reordered. Once output exceeds a readable amount, the rate drops, because the memory that a browser holds for
// messages in transit grows with the bytes per second.
import type { ChannelName } from './output-ring.ts';

/** Number of bytes that are sent immediately. */
const BURST_BYTES = 2 * 1024 * 1024;
/** Maximum rate once BURST_BYTES have been sent. */
const BYTES_PER_MS = (4 * 1024 * 1024) / 1000;
/** Number of bytes after which the rate drops. */
const READABLE_BYTES = 8 * 1024 * 1024;
const LATER_BYTES_PER_MS = (1.5 * 1024 * 1024) / 1000;
const BURST_MESSAGES = 500;
const MESSAGES_PER_MS = 0.1;
/** Maximum size of a message. */
const LARGEST_MESSAGE = 64 * 1024;
/** Maximum time for which output is held in a batch. */
const LONGEST_KEPT_MS = 25;

/** A pacer's clock, with its wait function. */
export interface PacerClock {
  now(): number;
  wait(durationMs: number): void;
}

export class OutputPacer {
  readonly #post: (stream: ChannelName, bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #clock: PacerClock;
  #gathered = new Uint8Array(LARGEST_MESSAGE);
  #length = 0;
  #stream: ChannelName = 'stdout';
  #bytesLeft = BURST_BYTES;
  #sentBytes = 0;
  #messagesLeft = BURST_MESSAGES;
  #checkedMs: number;
  #postedMs: number;

  /** @param post sends a message; the message owns its bytes, so they may be transferred */
  constructor(post: (stream: ChannelName, bytes: Uint8Array<ArrayBuffer>) => void, clock: PacerClock) {
    this.#post = post;
    this.#clock = clock;
    this.#checkedMs = clock.now();
    this.#postedMs = this.#checkedMs;
  }

  write(stream: ChannelName, bytes: Uint8Array): void {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + LARGEST_MESSAGE - this.#length);
      this.#gathered.set(piece, this.#length);
      this.#length += piece.length;
      at += piece.length;
      if (this.#length === LARGEST_MESSAGE) this.flush();
    }
    this.#earn();
    if (this.#messagesLeft >= 1 || this.#checkedMs - this.#postedMs >= LONGEST_KEPT_MS) this.flush();
  }

  /** Sends buffered output. Called before the program blocks and when it exits. */
  flush(): void {
    if (this.#length === 0) return;
    const bytes = this.#gathered.slice(0, this.#length);
    this.#length = 0;
    this.#earn();
    if (bytes.length > this.#bytesLeft) {
      this.#clock.wait((bytes.length - this.#bytesLeft) / this.#bytesPerMs);
      this.#earn();
    }
    this.#bytesLeft -= bytes.length;
    this.#sentBytes += bytes.length;
    this.#messagesLeft = Math.max(0, this.#messagesLeft - 1);
    this.#postedMs = this.#checkedMs;
    this.#post(this.#stream, bytes);
  }

  get #bytesPerMs(): number {
    return this.#sentBytes < READABLE_BYTES ? BYTES_PER_MS : LATER_BYTES_PER_MS;
  }

  #earn(): void {
    const nowMs = this.#clock.now();
    const passedMs = nowMs - this.#checkedMs;
    this.#checkedMs = nowMs;
    this.#bytesLeft = Math.min(BURST_BYTES, this.#bytesLeft + passedMs * this.#bytesPerMs);
    this.#messagesLeft = Math.min(BURST_MESSAGES, this.#messagesLeft + passedMs * MESSAGES_PER_MS);
  }
}
