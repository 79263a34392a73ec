// Integer instructions grouped by effect, for the search for bytes of numbers (parts-anywhere.ts).

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, I64 } from '../reading/module-info.ts';

/** Integer loads and stores, by opcode. */
export const ACCESSES = OPCODES.map((opcode) => {
  const found = /^i(32|64)\.(load|store)(8|16|32|)(_s)?/.exec(opcode?.name ?? '');
  if (!found) return undefined;
  return {
    type: found[1] === '64' ? I64 : I32,
    size: Number(found[3] || found[1]) / 8,
    isStore: found[2] === 'store',
    isSigned: found[4] !== undefined,
  };
});

/** Marks the opcodes whose names match a pattern. */
export function named(test: RegExp): readonly boolean[] {
  return OPCODES.map((opcode) => opcode !== undefined && test.test(opcode.name));
}

export const SUMS = named(/^i(32|64)\.(add|sub)$/);
export const XORS = named(/^i(32|64)\.xor$/);
export const ANDS = named(/^i(32|64)\.and$/);
export const ORS = named(/^i(32|64)\.or$/);
export const MULTIPLICATIONS = named(/^i(32|64)\.mul$/);
export const REMAINDERS = named(/^i(32|64)\.rem_u$/);
export const LEFT_SHIFTS = named(/^i(32|64)\.shl$/);
export const RIGHT_SHIFTS = named(/^i(32|64)\.shr_[su]$/);
export const SHIFTS = named(/^i(32|64)\.(shl|shr_[su])$/);
/** Rotations, which only move bits and lose none. */
export const ROTATIONS = named(/^i(32|64)\.rot[lr]$/);
export const COMPARISONS = named(/^i(32|64)\.(eq|ne|[lg][te]_[su])$/);
export const EQUALITIES = named(/^i64\.(eq|ne)$/);
export const COUNTS = named(/^i(32|64)\.(clz|ctz|popcnt)$/);
export const BINARY = named(
  /^i(32|64)\.(add|sub|mul|div_[su]|rem_[su]|and|or|xor|shl|shr_[su]|rot[lr]|eq|ne|[lg][te]_[su])$/,
);
/** Instructions that depend only on whether an integer is zero. */
export const TESTS = [opcodeOf('i32.eqz'), opcodeOf('i64.eqz'), op.BR_IF, op.DROP];
/** Instructions that widen a byte or a word. */
export const WIDENING = named(/^i64\.extend_i32_[su]$|^i32\.wrap_i64$|^i(32|64)\.extend(8|16)_s$/);

/**
 * Operand and result counts of an instruction in straight-line code; undefined for calls and control instructions.
 */
export function shapeOf(opcode: number): readonly [number, number] | undefined {
  if (opcode === op.LOCAL_GET) return [0, 1];
  if (opcode === op.LOCAL_SET || opcode === op.DROP) return [1, 0];
  if (opcode === op.LOCAL_TEE) return [1, 1];
  if (opcode === op.SELECT) return [3, 1];
  if (OPCODES[opcode]!.effect === '') return undefined;
  return [OPERANDS[opcode]!.length, RESULTS[opcode]!.length];
}

/** Tests whether an instruction accesses memory. */
export function isAccess(opcode: number): boolean {
  return /\.(load|store)/.test(OPCODES[opcode]!.name);
}

/** The instruction that pops the integer pushed by `at`, and the number of operands above the integer. */
export function maybeUser(list: InstructionList, at: number): { at: number; above: number } | undefined {
  let above = 0;
  for (let user = at + 1; ; user++) {
    const [operands, results] = shapeOf(list.opcodes[user]!) ?? [];
    if (operands === undefined) return undefined;
    if (above < operands) return { at: user, above };
    above += results! - operands;
  }
}

/** Maximum number of terms of a sum, and of instructions that push one of them. */
const MOST_TERMS = 32;

/** Assignment by which a local accumulates a sum of which the sum or XOR at `at` is a term. */
export function maybeAccumulation(list: InstructionList, at: number): number | undefined {
  const { opcodes, immediates } = list;
  let from: number | undefined = at;
  for (let term = 0; term < MOST_TERMS && from !== undefined; term++) {
    const opcode = opcodes[from]!;
    if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) {
      for (let get = from - 1; get > at - MOST_TERMS && get >= 0; get--)
        if (opcodes[get] === op.LOCAL_GET && immediates[get] === immediates[from]) return from;
      if (opcode === op.LOCAL_SET) return undefined;
    } else if (!SUMS[opcode] && !XORS[opcode]) return undefined;
    from = maybeUser(list, from)?.at;
  }
  return undefined;
}
