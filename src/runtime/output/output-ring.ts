// Sends output from the worker to the page through shared memory. A million printed lines take only a few messages, and
// the output of a killed program can still be read. There is one writer and one reader. An entry is a word (stream and
// length) followed by the bytes. If the ring is full, the program waits until the page has read some of it.

export type StreamName = 'stdout' | 'stderr';

/** Channels for the two streams and for the errors of answers. Each error precedes the text of its answer. */
const CHANNELS = ['stdout', 'stderr', 'answers'] as const;
export type ChannelName = (typeof CHANNELS)[number];

const WRITTEN = 0; // number of bytes written since the start, modulo 2^32
const READ = 1; // number of bytes read since the start, modulo 2^32
const AWAKE = 2; // 1 while the reader knows that there is output to read
const HEADER_BYTES = 16;
const ENTRY_BYTES = 4;
/** An entry's word holds the length, with the channel in the upper bits. */
const CHANNEL_SHIFT = 24;

/** Capacity of a ring, in bytes. */
const CAPACITY = 1 << 20;
const LARGEST_ENTRY = CAPACITY >> 2;

/** Tests whether workers may share memory, as in Node and in isolated pages. */
export function mayShareMemory(): boolean {
  return (
    typeof SharedArrayBuffer === 'function' &&
    ((globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated ?? true)
  );
}

/** Memory for a ring; undefined if pages may not share memory. */
export function maybeAllocateRing(): SharedArrayBuffer | undefined {
  return mayShareMemory() ? new SharedArrayBuffer(HEADER_BYTES + CAPACITY) : undefined;
}

/** The writer's end, in the worker. */
export class OutputRingWriter {
  readonly #header: Int32Array;
  readonly #data: Uint8Array;
  readonly #wake: () => void;

  /** @param wake wakes the reader, which may be asleep, when there is output */
  constructor(buffer: SharedArrayBuffer, wake: () => void) {
    this.#header = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.#data = new Uint8Array(buffer, HEADER_BYTES);
    this.#wake = wake;
  }

  write(channel: ChannelName, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += LARGEST_ENTRY) {
      this.#writeEntry(channel, bytes.subarray(at, at + LARGEST_ENTRY));
    }
  }

  #writeEntry(channel: ChannelName, bytes: Uint8Array): void {
    this.#waitForRoom(ENTRY_BYTES + bytes.length);
    const at = Atomics.load(this.#header, WRITTEN) >>> 0;
    const word = bytes.length | (CHANNELS.indexOf(channel) << CHANNEL_SHIFT);
    copyIn(this.#data, at, Uint8Array.of(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24));
    copyIn(this.#data, at + ENTRY_BYTES, bytes);
    Atomics.store(this.#header, WRITTEN, (at + ENTRY_BYTES + bytes.length) | 0);
    if (Atomics.exchange(this.#header, AWAKE, 1) === 0) this.#wake();
  }

  #waitForRoom(size: number): void {
    for (;;) {
      const read = Atomics.load(this.#header, READ);
      const used = (Atomics.load(this.#header, WRITTEN) - read) >>> 0;
      if (CAPACITY - used >= size) return;
      Atomics.wait(this.#header, READ, read);
    }
  }
}

/** The reader's end, in the page. */
export class OutputRingReader {
  readonly #header: Int32Array;
  readonly #data: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.#data = new Uint8Array(buffer, HEADER_BYTES);
  }

  /** Passes on all available entries, joining adjacent pieces of the same channel. */
  drain(take: (channel: ChannelName, bytes: Uint8Array) => void): void {
    // Set before reading, so that later writes wake the reader again.
    Atomics.store(this.#header, AWAKE, 0);
    const end = Atomics.load(this.#header, WRITTEN) >>> 0;
    let at = Atomics.load(this.#header, READ) >>> 0;
    const pieces: [ChannelName, Uint8Array][] = [];
    while (at !== end) {
      const { channel, until, sizeBytes } = this.#measurePiece(at, end);
      pieces.push([channel, this.#copyPiece(at, until, sizeBytes)]);
      at = until;
    }
    Atomics.store(this.#header, READ, at | 0);
    Atomics.notify(this.#header, READ);
    for (const [channel, bytes] of pieces) take(channel, bytes);
  }

  /** Measures the leading entries of one channel: their end, and their size in bytes. */
  #measurePiece(start: number, end: number): { channel: ChannelName; until: number; sizeBytes: number } {
    const channel = channelOf(this.#wordAt(start));
    let [until, sizeBytes] = [start, 0];
    while (until !== end) {
      const word = this.#wordAt(until);
      if (channelOf(word) !== channel) break;
      sizeBytes += lengthOf(word);
      until = (until + ENTRY_BYTES + lengthOf(word)) >>> 0;
    }
    return { channel, until, sizeBytes };
  }

  // Copies the bytes only once, because output can be megabytes and memory not yet collected counts against the page.
  #copyPiece(start: number, until: number, sizeBytes: number): Uint8Array {
    const bytes = new Uint8Array(sizeBytes);
    let filled = 0;
    for (let at = start; at !== until; ) {
      const length = lengthOf(this.#wordAt(at));
      copyOut(this.#data, (at + ENTRY_BYTES) >>> 0, bytes.subarray(filled, filled + length));
      filled += length;
      at = (at + ENTRY_BYTES + length) >>> 0;
    }
    return bytes;
  }

  #wordAt(at: number): number {
    const byte = (index: number) => this.#data[(at + index) & (CAPACITY - 1)]!;
    return (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0;
  }
}

function channelOf(word: number): ChannelName {
  return CHANNELS[word >>> CHANNEL_SHIFT]!;
}

function lengthOf(word: number): number {
  return word & ((1 << CHANNEL_SHIFT) - 1);
}

function copyIn(data: Uint8Array, at: number, bytes: Uint8Array): void {
  const start = at & (CAPACITY - 1);
  const first = Math.min(bytes.length, CAPACITY - start);
  data.set(bytes.subarray(0, first), start);
  if (first < bytes.length) data.set(bytes.subarray(first), 0);
}

function copyOut(data: Uint8Array, at: number, bytes: Uint8Array): void {
  const start = at & (CAPACITY - 1);
  const first = Math.min(bytes.length, CAPACITY - start);
  bytes.set(data.subarray(start, start + first));
  if (first < bytes.length) bytes.set(data.subarray(0, bytes.length - first), first);
}
