// The floating-point values of one function body as a graph: leaves (loads, calls, locals, constants) and operations
// whose result is NaN whenever an operand is. A node lists the homes where its value can be read again: locals that
// hold it temporarily, or a temporary that captures it where it is produced.
//
// Times are instruction numbers; "at T" means just before instruction T, or within it. A join of control flow ends an
// epoch, after which earlier contents of locals are unknown.

const NEVER = 0x7fffffff;
export const NO_NODE = -1;

/** Kinds of nodes, by the way in which a node's value can be obtained again. */
export const NODE = { leaf: 0, constant: 1, operation: 2 } as const;

/** A growable Int32Array that is cheap to clear. */
class IntVector {
  data = new Int32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Int32Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }
}

/** Nodes in creation order; reused from function to function. */
export class ValueGraph {
  private readonly vectors: IntVector[] = [];
  private readonly kinds = this.vector();
  private readonly types = this.vector();
  private readonly instructions = this.vector();
  private readonly firsts = this.vector();
  private readonly seconds = this.vector();
  private readonly exacts = this.vector();
  private readonly cleans = this.vector();
  private readonly depths = this.vector();
  /** Last time at which the node's temporary is read; -1 if the node needs none. */
  private readonly temporaryEnds = this.vector();
  private readonly bindingHeads = this.vector();
  private readonly bindingNexts = this.vector();
  private readonly bindingLocals = this.vector();
  private readonly bindingFroms = this.vector();
  private readonly bindingTos = this.vector();
  private readonly bindingEpochs = this.vector();
  private readonly epochEnds = this.vector();
  private epochStart = 0;
  private readonly localBindings = this.vector();
  private readonly localNodes = this.vector();

  private vector(): IntVector {
    const vector = new IntVector();
    this.vectors.push(vector);
    return vector;
  }

  /** Clears all state and starts a function with this number of locals. */
  reset(localCount: number): void {
    for (const vector of this.vectors) vector.length = 0;
    this.epochStart = 0;
    this.epochEnds.push(NEVER);
    for (let local = 0; local < localCount; local++) {
      this.localBindings.push(0);
      this.localNodes.push(NO_NODE);
    }
  }

  get count(): number {
    return this.kinds.length;
  }

  private add(kind: number, type: number, at: number, first: number, second: number, exact: boolean): number {
    this.kinds.push(kind);
    this.types.push(type);
    this.instructions.push(at);
    this.firsts.push(first);
    this.seconds.push(second);
    this.exacts.push(exact ? 1 : 0);
    this.cleans.push(kind === NODE.operation && !exact ? NEVER : -1);
    this.depths.push(0);
    this.temporaryEnds.push(-1);
    this.bindingHeads.push(-1);
    return this.kinds.length - 1;
  }

  /** An exact value that instruction `at` produces. */
  addLeaf(type: number, at: number, exact: boolean): number {
    return this.add(NODE.leaf, type, at, NO_NODE, NO_NODE, exact);
  }

  addConstant(type: number, at: number): number {
    return this.add(NODE.constant, type, at, NO_NODE, NO_NODE, true);
  }

  /** A result that is NaN if an operand is NaN; the slow path then computes it again. */
  addOperation(type: number, at: number, first: number, second: number): number {
    const exact = this.isExact(first) && (second === NO_NODE || this.isExact(second));
    const node = this.add(NODE.operation, type, at, first, second, exact);
    const below = second === NO_NODE ? 0 : this.dirtyDepth(second, at);
    this.depths.data[node] = 1 + Math.max(this.dirtyDepth(first, at), below);
    return node;
  }

  private dirtyDepth(node: number, at: number): number {
    return this.isDirty(node, at) ? this.depths.data[node]! : 0;
  }

  /** Length of the longest chain of unchecked operations that ended in `node` when it was created. */
  depth(node: number): number {
    return this.depths.data[node]!;
  }

  kind(node: number): number {
    return this.kinds.data[node]!;
  }

  type(node: number): number {
    return this.types.data[node]!;
  }

  instruction(node: number): number {
    return this.instructions.data[node]!;
  }

  first(node: number): number {
    return this.firsts.data[node]!;
  }

