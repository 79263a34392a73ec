// Replaces a box on the stack, held as an integer, with the bits of its particle.
import { LANES_32, LANES_64, LOADED_LANES } from '../bits/bit-values.ts';
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf, PARTICLE_DIGITS, PARTICLE_OF_BITS_32, PARTICLE_OF_BITS_64 } from '../encoding/opcodes.ts';
import { I32, I64, V128 } from '../reading/module-info.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';
import { writeAnyLaneNan } from './vector-writer.ts';

const I64_SHR_U = opcodeOf('i64.shr_u');
const I32_SHR_U = opcodeOf('i32.shr_u');
const I32_WRAP_I64 = opcodeOf('i32.wrap_i64');
/** Top bits of a box without its sign, and the shift that extracts them (wasm/guest/box.h). */
const TAG_64 = { top: 0x7ffc, shift: 48 };
const TAG_32 = { top: 0x3ff, shift: 21 };
/**
 * Range of the boxes of floats without their signs, in which small negative integers are missing (wasm/guest/box.h).
 */
const BOXES_32 = { first: 0x7fe10000, end: 0x7fff0000 };

/** Hook for each lane, by the type of the lanes. */
const HOOKS = new Map([
  [LANES_32, PARTICLE_OF_BITS_32],
  [LANES_64, PARTICLE_OF_BITS_64],
  [LOADED_LANES, PARTICLE_DIGITS],
]);

/** Tests whether any of the four integers on the stack may be a float's box or the upper half of a double's box. */
function writeAnyLaneTag(slow: SlowPathWriter): void {
  const lanes = (name: string) => {
    slow.instruction(opcodeOf(`i32x4.${name}`));
  };
  const splat = (value: number) => {
    slow.code.constant(op.I32_CONST, value | 0);
    lanes('splat');
  };
  slow.code.constant(op.I32_CONST, 1);
  lanes('shl');
  splat(BOXES_32.first << 1);
  lanes('sub');
  splat((BOXES_32.end - BOXES_32.first) << 1);
  lanes('lt_u');
  slow.instruction(opcodeOf('v128.any_true'));
}

/**
 * If any lane may be a box, replaces the boxes in all lanes of the vector on the stack with the bits of their
 * particles.
 */
function writeParticleOfLanes(slow: SlowPathWriter, lanes: number, place: number): void {
  const copy = slow.locals.scratchOf(V128, SCRATCH.bits);
  const push = () => slow.local(op.LOCAL_GET, copy);
  slow.local(op.LOCAL_SET, copy);
  if (lanes === LOADED_LANES) {
    push();
    writeAnyLaneTag(slow);
  } else writeAnyLaneNan(slow, lanes === LANES_64 ? 'f64x2' : 'f32x4', [push]);
  slow.openUnlikely();
  // Lanes from memory may belong to doubles, which have check bits.
  for (const type of lanes === LOADED_LANES ? [LANES_64, LOADED_LANES] : [lanes]) {
    const shape = type === LANES_64 ? 'i64x2' : 'i32x4';
    for (let lane = 0; lane < (type === LANES_64 ? 2 : 4); lane++) {
      push();
      push();
      slow.instruction(opcodeOf(`${shape}.extract_lane`));
      slow.code.byte(lane);
      if (type === LOADED_LANES) slow.code.constant(op.I32_CONST, place);
      slow.callHookOf(HOOKS.get(type)!);
      slow.instruction(opcodeOf(`${shape}.replace_lane`));
      slow.code.byte(lane);
      slow.local(op.LOCAL_SET, copy);
    }
  }
  slow.code.byte(op.END);
  push();
}

/**
 * Tests the integer of this type on the stack for a box's tag, and gets the particle's bits from the guest, in the
 * function `place`.
 */
export function writeParticleOfBits(slow: SlowPathWriter, type: number, place: number): void {
  if (type === LANES_32 || type === LANES_64 || type === LOADED_LANES) {
    writeParticleOfLanes(slow, type, place);
    return;
  }
  const { code } = slow;
  const isWide = type === I64;
  const { top, shift } = isWide ? TAG_64 : TAG_32;
  const copy = slow.locals.scratchOf(type, SCRATCH.bits);
  const constant = (opcode: number, value: number) => {
    code.constant(opcode, value);
  };
  slow.local(op.LOCAL_TEE, copy);
  constant(isWide ? op.I64_CONST : op.I32_CONST, shift);
  code.byte(isWide ? I64_SHR_U : I32_SHR_U);
  if (isWide) code.byte(I32_WRAP_I64);
  constant(op.I32_CONST, top);
  code.byte(op.I32_AND);
  constant(op.I32_CONST, top);
  code.byte(op.I32_EQ);
  slow.openUnlikely(isWide ? I64 : I32);
  slow.local(op.LOCAL_GET, copy);
  slow.callHookOf(isWide ? PARTICLE_OF_BITS_64 : PARTICLE_OF_BITS_32);
  code.byte(op.ELSE);
  slow.local(op.LOCAL_GET, copy);
  code.byte(op.END);
}
