// Finds the stores by which a function passes arguments to a C printing function: the compiler writes the arguments
// after the format into the function's frame, and passes the frame's address last. An integer stored there is only
// printed, not preserved.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { Callees } from './callees.ts';
import { ACCESSES, shapeOf } from './integer-opcodes.ts';

/** Local with the address of the arguments, which is the last parameter of the call at `at`. */
export function maybeFrame({ opcodes, immediates }: InstructionList, at: number): number | undefined {
  let from = at - 1;
  while (opcodes[from] === op.I32_ADD && opcodes[from - 1] === op.I32_CONST) from -= 2;
  return opcodes[from] === op.LOCAL_GET || opcodes[from] === op.LOCAL_TEE ? immediates[from] : undefined;
}

/**
 * Instruction that produces an operand of `at`, in straight-line code without calls: the address of a store, or the
 * operand with `above` operands above it.
 */
export function maybeAddress({ opcodes }: InstructionList, at: number, above = 1): number | undefined {
  let wanted = above;
  for (let from = at - 1; from >= 0; from--) {
    if (wanted === 0) return from;
    const [operands, results] = shapeOf(opcodes[from]!) ?? [];
    if (operands === undefined) return undefined;
    wanted += operands - results!;
  }
  return undefined;
}

/** Stores of arguments that a function passes to printing functions. */
export function findShownArguments(list: InstructionList, callees: Callees): ReadonlySet<number> {
  const { opcodes, immediates, count } = list;
  const shown = new Set<number>();
  for (let call = 1; call < count; call++) {
    if (opcodes[call] !== op.CALL) continue;
    const end = callees.startOfCall(list, call);
    const frame = maybeFrame(list, end);
    if (frame === undefined || !callees.prints(immediates[call]!)) continue;
    for (let at = end - 1; at > 0; at--) {
      if (!shapeOf(opcodes[at]!)) break;
      if (!ACCESSES[opcodes[at]!]?.isStore) continue;
      const address = maybeAddress(list, at);
      if (address !== undefined && maybeFrame(list, address + 1) === frame) shown.add(at);
    }
  }
  return shown;
}
