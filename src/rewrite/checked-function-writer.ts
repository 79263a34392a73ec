// Writes one function body as its check plan says: the original instructions, checks where values must be right,
// safepoints, and copies of loops. Tests and slow paths themselves are SlowPathWriter's and CarefulWriter's.

import type { BranchHint } from './branch-hints.ts';
import { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { CarefulWriter } from './careful-writer.ts';
import type { CheckPlan } from './check-plan.ts';
import type { CodeOffsets } from './code-offsets.ts';
import type { InstructionList } from './instruction-list.ts';
import { ROLE, ROLES } from './instruction-shapes.ts';
import * as op from './opcode-names.ts';
import { opcodeOf } from './opcodes.ts';
import { isWorthEntering, writePlainRange, writeWithDepths } from './plain-copies.ts';
import { writeLoadWord } from './root-writer.ts';
import { SafepointWriter } from './safepoint-writer.ts';
import { EMPTY_BLOCK, SlowPathWriter } from './slow-path-writer.ts';
import { NO_NODE } from './value-graph.ts';
import { VECTOR_HOOKS } from './vector-hooks.ts';
import type { FunctionJob, WriterContext } from './writer-context.ts';

const I32_EQZ = opcodeOf('i32.eqz');

interface Label {
  readonly isLoop: boolean;
  readonly arity: number;
  /** Labels that the rewriter had open around it. */
  readonly inserted: number;
}

export class CheckedFunctionWriter {
  private readonly code: ByteWriter;
  private readonly bytes: Uint8Array;
  private readonly context: WriterContext;
  private readonly job: FunctionJob;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly offsets: CodeOffsets;
  private readonly slow: SlowPathWriter;
  private readonly careful: CarefulWriter;
  private readonly safepoints: SafepointWriter | undefined;
  private readonly labels: Label[] = [];
  /** Labels that the rewriter has open: branches that leave them must count them. */
  private inserted = 0;

  constructor(context: WriterContext, job: FunctionJob, code: ByteWriter, offsets: CodeOffsets) {
    this.context = context;
    this.job = job;
    this.bytes = context.info.bytes;
    this.list = job.list;
    this.plan = job.plan;
    this.code = code;
    this.offsets = offsets;
    this.slow = new SlowPathWriter(context, job, code);
    this.careful = new CarefulWriter(this.slow, job);
    this.safepoints = context.safepoints && new SafepointWriter(context, this.slow, job);
  }

  /** Branches that were written, and whether they are likely; offsets count from the first instruction. */
  get hints(): BranchHint[] {
    return this.slow.hints;
  }

  /** Writes the instructions to `code`; `writeDeclarations` must follow, when all locals are known. */
  writeInstructions(): void {
    this.writeEntryToCopy();
    this.safepoints?.writeEntry();
    for (let at = 0; at < this.list.count; at++) at = this.writeStep(at);
  }

  /** Writes the declarations of the function's locals and of those that checks need. */
  writeDeclarations(out: ByteWriter): void {
    const reader = new ByteReader(this.bytes, this.list.declarationsStart);
    const groups = reader.u32();
    const { types } = this.slow.locals;
    const runs: { type: number; count: number }[] = [];
    for (const type of types) {
      const last = runs[runs.length - 1];
      if (last?.type === type) last.count++;
      else runs.push({ type, count: 1 });
    }
    out.u32(groups + runs.length);
    out.copy(this.bytes, reader.position, this.list.starts[0]!);
    for (const { type, count } of runs) {
      out.u32(count);
      out.byte(type);
    }
  }

  /** Writes instruction `at` and what belongs to it; answers the last instruction that it dealt with. */
  private writeStep(at: number): number {
    const { plan, list } = this;
    const opcode = list.opcodes[at]!;
    this.slow.writeFlushes(at);
    if (opcode === op.LOOP) this.openLoop(at);
    if (plan.firsts[at] !== NO_NODE) return this.writeCareful(at);
    const isCall = opcode === op.CALL || opcode === op.CALL_INDIRECT;
    if (isCall && this.safepoints) this.safepoints.writeCall(at, () => this.copyInstruction(at));
    else this.copyInstruction(at);
    this.trackLabels(at);
    const start = list.partners[at]!;
    if (opcode === op.END && start >= 0 && list.opcodes[start] === op.LOOP) this.closeLoop(start, at);
    const node = plan.nodes[at]!;
    if (node !== NO_NODE) this.writeCapture(at, node);
    else if (plan.manyResults.size > 0) this.writeManyCaptures(at);
    if (opcode === op.LOOP) this.safepoints?.writeLoopStart(at);
    return at;
  }

  private copyInstruction(at: number): void {
    const start = this.list.starts[at]!;
    const end = this.list.starts[at + 1]!;
    this.offsets.add(this.code.length, start, end - start);
    if (this.inserted === 0) this.code.copy(this.bytes, start, end);
    else {
      const scope = this.list.opcodes[at] === op.DELEGATE ? 1 : 0;
      writeWithDepths(this.bytes, this.list, at, this.code, (depth) => this.shiftDepth(depth, scope));
    }
  }

  /** New depth of a label, counted without the innermost `dropped` ones. */
  private shiftDepth(depth: number, dropped = 0): number {
    const target = this.labels[this.labels.length - 1 - dropped - depth];
    return depth + this.inserted - (target?.inserted ?? 0);
  }

  private trackLabels(at: number): void {
    const opcode = this.list.opcodes[at]!;
    if (opcode > op.TRY_TABLE) return;
    if ((opcode >= op.BLOCK && opcode <= op.IF) || opcode === op.TRY || opcode === op.TRY_TABLE) {
      const immediate = this.list.immediates[at]!;
      const type = immediate >= 0 ? this.context.info.types[immediate]! : undefined;
      const isLoop = opcode === op.LOOP;
      const results = type ? type.results.length : immediate === -64 ? 0 : 1;
      this.labels.push({
        inserted: this.inserted,
        isLoop,
        arity: isLoop ? (type?.parameters.length ?? 0) : results,
      });
    } else if (opcode === op.END || opcode === op.DELEGATE) this.labels.pop();
  }

  // ---- checks --------------------------------------------------------------------------------------------------------

  /** A comparison, with the branch that it decides where there is one, or a truncation. */
  private writeCareful(at: number): number {
    this.offsets.add(this.code.length, this.list.starts[at]!, 1);
    if (VECTOR_HOOKS[this.list.opcodes[at]!]) {
      this.careful.writeVector(at);
      const slot = this.slow.slots[this.plan.nodes[at]!]!;
      if (slot >= 0) this.slow.local(op.LOCAL_TEE, slot);
      return at;
    }
    if (ROLES[this.list.opcodes[at]!] === ROLE.truncation) {
      this.careful.writeTruncation(at);
      return at;
    }
    let branch = at + 1;
    let negated = false;
    while (this.list.opcodes[branch] === I32_EQZ) {
      negated = !negated;
      branch++;
    }
    const depth = this.list.immediates[branch]!;
    const label =
      this.list.opcodes[branch] === op.BR_IF ? this.labels[this.labels.length - 1 - depth] : undefined;
    if (label?.arity !== 0) {
      this.careful.writeComparisonValue(at);
      return at;
    }
    this.slow.writeFlushes(branch);
    this.careful.writeDecidedBranch(at, this.shiftDepth(depth), negated, label.isLoop);
    return branch;
  }

  /** A value was just made: checks it where the plan says so, and keeps a copy where one is needed. */
  private writeCapture(at: number, node: number): void {
    const slot = this.slow.slots[node]!;
    if (!this.plan.checkAfter[at] || this.slow.isClean(node)) {
      if (slot >= 0) this.slow.local(op.LOCAL_TEE, slot);
      return;
    }
    const copy = slot >= 0 ? slot : this.slow.locals.scratchOf(this.plan.graph.type(node));
    this.slow.writeCheckOnStack(node, at, copy);
  }

  private writeManyCaptures(at: number): void {
    const many = this.plan.manyResults.get(at);
    if (!many?.nodes.some((node) => node !== NO_NODE && this.slow.slots[node]! >= 0)) return;
    const copies = many.types.map((type, i) => {
      const slot = many.nodes[i] === NO_NODE ? -1 : this.slow.slots[many.nodes[i]!]!;
      return slot >= 0 ? slot : this.slow.locals.scratchOf(type, i + 1);
    });
    for (const copy of copies.toReversed()) this.slow.local(op.LOCAL_SET, copy);
    for (const copy of copies) this.slow.local(op.LOCAL_GET, copy);
  }

  // ---- loops ---------------------------------------------------------------------------------------------------------

  private openLoop(at: number): void {
    if (this.job.copiedLoops.has(at)) this.openCopiedLoop(at);
    this.inserted += this.safepoints?.openLoop(at) ?? 0;
  }

  private closeLoop(start: number, end: number): void {
    this.inserted -= this.safepoints?.closeLoop(start) ?? 0;
    if (this.job.copiedLoops.has(start)) this.closeCopiedLoop(start, end);
  }

  // ---- copies --------------------------------------------------------------------------------------------------------

  private writeEntryToCopy(): void {
    const { copies, graph } = this.context;
    const { index, list } = this.job;
    const copy = copies?.indices.get(index);
    if (!copies || copy === undefined || !isWorthEntering(graph!, index)) return;
    writeLoadWord(this.code, copies.recordsAlive);
    this.code.byte(I32_EQZ);
    this.code.byte(op.IF);
    this.code.byte(EMPTY_BLOCK);
    for (let parameter = 0; parameter < list.parameterCount; parameter++)
      this.slow.local(op.LOCAL_GET, parameter);
    this.code.byte(op.CALL);
    this.code.u32(copy);
    this.code.byte(op.RETURN);
    this.code.byte(op.END);
  }

  /** A loop with a copy: `if (records alive) loop … else copy end`, so that its outward branches cross one label more. */
  private openCopiedLoop(at: number): void {
    writeLoadWord(this.code, this.context.copies!.recordsAlive);
    this.code.byte(op.IF);
    this.code.copy(this.bytes, this.list.starts[at]! + 1, this.list.starts[at + 1]!);
    this.inserted++;
  }

  private closeCopiedLoop(start: number, end: number): void {
    this.code.byte(op.ELSE);
    const range = { from: start, to: end, mapOutside: (depth: number) => this.shiftDepth(depth) };
    writePlainRange(
      this.context.info,
      this.list,
      range,
      this.context.copies!.indices,
      this.code,
      this.offsets,
    );
    this.code.byte(op.END);
    this.inserted--;
  }
}
