// Records checks during the walk over a function body: where they run, which values they evaluate again, and which
// locals still hold unchecked values.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { PlanMemory } from './plan-memory.ts';
import { addressStands, mayWriteMemory, reloadStart } from './reloads.ts';
import { NO_NODE, NODE, type ValueGraph } from './value-graph.ts';

export class CheckLedger {
  readonly graph: ValueGraph;
  /** 1 if the value just produced is checked on the stack. */
  readonly checkAfter: Int32Array;
  /** Nodes whose homes are checked before an instruction. */
  readonly flushBefore = new Map<number, number[]>();
  private readonly list: InstructionList;
  private touched: number[] = [];
  private stamp = 0;
  private readonly stamps: number[] = [];
  private now = 0;
  private lastWrite = -1;
  private readonly lastSets: Int32Array;

  constructor(list: InstructionList, memory: PlanMemory) {
    this.list = list;
    this.graph = memory.graph;
    this.graph.reset(list.locals.length);
    this.checkAfter = memory.take('checkAfter', list.count, 0);
    this.lastSets = memory.take('lastSets', list.locals.length, -1);
  }

  /** Starts processing instruction `at`. */
  begin(at: number): void {
    this.now = at;
  }

  /** Finishes instruction `at`: the memory or local that it wrote no longer has its old value. */
  finish(at: number): void {
    const opcode = this.list.opcodes[at]!;
    if (mayWriteMemory(opcode)) this.lastWrite = at;
    else if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE)
      this.lastSets[this.list.immediates[at]!] = at;
  }

  /** Records that instruction `at` assigns `node` to a local. */
  bindLocal(local: number, node: number, at: number): void {
    this.graph.bindLocal(local, node, at + 1);
    if (this.graph.isDirty(node, at)) this.touched.push(local);
  }

  /** Records that control flow joins at instruction `at`. */
  join(at: number): void {
    this.graph.endEpoch(at);
    this.touched = [];
  }

  /** Checks a node at `time`, when it was pushed by the instruction that produced it or by a `local.get`. */
  checkWhenPushed(node: number, time: number): void {
    if (this.graph.instruction(node) === time) {
      this.checkAfter[time] = 1;
      this.clean([node], time, time);
    } else this.flush(node, time);
  }

  /** Checks the home of a node before instruction `at`. */
  private flush(node: number, at: number): void {
    this.graph.requireHome(node, at);
    const known = this.flushBefore.get(at);
    if (known) known.push(node);
    else this.flushBefore.set(at, [node]);
    this.clean([node], at, at);
  }

  /** Plans the slow evaluation of nodes at time `at`, after which these nodes and all their operands are clean. */
  clean(roots: readonly number[], at: number, from: number): void {
    this.stamp++;
    const evaluated: number[] = [];
    for (const root of roots) this.planEvaluation(root, at, evaluated);
    for (const node of evaluated) this.graph.markClean(node, from);
  }

  private planEvaluation(node: number, at: number, evaluated: number[]): void {
    const { graph } = this;
    if (!graph.isDirty(node, at) || this.stamps[node] === this.stamp) {
      if (!this.canReload(node)) graph.requireHome(node, at);
      return;
    }
    this.stamps[node] = this.stamp;
    // A later check was already planned to evaluate this node. It will find the node clean, and must be able to read
    // the node's value.
    if (graph.isCheckedSometime(node)) graph.requireTemporary(node, this.now);
    this.planEvaluation(graph.first(node), at, evaluated);
    if (graph.second(node) !== NO_NODE) this.planEvaluation(graph.second(node), at, evaluated);
    evaluated.push(node);
  }

  /** True if a slow path can load the value again at the current instruction. */
  private canReload(node: number): boolean {
    const made = this.graph.instruction(node);
    if (this.graph.kind(node) !== NODE.leaf || made <= this.lastWrite || made < this.graph.startOfEpoch)
      return false;
    const start = reloadStart(this.list, made);
    return start >= 0 && addressStands(this.list, start, made, this.lastSets);
  }

  /** Checks the dirty locals for which `isLive` is true, before instruction `at`. */
  flushLocals(at: number, isLive: (local: number) => boolean): void {
    const dirty = [];
    for (const local of this.touched) {
      const node = this.graph.nodeOfLocal(local);
      if (node !== NO_NODE && this.graph.isDirty(node, at) && isLive(local)) dirty.push(node);
    }
    // Later values come first, because their checks cover the earlier values that they depend on.
    dirty.sort((a, b) => b - a);
    for (const node of dirty) if (this.graph.isDirty(node, at)) this.flush(node, at);
  }
}
