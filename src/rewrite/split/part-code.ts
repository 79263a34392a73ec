// Code of a split module: bodies whose calls are redirected to the functions' new locations, and the small added
// functions.
import { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';

/** Index and table slot of each function, for the calls in a part. */
export interface CallTargets {
  /** Index in the part, by index in the whole module; -1 if the part does not contain the function. */
  readonly newIndex: Int32Array;
  /** Slot in the table, by index in the whole module; -1 if the function has none. */
  readonly slotOf: Int32Array;
}

function writeIndirect(out: ByteWriter, slot: number, type: number): void {
  out.constant(op.I32_CONST, slot);
  out.instruction(op.CALL_INDIRECT, type);
  out.byte(0);
}

/** A decoded body of the whole module, with its calls redirected to the part's indices and slots. */
export function moveBody(info: ModuleInfo, list: InstructionList, targets: CallTargets): ByteWriter {
  const out = new ByteWriter(list.starts[list.count]! - list.declarationsStart + 64);
  let copied = list.declarationsStart;
  for (let at = 0; at < list.count; at++) {
    if (list.opcodes[at] !== op.CALL) continue;
    out.copy(info.bytes, copied, list.starts[at]!);
    copied = list.starts[at + 1]!;
    const target = list.immediates[at]!;
    const index = targets.newIndex[target]!;
    if (index === -1) writeIndirect(out, targets.slotOf[target]!, info.functionTypes[target]!);
    else out.instruction(op.CALL, index);
  }
  out.copy(info.bytes, copied, list.starts[list.count]!);
  return out;
}

/** A stub for the absent functions of one part and type, which calls the import that reports the missing part. */
export function makeStub(part: number, load: number): ByteWriter {
  const out = new ByteWriter(16);
  out.u32(0);
  out.constant(op.I32_CONST, part);
  out.instruction(op.CALL, load);
  out.byte(op.UNREACHABLE);
  out.byte(op.END);
  return out;
}
