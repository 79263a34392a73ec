// Writes the two versions of a loop (versioned-loops.ts). At a check, control leaves the fast version and enters the
// slow one. Operands on the stack are carried over in locals.
//
//   block exit
//     loop again                    (safepoint)
//       block n … block 1
//         loop fast                 … check 1: `br_if 1`, … check n: `br_if n`
//         end
//         br exit
//       end                         entry 1: check 1 with its slow path, what follows it,
//     …
//       end                         entry n: check n with its slow path, the rest; to continue is `br again`
//     end
//   end

import * as op from '../encoding/opcode-names.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';
import type { WrittenVersion } from './written-versions.ts';

export class LoopVersion implements WrittenVersion {
  readonly isFast: boolean;
  private readonly slow: SlowPathWriter;
  private readonly onEntry: (first: boolean) => void;
  private next = 1;

  /** `onEntry` is called at each check of the slow version, where a block ends. */
  constructor(slow: SlowPathWriter, isFast: boolean, onEntry: (first: boolean) => void = () => {}) {
    this.slow = slow;
    this.isFast = isFast;
    this.onEntry = onEntry;
  }

  /**
   * Leaves the fast version if the condition that `test` writes is true; `waiting` lists the types on the operand
   * stack.
   */
  leaveIf(waiting: readonly number[], test: () => void): void {
    this.save(waiting);
    test();
    this.slow.branchIf(this.next++, false);
    this.restore(waiting);
  }

  /** Enters the slow version where the fast version was left with `waiting` on the operand stack. */
  enter(waiting: readonly number[]): void {
    const isFirst = this.next++ === 1;
    if (!isFirst) this.save(waiting);
    this.onEntry(isFirst);
    this.slow.code.byte(op.END);
    this.restore(waiting);
  }

  private waitingLocals(types: readonly number[]): number[] {
    return types.map((type, i) => this.slow.locals.scratchOf(type, SCRATCH.waiting + i));
  }

  private save(types: readonly number[]): void {
    for (const local of this.waitingLocals(types).toReversed()) this.slow.local(op.LOCAL_SET, local);
  }

  private restore(types: readonly number[]): void {
    for (const local of this.waitingLocals(types)) this.slow.local(op.LOCAL_GET, local);
  }
}
