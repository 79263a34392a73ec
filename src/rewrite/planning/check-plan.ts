// The plan of a function's checks: the planner's input and output. The writers follow the output.

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
  /** Memory for the plan, which stays valid until the memory is reused for another plan. */
  readonly memory: PlanMemory;
  /**
   * Tests whether the call or loop at an instruction may reach a safepoint, so that values pending on the stack must
   * be saved.
   */
  readonly needsRoots: (at: number) => boolean;
  /** Locals whose liveness matters: all floating-point locals, and others that may hold boxes. */
  readonly tracked: Uint8Array;
  /** Loops that also have an unrewritten copy; nothing is known about values after such a loop. */
  readonly copiedLoops: ReadonlySet<number>;
  readonly versionedLoops: ReadonlySet<number>;
  /** Instructions at which each draw makes its own choice. */
  readonly choices: Choices;
}

/** Output of the planner, which the writers follow; arrays are indexed by instruction. */
export interface CheckPlan {
  readonly graph: ValueGraph;
  readonly memory: PlanMemory;
  readonly liveness: Liveness;
  /** Node that an instruction produces; NO_NODE for comparisons and truncations. */
  readonly nodes: Int32Array;
  /** First operand of each comparison or truncation that needs a check; NO_NODE elsewhere. */
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** 1 if the value just produced is checked on the stack. */
  readonly checkAfter: Int32Array;
  /** Nodes whose homes are checked before an instruction. */
  readonly flushBefore: ReadonlyMap<number, number[]>;
  /** Instructions with several results, with the nodes of the results from the bottom up. */
  readonly manyResults: ReadonlyMap<number, ManyResults>;
  /**
   * Values pending on the operand stack at calls and loops that may reach a safepoint; by then, each value has a home.
   */
  readonly stackRoots: ReadonlyMap<number, readonly number[]>;
  /**
   * Types of the values pending on the operand stack before an instruction in a loop with two versions. Instructions
   * without such values have no entry.
   */
  readonly waiting: ReadonlyMap<number, readonly number[]>;
}

export interface ManyResults {
  readonly types: readonly number[];
  readonly nodes: readonly number[];
}
