// Lists the instructions that push or set each local of a function.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';

export class LocalUses {
  /** For each local, the instructions that push it, in order. */
  private readonly gets = new Map<number, number[]>();
  /** For each local, the instructions that set it, in order. */
  readonly sets = new Map<number, number[]>();
  private readonly list: InstructionList;

  constructor(list: InstructionList) {
    this.list = list;
    const add = (places: Map<number, number[]>, local: number, at: number) => {
      const known = places.get(local);
      if (known) known.push(at);
      else places.set(local, [at]);
    };
    for (let at = 0; at < list.count; at++) {
      const opcode = list.opcodes[at];
      if (opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE) add(this.gets, list.immediates[at]!, at);
      if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) add(this.sets, list.immediates[at]!, at);
    }
  }

  getsOf(local: number): readonly number[] {
    return this.gets.get(local) ?? [];
  }

  setsOf(local: number): readonly number[] {
    return this.sets.get(local) ?? [];
  }

  /**
   * Instructions that push a local's content between the assignment at `at` and the next assignment. An unconditional
   * jump after the assignment skips the instructions in between.
   */
  behind(at: number, local: number): number[] {
    const uses = this.list.opcodes[at] === op.LOCAL_TEE ? [at] : [];
    const start = this.maybeLanding(at) ?? at;
    const end = this.setsOf(local).find((set) => set > start) ?? this.list.count;
    for (const get of this.getsOf(local)) if (get > start && get < end) uses.push(get);
    return uses;
  }

  /** End of the block that the function leaves by a jump immediately after instruction `at`. */
  private maybeLanding(at: number): number | undefined {
    const { opcodes, partners } = this.list;
    if (at < 0 || opcodes[at + 1] !== op.BR) return undefined;
    const target = this.maybeTarget(at + 1);
    return target === undefined || opcodes[target] === op.LOOP ? undefined : partners[target];
  }

  /** Start of the block or loop that the jump at `at` targets; undefined for the function itself. */
  maybeTarget(at: number): number | undefined {
    const { opcodes, immediates, partners } = this.list;
    let depth = immediates[at]!;
    for (let from = at - 1; from >= 0; from--) {
      if (opcodes[from] === op.END) from = partners[from]!;
      else if (partners[from]! > from && depth-- === 0) return from;
    }
    return undefined;
  }
}
