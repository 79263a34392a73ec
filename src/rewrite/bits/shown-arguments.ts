// Finds the stores by which a function passes arguments to a C printing function. The compiler writes the arguments
// after the format into the function's frame and passes the frame's address as the last argument. An integer stored
// there is only printed, not preserved.

import * as op from '../encoding/opcode-names.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { Callees } from './callees.ts';
import { ACCESSES, shapeOf } from './integer-opcodes.ts';

/** Maximum distance of an argument from the first one, if a call before the printing call produces an argument. */
const MOST_ARGUMENT_BYTES = 32;

/** Local that holds the address of the arguments, which is the last parameter of the call at `at`. */
export function maybeFrame({ opcodes, immediates }: InstructionList, at: number): number | undefined {
  let from = at - 1;
  while (opcodes[from] === op.I32_ADD && opcodes[from - 1] === op.I32_CONST) from -= 2;
  return opcodes[from] === op.LOCAL_GET || opcodes[from] === op.LOCAL_TEE ? immediates[from] : undefined;
}

/**
 * Instruction that produces the address for the store at `at`, in straight-line code. Calls are allowed if `shapeAt`
 * returns their shapes.
 */
export function maybeAddress(
  { opcodes }: InstructionList,
  at: number,
  shapeAt = (from: number): readonly [number, number] | undefined => shapeOf(opcodes[from]!),
): number | undefined {
  let wanted = 1;
  for (let from = at - 1; from >= 0; from--) {
    if (wanted === 0) return from;
    const [operands, results] = shapeAt(from) ?? [];
    if (operands === undefined) return undefined;
    wanted += operands - results!;
  }
  return undefined;
}

/** Offset of the arguments in the frame whose address is the last parameter of the call at `at`. */
function offsetOf(list: InstructionList, { info }: Callees, at: number): number {
  let offset = 0;
  for (let from = at - 1; list.opcodes[from] === op.I32_ADD && from > 1; from -= 2)
    offset += Number(constantOf(info, list, from - 1));
  return offset;
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
    const start = offsetOf(list, callees, end);
    let hasCalled = false;
    for (let at = end - 1; at > 0; at--) {
      if (!callees.maybeShape(list, at)) break;
      hasCalled ||= opcodes[at] === op.CALL;
      if (!ACCESSES[opcodes[at]!]?.isStore) continue;
      const distance = list.seconds[at]! - start;
      if (hasCalled && (distance < 0 || distance >= MOST_ARGUMENT_BYTES)) continue;
      const address = maybeAddress(list, at, (from) => callees.maybeShape(list, from));
      if (address !== undefined && maybeFrame(list, address + 1) === frame) shown.add(at);
    }
  }
  return shown;
}
