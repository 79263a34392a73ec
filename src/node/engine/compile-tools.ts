// Compiles the compiler itself, which is a module like any other to Node's engine. The engine would optimise frequent
// functions at run time. The compiler is large, with few frequent functions, so this costs more than it saves: half of
// the processor time of a first build in C++, and later builds are not faster (bench/toolchain/tiers.ts).
import { setFlagsFromString } from 'node:v8';

/**
 * V8's own value, the same in all supported versions of Node: bytecode bytes of a function that run before it is
 * optimised.
 */
const USUAL_BUDGET = 1_800_000;
/** Largest value of the flag. */
const ENDLESS_BUDGET = 2_000_000_000;

/** Lets the engine optimise all later modules as usual. For workers that run programs. */
export function optimiseAsUsual(): void {
  setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`);
}

/** A module whose functions keep their first machine code. Blocks the thread for some hundred milliseconds. */
export async function compileTools(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  // A module gets the flag's value at its creation. The flag belongs to the whole process, so no other work may run in
  // between.
  setFlagsFromString(`--wasm-tiering-budget=${ENDLESS_BUDGET}`);
  // Skips the validation of functions, most of which are never called: a tenth of the time of a first build in C.
  setFlagsFromString('--wasm-lazy-validation');
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation');
    optimiseAsUsual();
  }
}
