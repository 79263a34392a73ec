// Plan of a function's checks: the planner's input, and its result, which the writers follow.

import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';
import type { Choices } from './choices.ts';
import type { Liveness } from './liveness.ts';
import type { PlanMemory } from './plan-memory.ts';
import type { ValueGraph } from './value-graph.ts';

/** Input of the planner for one function. */
export interface PlanRequest {
  readonly info: ModuleInfo;
  readonly index: number;
  readonly list: InstructionList;
  /** Memory of the plan, which is valid until another plan uses the memory. */
  readonly memory: PlanMemory;
  /** Tells whether the call or loop at an instruction may pass a safepoint, so that waiting values must be saved. */
  readonly needsRoots: (at: number) => boolean;
  /** Locals whose liveness matters: all floating-point locals, and others that may hold boxes. */
  readonly tracked: Uint8Array;
  /** Loops with an alternative unrewritten copy, so that nothing is known after their ends. */
  readonly copiedLoops: ReadonlySet<number>;
  /** Loops that are written in two versions. */
  readonly versionedLoops: ReadonlySet<number>;
  /** Instructions by which each draw chooses. */
  readonly choices: Choices;
}

/** Result of the planner, which the writer follows; lists by instruction number. */
export interface CheckPlan {
  readonly graph: ValueGraph;
  readonly memory: PlanMemory;
  readonly liveness: Liveness;
  /** Node that an instruction makes or, for comparisons and truncations, NO_NODE. */
  readonly nodes: Int32Array;
  /** Operand nodes of comparisons and truncations that need care, NO_NODE for plain ones. */
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** 1 if the value just made is checked on the stack. */
  readonly checkAfter: Int32Array;
  /** Nodes that are checked in their homes before an instruction. */
  readonly flushBefore: ReadonlyMap<number, number[]>;
  /** Instructions that leave several values, with their nodes from the bottom up. */
  readonly manyResults: ReadonlyMap<number, ManyResults>;
  /** Values that wait on the operand stack at calls and loops that may pass a safepoint; each has a home then. */
  readonly stackRoots: ReadonlyMap<number, readonly number[]>;
  /**
   * Types of the values that wait on the operand stack before an instruction in a loop of two versions; absent when
   * nothing waits.
   */
  readonly waiting: ReadonlyMap<number, readonly number[]>;
}

export interface ManyResults {
  readonly types: readonly number[];
  readonly nodes: readonly number[];
}
