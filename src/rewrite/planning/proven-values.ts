// Tracks values that a test proves not to be boxes. A result that is not NaN was computed from numbers that are not
// boxes. Every other result computed only from these numbers is exact with plain instructions.

import { NO_NODE, NODE, type ValueGraph } from './value-graph.ts';

/** Values within one iteration of a loop that tests have proved not to be boxes. */
export class ProvenValues {
  private readonly graph: ValueGraph;
  private readonly proven = new Set<number>();

  constructor(graph: ValueGraph) {
    this.graph = graph;
  }

  /** Operands of operation `node`: if any of them is NaN, so is the result. */
  operands(node: number): number[] {
    const { graph } = this;
    const second = graph.second(node);
    return second === NO_NODE ? [graph.first(node)] : [graph.first(node), second];
  }

  /** Records that a test has shown `node` not to be NaN, or will do so before the value has any effect. */
  add(node: number): void {
    if (this.proven.has(node)) return;
    this.proven.add(node);
    if (this.graph.kind(node) === NODE.operation)
      for (const operand of this.operands(node)) this.add(operand);
  }

  /** Tests whether `node` is proved not to be a box. */
  has(node: number): boolean {
    const { graph } = this;
    if (this.proven.has(node) || graph.isExact(node)) return true;
    if (graph.kind(node) !== NODE.operation || !this.operands(node).every((operand) => this.has(operand)))
      return false;
    this.proven.add(node);
    return true;
  }
}
