// Decisions of a run on which a value's draws disagree, as plain data, so that a worker can post them to a page.
import type { Comparison, Rounding } from '../core/operations.ts';
import type { Answer } from '../core/value-figures.ts';

/** An operand of a decision: its particle, and whether it carries a distribution. */
export interface DecidedOperand {
  readonly particle: number;
  readonly isUncertain: boolean;
}

interface Decided {
  /** The program's position: byte offsets in the module that ran, innermost call first. */
  readonly frames: readonly number[];
}

/** A comparison whose answer for some draws differs from the answer for the particle. */
export interface RunComparison extends Decided {
  readonly kind: 'comparison';
  readonly comparison: Comparison;
  readonly operands: readonly [DecidedOperand, DecidedOperand];
  /** Probability that the comparison holds. */
  readonly probability: number;
  /** The particle's answer, which the program followed. */
  readonly followed: boolean;
}

/** A conversion to an integer whose result differs between draws. */
export interface RunConversion extends Decided {
  readonly kind: 'conversion';
  readonly rounding: Rounding;
  readonly operands: readonly [DecidedOperand];
  /** Probability of the particle's integer, with which the program continued. */
  readonly probability: number;
}

/** An uncertain parameter of a distribution, replaced with its particle. */
export interface RunParameter extends Decided {
  readonly kind: 'parameter';
  readonly operands: readonly [DecidedOperand];
}

/** Use of an uncertain value's bits, for instance in a hash: the program computes with the particle's bits. */
export interface RunBits extends Decided {
  readonly kind: 'bits';
  readonly operands: readonly [DecidedOperand];
}

export type RunDecision = RunComparison | RunConversion | RunParameter | RunBits;

/** A run's mixed decisions: the first at each place. */
export interface DecisionReport {
  readonly decisions: readonly RunDecision[];
  /** Number of further places that were omitted from the list. */
  readonly leftOut: number;
}

/** A program's output. */
interface Output {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A run whose output was held back from some point onwards. */
export interface HeldRun {
  /** Output before that point, which was passed on. */
  readonly passed: Output;
  /** Output after that point, which was held back. */
  readonly held: Output;
  /** The core's notices after that point. */
  readonly notices: readonly string[];
  /** Lines about the end of the run. */
  readonly ending: readonly string[];
  /** The standard input that was read. */
  readonly input: Uint8Array;
}

/** A run with a figure whose error is `excess` times the largest accepted error. */
export interface CoarseRun extends HeldRun {
  readonly excess: number;
  /** The core's notices that were passed on; the second run repeats them. */
  readonly said: readonly string[];
}

/** A run with a mixed decision, in the form needed for following its draws. */
export interface MixedRun extends HeldRun {
  /** Particles of the created values, in order. */
  readonly made: Float64Array;
  /**
   * Answers to queries about distributions before the first mixed decision, in order: until then, all draws take the
   * same path.
   */
  readonly answers: Float64Array;
  /** The first of these answers with their errors, if the run reports errors. */
  readonly knownAnswers: readonly Answer[];
  /** Reason why draws cannot be followed. */
  readonly refusal?: string;
  /** Time limit that the particle's path has reached, in seconds. */
  readonly endlessSeconds?: number;
  /** Number of values on the particle's path, if a draw that finishes creates at most a hundredth of this number. */
  readonly endlessValues?: number;
}

/** Tests whether the particle's path counts as endless; if so, another draw's output is printed. */
export function isEndless({ endlessSeconds, endlessValues }: MixedRun): boolean {
  return endlessSeconds !== undefined || endlessValues !== undefined;
}

/** Decisions of a run, sent while it continues, because its worker is terminated if the run does not finish. */
export interface DecisionNews {
  /** A further decision on which draws disagree. */
  readonly decision?: RunDecision;
  /** Data for following the draws, sent at the first such decision. */
  readonly mixed?: MixedRun;
  /** Standard input that the program has read since then. */
  readonly input?: Uint8Array;
  /** Number of values created since the first mixed decision; present if the path may be endless. */
  readonly madeValues?: number;
}
