// The compiler makes tests of bits out of comparisons: `x != x || x == inf` becomes "the bits of x without the sign are at least
// those of infinity", which is true of every box. So where the bits of a floating-point value go at once to `and` with
// all ones but the sign, the guest is asked for the bits of what the box stands for. Bits that are only moved stay as they are.

import { HOOK_PREFIX } from './hooks.ts';
import type { InstructionList } from './instruction-list.ts';
import { type ModuleInfo, maybeExportedFunction } from './module-info.ts';
import * as op from './opcode-names.ts';
import { OPCODES, PARTICLE_BITS_F32, PARTICLE_BITS_F64 } from './opcodes.ts';

// i32.const 0x7fffffff and i64.const 0x7fffffffffffffff, as every encoder writes them.
const WITHOUT_SIGN_32 = [op.I32_CONST, 0xff, 0xff, 0xff, 0xff, 0x07];
const WITHOUT_SIGN_64 = [op.I64_CONST, ...new Array<number>(9).fill(0xff), 0x00];

/** Replaces such instructions by our own, where the guest has slow paths for them. */
export function markBitTests(info: ModuleInfo, list: InstructionList): void {
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (opcode !== op.I64_REINTERPRET_F64 && opcode !== op.I32_REINTERPRET_F32) continue;
    const wide = opcode === op.I64_REINTERPRET_F64;
    const constant = list.opcodes[at + 1] === op.LOCAL_TEE ? at + 2 : at + 1;
    if (list.opcodes[constant + 1] !== (wide ? op.I64_AND : op.I32_AND)) continue;
    if (!hasBytes(info, list, constant, wide ? WITHOUT_SIGN_64 : WITHOUT_SIGN_32)) continue;
    const own = wide ? PARTICLE_BITS_F64 : PARTICLE_BITS_F32;
    const hook = HOOK_PREFIX + OPCODES[own]!.name.replace('.', '_');
    if (maybeExportedFunction(info, hook) !== undefined) list.opcodes[at] = own;
  }
}

function hasBytes(info: ModuleInfo, list: InstructionList, at: number, bytes: readonly number[]): boolean {
  const start = list.starts[at]!;
  return (
    list.starts[at + 1]! - start === bytes.length && bytes.every((byte, i) => info.bytes[start + i] === byte)
  );
}
