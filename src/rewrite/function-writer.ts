// Writes one rewritten function body: the original instructions with plain checks around floating-point ones.

import { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { CodeOffsets } from './code-offsets.ts';
import { HOOK_KINDS, type HookTable } from './hooks.ts';
import type { InstructionList } from './instruction-list.ts';
import { F32, F64, typeOfLetter } from './module-info.ts';
import { OPCODES, opcodeOf } from './opcodes.ts';

const F64_NE = opcodeOf('f64.ne');
const F32_NE = opcodeOf('f32.ne');
const END = 0x0b;

/** What the writer needs to know of the module. */
export interface WriterContext {
  readonly bytes: Uint8Array;
  readonly hooks: HookTable;
}

/** Locals that checks use: two of each floating-point width, after the function's own. */
interface Scratch {
  readonly first: number;
}

function scratchLocal(scratch: Scratch, type: number, which: number): number {
  return scratch.first + (type === F64 ? which : 2 + which);
}

/** Tells whether a function has any instruction with a slow path. */
export function needsChecks(list: InstructionList): boolean {
  for (let i = 0; i < list.count; i++) if (HOOK_KINDS[list.opcodes[i]!] !== 'none') return true;
  return false;
}

function writeOpcode(out: ByteWriter, opcode: number): void {
  if (opcode >= 0x100) {
    out.byte(0xfc);
    out.u32(opcode - 0x100);
  } else out.byte(opcode);
}

function local(out: ByteWriter, opcode: 0x20 | 0x21 | 0x22, index: number): void {
  out.byte(opcode);
  out.u32(index);
}

function writeIsNan(out: ByteWriter, index: number, type: number): void {
  local(out, 0x20, index);
  local(out, 0x20, index);
  out.byte(type === F64 ? F64_NE : F32_NE);
}

function writeCheckedInstruction(
  context: WriterContext,
  opcode: number,
  scratch: Scratch,
  out: ByteWriter,
): void {
  const [operands = '', results = ''] = OPCODES[opcode]!.effect.split(':');
  const operandType = typeOfLetter(operands[0]!);
  const resultType = typeOfLetter(results[0]!);
  const a = scratchLocal(scratch, operandType, 0);
  const b = scratchLocal(scratch, operandType, 1);
  const binary = operands.length === 2;
  const hook = context.hooks.functionFor(opcode);
  const pushOperands = (): void => {
    local(out, 0x20, a);
    if (binary) local(out, 0x20, b);
  };
  if (binary) local(out, 0x21, b);
  local(out, 0x21, a);
  writeIsNan(out, a, operandType);
  if (binary && HOOK_KINDS[opcode] !== 'copysign') {
    writeIsNan(out, b, operandType);
    out.byte(0x72); // i32.or
  }
  out.byte(0x04);
  out.byte(resultType);
  pushOperands();
  out.byte(0x10);
  out.u32(hook);
  out.byte(0x05);
  pushOperands();
  writeOpcode(out, opcode);
  out.byte(END);
}

function writeDeclarations(list: InstructionList, context: WriterContext, out: ByteWriter): void {
  const reader = new ByteReader(context.bytes, list.declarationsStart);
  const groups = reader.u32();
  out.u32(groups + 2);
  out.copy(context.bytes, reader.position, list.starts[0]!);
  for (const type of [F64, F32]) {
    out.u32(2);
    out.byte(type);
  }
}

/** Writes the body with a check at each floating-point instruction; `offsets` gets places relative to `out`. */
export function writeCheckedBody(
  list: InstructionList,
  context: WriterContext,
  out: ByteWriter,
  offsets: CodeOffsets,
): void {
  writeDeclarations(list, context, out);
  const scratch: Scratch = { first: list.locals.length };
  for (let i = 0; i < list.count; i++) {
    const opcode = list.opcodes[i]!;
    const start = list.starts[i]!;
    const end = list.starts[i + 1]!;
    if (HOOK_KINDS[opcode] === 'none') {
      offsets.add(out.length, start, end - start);
      out.copy(context.bytes, start, end);
    } else {
      offsets.add(out.length, start, 1);
      writeCheckedInstruction(context, opcode, scratch, out);
    }
  }
}
