// Finds loops whose fast version runs ahead of its checks (speculative-version.ts), and the locals to restore when a
// later check finds a NaN.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, I32, I64 } from '../reading/module-info.ts';
import type { CheckPlan } from './check-plan.ts';
import { NO_NODE } from './value-graph.ts';

function mark(test: (name: string) => boolean): readonly boolean[] {
  return OPCODES.map((opcode) => opcode !== undefined && test(opcode.name));
}

/** Instructions that can be repeated or undone, by opcode: arithmetic, locals, loads, stores and branches. */
const REPEATABLE = mark((name) =>
  /^([if](32|64)\.|local\.|drop|select|br$|br_if|global\.get|memory\.size)/.test(name),
);

const LOADS = mark((name) => /^[if](32|64)\.load/.test(name));

const STORES = mark((name) => /^[if](32|64)\.store/.test(name));

/** Instructions that read bits that may belong to a number as an integer. */
const SHOWING_BITS = mark((name) => /^i(32|64)\.(load|reinterpret)/.test(name));

/** Instructions that cannot trap and neither read nor write memory. */
const HARMLESS = mark(
  (name) =>
    /^([if](32|64)\.|local\.|drop|select|global\.get)/.test(name) &&
    !/\.(load|store|trunc_f|trunc_sat|div_[su]|rem_[su]|particle)/.test(name),
);

export function isLoad(list: InstructionList, at: number): boolean {
  return LOADS[list.opcodes[at]!]!;
}

export function isStore(list: InstructionList, at: number): boolean {
  return STORES[list.opcodes[at]!]!;
}

export function showsBits(list: InstructionList, at: number): boolean {
  return SHOWING_BITS[list.opcodes[at]!]!;
}

export function isHarmless(list: InstructionList, at: number): boolean {
  return HARMLESS[list.opcodes[at]!]!;
}

export function isBranch(list: InstructionList, at: number): boolean {
  return list.opcodes[at] === op.BR_IF || list.opcodes[at] === op.BR;
}

/**
 * Tests whether the local that an instruction accesses, if any, holds a number, so that another local can save it.
 */
function isOfNumbers(list: InstructionList, at: number): boolean {
  const opcode = list.opcodes[at]!;
  if (opcode < op.LOCAL_GET || opcode > op.LOCAL_TEE) return true;
  return [I32, I64, F32, F64].includes(list.locals[list.immediates[at]!]!);
}

/**
 * Distance that the fast version of a loop runs ahead of its checks: to the end of an iteration, or to the end of the
 * loop.
 */
export type Reach = 'turn' | 'loop';

/**
 * Distance that the fast version of the loop at `start` may run ahead of its checks, if any. The loop may run ahead to
 * its end if it stores nothing and only the branch to the next iteration can depend on a number.
 */
export function maybeReach(list: InstructionList, plan: CheckPlan, start: number): Reach | undefined {
  const end = list.partners[start]!;
  const last = end - 1;
  let reach: Reach = list.opcodes[last] === op.BR_IF && list.immediates[last] === 0 ? 'loop' : 'turn';
  for (let at = start + 1; at < end; at++) {
    if (!REPEATABLE[list.opcodes[at]!] || !isOfNumbers(list, at)) return undefined;
    const decides = isStore(list, at) || plan.firsts[at] !== NO_NODE || (isBranch(list, at) && at < last);
    if (decides || (showsBits(list, at) && !isLoad(list, at))) reach = 'turn';
  }
  return reach;
}

/** Locals that an iteration of the loop at `start` changes and that must be restored to repeat the iteration. */
export function localsToRestore(list: InstructionList, start: number): number[] {
  const set = new Set<number>();
  const needed = new Set<number>();
  let hasBranched = false;
  for (let at = start + 1; at < list.partners[start]!; at++) {
    const opcode = list.opcodes[at]!;
    const local = list.immediates[at]!;
    if (isBranch(list, at)) hasBranched = true;
    if (opcode === op.LOCAL_GET) {
      if (!set.has(local)) needed.add(local);
    } else if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) {
      // A branch taken earlier would leave the loop while the local still has its value from the previous iteration.
      if (hasBranched && !set.has(local)) needed.add(local);
      set.add(local);
    }
  }
  return [...needed].filter((local) => set.has(local));
}
