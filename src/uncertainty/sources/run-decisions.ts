// Decisions of a run on which the draws of a value disagree, as plain data: they cross from worker to page.
import type { Comparison, Rounding } from '../core/operations.ts';

/** An operand of a decision: its particle, and whether it carries a distribution. */
export interface DecidedOperand {
  readonly particle: number;
  readonly isUncertain: boolean;
}

interface Decided {
  /** Position of the program: byte offsets in the module that ran, the innermost call first. */
  readonly frames: readonly number[];
}

/** A comparison that some draws answer otherwise than the particle. */
export interface RunComparison extends Decided {
  readonly kind: 'comparison';
  readonly comparison: Comparison;
  readonly operands: readonly [DecidedOperand, DecidedOperand];
  /** Probability that the comparison holds. */
  readonly probability: number;
  /** The particle's answer, which the program followed. */
  readonly followed: boolean;
}

/** A conversion to an integer that differs between draws. */
export interface RunConversion extends Decided {
  readonly kind: 'conversion';
  readonly rounding: Rounding;
  readonly operands: readonly [DecidedOperand];
  /** Probability of the particle's integer, which the program followed. */
  readonly probability: number;
}

/** An uncertain parameter of a distribution, replaced by its particle. */
export interface RunParameter extends Decided {
  readonly kind: 'parameter';
  readonly operands: readonly [DecidedOperand];
}

export type RunDecision = RunComparison | RunConversion | RunParameter;

/** Mixed decisions of a run: the first at each place. */
export interface DecisionReport {
  readonly decisions: readonly RunDecision[];
  /** Further places that are not in the list. */
  readonly leftOut: number;
}