  second(node: number): number {
    return this.seconds.data[node]!;
  }

  /** True if the value is never a box: plain instructions produce exact results from it. */
  isExact(node: number): boolean {
    return this.exacts.data[node] === 1;
  }

  /** True if the value may be unchecked at time `at`: a plain NaN in place of a box. */
  isDirty(node: number, at: number): boolean {
    return this.cleans.data[node]! > at;
  }

  isCheckedSometime(node: number): boolean {
    return this.cleans.data[node]! !== NEVER;
  }

  markClean(node: number, from: number): void {
    if (this.cleans.data[node]! > from) this.cleans.data[node] = from;
  }

  // ---- homes ---------------------------------------------------------------------------------------------------------

  /** First instruction after the last join of control flow. */
  get startOfEpoch(): number {
    return this.epochStart;
  }

  /** Node that a local holds; NO_NODE if nothing is known since the last join. */
  nodeOfLocal(local: number): number {
    const node = this.localNodes.data[local]!;
    if (node === NO_NODE) return NO_NODE;
    const binding = this.localBindings.data[local]!;
    return this.bindingEpochs.data[binding] === this.epochEnds.length - 1 ? node : NO_NODE;
  }

  /**
   * Records that `local` holds `node` from instruction `from` onwards, until the local is bound again or control flow
   * joins.
   */
  bindLocal(local: number, node: number, from: number): void {
    if (this.localNodes.data[local] !== NO_NODE) {
      const old = this.localBindings.data[local]!;
      if (this.bindingTos.data[old]! > from) this.bindingTos.data[old] = from;
    }
    const binding = this.bindingLocals.length;
    this.bindingLocals.push(local);
    this.bindingFroms.push(from);
    this.bindingTos.push(NEVER);
    this.bindingEpochs.push(this.epochEnds.length - 1);
    this.bindingNexts.push(this.bindingHeads.data[node]!);
    this.bindingHeads.data[node] = binding;
    this.localBindings.data[local] = binding;
    this.localNodes.data[local] = node;
  }

  /** Adds a node for a local with unknown but exact content that instruction `at` reads first. */
  addLocalLeaf(local: number, type: number, at: number, exact: boolean): number {
    const node = this.addLeaf(type, at, exact);
    this.bindLocal(local, node, this.epochStart);
    return node;
  }

  /** Ends all bindings, because control flow joins at instruction `at`. */
  endEpoch(at: number): void {
    this.epochEnds.data[this.epochEnds.length - 1] = at + 1;
    this.epochEnds.push(NEVER);
    this.epochStart = at + 1;
  }

  private bindingHolds(binding: number, at: number): boolean {
    return (
      this.bindingFroms.data[binding]! <= at &&
      at < this.bindingTos.data[binding]! &&
      at < this.epochEnds.data[this.bindingEpochs.data[binding]!]!
    );
  }

  /** A local that holds the node's value at time `at`, or -1. */
  localHome(node: number, at: number): number {
    for (let b = this.bindingHeads.data[node]!; b >= 0; b = this.bindingNexts.data[b]!) {
      if (this.bindingHolds(b, at)) return this.bindingLocals.data[b]!;
    }
    return -1;
  }

  /** Every local that holds the node's value at time `at`. */
  localHomes(node: number, at: number): number[] {
    const homes: number[] = [];
    for (let b = this.bindingHeads.data[node]!; b >= 0; b = this.bindingNexts.data[b]!) {
      if (this.bindingHolds(b, at)) homes.push(this.bindingLocals.data[b]!);
    }
    return homes;
  }

  /** Ensures that the node's value can be read at time `at`. */
  requireHome(node: number, at: number): void {
    if (this.kinds.data[node] === NODE.constant || this.localHome(node, at) >= 0) return;
    this.requireTemporary(node, at);
  }

  requireTemporary(node: number, until: number): void {
    if (this.temporaryEnds.data[node]! < until) this.temporaryEnds.data[node] = until;
  }

  /** Last time at which the node's temporary is read; -1 if the node has none. */
  temporaryEnd(node: number): number {
    return this.temporaryEnds.data[node]!;
  }
}
