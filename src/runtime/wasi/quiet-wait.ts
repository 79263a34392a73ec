// Waits in a worker without using CPU time.

let word: Int32Array | undefined;

/** Waits for the given duration. Only for workers, because pages must not block. */
export function waitQuietly(durationMs: number): void {
  // Creates a shared word that no thread ever notifies. A page that is not cross-origin isolated cannot construct a
  // SharedArrayBuffer, but may still share a WebAssembly memory with itself.
  word ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  if (durationMs > 0) Atomics.wait(word, 0, 0, durationMs);
}
