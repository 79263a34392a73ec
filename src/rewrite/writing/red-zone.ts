// Leaf functions may use up to 128 bytes below the C stack pointer without moving it: LLVM's "red zone". Hooks and
// the collector, which are called within such functions, would overwrite these bytes. Each such call therefore first
// moves the stack pointer below them.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { writeMoveStack } from './root-writer.ts';

/** Maximum size of LLVM's red zone, in bytes; a multiple of the stack's alignment. */
const RED_ZONE_BYTES = 128;

/** Tests whether a function has its frame below the stack pointer: it reads the pointer but never sets it. */
export function usesRedZone(list: InstructionList, stackPointer: number): boolean {
  let reads = false;
  for (let at = 0; at < list.count; at++) {
    if (list.immediates[at] !== stackPointer) continue;
    if (list.opcodes[at] === op.GLOBAL_SET) return false;
    if (list.opcodes[at] === op.GLOBAL_GET) reads = true;
  }
  return reads;
}

/**
 * Writes a call through `write`, with the stack pointer below the red zone. `stackPointer` is undefined if the module
 * has no stack pointer.
 */
export function writeBelowRedZone(
  code: ByteWriter,
  stackPointer: number | undefined,
  write: () => void,
): void {
  if (stackPointer !== undefined) writeMoveStack(code, stackPointer, -RED_ZONE_BYTES);
  write();
  if (stackPointer !== undefined) writeMoveStack(code, stackPointer, RED_ZONE_BYTES);
}
