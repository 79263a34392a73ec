// Writes comparisons and conversions to integers, whose answers do not show that an operand was NaN.

import type { ByteWriter } from './byte-writer.ts';
import type { CheckPlan } from './check-plan.ts';
import { type BranchForm, branchForm } from './comparison-forms.ts';
import type { InstructionList } from './instruction-list.ts';
import { OPERANDS, RESULTS } from './instruction-shapes.ts';
import { I32, V128 } from './module-info.ts';
import * as op from './opcode-names.ts';
import { opcodeOf } from './opcodes.ts';
import { EMPTY_BLOCK, type SlowPathWriter } from './slow-path-writer.ts';
import { VECTOR_HOOKS } from './vector-hooks.ts';
import { writeAnyLaneNan } from './vector-writer.ts';
import type { FunctionJob } from './writer-context.ts';

const I32_EQZ = opcodeOf('i32.eqz');
const I32_OR = opcodeOf('i32.or');

export class CarefulWriter {
  private readonly slow: SlowPathWriter;
  private readonly code: ByteWriter;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;

  constructor(slow: SlowPathWriter, job: FunctionJob) {
    this.slow = slow;
    this.code = slow.code;
    this.list = job.list;
    this.plan = job.plan;
  }

  /** An instruction on vectors: what it answers is put right when a lane that it looks at is NaN. */
  writeVector(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const hook = VECTOR_HOOKS[opcode]!;
    const { graph } = this.plan;
    const operands = [this.plan.firsts[at]!, this.plan.seconds[at]!].slice(0, OPERANDS[opcode]!.length);
    const tested = operands.slice(0, hook.testedCount ?? hook.operandCount);
    const doubtful = [...new Set(tested)].filter((node) => !graph.isExact(node));
    this.slow.instruction(opcode);
    if (doubtful.length === 0) return;
    const answer = this.slow.locals.scratchOf(V128);
    this.slow.local(op.LOCAL_SET, answer);
    writeAnyLaneNan(
      this.slow,
      hook.from,
      doubtful.map((node) => () => this.slow.pushHome(node, at)),
    );
    this.slow.openUnlikely(EMPTY_BLOCK);
    for (const node of operands) this.slow.pushRight(node, at);
    this.slow.callHook(at);
    this.slow.local(op.LOCAL_SET, answer);
    this.code.byte(op.END);
    this.slow.local(op.LOCAL_GET, answer);
  }

  writeTruncation(at: number): void {
    const node = this.plan.firsts[at]!;
    const opcode = this.list.opcodes[at]!;
    const type = this.plan.graph.type(node);
    const copy = this.slow.locals.scratchOf(type);
    this.slow.local(op.LOCAL_TEE, copy);
    this.slow.local(op.LOCAL_GET, copy);
    this.slow.writeNanOfTwins(type);
    this.slow.openUnlikely(RESULTS[opcode]![0]!);
    this.slow.pushRight(node, at);
    this.slow.callHook(at);
    this.code.byte(op.ELSE);
    this.slow.local(op.LOCAL_GET, copy);
    this.slow.instruction(opcode);
    this.code.byte(op.END);
  }

  private pushOperands(at: number): void {
    this.slow.pushHome(this.plan.firsts[at]!, at);
    this.slow.pushHome(this.plan.seconds[at]!, at);
  }

  private writeSlowComparison(at: number): void {
    this.slow.pushRight(this.plan.firsts[at]!, at);
    this.slow.pushRight(this.plan.seconds[at]!, at);
    this.slow.callHook(at);
  }

  private writeUnordered(at: number): void {
    const first = this.plan.firsts[at]!;
    const second = this.plan.seconds[at]!;
    const { graph } = this.plan;
    const tested = graph.isExact(first)
      ? [second]
      : graph.isExact(second) || second === first
        ? [first]
        : [first, second];
    tested.forEach((node, i) => {
      this.slow.writeIsNan(node, at);
      if (i > 0) this.code.byte(I32_OR);
    });
  }

  writeComparisonValue(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const { taken, notTaken } = branchForm(opcode, false);
    const answer = this.slow.locals.scratchOf(I32);
    this.code.byte(opcode);
    this.slow.local(op.LOCAL_TEE, answer);
    if (taken !== undefined && notTaken !== undefined) {
      this.pushOperands(at);
      this.code.byte(notTaken);
      this.code.byte(I32_OR);
      this.code.byte(I32_EQZ);
    } else {
      this.code.byte(op.DROP);
      this.writeUnordered(at);
    }
    this.slow.openUnlikely(EMPTY_BLOCK);
    this.writeSlowComparison(at);
    this.slow.local(op.LOCAL_SET, answer);
    this.code.byte(op.END);
    this.slow.local(op.LOCAL_GET, answer);
  }

  writeDecidedBranch(at: number, depth: number, negated: boolean, isLoop: boolean): void {
    const form = branchForm(this.list.opcodes[at]!, negated);
    if (form.taken !== undefined && (isLoop || form.notTaken === undefined)) {
      this.code.byte(form.taken);
      this.slow.branchIf(depth, isLoop ? true : undefined);
      this.writeNotOrdered(at, form);
      this.slow.openUnlikely(EMPTY_BLOCK);
    } else {
      this.code.byte(form.notTaken!);
      this.code.byte(I32_EQZ);
      this.code.byte(op.IF);
      this.code.byte(EMPTY_BLOCK);
      if (form.taken !== undefined) {
        this.pushOperands(at);
        this.code.byte(form.taken);
      } else {
        this.writeUnordered(at);
        this.code.byte(I32_EQZ);
      }
      this.slow.branchIf(depth + 1, true);
    }
    this.writeSlowComparison(at);
    if (negated) this.code.byte(I32_EQZ);
    this.slow.branchIf(depth + 1);
    this.code.byte(op.END);
  }

  private writeNotOrdered(at: number, form: BranchForm): void {
    if (form.notTaken === undefined) {
      this.writeUnordered(at);
      return;
    }
    this.pushOperands(at);
    this.code.byte(form.notTaken);
    this.code.byte(I32_EQZ);
  }
}
