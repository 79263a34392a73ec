// Makes a program count its loop iterations and trap at a limit, so that endless runs are detected by the count, not by
// the clock. Only loops in the program's own functions count, because loops in libraries terminate.

import type { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import * as op from '../../rewrite/encoding/opcode-names.ts';
import { exportedAddress } from '../../rewrite/planning/safepoints.ts';
import { I32, type ModuleInfo } from '../../rewrite/reading/module-info.ts';
import type { EditPlan } from '../../rewrite/writing/insert-code.ts';
import { findProgramFunctions } from '../../runtime/preparing/program-functions.ts';

/**
 * A word in the guest that contains the number of remaining loop iterations. Rewritten programs use this word for
 * another purpose.
 */
export const PASSES_LEFT = '__ux_site';

/** Plans the edits. */
export function planLoopCounts(info: ModuleInfo): EditPlan {
  const address = exportedAddress(info, PASSES_LEFT);
  const range = findProgramFunctions(info);
  return {
    concerns: (index) => index >= range.start && index < range.end,
    editOf(_index, list) {
      if (!list.opcodes.subarray(0, list.count).includes(op.LOOP)) return undefined;
      const local = list.locals.length;
      return {
        locals: [I32],
        write(at, out, copy) {
          copy();
          if (list.opcodes[at] === op.LOOP) writeCount(out, address, local);
        },
      };
    },
  };
}

function writeCount(out: ByteWriter, address: number, local: number): void {
  out.constant(op.I32_CONST, address);
  out.constant(op.I32_CONST, address);
  writeAccess(out, op.I32_LOAD);
  out.constant(op.I32_CONST, 1);
  out.byte(op.I32_SUB);
  out.instruction(op.LOCAL_TEE, local);
  writeAccess(out, op.I32_STORE);
  out.instruction(op.LOCAL_GET, local);
  out.byte(op.I32_EQZ);
  out.open(op.IF);
  out.byte(op.UNREACHABLE);
  out.byte(op.END);
}

function writeAccess(out: ByteWriter, opcode: number): void {
  out.instruction(opcode, 2, 0);
}
