// Replaces part of a box in memory with the same part of its particle: either in an integer that was loaded, or in
// memory before a store.
import { ANYWHERE, type Part } from '../bits/parts-in-memory.ts';
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf, PARTICLE_IN_MEMORY, PARTICLE_OF_PART } from '../encoding/opcodes.ts';
import { I32, I64 } from '../reading/module-info.ts';
import { writeLoadWord } from './root-writer.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';

const I32_LOAD16_U = opcodeOf('i32.load16_u');
const I64_EXTEND_U = opcodeOf('i64.extend_i32_u');
const I64_EXTEND_S = opcodeOf('i64.extend_i32_s');
/** Upper 16 bits of a box without its sign, which are the same for all boxes (wasm/guest/box.h). */
const TAGS = {
  double: { place: 6, mask: 0x7fff, bits: 0x7ffc },
  single: { place: 2, mask: 0x7fe0, bits: 0x7fe0 },
};

function addressOf(slow: SlowPathWriter): number {
  return slow.locals.scratchOf(I32, SCRATCH.partAddress);
}

function writeConstant({ code }: SlowPathWriter, value: number): void {
  code.constant(op.I32_CONST, value);
}

/**
 * Tests the upper 16 bits of the number in memory for a box's tag; for part of a possible number, tests whether a
 * record exists.
 */
function writeTest(slow: SlowPathWriter, { place, isSingle }: Part, offset: number): void {
  if (place === ANYWHERE) {
    writeLoadWord(slow.code, slow.recordsAlive);
    return;
  }
  const tag = isSingle ? TAGS.single : TAGS.double;
  const { code } = slow;
  slow.local(op.LOCAL_GET, addressOf(slow));
  code.instruction(I32_LOAD16_U, 0, offset - place + tag.place);
  writeConstant(slow, tag.mask);
  code.byte(op.I32_AND);
  writeConstant(slow, tag.bits);
  code.byte(op.I32_EQ);
}

function writePartAddress(slow: SlowPathWriter, offset: number): void {
  slow.local(op.LOCAL_GET, addressOf(slow));
  if (offset === 0) return;
  writeConstant(slow, offset);
  slow.code.byte(op.I32_ADD);
}

function writeNumberAddress(slow: SlowPathWriter, { place }: Part, offset: number): void {
  writePartAddress(slow, place === ANYWHERE ? offset : offset - place);
}

/**
 * Encoding of a part in the function `index` for the guest: bits 0 to 2 hold the offset, bits 3 to 5 the size, followed
 * by flags and, for digits, the function.
 */
function shapeOf(
  { place, size, isSigned, isSingle, isQuiet = false, passed, isDigit }: Part,
  index: number,
): number {
  const isAnywhere = place === ANYWHERE;
  return (
    (isAnywhere ? 0 : place) |
    (size << 3) |
    (Number(isSigned) << 6) |
    (Number(isSingle) << 7) |
    (Number(isAnywhere) << 8) |
    (Number(isQuiet) << 9) |
    (Number(passed === 'returned') << 10) |
    (Number(passed === 'given') << 11) |
    (isDigit ? (1 << 12) | (index << 13) : 0)
  );
}

/** Saves the address on the stack for `writeParticleOfRead`. */
export function keepAddress(slow: SlowPathWriter, { passed }: Part): void {
  if (passed !== 'given') slow.local(op.LOCAL_TEE, addressOf(slow));
}

/**
 * Replaces the integer on the stack, loaded from the saved address and `offset` or given by a call, if it is part of a
 * box.
 */
export function writeParticleOfRead(slow: SlowPathWriter, part: Part, offset: number, index: number): void {
  const copy = slow.locals.scratchOf(part.type, SCRATCH.bits);
  slow.local(op.LOCAL_SET, copy);
  writeTest(slow, part, offset);
  slow.openUnlikely(part.type);
  if (part.passed === 'given') slow.local(op.LOCAL_GET, copy);
  else writeNumberAddress(slow, part, offset);
  writeConstant(slow, shapeOf(part, index));
  slow.callHookOf(PARTICLE_OF_PART);
  if (part.type === I64) slow.code.byte(part.isSigned ? I64_EXTEND_S : I64_EXTEND_U);
  slow.code.byte(op.ELSE);
  slow.local(op.LOCAL_GET, copy);
  slow.code.byte(op.END);
}

/** Replaces a box that is about to be partly overwritten; the address and the new part are on the stack. */
export function writeParticleInMemory(slow: SlowPathWriter, part: Part, offset: number): void {
  const copy = slow.locals.scratchOf(part.type, SCRATCH.bits);
  slow.local(op.LOCAL_SET, copy);
  keepAddress(slow, part);
  writeTest(slow, part, offset);
  slow.openUnlikely();
  writeNumberAddress(slow, part, offset);
  const isAnywhere = part.place === ANYWHERE;
  const isQuiet = part.isQuiet ?? false;
  writeConstant(slow, Number(part.isSingle) | (Number(isAnywhere) << 1) | (Number(isQuiet) << 2));
  slow.callHookOf(PARTICLE_IN_MEMORY);
  slow.code.byte(op.END);
  slow.local(op.LOCAL_GET, copy);
}
