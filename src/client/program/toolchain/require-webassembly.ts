// Checks that this page or worker may compile WebAssembly, before the compiler is downloaded.
import { HazeError } from '../../../errors/haze-error.ts';

/** The smallest module: magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Tests whether a content security policy forbids WebAssembly. */
function isWebAssemblyBlocked(): boolean {
  if (typeof WebAssembly !== 'object') return false;
  try {
    new WebAssembly.Module(EMPTY_MODULE);
    return false;
  } catch {
    return true;
  }
}

/** @throws HazeError `webassembly-blocked` */
export function requireWebAssembly(): void {
  if (!isWebAssemblyBlocked()) return;
  throw new HazeError(
    'webassembly-blocked',
    "The content security policy of this page forbids WebAssembly, which builds and runs programs here. Its author can allow it by adding 'wasm-unsafe-eval' to script-src.",
  );
}
