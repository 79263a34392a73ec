// Labels of a function while it is written: the original labels, and the number of labels that the rewriter has
// inserted between them, so that branch depths can be recomputed.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from './instruction-list.ts';
import type { FunctionType } from './module-info.ts';

export interface Label {
  readonly isLoop: boolean;
  readonly arity: number;
  /** Number of labels that the rewriter had open around this label. */
  readonly inserted: number;
}

export class Labels {
  /** Number of labels that the rewriter currently has open. Branches out of these labels must count them. */
  inserted = 0;
  private readonly list: InstructionList;
  private readonly types: readonly FunctionType[];
  private readonly open: Label[] = [];

  constructor(list: InstructionList, types: readonly FunctionType[]) {
    this.list = list;
    this.types = types;
  }

  /** The original label that is `depth` labels further out; undefined for the function's label. */
  at(depth: number): Label | undefined {
    return this.open[this.open.length - 1 - depth];
  }

  /** New depth of a label, not counting the innermost `dropped` labels. */
  shiftDepth(depth: number, dropped = 0): number {
    return depth + this.inserted - (this.at(depth + dropped)?.inserted ?? 0);
  }

  /** Opens the label of a loop without operands. */
  openLoop(): void {
    this.open.push({ inserted: this.inserted, isLoop: true, arity: 0 });
  }

  close(): void {
    this.open.pop();
  }

  /** Records that instruction `at` of the original has been written. */
  track(at: number): void {
    const opcode = this.list.opcodes[at]!;
    if (opcode > op.TRY_TABLE) return;
    if ((opcode >= op.BLOCK && opcode <= op.IF) || opcode === op.TRY || opcode === op.TRY_TABLE) {
      const immediate = this.list.immediates[at]!;
      const type = immediate >= 0 ? this.types[immediate]! : undefined;
      const isLoop = opcode === op.LOOP;
      const results = type ? type.results.length : immediate === -64 ? 0 : 1;
      const arity = isLoop ? (type?.parameters.length ?? 0) : results;
      this.open.push({ inserted: this.inserted, isLoop, arity });
    } else if (opcode === op.END || opcode === op.DELEGATE) this.close();
  }
}
