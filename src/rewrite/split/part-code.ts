// Code of a split module: bodies whose calls are redirected to the functions' new locations, and the small added
// functions.
import { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';

/** Index and table slot of each function, for the calls in a part. */
export interface CallTargets {
  /**
   * Index in the part, by index in the whole module; -1 if the part contains neither the function nor a stub for it.
   */
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
    else {
      out.instruction(op.CALL, index);
    }
  }
  out.copy(info.bytes, copied, list.starts[list.count]!);
  return out;
}

/** A stub with the type of an absent function: loads the function's part, then calls the function. */
export function makeStub(info: ModuleInfo, target: number, need: number, slot: number): ByteWriter {
  const type = info.functionTypes[target]!;
  const out = new ByteWriter(32);
  out.u32(0);
  out.instruction(op.CALL, need);
  for (const parameter of info.types[type]!.parameters.keys()) {
    out.instruction(op.LOCAL_GET, parameter);
  }
  writeIndirect(out, slot, type);
  out.byte(op.END);
  return out;
}

/** A function that loads a part unless a global shows that the part is already loaded. */
export function makeNeed(part: number, load: number, isThere: number): ByteWriter {
  const out = new ByteWriter(32);
  out.u32(0);
  out.instruction(op.GLOBAL_GET, isThere);
  out.open(op.IF);
  out.byte(op.ELSE);
  out.constant(op.I32_CONST, part);
  out.instruction(op.CALL, load);
  out.constant(op.I32_CONST, 1);
  out.instruction(op.GLOBAL_SET, isThere);
  out.byte(op.END);
  out.byte(op.END);
  return out;
}
