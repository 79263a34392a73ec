// Handles values on the operand stack at a safepoint, where all boxes must be found.
import type { ControlFrames } from '../reading/control-frames.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { NO_NODE, type ValueGraph } from './value-graph.ts';

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
