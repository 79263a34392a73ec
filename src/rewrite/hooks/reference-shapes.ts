// Stack effects of table and reference instructions, whose operands cannot be boxes.

import * as op from '../encoding/opcode-names.ts';
import { FUNCREF, I32, type ModuleInfo } from '../reading/module-info.ts';

/** Number of operands of a table or reference instruction. */
export function referenceOperands(opcode: number): number {
  switch (opcode) {
    case op.TABLE_GET:
    case op.REF_IS_NULL:
      return 1;
    case op.TABLE_SET:
    case op.TABLE_GROW:
      return 2;
    case op.TABLE_FILL:
      return 3;
    default:
      return 0;
  }
}

/** The result type, or undefined if the instruction has no result. */
export function maybeReferenceResult(
  info: ModuleInfo,
  opcode: number,
  immediate: number,
): number | undefined {
  switch (opcode) {
    case op.TABLE_GET:
      return info.tableTypes[immediate];
    case op.REF_NULL:
      return immediate;
    case op.REF_IS_NULL:
    case op.TABLE_GROW:
      return I32;
    case op.REF_FUNC:
      return FUNCREF;
    default:
      return undefined;
  }
}
