// The upcoming checks in the rest of a loop body, and the deadlines before which they must run. Each instruction has
// three times: one for the checks before it, one for itself, and one for the check after it.

import type { InstructionList } from '../reading/instruction-list.ts';
import type { CheckPlan } from './check-plan.ts';
import { isBranch, isHarmless, showsBits } from './speculated-loops.ts';
import { NO_NODE } from './value-graph.ts';

const TIMES = 3;
const NEVER = 0x7fff_ffff;

/** Time of instruction `at` itself, after the checks before it. */
export function timeOf(at: number): number {
  return at * TIMES + 1;
}

/** First time after instruction `at` and the check that follows it. */
export function timeAfter(at: number): number {
  return (at + 1) * TIMES;
}

export class UpcomingChecks {
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly end: number;
  private readonly isRight: (node: number) => boolean;

  /** `end` is the end of the body; `isRight` tests whether a value needs no further check. */
  constructor(list: InstructionList, plan: CheckPlan, end: number, isRight: (node: number) => boolean) {
    this.list = list;
    this.plan = plan;
    this.end = end;
    this.isRight = isRight;
  }

  private checkedBefore(at: number): number[] {
    return (this.plan.flushBefore.get(at) ?? []).filter((node) => !this.isRight(node));
  }

  private checkedAfter(at: number): number[] {
    const node = this.plan.nodes[at]!;
    return this.plan.checkAfter[at] === 1 && !this.isRight(node) ? [node] : [];
  }

  private isCareful(at: number): boolean {
    return this.plan.firsts[at] !== NO_NODE;
  }

  /** Time of the next check at or after time `from`; NEVER if there is none. */
  private next(from: number): number {
    for (let at = Math.floor(from / TIMES); at <= this.end; at++) {
      const time = at * TIMES;
      if (time >= from && this.checkedBefore(at).length > 0) return time;
      if (time + 1 >= from && this.isCareful(at)) return time + 1;
      if (this.checkedAfter(at).length > 0) return time + 2;
    }
    return NEVER;
  }

  private checkedAt(time: number): number[] {
    const at = Math.floor(time / TIMES);
    if (time % TIMES === 0) return this.checkedBefore(at);
    if (time % TIMES === 2) return this.checkedAfter(at);
    const operands = [this.plan.firsts[at]!, this.plan.seconds[at]!];
    return operands.filter((node) => node !== NO_NODE && !this.isRight(node));
  }

  /** First time at or after `from` at which control flow or integers may depend on an untested value. */
  private deadline(from: number): number {
    for (let at = Math.floor((from + 1) / TIMES); at < this.end; at++)
      if (isBranch(this.list, at) || showsBits(this.list, at)) return timeOf(at);
    return timeOf(this.end);
  }

  /** Tests whether any check follows. */
  hasNext(from: number): boolean {
    return this.next(from) !== NEVER;
  }

  /** Tests whether another check runs before control flow or integers may depend on an untested value. */
  isInTime(from: number): boolean {
    return this.next(from) < this.deadline(from);
  }

  /** Tests whether a check before the deadline tests a value for which `isPart` is true. */
  isCovered(from: number, isPart: (checked: number) => boolean): boolean {
    const deadline = this.deadline(from);
    for (let time = this.next(from); time < deadline; time = this.next(time + 1))
      if (this.checkedAt(time).some(isPart)) return true;
    return false;
  }

  /**
   * Tests whether a store before time `from` can safely wait until after the next test, which is the last test of the
   * iteration.
   */
  canWait(from: number): boolean {
    const deadline = this.deadline(from);
    let test = this.next(from);
    while (test < deadline && this.isInTime(test + 1)) test = this.next(test + 1);
    test = Math.min(test, deadline);
    const last = Math.floor((test - 2) / TIMES);
    for (let at = Math.floor(from / TIMES); at <= last; at++) if (!isHarmless(this.list, at)) return false;
    return !this.hasNext(test + 1);
  }
}
