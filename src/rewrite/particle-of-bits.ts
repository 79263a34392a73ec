// Puts the bits of the particle in the place of a box's own, where they lie on the stack as an integer.
import { I32, I64 } from './module-info.ts';
import * as op from './opcode-names.ts';
import { opcodeOf, PARTICLE_OF_BITS_32, PARTICLE_OF_BITS_64 } from './opcodes.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';

const I64_SHR_U = opcodeOf('i64.shr_u');
const I32_SHR_U = opcodeOf('i32.shr_u');
const I32_WRAP_I64 = opcodeOf('i32.wrap_i64');
const I32_EQ = opcodeOf('i32.eq');
/** What the top of a box is, without its sign, and how far down it lies (wasm/guest/box.h). */
const TAG_64 = { top: 0x7ffc, shift: 48 };
const TAG_32 = { top: 0x3ff, shift: 21 };
/** Scratch locals; others of lower numbers may be in use. */
const COPY = 0x500;

/** Tests the integer of this type on the stack for the tag of a box, and asks the guest where it has it. */
export function writeParticleOfBits(slow: SlowPathWriter, type: number): void {
  const { code } = slow;
  const isWide = type === I64;
  const { top, shift } = isWide ? TAG_64 : TAG_32;
  const copy = slow.locals.scratchOf(type, COPY);
  const constant = (opcode: number, value: number) => {
    code.byte(opcode);
    code.s32(value);
  };
  slow.local(op.LOCAL_TEE, copy);
  constant(isWide ? op.I64_CONST : op.I32_CONST, shift);
  code.byte(isWide ? I64_SHR_U : I32_SHR_U);
  if (isWide) code.byte(I32_WRAP_I64);
  constant(op.I32_CONST, top);
  code.byte(op.I32_AND);
  constant(op.I32_CONST, top);
  code.byte(I32_EQ);
  slow.openUnlikely(isWide ? I64 : I32);
  slow.local(op.LOCAL_GET, copy);
  slow.callHookOf(isWide ? PARTICLE_OF_BITS_64 : PARTICLE_OF_BITS_32);
  code.byte(op.ELSE);
  slow.local(op.LOCAL_GET, copy);
  code.byte(op.END);
}
