// Finds the stores by which a function passes arguments to a C printing function: the compiler writes the arguments
// after the format into the function's frame, and passes the frame's address last. An integer stored there is only
// printed, not preserved.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';

const STORES = OPCODES.map((opcode) => /^i(32|64)\.store/.test(opcode?.name ?? ''));
/** Instructions that end straight-line code. */
const JOINS = OPCODES.map((opcode) =>
  /^(block|loop|if|else|try|catch|end|br|br_if|br_table|return|catch_all|try_table)$/.test(
    opcode?.name ?? '',
  ),
);
const CALLS = [op.CALL, op.CALL_INDIRECT];
/** Number of instructions in a mark: two parameters and the call. */
const MARK_LENGTH = 3;

/** Operand and result counts of instructions that move locals. */
const LOCAL_SHAPES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [op.LOCAL_GET, [0, 1]],
  [op.LOCAL_SET, [1, 0]],
  [op.LOCAL_TEE, [1, 1]],
  [op.I32_CONST, [0, 1]],
  [op.I64_CONST, [0, 1]],
]);

/** Local with the address of the arguments, which is the last parameter of the call at `at`. */
function maybeFrame({ opcodes, immediates }: InstructionList, at: number): number | undefined {
  const isSum = opcodes[at - 1] === op.I32_ADD && opcodes[at - 2] === op.I32_CONST;
  const from = isSum ? at - 3 : at - 1;
  return opcodes[from] === op.LOCAL_GET || opcodes[from] === op.LOCAL_TEE ? immediates[from] : undefined;
}

/** Instruction that produces the address for the store at `at`, in straight-line code without calls. */
export function maybeAddress({ opcodes }: InstructionList, at: number): number | undefined {
  let wanted = 1;
  for (let from = at - 1; from >= 0; from--) {
    if (wanted === 0) return from;
    const opcode = opcodes[from]!;
    if (JOINS[opcode] || CALLS.includes(opcode)) return undefined;
    const [operands, results] = LOCAL_SHAPES.get(opcode) ?? [
      OPERANDS[opcode]!.length,
      RESULTS[opcode]!.length,
    ];
    wanted += operands - results;
  }
  return undefined;
}

/** Functions that print the arguments at the address in their last parameter. */
export interface PrintingFunctions {
  readonly printing: ReadonlySet<number>;
  /** Two-parameter functions that may be called between the arguments and a printing call. */
  readonly marking: ReadonlySet<number>;
}

/** Stores of arguments that a function passes to functions in `printing`. */
export function findShownArguments(
  list: InstructionList,
  { printing, marking }: PrintingFunctions,
): ReadonlySet<number> {
  const { opcodes, immediates, count } = list;
  const shown = new Set<number>();
  for (let call = 1; call < count; call++) {
    if (opcodes[call] !== op.CALL || !printing.has(immediates[call]!)) continue;
    const isMarked = opcodes[call - 1] === op.CALL && marking.has(immediates[call - 1]!);
    const end = isMarked ? call - MARK_LENGTH : call;
    const frame = maybeFrame(list, end);
    for (let at = end - 1; at > 0 && frame !== undefined; at--) {
      if (JOINS[opcodes[at]!] || CALLS.includes(opcodes[at]!)) break;
      if (!STORES[opcodes[at]!]) continue;
      const address = maybeAddress(list, at);
      if (address !== undefined && maybeFrame(list, address + 1) === frame) shown.add(at);
    }
  }
  return shown;
}
