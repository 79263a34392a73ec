// Writes the code that safepoints need. It stores possible boxes on the C stack, where a collector that scans linear
// memory finds them: around calls that may reach a safepoint, and at loops and function entries that are safepoints.
// While no record exists, this code costs one predictable branch.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { VECTOR_PAGE } from '../encoding/vector-opcodes.ts';
import type { SafepointContract } from '../planning/safepoints.ts';
import { F32, F64, I32, I64, V128 } from '../reading/module-info.ts';

/** Store instruction for each value type, as its opcode bytes and its alignment as a base-2 logarithm. */
const STORES: Readonly<Record<number, { readonly opcode: readonly number[]; readonly alignment: number }>> = {
  [I32]: { opcode: [op.I32_STORE], alignment: 2 },
  [I64]: { opcode: [op.I64_STORE], alignment: 3 },
  [F32]: { opcode: [op.F32_STORE], alignment: 2 },
  [F64]: { opcode: [op.F64_STORE], alignment: 3 },
  [V128]: { opcode: [op.PREFIXES.SIMD, op.V128_STORE - VECTOR_PAGE], alignment: 4 },
};

export interface Root {
  readonly local: number;
  readonly type: number;
}

function sizeOf(type: number): number {
  return 1 << STORES[type]!.alignment;
}

/** Pushes a 32-bit word of linear memory. */
export function writeLoadWord(code: ByteWriter, address: number): void {
  code.constant(op.I32_CONST, 0);
  code.instruction(op.I32_LOAD, 2, address);
}

/** Sets a 32-bit word of linear memory to 0. */
export function writeStoreZero(code: ByteWriter, address: number): void {
  for (let n = 0; n < 2; n++) {
    code.constant(op.I32_CONST, 0);
  }
  code.instruction(op.I32_STORE, 2, address);
}

/** Size of the stack frame that holds `roots`, in bytes; the C stack stays aligned to 16. */
export function rootFrameSize(roots: readonly Root[]): number {
  const size = roots.reduce((sum, root) => sum + sizeOf(root.type), 0);
  return (size + 15) & ~15;
}

/** Moves the C stack pointer, a global, by `delta` bytes. */
export function writeMoveStack(code: ByteWriter, stackPointer: number, delta: number): void {
  code.instruction(op.GLOBAL_GET, stackPointer);
  code.constant(op.I32_CONST, delta);
  code.byte(op.I32_ADD);
  code.instruction(op.GLOBAL_SET, stackPointer);
}

/** Creates a frame on the C stack and stores `roots` in it, widest first, so that all are aligned. */
export function writeSaveRoots(code: ByteWriter, contract: SafepointContract, roots: readonly Root[]): void {
  writeMoveStack(code, contract.stackPointer, -rootFrameSize(roots));
  let offset = 0;
  for (const { local, type } of roots.toSorted((a, b) => sizeOf(b.type) - sizeOf(a.type))) {
    code.instruction(op.GLOBAL_GET, contract.stackPointer);
    code.instruction(op.LOCAL_GET, local);
    const { opcode, alignment } = STORES[type]!;
    for (const byte of opcode) code.byte(byte);
    code.u32(alignment);
    code.u32(offset);
    offset += sizeOf(type);
  }
}
