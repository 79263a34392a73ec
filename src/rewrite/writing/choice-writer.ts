// Writes instructions that work on conditions of draws (choices.ts). A condition is 0, 1, or a larger number that only
// the guest can interpret, so guest functions handle all computations with it. In code that no box reaches,
// instructions stay unchanged.

import * as op from '../encoding/opcode-names.ts';
import { opcodeOf } from '../encoding/opcodes.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import type { ChoiceHooks, ChoiceRole, Choices } from '../planning/choices.ts';
import { I32 } from '../reading/module-info.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';
import type { FunctionJob } from './writer-context.ts';

const I32_GT_U = opcodeOf('i32.gt_u');

export class ChoiceWriter {
  private readonly hooks: ChoiceHooks;
  private readonly slow: SlowPathWriter;
  private readonly choices: Choices;
  private readonly plan: CheckPlan;

  constructor(hooks: ChoiceHooks, slow: SlowPathWriter, job: FunctionJob) {
    this.hooks = hooks;
    this.slow = slow;
    this.choices = job.choices;
    this.plan = job.plan;
  }

  /** Tests whether an instruction is not written, such as a mask of a condition's lowest bit. */
  isLeftOut(at: number): boolean {
    return this.roleOf(at) === 'left out';
  }

  isChoice(at: number): boolean {
    const role = this.roleOf(at);
    return role !== undefined && role !== 'comparison';
  }

  /** @param copy writes the instruction unchanged */
  write(at: number, copy: () => void): void {
    const { slow, hooks } = this;
    const { locals } = slow;
    const role = this.roleOf(at)!;
    const [first, second] = [
      locals.scratchOf(I32, SCRATCH.choice),
      locals.scratchOf(I32, SCRATCH.choice + 1),
    ];
    if (role === 'and' || role === 'or') {
      slow.local(op.LOCAL_SET, second);
      slow.local(op.LOCAL_TEE, first);
      slow.local(op.LOCAL_GET, second);
      slow.instruction(op.I32_OR);
      this.writeEither(I32, [first, second], hooks[role], copy);
      return;
    }
    if (role === 'both' || role === 'either' || role === 'unless' || role === 'implied') {
      this.writeJoined(role, copy);
      return;
    }
    slow.local(op.LOCAL_TEE, first);
    if (role === 'not') this.writeNot(first);
    else {
      const type = this.plan.graph.type(this.plan.nodes[at]!);
      if (role === 'number') this.writeEither(type, [first], hooks.number.get(type)!, copy);
      else this.writeSelect(at, type, first, copy);
    }
  }

  /** Writes a select between the two numbers below the condition on the stack. */
  private writeSelect(at: number, type: number, condition: number, copy: () => void): void {
    const { slow } = this;
    const { locals } = slow;
    const [first, second] = [
      locals.scratchOf(type, SCRATCH.choice),
      locals.scratchOf(type, SCRATCH.choice + 1),
    ];
    slow.local(op.LOCAL_SET, condition);
    slow.local(op.LOCAL_SET, second);
    slow.local(op.LOCAL_SET, first);
    slow.local(op.LOCAL_GET, condition);
    // The guest creates the chosen value here, not at the comparison.
    const mark = () => slow.markPlace(at);
    this.writeEither(type, [first, second, condition], this.hooks.select.get(type)!, copy, { mark });
  }

  /**
   * Writes the negation of a condition that is both in a local and on the stack. The constant of `condition ^ 1` is not
   * written.
   */
  private writeNot(condition: number): void {
    this.writeEither(I32, [condition], this.hooks.not, () => this.slow.instruction(op.I32_EQZ));
  }

  /** Writes a selection between a condition and 0, or between 1 and a condition, in either order. */
  private writeJoined(role: 'both' | 'either' | 'unless' | 'implied', copy: () => void): void {
    const { slow, hooks } = this;
    const operands = [0, 1, 2].map((i) => slow.locals.scratchOf(I32, SCRATCH.choice + i));
    const [first, second, condition] = operands as [number, number, number];
    for (const operand of operands.toReversed()) slow.local(op.LOCAL_SET, operand);
    if (role === 'unless' || role === 'implied') {
      // The operands in the order that `both` and `either` expect.
      slow.local(op.LOCAL_GET, condition);
      this.writeNot(condition);
      slow.local(op.LOCAL_SET, condition);
      slow.local(op.LOCAL_GET, first);
      slow.local(op.LOCAL_GET, second);
      slow.local(op.LOCAL_SET, first);
      slow.local(op.LOCAL_SET, second);
    }
    const isBoth = role === 'both' || role === 'unless';
    const joined = [isBoth ? first : second, condition];
    for (const operand of joined) slow.local(op.LOCAL_GET, operand);
    slow.instruction(op.I32_OR);
    this.writeEither(I32, operands, isBoth ? hooks.and : hooks.or, copy, { hooked: joined });
  }

  /**
   * Tests the condition, or the bitwise OR of several conditions, on the stack. If it exceeds 1, the guest's function
   * receives `hooked`; otherwise the copy runs.
   * @param special `mark` stores the location of the call
   */
  private writeEither(
    type: number,
    operands: readonly number[],
    hook: number,
    copy: () => void,
    special: { readonly hooked?: readonly number[]; readonly mark?: () => void } = {},
  ): void {
    const { slow } = this;
    const { hooked = operands, mark } = special;
    slow.code.constant(op.I32_CONST, 1);
    slow.instruction(I32_GT_U);
    slow.openUnlikely(type);
    for (const operand of hooked) slow.local(op.LOCAL_GET, operand);
    mark?.();
    slow.callFunction(hook);
    slow.code.byte(op.ELSE);
    for (const operand of operands) slow.local(op.LOCAL_GET, operand);
    copy();
    slow.code.byte(op.END);
  }

  /** Role of an instruction; undefined in code that boxes never reach. */
  private roleOf(at: number): ChoiceRole | undefined {
    return this.slow.version?.isFast || this.slow.speculation ? undefined : this.choices.get(at);
  }
}
