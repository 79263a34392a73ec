// Loads that a slow path can repeat, so that no register has to hold the value on the fast path. Memory has not been
// written since the load, and the locals in the address are unchanged.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';

/** Tests whether an opcode reads a local, and at most assigns it the value on the stack. */
function readsLocal(opcode: number | undefined): boolean {
  return opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE;
}

/**
 * First instruction of a load at `at` with a simple address (a local, a constant, or the sum of a local and either);
 * -1 if the load has another form.
 */
export function reloadStart(list: InstructionList, at: number): number {
  const { opcodes } = list;
  if (opcodes[at] !== op.F64_LOAD && opcodes[at] !== op.F32_LOAD) return -1;
  const last = opcodes[at - 1];
  if (readsLocal(last) || last === op.I32_CONST) return at - 1;
  if (last !== op.I32_ADD || at < 3 || !readsLocal(opcodes[at - 3])) return -1;
  return opcodes[at - 2] === op.I32_CONST || opcodes[at - 2] === op.LOCAL_GET ? at - 3 : -1;
}

/**
 * Tests whether every local of the address was last set before the load, given the times at which locals were last
 * set.
 */
export function addressStands(
  list: InstructionList,
  start: number,
  at: number,
  lastSets: Int32Array,
): boolean {
  for (let part = start; part < at; part++) {
    if (readsLocal(list.opcodes[part]) && lastSets[list.immediates[part]!]! >= at) return false;
    // A tee within the address sets a local that an earlier part may have read.
    if (part > start && list.opcodes[part] === op.LOCAL_TEE) return false;
  }
  return true;
}

/** Writes the load at `at` again, including its address. */
export function writeReload(bytes: Uint8Array, list: InstructionList, at: number, code: ByteWriter): void {
  for (let part = reloadStart(list, at); part <= at; part++) {
    if (list.opcodes[part] === op.LOCAL_TEE) {
      code.instruction(op.LOCAL_GET, list.immediates[part]!);
    } else code.copy(bytes, list.starts[part]!, list.starts[part + 1]!);
  }
}

/**
 * Tests whether an instruction may write to linear memory, or call a function that does. Setting the stack pointer
 * may also free a frame whose memory later slow paths use.
 */
export function mayWriteMemory(opcode: number): boolean {
  const store =
    (opcode >= op.I32_STORE && opcode <= op.I64_STORE32) ||
    opcode === op.V128_STORE ||
    (opcode >= op.V128_STORE8_LANE && opcode <= op.V128_STORE64_LANE);
  const call = opcode >= op.CALL && opcode <= op.RETURN_CALL_INDIRECT;
  return (
    store ||
    call ||
    opcode === op.GLOBAL_SET ||
    opcode === op.MEMORY_GROW ||
    (opcode >= op.MEMORY_INIT && opcode <= op.MEMORY_FILL)
  );
}
