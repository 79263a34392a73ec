// Writes one function body as its check plan says: the original instructions, tests for NaN where values must be right,
// and behind each test the slow evaluation of what is unchecked, from its leaves, in calls of the hooks.

import type { BranchHint } from './branch-hints.ts';
import { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { CallGraph } from './call-graph.ts';
import type { CheckPlan } from './check-planner.ts';
import type { CodeOffsets } from './code-offsets.ts';
import { type BranchForm, branchForm } from './comparison-forms.ts';
import type { HookTable } from './hooks.ts';
import type { InstructionList } from './instruction-list.ts';
import { RESULTS, ROLE, ROLES } from './instruction-shapes.ts';
import { FUNCTION_ENTRY } from './liveness.ts';
import { F64, I32, type ModuleInfo } from './module-info.ts';
import { FC_PAGE, opcodeOf } from './opcodes.ts';
import { type CopyIndices, isWorthEntering, writePlainRange, writeWithDepths } from './plain-copies.ts';
import { writeReload } from './reloads.ts';
import { type Root, rootFrameSize, writeLoadWord, writeMoveStack, writeSaveRoots } from './root-writer.ts';
import type { SafepointContract } from './safepoints.ts';
import { allocateTemporaries, ExtraLocals } from './temporaries.ts';
import { NO_NODE, NODE } from './value-graph.ts';

const F32_NE = opcodeOf('f32.ne');
const F64_NE = opcodeOf('f64.ne');
const F32_ADD = opcodeOf('f32.add');
const F64_ADD = opcodeOf('f64.add');
const I32_EQZ = opcodeOf('i32.eqz');
const I32_OR = opcodeOf('i32.or');
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const LOCAL_TEE = 0x22;
const IF = 0x04;
const ELSE = 0x05;
const END = 0x0b;
const LOOP = 0x03;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const DELEGATE = 0x18;
const RETURN = 0x0f;
const BR_IF = 0x0d;
const EMPTY_BLOCK = 0x40;

export interface WriterContext {
  readonly info: ModuleInfo;
  readonly hooks: HookTable;
  /** Who calls whom; absent when neither safepoints nor copies are asked for. */
  readonly graph?: CallGraph | undefined;
  /** Absent when records are never freed. */
  readonly safepoints?: SafepointContract | undefined;
  readonly copies?: CopyPlan | undefined;
}

/** Functions that have unrewritten copies, and the word that tells when these may run. */
export interface CopyPlan {
  readonly recordsAlive: number;
  readonly indices: CopyIndices;
}

/** One function to write. */
export interface FunctionJob {
  readonly index: number;
  readonly list: InstructionList;
  readonly plan: CheckPlan;
  /** Locals that may hold boxes. */
  readonly tracked: Uint8Array;
  /** Loops that have a copy beside them. */
  readonly copiedLoops: ReadonlySet<number>;
}

interface Label {
  readonly isLoop: boolean;
  readonly arity: number;
}

export class CheckedFunctionWriter {
  readonly hints: BranchHint[] = [];
  private readonly code: ByteWriter;
  private readonly bytes: Uint8Array;
  private readonly context: WriterContext;
  private readonly job: FunctionJob;
  private readonly safepointLoops: ReadonlySet<number>;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly offsets: CodeOffsets;
  private readonly locals: ExtraLocals;
  private readonly slots: Int32Array;
  private readonly cleaned: Uint8Array;
  private readonly labels: Label[] = [];
  /** Number of labels outside of the copied loop that is being written, -1 when there is none. */
  private outsideOfCopiedLoop = -1;

  constructor(context: WriterContext, job: FunctionJob, code: ByteWriter, offsets: CodeOffsets) {
    const { list, plan } = job;
    this.job = job;
    this.context = context;
    this.bytes = context.info.bytes;
    this.list = list;
    this.plan = plan;
    this.code = code;
    this.offsets = offsets;
    this.locals = new ExtraLocals(list.locals.length);
    this.slots = allocateTemporaries(plan.graph, this.locals);
    this.cleaned = new Uint8Array(plan.graph.count);
    this.safepointLoops = context.safepoints ? this.findSafepointLoops(context.graph!) : new Set();
  }

  /** Writes the instructions to `code`; `writeDeclarations` must follow, when all locals are known. */
  writeInstructions(): void {
    const { graph, safepoints } = this.context;
    const { index } = this.job;
    this.writeEntryToCopy();
    if (safepoints && graph!.isRecursive(index) && graph!.mayAllocate(index))
      this.writeSafepoint(FUNCTION_ENTRY);
    for (let at = 0; at < this.list.count; at++) at = this.writeStep(at);
  }

  /** Writes the declarations of the function's locals and of those that checks need. */
  writeDeclarations(out: ByteWriter): void {
    const reader = new ByteReader(this.bytes, this.list.declarationsStart);
    const groups = reader.u32();
    const { types } = this.locals;
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

  // ---- steps ---------------------------------------------------------------------------------------------------------

  /** Writes instruction `at` and what belongs to it; answers the last instruction that it dealt with. */
  private writeStep(at: number): number {
    const { plan } = this;
    this.writeFlushes(at);
    if (this.job.copiedLoops.has(at)) this.openCopiedLoop(at);
    if (plan.firsts[at] !== NO_NODE) {
      this.offsets.add(this.code.length, this.list.starts[at]!, 1);
      if (ROLES[this.list.opcodes[at]!] === ROLE.truncation) this.writeTruncation(at);
      else return this.writeComparison(at);
      return at;
    }
    const opcode = this.list.opcodes[at]!;
    if (opcode === CALL || opcode === CALL_INDIRECT) this.writeCall(at);
    else this.copyInstruction(at);
    this.trackLabels(at);
    const start = this.list.partners[at]!;
    if (opcode === END && start >= 0 && this.job.copiedLoops.has(start)) this.closeCopiedLoop(start, at);
    const node = plan.nodes[at]!;
    if (node !== NO_NODE) this.writeCapture(at, node);
    else if (plan.manyResults.size > 0) this.writeManyCaptures(at);
    if (opcode === LOOP && this.safepointLoops.has(at)) this.writeSafepoint(at);
    return at;
  }

  private copyInstruction(at: number): void {
    const start = this.list.starts[at]!;
    const end = this.list.starts[at + 1]!;
    this.offsets.add(this.code.length, start, end - start);
    if (this.outsideOfCopiedLoop < 0) this.code.copy(this.bytes, start, end);
    else {
      const scope = this.list.opcodes[at] === DELEGATE ? 1 : 0;
      writeWithDepths(this.bytes, this.list, at, this.code, (depth) => this.shiftDepth(depth, scope));
    }
  }

  /** Depth of a label, counted without the innermost `dropped` ones, given that a copied loop stands within an `if`. */
  private shiftDepth(depth: number, dropped = 0): number {
    const target = this.labels.length - 1 - dropped - depth;
    return target < this.outsideOfCopiedLoop ? depth + 1 : depth;
  }

  // ---- copies --------------------------------------------------------------------------------------------------------

  private writeEntryToCopy(): void {
    const { copies, graph } = this.context;
    const { index, list } = this.job;
    const copy = copies?.indices.get(index);
    if (!copies || copy === undefined || !isWorthEntering(graph!, index)) return;
    writeLoadWord(this.code, copies.recordsAlive);
    this.code.byte(I32_EQZ);
    this.code.byte(IF);
    this.code.byte(EMPTY_BLOCK);
    for (let parameter = 0; parameter < list.parameterCount; parameter++) this.local(LOCAL_GET, parameter);
    this.code.byte(CALL);
    this.code.u32(copy);
    this.code.byte(RETURN);
    this.code.byte(END);
  }

  /** A loop with a copy: \`if (records alive) loop … else copy end\`, so that its outward branches cross one label more. */
  private openCopiedLoop(at: number): void {
    writeLoadWord(this.code, this.context.copies!.recordsAlive);
    this.code.byte(IF);
    this.code.copy(this.bytes, this.list.starts[at]! + 1, this.list.starts[at + 1]!);
    this.outsideOfCopiedLoop = this.labels.length;
  }

  private closeCopiedLoop(start: number, end: number): void {
    this.outsideOfCopiedLoop = -1;
    this.code.byte(ELSE);
    const range = { from: start, to: end, extra: 1 };
    writePlainRange(
      this.context.info,
      this.list,
      range,
      this.context.copies!.indices,
      this.code,
      this.offsets,
    );
    this.code.byte(END);
  }

  private trackLabels(at: number): void {
    const opcode = this.list.opcodes[at]!;
    if (opcode > 0x1f) return;
    if ((opcode >= 0x02 && opcode <= 0x04) || opcode === 0x06 || opcode === 0x1f) {
      const immediate = this.list.immediates[at]!;
      const type = immediate >= 0 ? this.context.info.types[immediate]! : undefined;
      const isLoop = opcode === 0x03;
      const results = type ? type.results.length : immediate === -64 ? 0 : 1;
      this.labels.push({ isLoop, arity: isLoop ? (type?.parameters.length ?? 0) : results });
    } else if (opcode === 0x0b || opcode === 0x18) this.labels.pop();
  }

  /** A value was just made: checks it where the plan says so, and keeps a copy where one is needed. */
  private writeCapture(at: number, node: number): void {
    const slot = this.slots[node]!;
    if (!this.plan.checkAfter[at] || this.isClean(node)) {
      if (slot >= 0) this.local(LOCAL_TEE, slot);
      return;
    }
    const type = this.plan.graph.type(node);
    const copy = slot >= 0 ? slot : this.locals.scratchOf(type);
    this.local(LOCAL_TEE, copy);
    this.local(LOCAL_GET, copy);
    this.code.byte(type === F64 ? F64_NE : F32_NE);
    this.openUnlikely(EMPTY_BLOCK);
    this.writeHookCall(node, at);
    this.cleaned[node] = 1;
    this.local(LOCAL_SET, copy);
    this.code.byte(END);
    this.local(LOCAL_GET, copy);
  }

  private writeManyCaptures(at: number): void {
    const many = this.plan.manyResults.get(at);
    if (!many?.nodes.some((node) => node !== NO_NODE && this.slots[node]! >= 0)) return;
    const copies = many.types.map((type, i) => {
      const slot = many.nodes[i] === NO_NODE ? -1 : this.slots[many.nodes[i]!]!;
      return slot >= 0 ? slot : this.locals.scratchOf(type, i + 1);
    });
    for (const copy of copies.toReversed()) this.local(LOCAL_SET, copy);
    for (const copy of copies) this.local(LOCAL_GET, copy);
  }

  // ---- safepoints ----------------------------------------------------------------------------------------------------

  /** Loops that make records themselves, not only in loops within them. */
  private findSafepointLoops(graph: CallGraph): Set<number> {
    const found = new Set<number>();
    const open: number[] = [];
    for (let at = 0; at < this.list.count; at++) {
      const opcode = this.list.opcodes[at]!;
      const partner = this.list.partners[at]!;
      const node = this.plan.nodes[at]!;
      if (opcode === LOOP) open.push(at);
      else if ((opcode === END || opcode === DELEGATE) && partner >= 0 && this.list.opcodes[partner] === LOOP)
        open.pop();
      else if (open.length > 0) {
        const computes =
          node !== NO_NODE && !this.plan.graph.isExact(node) && this.plan.graph.kind(node) === NODE.operation;
        const allocates = computes || graph.callMayAllocate(this.list, at);
        if (allocates) found.add(open[open.length - 1]!);
      }
    }
    return found;
  }

  /** What may be a box and is needed after the point `at`. */
  private rootsAt(at: number): Root[] {
    const { plan, job } = this;
    const roots: Root[] = [];
    const seen = new Set<number>();
    const add = (local: number, type: number): void => {
      if (!seen.has(local)) roots.push({ local, type });
      seen.add(local);
    };
    job.tracked.forEach((tracked, local) => {
      if (tracked && plan.liveness.isLiveAt(at, local)) add(local, this.list.locals[local]!);
    });
    for (const node of plan.stackRoots.get(at) ?? []) {
      const slot = this.slots[node]!;
      add(slot >= 0 ? slot : plan.graph.localHome(node, at), plan.graph.type(node));
    }
    return roots;
  }

  private writeSafepoint(at: number): void {
    const contract = this.context.safepoints!;
    const roots = this.rootsAt(at);
    writeLoadWord(this.code, contract.collectWanted);
    this.openUnlikely(EMPTY_BLOCK);
    if (roots.length > 0) writeSaveRoots(this.code, contract, roots);
    this.code.byte(CALL);
    this.code.u32(contract.safepoint);
    if (roots.length > 0) writeMoveStack(this.code, contract, rootFrameSize(roots));
    this.code.byte(END);
  }

  private writeCall(at: number): void {
    const { graph, safepoints: contract } = this.context;
    const reaching = contract && graph!.callMayReachSafepoint(this.list, at);
    const roots = reaching ? this.rootsAt(at) : [];
    if (!contract || roots.length === 0) {
      this.copyInstruction(at);
      return;
    }
    // Records may come to life during the call: what was decided before it decides after it.
    const saved = this.locals.scratchOf(I32, 1);
    writeLoadWord(this.code, contract.recordsAlive);
    this.local(LOCAL_TEE, saved);
    this.openUnlikely(EMPTY_BLOCK);
    writeSaveRoots(this.code, contract, roots);
    this.code.byte(END);
    this.copyInstruction(at);
    this.local(LOCAL_GET, saved);
    this.openUnlikely(EMPTY_BLOCK);
    writeMoveStack(this.code, contract, rootFrameSize(roots));
    this.code.byte(END);
  }

  // ---- pieces --------------------------------------------------------------------------------------------------------

  private local(opcode: number, index: number): void {
    this.code.byte(opcode);
    this.code.u32(index);
  }

  private instruction(opcode: number): void {
    if (opcode >= FC_PAGE) {
      this.code.byte(0xfc);
      this.code.u32(opcode - FC_PAGE);
    } else this.code.byte(opcode);
  }

  private openUnlikely(blockType: number): void {
    this.hints.push({ offset: this.code.length, likely: false });
    this.code.byte(IF);
    this.code.byte(blockType);
  }

  private branchIf(depth: number, likely?: boolean): void {
    if (likely !== undefined) this.hints.push({ offset: this.code.length, likely });
    this.code.byte(BR_IF);
    this.code.u32(depth);
  }

  private isClean(node: number): boolean {
    const { graph } = this.plan;
    return this.cleaned[node] === 1 || graph.kind(node) !== NODE.operation || graph.isExact(node);
  }

  /** Pushes a value from where it is kept. */
  private pushHome(node: number, at: number): void {
    const { graph } = this.plan;
    if (graph.kind(node) === NODE.constant) {
      const made = graph.instruction(node);
      this.code.copy(this.bytes, this.list.starts[made]!, this.list.starts[made + 1]!);
      return;
    }
    const home = graph.localHome(node, at);
    const slot = this.slots[node]!;
    if (home >= 0) this.local(LOCAL_GET, home);
    else if (slot >= 0) this.local(LOCAL_GET, slot);
    else writeReload(this.bytes, this.list, graph.instruction(node), this.code);
  }

  /** Pushes the right value of a node: from its home, or by the slow paths, which then mend its homes. */
  private pushRight(node: number, at: number): void {
    if (this.isClean(node)) {
      this.pushHome(node, at);
      return;
    }
    this.writeHookCall(node, at);
    this.cleaned[node] = 1;
    for (const home of this.plan.graph.localHomes(node, at)) this.local(LOCAL_TEE, home);
    if (this.slots[node]! >= 0) this.local(LOCAL_TEE, this.slots[node]!);
  }

  private writeHookCall(node: number, at: number): void {
    const { graph } = this.plan;
    this.pushRight(graph.first(node), at);
    if (graph.second(node) !== NO_NODE) this.pushRight(graph.second(node), at);
    this.code.byte(CALL);
    this.code.u32(this.context.hooks.functionFor(this.list.opcodes[graph.instruction(node)]!));
  }

  private writeIsNan(node: number, at: number): void {
    this.pushHome(node, at);
    this.pushHome(node, at);
    this.code.byte(this.plan.graph.type(node) === F64 ? F64_NE : F32_NE);
  }

  /** Tests several values at once: their sum is NaN when one of them is. */
  private writeAnyNan(nodes: readonly number[], at: number): void {
    if (nodes.length === 1) {
      this.writeIsNan(nodes[0]!, at);
      return;
    }
    const type = this.plan.graph.type(nodes[0]!);
    nodes.forEach((node, i) => {
      this.pushHome(node, at);
      if (i > 0) this.code.byte(type === F64 ? F64_ADD : F32_ADD);
    });
    const sum = this.locals.scratchOf(type);
    this.local(LOCAL_TEE, sum);
    this.local(LOCAL_GET, sum);
    this.code.byte(type === F64 ? F64_NE : F32_NE);
  }

  private writeFlushes(at: number): void {
    const planned = this.plan.flushBefore.get(at);
    if (!planned) return;
    const { graph } = this.plan;
    const nodes = planned.filter((node) => !this.isClean(node));
    for (const doubles of [true, false]) {
      const group = nodes.filter((node) => (graph.type(node) === F64) === doubles && !this.isClean(node));
      if (group.length === 0) continue;
      this.writeAnyNan(group, at);
      this.openUnlikely(EMPTY_BLOCK);
      for (const node of group) {
        this.pushRight(node, at);
        this.code.byte(0x1a); // drop
      }
      this.code.byte(END);
    }
  }

  // ---- comparisons and truncations -----------------------------------------------------------------------------------

  private writeTruncation(at: number): void {
    const node = this.plan.firsts[at]!;
    const opcode = this.list.opcodes[at]!;
    const type = this.plan.graph.type(node);
    const copy = this.locals.scratchOf(type);
    this.local(LOCAL_TEE, copy);
    this.local(LOCAL_GET, copy);
    this.code.byte(type === F64 ? F64_NE : F32_NE);
    this.openUnlikely(RESULTS[opcode]![0]!);
    this.pushRight(node, at);
    this.code.byte(CALL);
    this.code.u32(this.context.hooks.functionFor(opcode));
    this.code.byte(ELSE);
    this.local(LOCAL_GET, copy);
    this.instruction(opcode);
    this.code.byte(END);
  }

  private pushOperands(at: number): void {
    this.pushHome(this.plan.firsts[at]!, at);
    this.pushHome(this.plan.seconds[at]!, at);
  }

  private writeSlowComparison(at: number): void {
    this.pushRight(this.plan.firsts[at]!, at);
    this.pushRight(this.plan.seconds[at]!, at);
    this.code.byte(CALL);
    this.code.u32(this.context.hooks.functionFor(this.list.opcodes[at]!));
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
      this.writeIsNan(node, at);
      if (i > 0) this.code.byte(I32_OR);
    });
  }

  /** A comparison with the branch that it decides, or alone; answers the last instruction dealt with. */
  private writeComparison(at: number): number {
    let branch = at + 1;
    let negated = false;
    while (this.list.opcodes[branch] === I32_EQZ) {
      negated = !negated;
      branch++;
    }
    if (this.list.opcodes[branch] === BR_IF) {
      const depth = this.list.immediates[branch]!;
      const label = this.labels[this.labels.length - 1 - depth];
      if (label?.arity === 0) {
        this.writeFlushes(branch);
        this.writeDecidedBranch(at, this.shiftDepth(depth), negated, label.isLoop);
        return branch;
      }
    }
    this.writeComparisonValue(at);
    return at;
  }

  private writeComparisonValue(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const { taken, notTaken } = branchForm(opcode, false);
    const answer = this.locals.scratchOf(I32);
    this.code.byte(opcode);
    this.local(LOCAL_TEE, answer);
    if (taken !== undefined && notTaken !== undefined) {
      this.pushOperands(at);
      this.code.byte(notTaken);
      this.code.byte(I32_OR);
      this.code.byte(I32_EQZ);
    } else {
      this.code.byte(0x1a); // drop
      this.writeUnordered(at);
    }
    this.openUnlikely(EMPTY_BLOCK);
    this.writeSlowComparison(at);
    this.local(LOCAL_SET, answer);
    this.code.byte(END);
    this.local(LOCAL_GET, answer);
  }

  private writeDecidedBranch(at: number, depth: number, negated: boolean, isLoop: boolean): void {
    const form = branchForm(this.list.opcodes[at]!, negated);
    if (form.taken !== undefined && (isLoop || form.notTaken === undefined)) {
      this.code.byte(form.taken);
      this.branchIf(depth, isLoop ? true : undefined);
      this.writeNotOrdered(at, form);
      this.openUnlikely(EMPTY_BLOCK);
    } else {
      this.code.byte(form.notTaken!);
      this.code.byte(I32_EQZ);
      this.code.byte(IF);
      this.code.byte(EMPTY_BLOCK);
      if (form.taken !== undefined) {
        this.pushOperands(at);
        this.code.byte(form.taken);
      } else {
        this.writeUnordered(at);
        this.code.byte(I32_EQZ);
      }
      this.branchIf(depth + 1, true);
    }
    this.writeSlowComparison(at);
    if (negated) this.code.byte(I32_EQZ);
    this.branchIf(depth + 1);
    this.code.byte(END);
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
