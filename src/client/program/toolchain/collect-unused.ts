// Triggers garbage collection in the engine. Each run of a tool leaves behind an instance of up to a hundred megabytes,
// which the engine retains until it needs memory. A worker that is waiting for the next build never needs memory, and a
// page cannot start a collection. Allocating buffers that are never touched uses no memory, yet triggers a collection.

/** Engines start a collection after a few tens of megabytes; some engines collect in steps. */
const BUFFER_BYTES = 64 * 2 ** 20;
const BUFFER_COUNT = 8;

/** Starts a collection, which takes a few milliseconds while the worker is idle. */
export function collectUnused(): void {
  try {
    for (let count = 0; count < BUFFER_COUNT; count += 1) new ArrayBuffer(BUFFER_BYTES);
  } catch {
    // If no memory is left for another buffer, the engine has already collected.
  }
}
