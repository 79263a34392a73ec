// Mixed decisions of a run: those on which a value's draws disagree. They are plain data, so that a worker can post
// them to a page.
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

/** A comparison that some draws answer differently from the particle. */
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

/** Use of an uncertain value's bits, for instance in a hash. The program computes with the particle's bits. */
export interface RunBits extends Decided {
  readonly kind: 'bits';
  readonly operands: readonly [DecidedOperand];
}

export type RunDecision = RunComparison | RunConversion | RunParameter | RunBits;

/** A run's mixed decisions, of which only the first at each place is listed. */
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
  /** Output up to that point, which was passed on. */
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

/** A run in which the error of a figure is `excess` times the largest accepted error. */
export interface CoarseRun extends HeldRun {
  readonly excess: number;
  /** Notices from the core that were passed on and that the second run repeats. */
  readonly said: readonly string[];
}

/** A run with a mixed decision, with the data needed to follow its draws. */
export interface MixedRun extends HeldRun {
  /** Particles of the created values, in order of creation. */
  readonly made: Float64Array;
  /**
   * Answers to queries about distributions before the first mixed decision, in order. Until then, all draws take the
   * same path.
   */
  readonly answers: Float64Array;
  /** The first few of these answers with their errors, if the run reports errors. */
  readonly knownAnswers: readonly Answer[];
  /** Reason why the draws cannot be followed. */
  readonly refusal?: string;
  /** Time limit that the particle's path has reached, in seconds. */
  readonly endlessSeconds?: number;
  /**
   * Number of values on the particle's path, if that is at least a hundred times as many as a draw that finishes
   * creates.
   */
  readonly endlessValues?: number;
}

/** Tests whether the particle's path counts as endless. If so, another draw's output is printed. */
export function isEndless({ endlessSeconds, endlessValues }: MixedRun): boolean {
  return endlessSeconds !== undefined || endlessValues !== undefined;
}

/** Decisions that are sent while the run continues, because its worker is terminated if it does not finish. */
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
