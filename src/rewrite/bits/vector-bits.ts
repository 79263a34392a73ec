// The compiler manipulates the signs of vector lanes through their bits. It clears signs with `v128.and` and a mask of
// all bits except the sign, copies signs with `v128.or`, and compares absolute values with the bits of infinity. A box
// has different bits from its number, so Haze replaces these instructions with its own. They have the same effect on
// plain numbers and leave integers unchanged. For single numbers, see computed-bits.ts.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { ABS_BY_BITS, COPYSIGN_BY_BITS, PARTICLE_BITS } from '../encoding/vector-opcodes.ts';
import { hookName } from '../hooks/hooks.ts';
import { type FloatShape, VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { type ModuleInfo, maybeExportedFunction } from '../reading/module-info.ts';

const COMPARISON = /^i(32x4|64x2)\.(eq|ne|lt_s|gt_s|le_s|ge_s|lt_u|gt_u|le_u|ge_u)$/;
const LANE_BYTES = { f32x4: 4, f64x2: 8 } as const;
const SHAPES = ['f32x4', 'f64x2'] as const;
/** Length of `v128.const` without its 16 bytes: prefix and opcode. */
const CONSTANT_HEAD = 2;

/** Replaces instructions that manipulate signs through bits with Haze's own. */
export function markVectorBits(info: ModuleInfo, list: InstructionList): void {
  for (let at = 0; at + 1 < list.count; at++) {
    if (list.opcodes[at] !== op.V128_CONST || list.opcodes[at + 1] !== op.V128_AND) continue;
    const shape = SHAPES.find((one) => isSplat(info, list, at, one, 0x7f, 0xff));
    if (!shape) continue;
    const isCompared =
      list.opcodes[at + 2] === op.V128_CONST && COMPARISON.test(OPCODES[list.opcodes[at + 3]!]?.name ?? '');
    if (isCompared && !hasParticleBits(info, shape)) continue;
    list.opcodes[at + 1] = isCompared ? PARTICLE_BITS[shape] : ABS_BY_BITS[shape];
    if (!isCompared) markCopysign(info, list, at + 2, shape);
  }
}

function hasParticleBits(info: ModuleInfo, shape: FloatShape): boolean {
  const scalar = VECTOR_HOOKS[PARTICLE_BITS[shape]]!.scalar;
  return maybeExportedFunction(info, hookName(scalar)) !== undefined;
}

/**
 * Finds code that applies the sign of another vector to a vector whose own sign has just been cleared, and replaces the
 * last instruction.
 */
function markCopysign(info: ModuleInfo, list: InstructionList, from: number, shape: FloatShape): void {
  for (let at = from; at + 2 < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (opcode === op.V128_CONST && isSplat(info, list, at, shape, 0x80, 0x00)) {
      if (list.opcodes[at + 1] === op.V128_AND && list.opcodes[at + 2] === op.V128_OR)
        list.opcodes[at + 2] = COPYSIGN_BY_BITS[shape];
      return;
    }
    const isAddress = opcode >= op.LOCAL_GET && opcode <= op.LOCAL_TEE;
    if (!isAddress && opcode !== op.I32_CONST && opcode !== op.I32_ADD && opcode !== op.V128_LOAD) return;
  }
}

/** Tests whether every lane of a constant has this highest byte and `rest` in all other bytes. */
function isSplat(
  info: ModuleInfo,
  list: InstructionList,
  at: number,
  shape: FloatShape,
  highest: number,
  rest: number,
): boolean {
  const start = list.starts[at]! + CONSTANT_HEAD;
  const size = LANE_BYTES[shape];
  for (let i = 0; i < 16; i++)
    if (info.bytes[start + i] !== (i % size === size - 1 ? highest : rest)) return false;
  return true;
}
