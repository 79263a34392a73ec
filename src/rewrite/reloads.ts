// Loads whose value a slow path can fetch again instead of having it kept for the case: nothing wrote to memory since, and
// the address is made of locals that still hold what they held. It spares a register on the fast path.

import type { ByteWriter } from './byte-writer.ts';
import type { InstructionList } from './instruction-list.ts';

const LOCAL_GET = 0x20;
const LOCAL_TEE = 0x22;
const F32_LOAD = 0x2a;
const F64_LOAD = 0x2b;
const I32_CONST = 0x41;
const I32_ADD = 0x6a;

/** Tells whether an opcode reads a local that it does not change otherwise. */
function readsLocal(opcode: number | undefined): boolean {
  return opcode === LOCAL_GET || opcode === LOCAL_TEE;
}

/**
 * First instruction of a load at `at` with a simple address (a local, a constant, or the sum of a local and one of both);
 * -1 when it is no such load.
 */
export function reloadStart(list: InstructionList, at: number): number {
  const { opcodes } = list;
  if (opcodes[at] !== F64_LOAD && opcodes[at] !== F32_LOAD) return -1;
  const last = opcodes[at - 1];
  if (readsLocal(last) || last === I32_CONST) return at - 1;
  if (last !== I32_ADD || at < 3 || !readsLocal(opcodes[at - 3])) return -1;
  return opcodes[at - 2] === I32_CONST || opcodes[at - 2] === LOCAL_GET ? at - 3 : -1;
}

/** Tells whether every local of the address was last set before the load, given when locals were last set. */
export function addressStands(
  list: InstructionList,
  start: number,
  at: number,
  lastSets: Int32Array,
): boolean {
  for (let part = start; part < at; part++) {
    if (readsLocal(list.opcodes[part]) && lastSets[list.immediates[part]!]! >= at) return false;
    // A tee inside of the address sets a local that an earlier part may have read.
    if (part > start && list.opcodes[part] === LOCAL_TEE) return false;
  }
  return true;
}

/** Writes the load at `at` again, from its address on. */
export function writeReload(bytes: Uint8Array, list: InstructionList, at: number, code: ByteWriter): void {
  for (let part = reloadStart(list, at); part <= at; part++) {
    if (list.opcodes[part] === LOCAL_TEE) {
      code.byte(LOCAL_GET);
      code.u32(list.immediates[part]!);
    } else code.copy(bytes, list.starts[part]!, list.starts[part + 1]!);
  }
}

/** Tells whether an instruction may change linear memory, or calls what may. */
export function mayWriteMemory(opcode: number): boolean {
  const store = opcode >= 0x36 && opcode <= 0x3e;
  const call = opcode >= 0x10 && opcode <= 0x13;
  return store || call || opcode === 0x40 || (opcode >= 0x108 && opcode <= 0x10b);
}
