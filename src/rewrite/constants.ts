// Reads the operands of `i32.const` and `i64.const`.
import type { InstructionList } from './instruction-list.ts';
import type { ModuleInfo } from './module-info.ts';
import * as op from './opcode-names.ts';

/** The integer that instruction `at` pushes, without sign. */
export function constantOf({ bytes }: ModuleInfo, list: InstructionList, at: number): bigint {
  let value = 0n;
  let shift = 0n;
  for (let i = list.starts[at]! + 1; i < list.starts[at + 1]!; i++) {
    value |= BigInt(bytes[i]! & 0x7f) << shift;
    shift += 7n;
    if (bytes[i]! < 0x80 && (bytes[i]! & 0x40) !== 0) value -= 1n << shift;
  }
  return BigInt.asUintN(list.opcodes[at] === op.I64_CONST ? 64 : 32, value);
}
