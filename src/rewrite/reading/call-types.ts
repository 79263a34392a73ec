// Types that calls pop from and push onto the operand stack.

import * as op from '../encoding/opcode-names.ts';
import type { FunctionType, ModuleInfo } from './module-info.ts';

/** The type of the function that an instruction calls; undefined for an instruction that is not a call. */
export function maybeCallType(info: ModuleInfo, opcode: number, immediate: number): FunctionType | undefined {
  if (opcode === op.CALL || opcode === op.RETURN_CALL) return info.types[info.functionTypes[immediate]!];
  return opcode === op.CALL_INDIRECT || opcode === op.RETURN_CALL_INDIRECT
    ? info.types[immediate]
    : undefined;
}
