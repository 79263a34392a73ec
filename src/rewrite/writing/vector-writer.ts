// Writes the code that vector instructions need: tests for NaN in any lane, and slow paths that call the hook of the
// scalar instruction for each lane.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf } from '../encoding/opcodes.ts';
import { OPERANDS } from '../hooks/instruction-shapes.ts';
import { VECTOR_HOOKS, type VectorHook } from '../hooks/vector-hooks.ts';
import { V128 } from '../reading/module-info.ts';
import { type ExtraLocals, SCRATCH } from './temporaries.ts';

const NOT_EQUAL = { f32x4: opcodeOf('f32x4.ne'), f64x2: opcodeOf('f64x2.ne') } as const;
/** Extracts one bit per lane, because engines need fewer instructions to test these bits than all 128. */
const BITMASK = { f32x4: opcodeOf('i32x4.bitmask'), f64x2: opcodeOf('i64x2.bitmask') } as const;
const EXTEND = opcodeOf('i64.extend_i32_u');
const SPLAT = opcodeOf('i32x4.splat');

/** Destination of written instructions, and the locals that they may use. */
export interface InstructionWriter {
  readonly code: ByteWriter;
  readonly locals: ExtraLocals;
  local(opcode: number, index: number): void;
  instruction(opcode: number): void;
}

/** Combines the results of a slow path; its operands are on the stack. */
export function writeVectorHook(
  slow: InstructionWriter,
  opcode: number,
  callHook: (scalar: number) => void,
): void {
  const hook = VECTOR_HOOKS[opcode]!;
  const { code, locals } = slow;
  const operands = OPERANDS[opcode]!.map((_, i) => locals.scratchOf(V128, SCRATCH.operands + i));
  for (const operand of operands.toReversed()) slow.local(op.LOCAL_SET, operand);
  writeZero(slow);
  for (let lane = 0; lane < hook.laneCount; lane++) {
    writeAnswer(slow, hook, operands, lane, callHook);
    slow.instruction(opcodeOf(`${hook.to}.replace_lane`));
    code.byte(lane);
  }
}

function writeZero(slow: InstructionWriter): void {
  slow.code.constant(op.I32_CONST, 0);
  slow.instruction(SPLAT);
}

function writeAnswer(
  slow: InstructionWriter,
  hook: VectorHook,
  operands: readonly number[],
  lane: number,
  callHook: (scalar: number) => void,
): void {
  const { code } = slow;
  const pushLane = (operand: number) => {
    slow.local(op.LOCAL_GET, operand);
    slow.instruction(opcodeOf(`${hook.from}.extract_lane`));
    code.byte(lane);
  };
  const taken = operands.slice(0, hook.operandCount);
  const isWide = hook.to === 'i64x2';
  switch (hook.answer) {
    case 'lane':
      for (const operand of taken) pushLane(operand);
      callHook(hook.scalar);
      return;
    case 'mask':
      // 0 − 1 has all bits set.
      code.constant(isWide ? op.I64_CONST : op.I32_CONST, 0);
      for (const operand of taken) pushLane(operand);
      callHook(hook.scalar);
      if (isWide) code.byte(EXTEND);
      code.byte(isWide ? op.I64_SUB : op.I32_SUB);
      return;
    case 'second':
      pushLane(operands[1]!);
      pushLane(operands[0]!);
      for (const operand of hook.isSwapped ? taken.toReversed() : taken) pushLane(operand);
      callHook(hook.scalar);
      code.byte(op.SELECT);
      return;
    case 'without-sign':
      // Changes the sign as the original instruction does; the next operand is the mask.
      pushLane(operands[0]!);
      callHook(hook.scalar);
      slow.local(op.LOCAL_GET, operands[1]!);
      slow.instruction(opcodeOf(`${hook.to}.extract_lane`));
      code.byte(lane);
      code.byte(isWide ? op.I64_AND : op.I32_AND);
  }
}

/** Tests whether any lane of several vectors is NaN; each of `pushes` pushes one vector. */
export function writeAnyLaneNan(
  slow: InstructionWriter,
  shape: VectorHook['from'],
  pushes: readonly (() => void)[],
): void {
  pushes.forEach((push, i) => {
    push();
    push();
    slow.instruction(NOT_EQUAL[shape]);
    if (i > 0) slow.instruction(op.V128_OR);
  });
  slow.instruction(BITMASK[shape]);
}
