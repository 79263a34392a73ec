// Compiles the C compiler's own WebAssembly module. By default, Node's engine optimises frequently called functions at
// run time. The compiler is large but has few such functions, so optimising costs more than it saves. Optimising takes
// half the CPU time of a first C++ build without making later builds any faster (bench/toolchain/tiers.ts).
import { setFlagsFromString } from 'node:v8';

/**
 * Number of bytecode bytes that a function runs before V8 optimises it; this is the default in all supported versions
 * of Node.
 */
const USUAL_BUDGET = 1_800_000;
/** Largest value that the flag allows. */
const ENDLESS_BUDGET = 2_000_000_000;

/** Lets the engine optimise all later modules as usual, for workers that run programs. */
export function optimiseAsUsual(): void {
  setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`);
}

/**
 * A module whose functions keep their baseline code, without tier-up. Blocks the thread for a few hundred
 * milliseconds.
 */
export async function compileTools(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  // The engine reads the flag when it creates a module. The flag applies to the whole process, so no other work may run
  // in between.
  setFlagsFromString(`--wasm-tiering-budget=${ENDLESS_BUDGET}`);
  // Validates functions lazily, because most are never called; this saves a tenth of the time that a first C build
  // takes.
  setFlagsFromString('--wasm-lazy-validation');
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation');
    optimiseAsUsual();
  }
}
