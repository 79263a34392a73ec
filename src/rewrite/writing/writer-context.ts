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
  /** Call graph; absent if neither safepoints nor copies are needed. */
  readonly graph?: CallGraph | undefined;
  /** Absent if records are never freed. */
  readonly safepoints?: SafepointContract | undefined;
  readonly copies?: CopyPlan | undefined;
  /** Absent if the guest does not need to know which decision is being made. */
  readonly sites?: Sites | undefined;
  /** Absent if the guest cannot compute with conditions. */
  readonly choiceHooks?: ChoiceHooks | undefined;
}

/** Instruction numbers, stored before slow paths run. */
export interface Sites {
  /** Address of the 32-bit word that holds the number. */
  readonly address: number;
  /** Returns a new number, starting at 1; every comparison or conversion has a different number. */
  readonly next: () => number;
  /**
   * Functions, by index, that store the byte offsets of their instructions as numbers; other functions store none.
   * Undefined if comparisons and conversions in all functions store numbers.
   */
  readonly isMarked?: ((index: number) => boolean) | undefined;
}

/** Functions with unrewritten copies, and the word that shows whether the copies may run. */
export interface CopyPlan {
  readonly recordsAlive: number;
  readonly indices: CopyIndices;
}

/** The function being written. */
export interface FunctionJob {
  readonly index: number;
  readonly list: InstructionList;
  readonly plan: CheckPlan;
  /** Instructions at which particle bits replace box bits. */
  readonly computedBits: ComputedBits;
  /** Locals that may hold boxes. */
  readonly tracked: Uint8Array;
  /** Loops that are written twice: the original and a copy. */
  readonly copiedLoops: ReadonlySet<number>;
  readonly versionedLoops: ReadonlySet<number>;
  /** Instructions at which each draw makes its own choice. */
  readonly choices: Choices;
  /** Global of the stack pointer, if the function's frame lies below the stack pointer (red-zone.ts). */
  readonly redZone: number | undefined;
}
