// Has the engine look for what nobody uses any more. Each run of a tool leaves an instance whose memory, up to a hundred
// megabytes, is gone for us and stays with the engine until it looks, which it does when it is asked for memory: in a worker
// that waits for the next build, never. No page can tell it to look. Buffers that nobody touches take no memory, and count.

/** Engines look after some tens of megabytes, and some do so in steps. */
const BUFFER_BYTES = 64 * 2 ** 20;
const BUFFER_COUNT = 8;

/** Takes some milliseconds, while nothing else is to be done. */
export function collectUnused(): void {
  try {
    for (let count = 0; count < BUFFER_COUNT; count += 1) new ArrayBuffer(BUFFER_BYTES);
  } catch {
    // There is no room for one of them: it has looked.
  }
}
