// Reads the operands of constant instructions.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from './instruction-list.ts';
import type { ModuleInfo } from './module-info.ts';

/** The unsigned integer that instruction `at` pushes. */
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

/** Length of `v128.const` without its 16 bytes: prefix and opcode. */
const VECTOR_HEAD = 2;

/** The 64 bits in each half of a `v128.const`; undefined if the halves differ. */
export function maybeLanesOf({ bytes }: ModuleInfo, list: InstructionList, at: number): bigint | undefined {
  const start = list.starts[at]! + VECTOR_HEAD;
  let value = 0n;
  for (let i = 7; i >= 0; i--) {
    if (bytes[start + i] !== bytes[start + i + 8]) return undefined;
    value = (value << 8n) | BigInt(bytes[start + i]!);
  }
  return value;
}
