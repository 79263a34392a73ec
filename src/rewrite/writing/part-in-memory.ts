// Replaces a part of a box in memory by the part of its particle: as an integer that was read, or before a write.
import type { Part } from '../bits/parts-in-memory.ts';
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf, PARTICLE_IN_MEMORY, PARTICLE_OF_PART } from '../encoding/opcodes.ts';
import { I32 } from '../reading/module-info.ts';
import { EMPTY_BLOCK, type SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';

const I32_LOAD16_U = opcodeOf('i32.load16_u');
const I32_EQ = opcodeOf('i32.eq');
/** Upper 16 bits of a box without its sign: those that all boxes have (wasm/guest/box.h). */
const TAGS = {
  double: { place: 6, mask: 0x7fff, bits: 0x7ffc },
  single: { place: 2, mask: 0x7fe0, bits: 0x7fe0 },
};

function addressOf(slow: SlowPathWriter): number {
  return slow.locals.scratchOf(I32, SCRATCH.partAddress);
}

function writeConstant({ code }: SlowPathWriter, value: number): void {
  code.byte(op.I32_CONST);
  code.s32(value);
}

/** Tests the upper 16 bits of the number in memory for the tag of a box. */
function writeTest(slow: SlowPathWriter, { place, isSingle }: Part, offset: number): void {
  const tag = isSingle ? TAGS.single : TAGS.double;
  const { code } = slow;
  slow.local(op.LOCAL_GET, addressOf(slow));
  code.byte(I32_LOAD16_U);
  code.u32(0);
  code.u32(offset - place + tag.place);
  writeConstant(slow, tag.mask);
  code.byte(op.I32_AND);
  writeConstant(slow, tag.bits);
  code.byte(I32_EQ);
}

function writeNumberAddress(slow: SlowPathWriter, part: Part, offset: number): void {
  slow.local(op.LOCAL_GET, addressOf(slow));
  writeConstant(slow, offset - part.place);
  slow.code.byte(op.I32_ADD);
}

/** Keeps the address on the stack for `writeParticleOfRead`. */
export function keepAddress(slow: SlowPathWriter): void {
  slow.local(op.LOCAL_TEE, addressOf(slow));
}

/** Replaces the integer on the stack, read at the kept address and `offset`, where it is part of a box. */
export function writeParticleOfRead(slow: SlowPathWriter, part: Part, offset: number): void {
  const copy = slow.locals.scratchOf(I32, SCRATCH.bits);
  slow.local(op.LOCAL_SET, copy);
  writeTest(slow, part, offset);
  slow.openUnlikely(I32);
  writeNumberAddress(slow, part, offset);
  writeConstant(
    slow,
    part.place | (part.size << 3) | (Number(part.isSigned) << 6) | (Number(part.isSingle) << 7),
  );
  slow.callHookOf(PARTICLE_OF_PART);
  slow.code.byte(op.ELSE);
  slow.local(op.LOCAL_GET, copy);
  slow.code.byte(op.END);
}

/** Replaces the box, a part of which is about to be written; the address and the new part are on the stack. */
export function writeParticleInMemory(slow: SlowPathWriter, part: Part, offset: number): void {
  const copy = slow.locals.scratchOf(I32, SCRATCH.bits);
  slow.local(op.LOCAL_SET, copy);
  keepAddress(slow);
  writeTest(slow, part, offset);
  slow.openUnlikely(EMPTY_BLOCK);
  writeNumberAddress(slow, part, offset);
  writeConstant(slow, Number(part.isSingle));
  slow.callHookOf(PARTICLE_IN_MEMORY);
  slow.code.byte(op.END);
  slow.local(op.LOCAL_GET, copy);
}
