// The abstract operand stack of a walk over a function body: types, values, and the time of each push. The stack
// ensures that an entry that will be used unchanged was checked before it was pushed.

import { mayBeBox } from '../hooks/instruction-shapes.ts';
import type { ControlFrames } from '../reading/control-frames.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { CheckLedger } from './check-ledger.ts';
import type { ManyResults } from './check-plan.ts';
import { NO_NODE, type ValueGraph } from './value-graph.ts';

export class OperandStack {
  /** Node that each instruction produces; NO_NODE for most instructions. */
  readonly made: Int32Array;
  readonly manyResults = new Map<number, ManyResults>();
  private readonly ledger: CheckLedger;
  private readonly types: number[] = [];
  private readonly stackNodes: number[] = [];
  private readonly times: number[] = [];

  constructor(ledger: CheckLedger, made: Int32Array) {
    this.ledger = ledger;
    this.made = made;
  }

  get height(): number {
    return this.types.length;
  }

  /** Nodes of all entries from the bottom up; NO_NODE for entries that cannot be boxes. */
  get nodes(): readonly number[] {
    return this.stackNodes;
  }

  /** Types of the entries above `height`, from the bottom up. */
  typesAbove(height: number): readonly number[] {
    return this.types.slice(height);
  }

  get topType(): number {
    return this.types[this.types.length - 1]!;
  }

  get topNode(): number {
    return this.stackNodes[this.stackNodes.length - 1]!;
  }

  /** Time when the top entry was pushed. */
  get topTime(): number {
    return this.times[this.times.length - 1]!;
  }

  push(type: number, node: number, time: number): void {
    this.types.push(type);
    this.stackNodes.push(node);
    this.times.push(time);
  }

  popNode(): number {
    this.types.pop();
    this.times.pop();
    return this.stackNodes.pop()!;
  }

  private pushResult(type: number, at: number): number {
    const node = mayBeBox(type) ? this.ledger.graph.addLeaf(type, at, false) : NO_NODE;
    this.push(type, node, at);
    return node;
  }

  /** Pushes the results of instruction `at`: new, exact values. */
  pushResults(types: readonly number[], at: number): void {
    if (types.length > 1) {
      const nodes = types.map((type) => this.pushResult(type, at));
      this.manyResults.set(at, { types, nodes });
    } else if (types.length === 1) this.made[at] = this.pushResult(types[0]!, at);
  }

  /** Settles all entries above `height`, which are used unchanged. */
  settleAbove(height: number): void {
    for (let depth = 0; depth < this.height - height; depth++) this.settle(depth);
  }

  /** Ensures that the entry `depth` places below the top, which is used unchanged, was checked when it was pushed. */
  settle(depth: number): void {
    const at = this.types.length - 1 - depth;
    const node = this.stackNodes[at]!;
    if (node === NO_NODE) return;
    const time = this.times[at]!;
    if (this.ledger.graph.isDirty(node, time)) this.ledger.checkWhenPushed(node, time);
  }

  /** Pops an entry that is used unchanged. */
  consume(): void {
    this.settle(0);
    this.popNode();
  }

  consumeMany(types: readonly number[]): void {
    for (let n = types.length; n > 0; n--) this.consume();
  }

  truncate(height: number): void {
    this.types.length = height;
    this.stackNodes.length = height;
    this.times.length = height;
  }

  /** Pushes a value that instruction `at` produces. */
  pushMade(type: number, node: number, at: number): void {
    this.made[at] = node;
    this.push(type, node, at);
  }
}

/** Makes all values on the operand stack readable, so that a safepoint can save them; returns their nodes. */
export function keepStackRoots(
  at: number,
  nodes: readonly number[],
  graph: ValueGraph,
  frames: ControlFrames,
  list: InstructionList,
): number[] {
  const roots: number[] = [];
  for (const node of nodes) {
    if (node === NO_NODE || graph.isExact(node)) continue;
    // A loop that began after the value was produced branches back here, so the temporary must stay live until the end
    // of the loop.
    const loop = frames.firstLoopAfter(graph.instruction(node));
    if (loop) graph.requireTemporary(node, list.partners[loop.start]!);
    else graph.requireHome(node, at);
    roots.push(node);
  }
  return roots;
}
