// Writes comparisons and digits of integers that may be the bits of boxes. The guest decides which are, and computes
// with the particles' bits (wasm/guest/sort-keys.c).
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf, PARTICLE_DIGITS, PARTICLE_ORDER_32, PARTICLE_ORDER_64 } from '../encoding/opcodes.ts';
import { I32, I64 } from '../reading/module-info.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';

const I32_OR = opcodeOf('i32.or');
const I64_OR = opcodeOf('i64.or');
const I64_SHR_U = opcodeOf('i64.shr_u');
const I32_WRAP_I64 = opcodeOf('i32.wrap_i64');
const I32_SHL = opcodeOf('i32.shl');
const I32_GE_U = opcodeOf('i32.ge_u');
/** Upper bits of a float's box, which a double's box shares (wasm/guest/box.h). */
const TAG_32 = 0x7fe00000;
/** Numbers of the operations in the guest's code. */
const OPERATIONS = ['lt_s', 'lt_u', 'gt_s', 'gt_u', 'le_s', 'le_u', 'ge_s', 'ge_u'].flatMap((name) => [
  opcodeOf(`i32.${name}`),
  opcodeOf(`i64.${name}`),
]);
const SUBTRACTION = 8;
const EQUALITIES = new Map([
  [opcodeOf('i32.eq'), 10],
  [opcodeOf('i32.ne'), 12],
]);
/** Flag of an integer that the function prints. */
const PRINTED = 1 << 31;
/** Number of bits for the operation. */
const OPERATION_BITS = 4;

/** Tests whether the integer on the stack or its upper half has the tag of a float's box, regardless of the sign. */
function writeTagTest({ code }: SlowPathWriter, type: number): void {
  if (type === I64) {
    code.constant(op.I64_CONST, 32);
    code.byte(I64_SHR_U);
    code.byte(I32_WRAP_I64);
  }
  code.constant(op.I32_CONST, 1);
  code.byte(I32_SHL);
  code.constant(op.I32_CONST, TAG_32 << 1);
  code.byte(I32_GE_U);
}

/** Writes a comparison or subtraction of the two integers on the stack, in the function `place`. */
export function writeOrder(slow: SlowPathWriter, type: number, opcode: number, place: number): void {
  const { code } = slow;
  const first = slow.locals.scratchOf(type, SCRATCH.ordered);
  const second = slow.locals.scratchOf(type, SCRATCH.ordered + 1);
  const push = () => {
    slow.local(op.LOCAL_GET, first);
    slow.local(op.LOCAL_GET, second);
  };
  const operation =
    EQUALITIES.get(opcode) ?? (opcode === op.I32_SUB ? SUBTRACTION : OPERATIONS.indexOf(opcode) >> 1);
  slow.local(op.LOCAL_SET, second);
  slow.local(op.LOCAL_TEE, first);
  slow.local(op.LOCAL_GET, second);
  code.byte(type === I64 ? I64_OR : I32_OR);
  writeTagTest(slow, type);
  slow.openUnlikely(I32);
  push();
  code.constant(op.I32_CONST, (place << OPERATION_BITS) | operation);
  slow.callHookOf(type === I64 ? PARTICLE_ORDER_64 : PARTICLE_ORDER_32);
  code.byte(op.ELSE);
  push();
  code.byte(opcode);
  code.byte(op.END);
}

/** Replaces the integer on the stack with bits from which the function `place` uses a digit, or which it prints. */
export function writeDigits(slow: SlowPathWriter, place: number, isShown: boolean): void {
  const copy = slow.locals.scratchOf(I32, SCRATCH.bits);
  slow.local(op.LOCAL_TEE, copy);
  writeTagTest(slow, I32);
  slow.openUnlikely(I32);
  slow.local(op.LOCAL_GET, copy);
  slow.code.constant(op.I32_CONST, isShown ? place | PRINTED : place);
  slow.callHookOf(PARTICLE_DIGITS);
  slow.code.byte(op.ELSE);
  slow.local(op.LOCAL_GET, copy);
  slow.code.byte(op.END);
}
