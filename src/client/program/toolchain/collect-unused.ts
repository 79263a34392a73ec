// Makes the engine collect garbage. Each run of a tool leaves an instance with up to a hundred megabytes, which the
// engine keeps until it needs memory. In a worker that waits for the next build, it never does. No page can start a
// collection. Buffers that nobody touches use no memory, yet count.

/** Engines collect after some tens of megabytes, and some do so in steps. */
const BUFFER_BYTES = 64 * 2 ** 20;
const BUFFER_COUNT = 8;

/** Takes some milliseconds, while nothing else is to be done. */
export function collectUnused(): void {
  try {
    for (let count = 0; count < BUFFER_COUNT; count += 1) new ArrayBuffer(BUFFER_BYTES);
  } catch {
    // There is no room for another buffer: the engine has collected.
  }
}
