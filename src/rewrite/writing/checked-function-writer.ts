// Writes one function body according to its check plan: the original instructions, checks where exact values are
// needed, safepoints, and copies of loops. SlowPathWriter and CarefulWriter write the tests and slow paths.

import { LANES_64 } from '../bits/bit-values.ts';
import { SHOWN_I32 } from '../bits/sort-keys.ts';
import { ByteReader } from '../encoding/byte-reader.ts';
import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { ROLE, ROLES } from '../hooks/instruction-shapes.ts';
import { VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import { maybeReach, type Reach } from '../planning/speculated-loops.ts';
import { NO_NODE } from '../planning/value-graph.ts';
import { countChecks } from '../planning/versioned-loops.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { Labels } from '../reading/labels.ts';
import { I64 } from '../reading/module-info.ts';
import type { BranchHint } from './branch-hints.ts';
import { CarefulWriter } from './careful-writer.ts';
import { ChoiceWriter } from './choice-writer.ts';
import type { CodeOffsets } from './code-offsets.ts';
import { LoopVersion } from './loop-versions.ts';
import { writeDigits, writeOrder } from './order-of-bits.ts';
import { keepAddress, writeParticleInMemory, writeParticleOfRead } from './part-in-memory.ts';
import { writeParticleOfBits } from './particle-of-bits.ts';
import { isWorthEntering, writePlainRange, writeWithDepths } from './plain-copies.ts';
import { writeLoadWord } from './root-writer.ts';
import { SafepointWriter } from './safepoint-writer.ts';
import { SlowPathWriter } from './slow-path-writer.ts';
import { SpeculativeVersion } from './speculative-version.ts';
import type { FunctionJob, WriterContext } from './writer-context.ts';

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
  private readonly choices: ChoiceWriter | undefined;
  private readonly safepoints: SafepointWriter | undefined;
  private readonly labels: Labels;
  /** Loops that also have an unrewritten copy. */
  private readonly copiedLoops: ReadonlySet<number>;
  /** The instruction being written. */
  private at = 0;

  constructor(context: WriterContext, job: FunctionJob, code: ByteWriter, offsets: CodeOffsets) {
    this.context = context;
    this.job = job;
    this.bytes = context.info.bytes;
    this.list = job.list;
    this.plan = job.plan;
    this.code = code;
    this.offsets = offsets;
    this.labels = new Labels(job.list, context.info.types);
    this.slow = new SlowPathWriter(context, job, code);
    this.careful = new CarefulWriter(this.slow, job);
    this.choices = context.choiceHooks && new ChoiceWriter(context.choiceHooks, this.slow, job);
    this.safepoints = context.safepoints && new SafepointWriter(context, this.slow, job);
    this.copiedLoops = new Set([...job.copiedLoops].filter((start) => this.isChanged(start)));
  }

  /** Branches written so far, and whether they are likely; offsets count from the first instruction. */
  get hints(): BranchHint[] {
    return this.slow.hints;
  }

  /** Writes the instructions to `code`; `writeDeclarations` must follow once all locals are known. */
  writeInstructions(): void {
    this.writeEntryToCopy();
    this.safepoints?.writeEntry();
    for (let at = 0; at < this.list.count; at++) at = this.writeStep(at);
  }

  /** Writes declarations for the function's own locals and for the locals that checks need. */
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

  /** Writes instruction `at` and the code that belongs to it; returns the last instruction that it handled. */
  private writeStep(at: number): number {
    const { plan, list } = this;
    const opcode = list.opcodes[at]!;
    this.at = at;
    this.slow.writeFlushes(at);
    if (this.job.versionedLoops.has(at)) {
      const checks = countChecks(list, plan, at);
      const reach = maybeReach(list, plan, at);
      if (checks > 0 && reach) return this.writeSpeculatedLoop(at, checks, reach);
      if (checks > 0) return this.writeVersionedLoop(at, checks);
    }
    if (opcode === op.LOOP) this.openLoop(at);
    if (plan.firsts[at] !== NO_NODE) return this.writeCareful(at);
    const part = this.job.computedBits.parts.get(at);
    if (part?.isStore) writeParticleInMemory(this.slow, part, list.seconds[at]!);
    this.slow.speculation?.writeBefore(at);
    if (this.slow.speculation?.isWritten(at, () => this.copyInstruction(at))) return at;
    if (this.choices?.isLeftOut(at)) return at;
    const isCall = opcode === op.CALL || opcode === op.CALL_INDIRECT;
    if (isCall) this.slow.markCall(at);
    if (isCall && this.safepoints) this.safepoints.writeCall(at, () => this.copyInstruction(at));
    else if (this.choices?.isChoice(at)) this.choices.write(at, () => this.copyInstruction(at));
    else this.copyInstruction(at);
    this.slow.speculation?.writeAfter(at);
    this.labels.track(at);
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
    const { parts, wholes, keys } = this.job.computedBits;
    const part = parts.get(at);
    if (part && !part.isStore) keepAddress(this.slow, part);
    this.offsets.add(this.code.length, start, end - start);
    const ordered = keys.orders.get(at);
    if (ordered !== undefined) writeOrder(this.slow, ordered, this.list.opcodes[at]!, this.job.index);
    else if (this.labels.inserted === 0) this.code.copy(this.bytes, start, end);
    else {
      const scope = this.list.opcodes[at] === op.DELEGATE ? 1 : 0;
      writeWithDepths(this.bytes, this.list, at, this.code, (depth) => this.labels.shiftDepth(depth, scope));
    }
    if (part && !part.isStore) writeParticleOfRead(this.slow, part, this.list.seconds[at]!, this.job.index);
    const type = wholes.get(at);
    const digits = keys.digits.get(at);
    if (type !== undefined || digits === I64) writeParticleOfBits(this.slow, type ?? I64, this.job.index);
    else if (digits !== undefined) writeDigits(this.slow, this.job.index, digits === SHOWN_I32);
  }

  // ---- checks --------------------------------------------------------------------------------------------------------

  /**
   * Writes an instruction whose operands must be tested: a truncation, a copysign, a vector instruction, or a
   * comparison (with the branch that depends on it, if any).
   */
  private writeCareful(at: number): number {
    this.offsets.add(this.code.length, this.list.starts[at]!, 1);
    const role = ROLES[this.list.opcodes[at]!];
    const isVector = VECTOR_HOOKS[this.list.opcodes[at]!] !== undefined;
    if (isVector || role === ROLE.copysign) {
      if (isVector) this.careful.writeVector(at);
      else this.careful.writeCopysign(at);
      const slot = this.slow.slots[this.plan.nodes[at]!]!;
      if (slot >= 0) this.slow.local(op.LOCAL_TEE, slot);
      return at;
    }
    if (role === ROLE.truncation) {
      this.careful.writeTruncation(at);
      return at;
    }
    let branch = at + 1;
    let negated = false;
    while (this.list.opcodes[branch] === op.I32_EQZ) {
      negated = !negated;
      branch++;
    }
    const depth = this.list.immediates[branch]!;
    const label = this.list.opcodes[branch] === op.BR_IF ? this.labels.at(depth) : undefined;
    if (label?.arity !== 0) {
      this.careful.writeComparisonValue(at);
      return at;
    }
    this.slow.writeFlushes(branch);
    this.careful.writeDecidedBranch(at, this.labels.shiftDepth(depth), negated, label.isLoop);
    return branch;
  }

  /** Handles a value just produced: checks it if the plan requires this, and saves a copy if one is needed. */
  private writeCapture(at: number, node: number): void {
    const slot = this.slow.slots[node]!;
    if (!this.plan.checkAfter[at] || this.slow.isRight(node)) {
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

  /** Tests whether the loop as written differs from the original. An unchanged loop needs no copy. */
  private isChanged(start: number): boolean {
    const { plan, list } = this;
    for (let at = start; at <= list.partners[start]!; at++) {
      const opcode = list.opcodes[at]!;
      if (plan.firsts[at] !== NO_NODE || plan.checkAfter[at] || plan.flushBefore.has(at)) return true;
      const { keys, wholes } = this.job.computedBits;
      if (keys.orders.has(at) || keys.digits.has(at) || (wholes.get(at) ?? 0) >= LANES_64) return true;
      if (opcode === op.LOOP && this.safepoints?.isSafepoint(at)) return true;
      if (opcode >= op.CALL && opcode <= op.RETURN_CALL_INDIRECT) return true;
    }
    return false;
  }

  // ---- loops ---------------------------------------------------------------------------------------------------------

  private openLoop(at: number): void {
    if (this.copiedLoops.has(at)) this.openCopiedLoop(at);
    this.labels.inserted += this.safepoints?.openLoop(at) ?? 0;
  }

  private closeLoop(start: number, end: number): void {
    this.labels.inserted -= this.safepoints?.closeLoop(start) ?? 0;
    if (this.copiedLoops.has(start)) this.closeCopiedLoop(start, end);
  }

  /** Writes the loop at `at` in two versions (loop-versions.ts); returns its end. */
  private writeVersionedLoop(at: number, checks: number): number {
    const end = this.list.partners[at]!;
    if (this.copiedLoops.has(at)) this.openCopiedLoop(at);
    const { code, labels } = this;
    const outside = labels.inserted;
    code.open(op.BLOCK);
    code.open(op.LOOP);
    this.safepoints?.writeTurn(at);
    for (let n = 0; n < checks; n++) code.open(op.BLOCK);
    labels.inserted = outside + 2 + checks;
    this.slow.writeVersion(new LoopVersion(this.slow, true), () => {
      code.open(op.LOOP);
      labels.openLoop();
      this.writeBody(at, end);
    });
    code.byte(op.END);
    code.instruction(op.BR, checks + 1);
    labels.inserted = outside + 1;
    labels.openLoop();
    labels.inserted += checks;
    this.slow.writeVersion(new LoopVersion(this.slow, false, this.entriesFrom(code.length)), () =>
      this.writeBody(at, end),
    );
    // Closes blocks that no check used.
    for (; labels.inserted > outside; labels.inserted--) code.byte(op.END);
    code.byte(op.END);
    if (this.copiedLoops.has(at)) this.closeCopiedLoop(at, end);
    return end;
  }

  /** Writes the loop at `at` with a version that runs ahead of its checks (speculative-version.ts); returns its end. */
  private writeSpeculatedLoop(at: number, checks: number, reach: Reach): number {
    const end = this.list.partners[at]!;
    if (this.copiedLoops.has(at)) this.openCopiedLoop(at);
    const { code, labels, list, plan, bytes } = this;
    const outside = labels.inserted;
    const isWhole = reach === 'loop';
    const count = isWhole ? 1 : checks;
    const noteOffset = (store: number) => this.offsets.add(code.length, list.starts[store]!, 1);
    const version = new SpeculativeVersion(this.slow, {
      bytes,
      list,
      plan,
      start: at,
      reach,
      labels: count,
      noteOffset,
    });
    code.open(op.BLOCK);
    if (!isWhole) code.open(op.LOOP);
    for (let n = 0; n < count; n++) code.open(op.BLOCK);
    labels.inserted = outside + count + (isWhole ? 1 : 2);
    if (isWhole) version.writeZeroSums();
    if (isWhole) version.writeStart();
    this.slow.writeAhead(version, () => {
      code.open(op.LOOP);
      if (!isWhole) version.writeStart();
      labels.openLoop();
      this.writeBody(at, end);
      if (!isWhole) version.writeEnd();
    });
    code.byte(op.END);
    if (isWhole) version.writeFinalTest();
    code.instruction(op.BR, isWhole ? 1 : count + 1);
    version.writeReturn();
    labels.inserted = outside + 1;
    if (isWhole) code.open(op.LOOP);
    this.safepoints?.writeTurn(at);
    labels.openLoop();
    this.writeBody(at, end);
    labels.inserted = outside;
    code.byte(op.END);
    code.byte(op.END);
    if (this.copiedLoops.has(at)) this.closeCopiedLoop(at, end);
    return end;
  }

  private writeBody(start: number, end: number): void {
    for (let at = start + 1; at < end; at++) at = this.writeStep(at);
    this.at = end;
    this.slow.writeFlushes(end);
    this.labels.close();
  }

  /**
   * Writes the entry points at the checks of a slow version that begins at `start`. Code before the first entry point
   * is unreachable.
   */
  private entriesFrom(start: number): (isFirst: boolean) => void {
    return (isFirst) => {
      if (isFirst) {
        this.code.length = start;
        this.offsets.truncate(start);
      }
      this.offsets.add(this.code.length, this.list.starts[this.at]!, 1);
      this.labels.inserted--;
    };
  }

  // ---- copies --------------------------------------------------------------------------------------------------------

  private writeEntryToCopy(): void {
    const { copies, graph } = this.context;
    const { index, list } = this.job;
    const copy = copies?.indices.get(index);
    if (!copies || copy === undefined || !isWorthEntering(graph!, index)) return;
    writeLoadWord(this.code, copies.recordsAlive);
    this.code.byte(op.I32_EQZ);
    this.code.open(op.IF);
    for (let parameter = 0; parameter < list.parameterCount; parameter++)
      this.slow.local(op.LOCAL_GET, parameter);
    this.code.instruction(op.CALL, copy);
    this.code.byte(op.RETURN);
    this.code.byte(op.END);
  }

  /**
   * Opens a loop with a copy: `if (records alive) loop … else copy end`. Branches out of the loop therefore cross one
   * more label.
   */
  private openCopiedLoop(at: number): void {
    writeLoadWord(this.code, this.context.copies!.recordsAlive);
    this.code.byte(op.IF);
    this.code.copy(this.bytes, this.list.starts[at]! + 1, this.list.starts[at + 1]!);
    this.labels.inserted++;
  }

  private closeCopiedLoop(start: number, end: number): void {
    this.code.byte(op.ELSE);
    const range = { from: start, to: end, mapOutside: (depth: number) => this.labels.shiftDepth(depth) };
    writePlainRange(
      this.context.info,
      this.list,
      range,
      this.context.copies!.indices,
      this.code,
      this.offsets,
    );
    this.code.byte(op.END);
    this.labels.inserted--;
  }
}
