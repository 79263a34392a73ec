// Writes safepoints, and saves possible boxes around calls that may reach one.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import type { CallGraph } from '../planning/call-graph.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import { FUNCTION_ENTRY } from '../planning/liveness.ts';
import type { SafepointContract } from '../planning/safepoints.ts';
import { NO_NODE, NODE } from '../planning/value-graph.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { type FunctionType, I32 } from '../reading/module-info.ts';
import { writeBelowRedZone } from './red-zone.ts';
import {
  type Root,
  rootFrameSize,
  writeLoadWord,
  writeMoveStack,
  writeSaveRoots,
  writeStoreZero,
} from './root-writer.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import type { FunctionJob, WriterContext } from './writer-context.ts';

/** Number of labels around a loop that is a safepoint. */
const WRAPPING_LABELS = 3;

export class SafepointWriter {
  private readonly contract: SafepointContract;
  private readonly graph: CallGraph;
  private readonly bytes: Uint8Array;
  private readonly types: readonly FunctionType[];
  private readonly slow: SlowPathWriter;
  private readonly code: ByteWriter;
  private readonly job: FunctionJob;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly loops: ReadonlySet<number>;

  constructor(context: WriterContext, slow: SlowPathWriter, job: FunctionJob) {
    this.contract = context.safepoints!;
    this.graph = context.graph!;
    this.bytes = context.info.bytes;
    this.types = context.info.types;
    this.slow = slow;
    this.code = slow.code;
    this.job = job;
    this.list = job.list;
    this.plan = job.plan;
    this.loops = this.findSafepointLoops();
  }

  /** Writes the safepoint on entry to a recursive function that creates records. */
  writeEntry(): void {
    const { index } = this.job;
    if (this.graph.isRecursive(index) && this.graph.mayAllocate(index)) this.writeSafepoint(FUNCTION_ENTRY);
  }

  /**
   * Opens the code around a loop that is a safepoint: `block loop block <the loop> …`. When a collection is due, the
   * loop jumps to the cold part after it and is re-entered afterwards, so that saving needs no registers in the loop.
   * Returns the number of labels opened.
   */
  openLoop(at: number): number {
    if (!this.isWrapped(at)) return 0;
    this.code.byte(op.BLOCK);
    this.code.copy(this.bytes, this.list.starts[at]! + 1, this.list.starts[at + 1]!);
    this.code.open(op.LOOP);
    this.code.open(op.BLOCK);
    return WRAPPING_LABELS;
  }

  /** Tests whether the loop at `at` is a safepoint. */
  isSafepoint(at: number): boolean {
    return this.loops.has(at);
  }

  /** Writes the code after the start of the loop at `at`. */
  writeLoopStart(at: number): void {
    if (!this.loops.has(at)) return;
    if (!this.isWrapped(at)) {
      this.writeSafepoint(at);
      return;
    }
    writeLoadWord(this.code, this.contract.collectWanted);
    this.slow.branchIf(1, false);
  }

  /** Writes the code after the end of the loop that began at `at`; returns the number of labels closed. */
  closeLoop(at: number): number {
    if (!this.isWrapped(at)) return 0;
    this.branch(WRAPPING_LABELS - 1);
    this.code.byte(op.END);
    this.writeCollection(this.rootsAt(at));
    // If the guest still wants to collect, it has to wait for the next record, because otherwise the loop would never
    // continue.
    writeStoreZero(this.code, this.contract.collectWanted);
    this.branch(0);
    this.code.byte(op.END);
    this.code.byte(op.UNREACHABLE);
    this.code.byte(op.END);
    return WRAPPING_LABELS;
  }

  /** Writes the code before each iteration of a loop with two versions. */
  writeTurn(at: number): void {
    if (this.loops.has(at)) this.writeSafepoint(at);
  }

  private branch(depth: number): void {
    this.code.instruction(op.BR, depth);
  }

  /** Loops that take values from the operand stack cannot be entered twice. */
  private isWrapped(at: number): boolean {
    const type = this.list.immediates[at]!;
    return this.loops.has(at) && (type < 0 || this.types[type]!.parameters.length === 0);
  }

  /** Finds loops that create records outside their nested loops. */
  private findSafepointLoops(): Set<number> {
    const found = new Set<number>();
    const open: number[] = [];
    for (let at = 0; at < this.list.count; at++) {
      const opcode = this.list.opcodes[at]!;
      const partner = this.list.partners[at]!;
      const node = this.plan.nodes[at]!;
      if (opcode === op.LOOP) open.push(at);
      else if (
        (opcode === op.END || opcode === op.DELEGATE) &&
        partner >= 0 &&
        this.list.opcodes[partner] === op.LOOP
      )
        open.pop();
      else if (open.length > 0) {
        const computes =
          node !== NO_NODE && !this.plan.graph.isExact(node) && this.plan.graph.kind(node) === NODE.operation;
        const allocates = computes || this.graph.callMayAllocate(this.list, at);
        if (allocates) found.add(open[open.length - 1]!);
      }
    }
    return found;
  }

  /** Possible boxes that are still needed after the point `at`. */
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
      const slot = this.slow.slots[node]!;
      add(slot >= 0 ? slot : plan.graph.localHome(node, at), plan.graph.type(node));
    }
    return roots;
  }

  private writeSafepoint(at: number): void {
    writeLoadWord(this.code, this.contract.collectWanted);
    this.slow.openUnlikely();
    this.writeCollection(this.rootsAt(at));
    this.code.byte(op.END);
  }

  private writeCollection(roots: readonly Root[]): void {
    const { contract } = this;
    writeBelowRedZone(this.code, this.job.redZone, () => {
      if (roots.length > 0) writeSaveRoots(this.code, contract, roots);
      this.code.instruction(op.CALL, contract.safepoint);
      if (roots.length > 0) writeMoveStack(this.code, contract.stackPointer, rootFrameSize(roots));
    });
  }

  /** Writes the call at `at` through `copyCall`, and saves the values that a safepoint within the call may need. */
  writeCall(at: number, copyCall: () => void): void {
    const roots = this.graph.callMayReachSafepoint(this.list, at) ? this.rootsAt(at) : [];
    if (roots.length === 0) {
      copyCall();
      return;
    }
    const { contract } = this;
    // The code after the call uses the result of the test before it, because the call itself may create records.
    const saved = this.slow.locals.scratchOf(I32, 1);
    writeLoadWord(this.code, contract.recordsAlive);
    this.slow.local(op.LOCAL_TEE, saved);
    this.slow.openUnlikely();
    writeSaveRoots(this.code, contract, roots);
    this.code.byte(op.END);
    copyCall();
    this.slow.local(op.LOCAL_GET, saved);
    this.slow.openUnlikely();
    writeMoveStack(this.code, contract.stackPointer, rootFrameSize(roots));
    this.code.byte(op.END);
  }
}
