// Terminates the program from within one of its calls. An ordinary JavaScript exception would run the program's
// destructors and could be caught by its `catch (...)`. No program can catch a WebAssembly trap, so this function traps
// on purpose.
import { instantiate } from '../../uxhw/instantiate.ts';

// (module (func (export "trap") unreachable))
const TRAP_MODULE = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    [0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
    [0x03, 0x02, 0x01, 0x00],
    [0x07, 0x08, 0x01, 0x04, 0x74, 0x72, 0x61, 0x70, 0x00, 0x00],
    [0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
  ].flat(),
);

/** Creates a function that never returns but raises a trap that compiled code cannot catch. */
export function createTrap(): () => never {
  const instance = instantiate(new WebAssembly.Module(TRAP_MODULE));
  return instance.exports.trap as () => never;
}
