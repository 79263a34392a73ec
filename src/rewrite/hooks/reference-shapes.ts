// Stack effects of instructions for tables and references, which cannot hold boxes.

import * as op from '../encoding/opcode-names.ts';
import { FUNCREF, I32, type ModuleInfo } from '../reading/module-info.ts';

/** Number of operands of an instruction for tables or references. */
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

/** The type of its result, or undefined if it has none. */
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
