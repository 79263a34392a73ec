// Loops that are emitted in two versions: a fast one without calls, and a slow one. If a NaN appears, control goes to
// the slow version, which finishes the iteration and returns to the fast one. Engines unroll loops that contain no
// calls and keep their values in registers.

import * as op from '../encoding/opcode-names.ts';
import { ROLE, ROLES } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { CheckPlan } from './check-plan.ts';
import { NO_NODE } from './value-graph.ts';

/** Loops with more instructions gain little from a second version, which would also take a lot of space. */
export const MAX_INSTRUCTIONS = 400;

const NO_RESULT = -64;

/**
 * Tests whether a versioned loop may contain an instruction. Branches that leave or repeat the loop are the only
 * control flow allowed.
 */
function mayStand(list: InstructionList, at: number, end: number): boolean {
  const opcode = list.opcodes[at]!;
  if (opcode === op.BR_IF) return true;
  if (opcode === op.BR) return at === end - 1;
  return opcode > op.TRY_TABLE || (opcode >= op.DROP && opcode <= op.SELECT_T);
}

function isVersioned(list: InstructionList, start: number): boolean {
  const end = list.partners[start]!;
  if (list.immediates[start] !== NO_RESULT || end - start > MAX_INSTRUCTIONS) return false;
  let computes = false;
  for (let at = start + 1; at < end; at++) {
    if (!mayStand(list, at, end)) return false;
    const role = ROLES[list.opcodes[at]!]!;
    computes ||= role === ROLE.arithmetic || role === ROLE.copysign;
  }
  return computes;
}

/** The innermost loops of a function that do computations and contain no other control flow. */
export function chooseVersionedLoops(list: InstructionList): Set<number> {
  const chosen = new Set<number>();
  for (let at = 0; at < list.count; at++)
    if (list.opcodes[at] === op.LOOP && isVersioned(list, at)) chosen.add(at);
  return chosen;
}

/**
 * Tests whether a branch depends only on the comparison at `at`. A loop with such a branch is just as fast with its
 * checks.
 */
function decidesBranch(list: InstructionList, at: number): boolean {
  if (ROLES[list.opcodes[at]!] !== ROLE.comparison) return false;
  let next = at + 1;
  while (list.opcodes[next] === op.I32_EQZ) next++;
  return list.opcodes[next] === op.BR_IF;
}

/** Upper bound on the number of checks in a loop; 0 if two versions are not worth their size. */
export function countChecks(list: InstructionList, plan: CheckPlan, start: number): number {
  let count = 0;
  for (let at = start + 1; at <= list.partners[start]!; at++) {
    if (plan.firsts[at] !== NO_NODE) {
      if (decidesBranch(list, at)) return 0;
      count++;
    }
    const flushed = plan.flushBefore.get(at) ?? [];
    count += plan.checkAfter[at]! + flushed.length;
  }
  return count;
}
