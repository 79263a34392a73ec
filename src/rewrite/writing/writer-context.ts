// State that the writers of rewritten functions share: the module, its slow paths, and one function with its plan.

import type { ComputedBits } from '../bits/computed-bits.ts';
import type { HookTable } from '../hooks/hooks.ts';
import type { CallGraph } from '../planning/call-graph.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import type { ChoiceHooks, Choices } from '../planning/choices.ts';
import type { SafepointContract } from '../planning/safepoints.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';
import type { CopyIndices } from './plain-copies.ts';

export interface WriterContext {
  readonly info: ModuleInfo;
  readonly hooks: HookTable;
  /** Call graph; absent when neither safepoints nor copies are needed. */
  readonly graph?: CallGraph | undefined;
  /** Absent when records are never freed. */
  readonly safepoints?: SafepointContract | undefined;
  readonly copies?: CopyPlan | undefined;
  /** Absent if the guest does not ask which decision runs. */
  readonly sites?: Sites | undefined;
  /** Absent if the guest cannot compute with conditions. */
  readonly choiceHooks?: ChoiceHooks | undefined;
}

/** Numbers of instructions, stored before their slow paths. */
export interface Sites {
  /** Address of the 32-bit word that holds the number. */
  readonly address: number;
  /** A number that no other comparison or conversion has, from 1. */
  readonly next: () => number;
  /**
   * Functions, by index, that store the byte offsets of their instructions as numbers; others store none. Undefined
   * where comparisons and conversions of all functions store numbers.
   */
  readonly isMarked?: ((index: number) => boolean) | undefined;
}

/** Functions with unrewritten copies, and the word that states when these may run. */
export interface CopyPlan {
  readonly recordsAlive: number;
  readonly indices: CopyIndices;
}

/** One function to write. */
export interface FunctionJob {
  readonly index: number;
  readonly list: InstructionList;
  readonly plan: CheckPlan;
  /** Instructions at which the particle's bits replace the bits of a box. */
  readonly computedBits: ComputedBits;
  /** Locals that may hold boxes. */
  readonly tracked: Uint8Array;
  /** Loops with a copy. */
  readonly copiedLoops: ReadonlySet<number>;
  /** Loops of which two versions are written. */
  readonly versionedLoops: ReadonlySet<number>;
  /** Instructions by which each draw chooses. */
  readonly choices: Choices;
  /** The stack pointer's global where the function keeps its frame below it (red-zone.ts). */
  readonly redZone: number | undefined;
}
