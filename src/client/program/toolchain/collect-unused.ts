// Makes the engine collect garbage. Each run of a tool leaves an instance with up to a hundred megabytes, which the
// engine keeps until it needs memory. A worker that waits for the next build never needs memory, and no page can start
// a collection. Untouched buffers use no memory, yet trigger a collection.

/** Engines collect after some tens of megabytes, and some do so in steps. */
const BUFFER_BYTES = 64 * 2 ** 20;
const BUFFER_COUNT = 8;

/** Takes some milliseconds, while the worker is idle. */
export function collectUnused(): void {
  try {
    for (let count = 0; count < BUFFER_COUNT; count += 1) new ArrayBuffer(BUFFER_BYTES);
  } catch {
    // No memory for another buffer: the engine has collected.
  }
}
