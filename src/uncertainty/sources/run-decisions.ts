// Decisions of a run on which the draws of a value disagree, as plain data: they cross from worker to page.
import type { Comparison, Rounding } from '../core/operations.ts';
import type { Answer } from '../core/value-figures.ts';

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

/** Bits of an uncertain value that the program computes with, as a sign or a hash: those of its particle. */
export interface RunBits extends Decided {
  readonly kind: 'bits';
  readonly operands: readonly [DecidedOperand];
}

export type RunDecision = RunComparison | RunConversion | RunParameter | RunBits;

/** Mixed decisions of a run: the first at each place. */
export interface DecisionReport {
  readonly decisions: readonly RunDecision[];
  /** Further places that are not in the list. */
  readonly leftOut: number;
}

/** Output of a program. */
interface Output {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** Output of a run that was held back from some place on. */
export interface HeldRun {
  /** Output of the program before that, which has passed. */
  readonly passed: Output;
  /** Output of the program from there on, which has not. */
  readonly held: Output;
  /** Notices of the core from there on. */
  readonly notices: readonly string[];
  /** Lines about the end of the run. */
  readonly ending: readonly string[];
  /** Standard input that was read. */
  readonly input: Uint8Array;
}

/** A run with a figure whose error is `excess` times the largest that is wanted. */
export interface CoarseRun extends HeldRun {
  readonly excess: number;
  /** Notices of the core that have passed; the second run says them again. */
  readonly said: readonly string[];
}

/** A run with a mixed decision, as following its draws needs it. */
export interface MixedRun extends HeldRun {
  /** Particles of the values that were made, in their order. */
  readonly made: Float64Array;
  /**
   * Answers to questions about distributions before the first mixed decision, in their order: until then all draws go
   * one way.
   */
  readonly answers: Float64Array;
  /** The first of these answers with their errors, if the run reports errors. */
  readonly knownAnswers: readonly Answer[];
  /** The reason for which draws cannot be followed. */
  readonly refusal?: string;
  /** The time limit that the particle's way has reached, in seconds. */
  readonly endlessSeconds?: number;
  /** Number of values on the particle's path, if a draw that ends makes at most a hundredth of them. */
  readonly endlessValues?: number;
}

/** Tests whether the particle's way counts as endless: its words are those of another draw. */
export function isEndless({ endlessSeconds, endlessValues }: MixedRun): boolean {
  return endlessSeconds !== undefined || endlessValues !== undefined;
}

/** Decisions of a run while it continues: its worker is ended, should the run not end. */
export interface DecisionNews {
  /** A further decision on which draws disagree. */
  readonly decision?: RunDecision;
  /** The data for following the draws, at the first such decision. */
  readonly mixed?: MixedRun;
  /** Standard input that was read afterwards. */
  readonly input?: Uint8Array;
  /** Number of values since the first mixed decision; present when the path may be endless. */
  readonly madeValues?: number;
}
