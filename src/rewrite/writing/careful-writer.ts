// Writes instructions whose results do not reveal that an operand was NaN, such as comparisons and conversions to
// integers. The code tests their operands instead.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { type BranchForm, branchForm } from '../hooks/comparison-forms.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import { VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import type { Choices } from '../planning/choices.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, V128 } from '../reading/module-info.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';
import { writeAnyLaneNan } from './vector-writer.ts';
import type { FunctionJob } from './writer-context.ts';

export class CarefulWriter {
  private readonly slow: SlowPathWriter;
  private readonly code: ByteWriter;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly choices: Choices;

  constructor(slow: SlowPathWriter, job: FunctionJob) {
    this.slow = slow;
    this.code = slow.code;
    this.list = job.list;
    this.plan = job.plan;
    this.choices = job.choices;
  }

  /** Writes a vector instruction, and repairs its result if a lane that it uses is NaN. */
  writeVector(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const hook = VECTOR_HOOKS[opcode]!;
    const { graph } = this.plan;
    const operands = [this.plan.firsts[at]!, this.plan.seconds[at]!].slice(0, OPERANDS[opcode]!.length);
    const tested = operands.slice(0, hook.testedCount ?? hook.operandCount);
    const doubtful = [...new Set(tested)].filter((node) => !graph.isExact(node));
    const pushes = doubtful.map((node) => () => this.slow.pushHome(node, at));
    const test = () => writeAnyLaneNan(this.slow, hook.from, pushes);
    if (doubtful.length > 0 && this.isWrittenFast(at, operands, test)) return;
    this.slow.instruction(opcode);
    if (doubtful.length === 0) return;
    const answer = this.slow.locals.scratchOf(V128);
    this.slow.local(op.LOCAL_SET, answer);
    test();
    this.repair(at, operands, answer);
  }

  /**
   * Handles an instruction in a loop with two versions. The fast version jumps to the slow version if an operand is NaN
   * and otherwise runs the instruction; the function then returns true. In the slow version, the instruction is the
   * entry point.
   */
  private isWrittenFast(at: number, operands: readonly number[], test: () => void): boolean {
    const { version, speculation } = this.slow;
    if (speculation) {
      speculation.expectNow(operands, (node) => this.slow.pushHome(node, at));
      for (const node of operands) this.slow.markRight(node);
      this.slow.instruction(this.list.opcodes[at]!);
      return true;
    }
    if (!version) return false;
    const waiting = this.plan.waiting.get(at)!;
    if (!version.isFast) {
      version.enter(waiting);
      return false;
    }
    version.leaveIf(waiting, test);
    for (const node of operands) this.slow.markRight(node);
    this.slow.instruction(this.list.opcodes[at]!);
    return true;
  }

  writeTruncation(at: number): void {
    const node = this.plan.firsts[at]!;
    if (this.isWrittenFast(at, [node], () => this.slow.writeIsNan(node, at))) return;
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

  /**
   * Tests both operands. A box has the same sign as its particle, so the result does not reveal a box in the second
   * operand.
   */
  writeCopysign(at: number): void {
    const operands = [this.plan.firsts[at]!, this.plan.seconds[at]!];
    if (this.isWrittenFast(at, operands, () => this.slow.writeAnyNan(this.doubtful(at), at))) return;
    const opcode = this.list.opcodes[at]!;
    const type = RESULTS[opcode]![0]!;
    const answer = this.slow.locals.scratchOf(type, SCRATCH.choice);
    this.slow.instruction(opcode);
    this.slow.local(op.LOCAL_SET, answer);
    this.writeUnordered(at);
    this.repair(at, operands, answer);
  }

  /**
   * Replaces the instruction's result, in the local `answer`, with the hook's result if the test on the stack is true.
   */
  private repair(at: number, operands: readonly number[], answer: number): void {
    this.slow.openUnlikely();
    for (const node of operands) this.slow.pushRight(node, at);
    this.slow.callHook(at);
    this.slow.local(op.LOCAL_SET, answer);
    this.code.byte(op.END);
    this.slow.local(op.LOCAL_GET, answer);
  }

  private pushOperands(at: number): void {
    this.slow.pushHome(this.plan.firsts[at]!, at);
    this.slow.pushHome(this.plan.seconds[at]!, at);
  }

  private writeSlowComparison(at: number): void {
    this.slow.pushRight(this.plan.firsts[at]!, at);
    this.slow.pushRight(this.plan.seconds[at]!, at);
    this.slow.callComparison(at, this.choices.has(at));
  }

  /** The operands that may be boxes. */
  private doubtful(at: number): number[] {
    const first = this.plan.firsts[at]!;
    const second = this.plan.seconds[at]!;
    const { graph } = this.plan;
    if (graph.isExact(first)) return [second];
    return graph.isExact(second) || second === first ? [first] : [first, second];
  }

  private writeUnordered(at: number): void {
    this.doubtful(at).forEach((node, i) => {
      this.slow.writeIsNan(node, at);
      if (i > 0) this.code.byte(op.I32_OR);
    });
  }

  writeComparisonValue(at: number): void {
    const operands = [this.plan.firsts[at]!, this.plan.seconds[at]!];
    if (this.isWrittenFast(at, operands, () => this.slow.writeAnyNan(this.doubtful(at), at))) return;
    const opcode = this.list.opcodes[at]!;
    const { taken, notTaken } = branchForm(opcode, false);
    const answer = this.slow.locals.scratchOf(I32);
    this.code.byte(opcode);
    this.slow.local(op.LOCAL_TEE, answer);
    if (taken !== undefined && notTaken !== undefined) {
      this.pushOperands(at);
      this.code.byte(notTaken);
      this.code.byte(op.I32_OR);
      this.code.byte(op.I32_EQZ);
    } else {
      this.code.byte(op.DROP);
      this.writeUnordered(at);
    }
    this.slow.openUnlikely();
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
      this.slow.openUnlikely();
    } else {
      this.code.byte(form.notTaken!);
      this.code.byte(op.I32_EQZ);
      this.code.open(op.IF);
      if (form.taken !== undefined) {
        this.pushOperands(at);
        this.code.byte(form.taken);
      } else {
        this.writeUnordered(at);
        this.code.byte(op.I32_EQZ);
      }
      this.slow.branchIf(depth + 1, true);
    }
    this.writeSlowComparison(at);
    if (negated) this.code.byte(op.I32_EQZ);
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
    this.code.byte(op.I32_EQZ);
  }
}
