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

/** A comparison with another answer for some draws than for the particle. */
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

/** Bits of an uncertain value that the program computes with, for instance in a hash: the particle's bits. */
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

/** Output of a run that was held back from some point. */
export interface HeldRun {
  /** Output before that point, which was passed on. */
  readonly passed: Output;
  /** Output from that point, which was held back. */
  readonly held: Output;
  /** Notices of the core from that point. */
  readonly notices: readonly string[];
  /** Lines about the end of the run. */
  readonly ending: readonly string[];
  /** Standard input that was read. */
  readonly input: Uint8Array;
}

/** A run with a figure whose error is `excess` times the largest wanted error. */
export interface CoarseRun extends HeldRun {
  readonly excess: number;
  /** Notices of the core that were passed on; the second run repeats them. */
  readonly said: readonly string[];
}

/** A run with a mixed decision, in the form needed to follow its draws. */
export interface MixedRun extends HeldRun {
  /** Particles of the created values, in order. */
  readonly made: Float64Array;
  /**
   * Answers to queries about distributions before the first mixed decision, in order: until then all draws take one
   * path.
   */
  readonly answers: Float64Array;
  /** The first of these answers with their errors, if the run reports errors. */
  readonly knownAnswers: readonly Answer[];
  /** The reason for which draws cannot be followed. */
  readonly refusal?: string;
  /** The time limit that the particle's path has reached, in seconds. */
  readonly endlessSeconds?: number;
  /** Number of values on the particle's path, if a draw that ends makes at most a hundredth of them. */
  readonly endlessValues?: number;
}

/** Tests whether the particle's path counts as endless: then another draw's words are printed. */
export function isEndless({ endlessSeconds, endlessValues }: MixedRun): boolean {
  return endlessSeconds !== undefined || endlessValues !== undefined;
}

/** Decisions of a run while it continues: its worker is ended if the run does not end. */
export interface DecisionNews {
  /** Another decision on which draws disagree. */
  readonly decision?: RunDecision;
  /** The data for following the draws, at the first such decision. */
  readonly mixed?: MixedRun;
  /** Standard input that was read afterwards. */
  readonly input?: Uint8Array;
  /** Number of values since the first mixed decision; present when the path may be endless. */
  readonly madeValues?: number;
}
