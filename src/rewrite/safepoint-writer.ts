// Writes safepoints, and around calls that may reach one the saving of what may be a box.

import type { ByteWriter } from './byte-writer.ts';
import type { CallGraph } from './call-graph.ts';
import type { CheckPlan } from './check-plan.ts';
import type { InstructionList } from './instruction-list.ts';
import { FUNCTION_ENTRY } from './liveness.ts';
import { I32 } from './module-info.ts';
import { type Root, rootFrameSize, writeLoadWord, writeMoveStack, writeSaveRoots } from './root-writer.ts';
import type { SafepointContract } from './safepoints.ts';
import { CALL, EMPTY_BLOCK, END, LOCAL_GET, LOCAL_TEE, type SlowPathWriter } from './slow-path-writer.ts';
import { NO_NODE, NODE } from './value-graph.ts';
import type { FunctionJob } from './writer-context.ts';

const LOOP = 0x03;
const DELEGATE = 0x18;

export class SafepointWriter {
  private readonly contract: SafepointContract;
  private readonly graph: CallGraph;
  private readonly slow: SlowPathWriter;
  private readonly code: ByteWriter;
  private readonly job: FunctionJob;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly loops: ReadonlySet<number>;

  constructor(contract: SafepointContract, graph: CallGraph, slow: SlowPathWriter, job: FunctionJob) {
    this.contract = contract;
    this.graph = graph;
    this.slow = slow;
    this.code = slow.code;
    this.job = job;
    this.list = job.list;
    this.plan = job.plan;
    this.loops = this.findSafepointLoops();
  }

  /** A function that may be called again before it returns, and makes records, is a safepoint at its entry. */
  writeEntry(): void {
    const { index } = this.job;
    if (this.graph.isRecursive(index) && this.graph.mayAllocate(index)) this.writeSafepoint(FUNCTION_ENTRY);
  }

  /** What follows the start of the loop at `at`. */
  writeLoopStart(at: number): void {
    if (this.loops.has(at)) this.writeSafepoint(at);
  }

  /** Loops that make records themselves, not only in loops within them. */
  private findSafepointLoops(): Set<number> {
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
        const allocates = computes || this.graph.callMayAllocate(this.list, at);
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
      const slot = this.slow.slots[node]!;
      add(slot >= 0 ? slot : plan.graph.localHome(node, at), plan.graph.type(node));
    }
    return roots;
  }

  private writeSafepoint(at: number): void {
    const { contract } = this;
    const roots = this.rootsAt(at);
    writeLoadWord(this.code, contract.collectWanted);
    this.slow.openUnlikely(EMPTY_BLOCK);
    if (roots.length > 0) writeSaveRoots(this.code, contract, roots);
    this.code.byte(CALL);
    this.code.u32(contract.safepoint);
    if (roots.length > 0) writeMoveStack(this.code, contract, rootFrameSize(roots));
    this.code.byte(END);
  }

  /** Writes the call at `at` by `copyCall`, and saves around it what a safepoint within it may have to know. */
  writeCall(at: number, copyCall: () => void): void {
    const roots = this.graph.callMayReachSafepoint(this.list, at) ? this.rootsAt(at) : [];
    if (roots.length === 0) {
      copyCall();
      return;
    }
    const { contract } = this;
    // Records may come to life during the call: what was decided before it decides after it.
    const saved = this.slow.locals.scratchOf(I32, 1);
    writeLoadWord(this.code, contract.recordsAlive);
    this.slow.local(LOCAL_TEE, saved);
    this.slow.openUnlikely(EMPTY_BLOCK);
    writeSaveRoots(this.code, contract, roots);
    this.code.byte(END);
    copyCall();
    this.slow.local(LOCAL_GET, saved);
    this.slow.openUnlikely(EMPTY_BLOCK);
    writeMoveStack(this.code, contract, rootFrameSize(roots));
    this.code.byte(END);
  }
}
